"""Monte Carlo tree search for any number of players, with chance and with hidden numbers, on any ruleset.

Each iteration imagines a game that the seat could be in (see `imagined`), goes down the tree with every player out for
their own good, adds one place to it, and lets everybody play greedily from there to the end of the round. What that is
worth to each seat is remembered all the way up.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from . import tree
from .budget import Budget
from .common import Bot, imagined
from .greedy import greedy_move, outlooks_after
from .standing import Standing

if TYPE_CHECKING:
    from caylus import Game

LONGEST_PLAYOUT = 100
"""Decisions, in rulesets whose rounds are long or that have none."""


def mcts_bot(seed: int, budget: Budget) -> Bot:
    """With a budget of iterations, equal seeds make equal bots."""
    draw = Random(seed)

    def choose(game: Game) -> int:
        search = _Search(game, draw, time.perf_counter() + budget.seconds)
        for _ in range(budget.iterations):
            search.iterate()
            if search.is_out_of_time():
                break
        return search.favourite()

    return choose


class _Search:
    """The thoughts about one decision. An iteration that the end of the time cuts short is forgotten."""

    def __init__(self, game: Game, draw: Random, end: float) -> None:
        self._game = game
        self._draw = draw
        self._end = end
        self._standing = Standing(imagined(game, draw))
        self._tree = tree.Tree(len(game.players))

    def is_out_of_time(self) -> bool:
        return time.perf_counter() >= self._end

    def iterate(self) -> None:
        world = imagined(self._game, self._draw)
        edge = self._tree.root
        path = [edge]
        while (seat := world.seat) >= 0:
            known = edge.below.get(seat)
            if known is None:
                edge.below[seat] = self._tree.edges(world.moves, outlooks_after(world))
                break
            move, edge = self._tree.select(known, world.moves, seat, edge)
            world.play(move)
            path.append(edge)
        if self._play_out(world):
            self._tree.remember(path, self._standing.values(world))

    def _play_out(self, world: Game) -> bool:
        """Everybody plays greedily to the end of the round. False if there was no time to."""
        playing = world.rounds
        for _ in range(LONGEST_PLAYOUT):
            if self.is_out_of_time():
                return False
            if world.over or world.rounds != playing:
                break
            world.play(greedy_move(world, self._draw))
        return True

    def favourite(self) -> int:
        """The index of the move that was looked at most; of equals, the one with the better outlook."""
        known = self._tree.root.below[self._game.seat]
        edges = [known[move] for move in self._game.moves]
        return max(range(len(edges)), key=lambda index: (edges[index].visits, edges[index].prior))
