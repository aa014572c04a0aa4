"""Who sits where: `--seats human,greedy,random` and `--players 3` made into a person or a bot for each player."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from caylus_tools.bots import Bot, bot_named
from caylus_tools.common.english import counted, listed, player_range
from caylus_tools.common.errors import UsageError

HUMAN = "human"


def seating(text: str | None, players: int | None, fewest: int, most: int, automata: Collection[str]) -> list[str]:
    """A policy for each seat but those `automata`, by their titles, that rules play.

    Without `text` a person sits first; seats that nobody is named for are greedy's.

    Raises `UsageError` for a number of players outside `fewest` to `most`, or that contradicts `text`.
    """
    policies = text.split(",") if text else [HUMAN]
    number = players or max(len(policies) + len(automata), fewest, min(3, most))
    if text and not players:
        number = len(policies) + len(automata)
    people = number - len(automata)
    if len(policies) > people:
        played = f", counting {listed([*automata])}, whom the rules play" if automata else ""
        raise UsageError(f"--seats names {counted(len(policies), 'seat')}, --players {number}{played}")
    if not fewest <= number <= most:
        raise UsageError(f"the game is for {player_range(fewest, most, automata)}, not {number}")
    for policy in policies:
        if policy != HUMAN:
            _check(policy)
    return policies + ["greedy"] * (people - len(policies))


def _check(policy: str) -> None:
    try:
        bot_named(policy, seed=0)
    except UsageError as error:
        raise UsageError(f"--seats: {error}; a person is `{HUMAN}`") from None


def take_seats(policies: Sequence[str], players: Sequence[str], seed: int) -> dict[str, Bot | None]:
    """The bot that decides for each player, None where a person does; without the seats at the end that rules play."""
    return {
        name: None if policy == HUMAN else bot_named(policy, seed + seat)
        for seat, (name, policy) in enumerate(zip(players, policies, strict=False))
    }
