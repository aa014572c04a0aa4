"""Who sits where, by `--seats` and `--players`."""

from __future__ import annotations

import pytest
from caylus_tools.common.errors import UsageError
from caylus_tools.play.start import names, seating, take_seats

KING = ["The King"]


@pytest.mark.parametrize(
    ("text", "players", "automata", "policies"),
    [
        ("human", None, KING, ["human"]),
        ("human,random", None, KING, ["human", "random"]),
        ("human", 3, KING, ["human", "normal"]),
        (None, None, KING, ["human", "normal"]),
        (None, 2, KING, ["human"]),
        (None, 2, [], ["human", "normal"]),
    ],
)
def test_seats_that_rules_play_count_and_nobody_is_named_for_them(
    text: str | None, players: int | None, automata: list[str], policies: list[str]
) -> None:
    assert [seat.policy for seat in seating(text, players, 2, 4, automata)] == policies


@pytest.mark.parametrize(("text", "players"), [("human,human", 2), ("human,human,human,human", None), (None, 5)])
def test_who_names_too_many_is_told_whom_the_rules_play(text: str | None, players: int | None) -> None:
    with pytest.raises(UsageError, match="counting The King, whom the rules play"):
        seating(text, players, 2, 4, KING)


def test_nothing_decides_for_a_seat_that_rules_play() -> None:
    assert take_seats(["human"], ("Ann", "king"), 1) == {"Ann": None}


def test_who_brings_no_name_is_called_like_their_seat_unless_somebody_else_is() -> None:
    colours = ["Red", "Green", "Blue", "Black", "White"]
    assert names(seating("Anna=human,greedy,Red=random,mcts:5", None, 2, 4, []), colours) == ["Anna", "Green", "Red", "Black"]
    assert names(seating("Green=human,greedy", None, 2, 4, []), colours) == ["Green", "Red"]
    assert names(seating("human,greedy", None, 2, 4, []), ["Red", "Green", "Blue"]) == ["Red", "Green"]


@pytest.mark.parametrize(
    ("text", "told"), [("Anna,greedy", "`NAME=human`"), ("=human,greedy", "missing"), ("Anna=,greedy", "NAME")]
)
def test_a_seat_that_is_misspelt_is_told_how_it_is_written(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        seating(text, None, 2, 4, [])
