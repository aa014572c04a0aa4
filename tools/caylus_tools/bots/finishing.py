"""Whole games between bots, in either engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from caylus import Stream
from caylus.limits import MOST_DECISIONS

from caylus_tools.common.games import endless

from .common import Bot, count_made_up
from .in_machine import judge_moves, play_on
from .opinions import Mind, find_mind
from .registry import bot_named

if TYPE_CHECKING:
    from caylus import Game

Player = str | Mind
"""A bot by its name, or by its mind."""


class Finished(NamedTuple):
    """A game that is over, the number of its decisions, and how often a bot made do with a world that was made up."""

    game: Game
    decisions: int
    made_up: int


def finish(
    game: Game, players: Sequence[Player], seeds: Sequence[int], owners: Sequence[int], engine: str, keeps_moves: bool = False
) -> Finished:
    """Plays a game that has just begun to its end: in machine code as far as that goes, then in Python.

    Each of the `players` draws from the stream of a seed; `owners` says which of them decides for each seat. Raises
    `caylus.RuleFault` for a rule that breaks, and for a game without end.
    """
    minds = [
        player if isinstance(player, Mind) else find_mind(player, seed, game.rules, len(game.players))
        for player, seed in zip(players, seeds, strict=True)
    ]
    streams = [*seeds]
    if engine == "machine" and None not in minds:
        ahead = game.copy()
        moves = play_on(ahead, [mind for owner in owners if (mind := minds[owner])], streams, owners)
        if ahead.over and not keeps_moves:
            return Finished(ahead, len(moves), 0)
        for move in moves:
            game.play(move)
    bots = [
        mind.bot(Stream(stream), judge=judge_moves if engine == "machine" else None) if mind else bot_named(str(player), stream)
        for mind, player, stream in zip(minds, players, streams, strict=True)
    ]
    made_up = finish_in_python(game, [bots[owner] for owner in owners])
    return Finished(game, len(game.chosen), made_up)


def finish_in_python(game: Game, bots: Sequence[Bot]) -> int:
    """Plays a game to its end, with a bot for each seat. Returns how often a world was made up."""
    different = list({id(bot): bot for bot in bots}.values())
    before = sum(map(count_made_up, different))
    while game.moves:
        if len(game.chosen) == MOST_DECISIONS:
            raise endless(game, lambda game: bots[game.seat](game))
        game.play(bots[game.seat](game))
    return sum(map(count_made_up, different)) - before
