"""From a game and who plays it (`--seats Anna=human,greedy,random`) to a session at this terminal, or in this pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import Game, Limits, Match
from caylus.diagnostics import visible
from rich.console import Console

from caylus_tools.bots import USUAL, Bot, bot_named
from caylus_tools.common.english import count_things, join_words, player_range
from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.games import HUMAN, usual_number
from caylus_tools.common.output import is_terminal

from .plain import Plain
from .session import Session
from .steps import Left, SaveFile, name_next_game, new_kept_game

if TYPE_CHECKING:
    from .fullscreen import FullScreen


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
        automata_note = f", counting {join_words([*automata])}, whom the rules play" if automata else ""
        raise UsageError(f"--seats names {count_things(len(seats), 'seat')}, --players {number}{automata_note}")
    if not fewest <= number <= most:
        raise UsageError(f"the game is for {player_range(fewest, most, automata)}, not {number}")
    return seats + [Seat(USUAL)] * (people - len(seats))


def _seat(words: str) -> Seat:
    """The seat of `human`, or of `Anna=human`."""
    name, separator, policy = words.rpartition("=")
    if policy != HUMAN:
        try:
            bot_named(policy, seed=0)
        except UsageError as error:
            raise UsageError(f"--seats: {error}; a person is `{HUMAN}`, or `NAME={HUMAN}`") from None
    if separator and not name.strip():
        raise UsageError(f"--seats: a name is missing in `{words}`")
    return Seat(policy, name.strip())


def names(seats: Sequence[Seat], own: Sequence[str]) -> list[str]:
    """The names of the players: without one, like their seats, `own` names, unless somebody else is called so."""
    player_names = [seat.name or name for seat, name in zip(seats, own, strict=False)]
    seat_names = {seat.name for seat in seats}
    spare = (name for name in own if name not in player_names)
    return [next(spare) if not seat.name and name in seat_names else name for seat, name in zip(seats, player_names, strict=True)]


def take_seats(policies: Sequence[str], players: Sequence[str], seed: int) -> dict[str, Bot | None]:
    """The bot that decides for each player, None where a person does; without the seats at the end that rules play."""
    return {
        name: None if policy == HUMAN else bot_named(policy, seed + seat)
        for seat, (name, policy) in enumerate(zip(players, policies, strict=False))
    }


_LIMITS = Limits(seconds=5, memory=1024**3)
"""For one choice: rules that run on or grow end it, and the game goes on without it."""

_NARROWEST, _LOWEST = 80, 24
"""The smallest terminal that a table fits on."""


def play(
    game: Game,
    policies: Sequence[str],
    seed: int,
    save: Path | None,
    is_plain: bool,
    *,
    kept_file: Path | None = None,
    is_kept: bool,
    lessons: dict[str, list[str]] | None = None,
    match: Match | None = None,
) -> int:
    """Plays the game with a policy for each seat, and returns the exit code. Raises `UsageError` (see `Plain.play`).

    A game with people `is_kept` if they want, in `kept_file` where it was before. With `lessons`, those that they have been told
    before, they get more of them and warnings.
    A game of a `match` is followed by the next one, which is saved in a file of its own.

    Where people play, on the whole of the terminal, unless it `is_plain` what they want or all that there is.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    seat_policies = dict(zip(game.players, policies, strict=False))
    while True:
        policies = [seat_policies[name] for name in game.players if name in seat_policies]
        if is_kept and kept_file is None and save is None and HUMAN in policies:
            kept_file = new_kept_game(game.rules.name)
        game.limits = _LIMITS
        file = SaveFile(save, policies, kept_file if is_kept else None, match, lessons)
        file.save(game)
        front = Plain(game, console) if is_plain or HUMAN not in policies or not _is_roomy() else _full_screen(game)
        session = Session(game, take_seats(policies, game.players, seed), front, file)
        try:
            front.play(session)
        except Left:
            session.match = None
            front.say("Farewell.")
        if not isinstance(front, Plain):
            console.print("\n".join(map(visible, front.said)))
        match, lessons = session.match, file.lessons
        if match is None or match.is_over:
            return CLEAN
        game = match.next_game(game)
        save, kept_file = _next_save(file.path, match), None


def _next_save(path: Path | None, match: Match) -> Path | None:
    """The file of the next game of a match; None where there is none, or another file has its name."""
    following = name_next_game(path, match.number - 1) if path is not None else None
    return following if following is not None and not following.exists() else None


def _full_screen(game: Game) -> FullScreen:
    """It takes time to import."""
    from .fullscreen import FullScreen

    return FullScreen(game)


def _is_roomy() -> bool:
    """Return whether one types at a terminal, sees one, and it can show a table. Textual writes to standard error."""
    if not all(stream is not None and is_terminal(stream) for stream in (sys.stdin, sys.stdout, sys.__stderr__)):
        return False
    columns, lines = os.get_terminal_size()
    return columns >= _NARROWEST and lines >= _LOWEST
