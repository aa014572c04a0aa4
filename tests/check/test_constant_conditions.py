"""Conditions that hold always or never."""

from __future__ import annotations

import pytest

from check.small import check_texts, warnings

TABLE = """
kind hut plural huts { state owner player }
row lane of 3 huts
hut barn
hut mill
state site hut
rule builders { after begin() { for each player in players, hut in huts { set hut.owner to player, set site to hut } } }
"""


def list_questions(condition: str) -> list[str]:
    """The codes found in a condition about `player`, in a game for two to four."""
    rule = f"rule gifts {{ after begin() {{ for each player in players where {condition} {{ gain 1 coin }} }} }}"
    return [code for code in warnings(TABLE + rule) if code != "W1009"]


@pytest.mark.parametrize(
    "condition",
    [
        "size of players is 1",
        "size of players > 4",
        "size of players < 2",
        "size of lane is 2",
        "size of huts <= 4",
        "not size of players > 1",
        "2 * size of players - 1 > 7",
        "7 / 2 is 4",
        "site is barn and site is mill",
        "barn is site and player.coin > 1 and site is mill",
        "player.coin is 2 and player.coin is 3",
        "player is not player",
        "player.coin < player.coin",
        "player.coin > player.coin",
        "site.owner is player and 2 < 1",
    ],
)
def test_a_condition_that_never_holds_is_pointed_out(condition: str) -> None:
    assert list_questions(condition) == ["W1004"]


@pytest.mark.parametrize(
    "condition",
    [
        "size of players > 1",
        "size of players * 2 >= 4",
        "size of players is 2 or size of players > 2",
        "site is not barn or site is not mill",
        "player is player",
        "player.coin <= player.coin",
        "player.coin >= player.coin",
        "player.coin > 1 and size of lane is 3",
        "not site.owner is not site.owner",
        "player.coin > 1 and player.coin > 2",
    ],
)
def test_a_condition_that_always_holds_is_pointed_out(condition: str) -> None:
    assert list_questions(condition) == ["W1005"]


@pytest.mark.parametrize(
    "condition",
    [
        "size of players is 2",
        "size of players > 2 and player.coin > 1",
        "site is barn or site is mill",
        "site is not barn and site is not mill",
        "site is barn and site.owner is player",
        "player.coin > 1 and player.coin < 9",
        "player.coin is 2 or player.coin is 3",
        "site is barn and site is barn",
        "site is not barn or site is not barn",
    ],
)
def test_a_condition_that_play_or_the_number_of_players_decides_is_not(condition: str) -> None:
    assert list_questions(condition) == []


def test_a_constant_may_switch_a_rule_on_or_off() -> None:
    text = "constant gifts_for_all = no\nconstant bound = 9\n"
    condition = "gifts_for_all or size of players > bound"
    rule = f"rule r {{ after begin() {{ for each player in players where {condition} {{ gain 1 coin }} }} }}"
    assert warnings(text + rule) == []


@pytest.mark.parametrize(
    "text",
    [
        "value v(player) { 1 if size of players is 9, 2 otherwise }\nrule r { score(player) is more by v(player) }",
        "rule r { score(player) is more by 1 where size of players is 9 }",
        "condition c(player) { require size of players is 9 }\nrule r { score(player) is more by 1 where c(player) }",
        "rule r { after begin() where size of players is 9 { } }",
        "rule r { after begin() { repeat while size of players is 9 at most 2 times { } } }",
        "rule r { after begin() { for each player in players { may choose { option a { require size of players is 9 } } } } }",
        "rule r { after begin() { for each player in players { may choose { option a(n in 1 to 2 where 1 > 2) { } } } } }",
        "rule r { score(player) is more by (count of other in players where 1 > 2) }",
    ],
)  # fmt: skip
def test_every_place_that_asks_something_is_looked_at(text: str) -> None:
    assert warnings(text) == ["W1004"]


def test_the_message_marks_the_part_that_is_foregone_and_says_why() -> None:
    line = "rule r { score(player) is more by 1 where player.coin > 2 and size of players is 5 }"
    (found,) = check_texts(line)[1]
    assert found.span is not None
    assert line[found.span.column - 1 : found.span.end_column - 1] == "size of players is 5"
    assert found.label == "there are 2 to 4 players"
