"""Assign people and bots to seats: `--seats Anna=human,greedy,random` and `--players 3`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from caylus_tools.bots import USUAL, Bot, bot_named
from caylus_tools.common.english import count_things, join_words, player_range
from caylus_tools.common.errors import UsageError
from caylus_tools.common.games import usual_number

HUMAN = "human"


class Seat(NamedTuple):
    """A seat: a person or a bot who decides there, and the name that they bring, if any."""

    policy: str
    name: str = ""


def seating(text: str | None, players: int | None, fewest: int, most: int, automata: Collection[str]) -> list[Seat]:
    """A seat for each player but those `automata`, by their titles, that rules play.

    Without `text` a person sits first; the bot `normal` plays the seats that nobody is named for.

    Raises `UsageError` for a number of players outside `fewest` to `most`, or that contradicts `text`.
    """
    seats = [_seat(words) for words in text.split(",")] if text else [Seat(HUMAN)]
    number = players or max(len(seats) + len(automata), usual_number(fewest, most))
    if text and not players:
        number = len(seats) + len(automata)
    people = number - len(automata)
    if len(seats) > people:
        played = f", counting {join_words([*automata])}, whom the rules play" if automata else ""
        raise UsageError(f"--seats names {count_things(len(seats), 'seat')}, --players {number}{played}")
    if not fewest <= number <= most:
        raise UsageError(f"the game is for {player_range(fewest, most, automata)}, not {number}")
    return seats + [Seat(USUAL)] * (people - len(seats))


def _seat(words: str) -> Seat:
    """The seat of `human`, or of `Anna=human`."""
    name, named, policy = words.rpartition("=")
    if policy != HUMAN:
        try:
            bot_named(policy, seed=0)
        except UsageError as error:
            raise UsageError(f"--seats: {error}; a person is `{HUMAN}`, or `NAME={HUMAN}`") from None
    if named and not name.strip():
        raise UsageError(f"--seats: a name is missing in `{words}`")
    return Seat(policy, name.strip())


def names(seats: Sequence[Seat], own: Sequence[str]) -> list[str]:
    """The names of the players: without one, like their seats, `own` names, unless somebody else is called so."""
    called = [seat.name or name for seat, name in zip(seats, own, strict=False)]
    brought = {seat.name for seat in seats}
    spare = (name for name in own if name not in called)
    return [next(spare) if not seat.name and name in brought else name for seat, name in zip(seats, called, strict=True)]


def take_seats(policies: Sequence[str], players: Sequence[str], seed: int) -> dict[str, Bot | None]:
    """The bot that decides for each player, None where a person does; without the seats at the end that rules play."""
    return {
        name: None if policy == HUMAN else bot_named(policy, seed + seat)
        for seat, (name, policy) in enumerate(zip(players, policies, strict=False))
    }
