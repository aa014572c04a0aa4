"""A range from a higher number to a lower holds nothing: that is warned of wherever nothing can change it."""

from __future__ import annotations

import pytest

from .small import check_texts, warnings


@pytest.mark.parametrize(
    "text",
    [
        "action begin() { for each player in players, n in 3 to 1 { gain n coin } }",
        "action begin() { for each player in players { may choose { option a(n in 2 to -1) { gain n coin } } } }",
        "action begin() { for each player in players { let n = random 6 to 1, gain n coin } }",
        "value score(player) = player.coin + (sum of n for n in 9 to 2 * 4)",
        "action begin() { for each player in players, n in size of players to 1 { gain n coin } }",
    ],
)
def test_nothing_lies_between(text: str) -> None:
    assert warnings(text) == ["W1015"]


@pytest.mark.parametrize(
    "text",
    [
        "constant rounds = 0\naction begin() { for each player in players, n in 1 to rounds { gain n coin } }",
        "action begin() { for each player in players, n in 1 to 1 { gain n coin } }",
        "action begin() { for each player in players, n in 1 to player.coin - 9 { gain n coin } }",
        "action begin() { for each player in players, n in 4 to size of players { gain n coin } }",
    ],
)
def test_something_may_lie_between(text: str) -> None:
    assert warnings(text) == []


def test_the_range_itself_is_marked() -> None:
    line = "action begin() { for each player in players, n in 3 to 1 { gain n coin } }"
    (found,) = check_texts(line)[1]
    assert found.span is not None
    assert line[found.span.column - 1 : found.span.end_column - 1] == "3 to 1"
