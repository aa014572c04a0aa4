"""Learn the worth of things that an outlook does not name, from games played for this.

An outlook tells how well somebody stands. Of what a variant has added it knows at most what all of its kind are worth, and what a
new thing does shows only later, when it works. So games are played in which anybody does anything, and of every choice it is
noted how much the outlook of whoever made it rises until the end of the round. By how much more it rises with a thing unheard
of than with the others that the same option may name, the outlook has thought too little of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.common.games import Chooser

from .unvalued_objects import unheard

if TYPE_CHECKING:
    from caylus import Game, Ruleset

_GAMES = 100
_LONGEST = 1000
"""Decisions: as far as a game is watched that goes on and on."""
_ENOUGH = 20
"""Of a thing that was chosen less often nothing is known."""

Learnt = Mapping[tuple[str, str], float]
"""What to add to the outlook after a choice, by the name of the option and the thing that it names."""


@lru_cache(maxsize=16)
def learnt(rules: Ruleset, players: int) -> Learnt:
    """The same wherever and whenever it is asked for; empty for rules whose outlook knows all there is."""
    new = unheard(rules)
    if not new:
        return {}
    rises: dict[tuple[str, str], list[int]] = defaultdict(list)
    chooser = _chooser(rules)
    for number in range(_GAMES):
        with suppress(RuleFault):  # which is told to whoever meets it in a game of theirs
            _watch(rules.new_game(players, number), chooser, Random(number), rises)
    known: dict[str, list[int]] = defaultdict(list)
    for (option, thing), found in rises.items():
        if thing not in new:
            known[option] += found
    return {
        (option, thing): fmean(found) - fmean(known[option])
        for (option, thing), found in rises.items()
        if thing in new and len(found) >= _ENOUGH and known[option]
    }


def outlooks(game: Game, futures: Iterable[tuple[Game, int]]) -> Sequence[float]:
    """After each of the moves in hand, with what experience adds; `futures` has them without, and the games after the moves."""
    more = learnt(game.rules, len(game.players))
    decision = game.decision
    if not more or decision is None:
        return [outlook for _, outlook in futures]
    found = []
    for move, (later, outlook) in zip(game.moves, futures, strict=True):
        choice = _chooser(game.rules).choice("", decision.render_id(move))
        is_to_come = later.rounds == game.rounds and not later.over  # else the outlook has seen what came of it
        found.append(outlook + (more.get(choice[:2], 0.0) if is_to_come else 0.0))
    return found


_chooser = lru_cache(maxsize=16)(lambda rules: Chooser(rules.model))


def _watch(game: Game, chooser: Chooser, draw: Random, rises: dict[tuple[str, str], list[int]]) -> None:
    """Plays a game, and notes by how much the outlook rises between each choice and the end of its round."""
    made: list[tuple[tuple[str, str], str, int]] = []
    for _ in range(_LONGEST):
        decision = game.decision
        if decision is None:
            break
        move = int(draw.random() * len(game.moves))
        choice = chooser.choice("", decision.render_id(game.moves[move]))
        player, round_ = game.players[game.seat], game.rounds
        game.play(move)
        if game.rounds == round_ and not game.over:
            made.append((choice[:2], player, game.outlook(player)))
            continue
        for named, who, before in made:
            rises[named].append(game.outlook(who) - before)
        made.clear()
