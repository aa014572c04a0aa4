"""Monte Carlo tree search for any number of players, with chance and with hidden numbers, on any ruleset.

Each iteration imagines a game that the seat could be in (see `Imagination`), goes down the trees with every player out for
their own good, adds one place to them, and lets everybody play the best move at once to the end of the round. What that is
worth to each seat is remembered all the way up. Nobody plays by what is hidden from them, neither in the trees nor after them.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .budget import Budget
from .common import Bot, Imagination
from .deadline import Deadline, freeze_garbage_collector
from .greedy import best, futures
from .opinions import LearnedOpinion, Opinion, OutlookOpinion
from .trained import find
from .tree import Edge, Place, Told, Trees

if TYPE_CHECKING:
    from collections.abc import Callable

    from caylus import Game

LONGEST_PLAYOUT = 100
"""Decisions, in rulesets whose rounds are long or that have none."""

MOST_WORLDS = 12
"""Games that the seat could be in, for one decision, where play tells of secrets: each is found by playing the game again."""


def mcts_bot(seed: int, budget: Budget) -> Bot:
    """A searching bot that goes by the ruleset's outlook. With a budget of iterations, equal seeds make equal bots."""
    return _searching_bot(seed, budget, lambda game: OutlookOpinion(game))


def learned_mcts_bot(seed: int, budget: Budget) -> Bot:
    """The same, by what bots have learned of the ruleset, where they have."""

    def opinion(game: Game) -> Opinion:
        learned = find(game.rules, len(game.players))
        return LearnedOpinion(learned, game.rules, len(game.players)) if learned else OutlookOpinion(game)

    return _searching_bot(seed, budget, opinion)


def _searching_bot(seed: int, budget: Budget, opinion: Callable[[Game], Opinion]) -> Bot:
    draw = Random(seed)
    imagination = Imagination(draw)

    def choose(game: Game) -> int:
        deadline = Deadline(budget.seconds)
        with freeze_garbage_collector():
            search = _Search(game, draw, imagination, deadline, opinion(imagination.imagine(game.copy())))
            for done in range(1, budget.iterations + 1):
                search.iterate()
                if deadline.has_passed() or search.is_settled(min(budget.iterations - done, deadline.left_after(done))):
                    break
            return search.favourite()

    return choose


class _Search:
    """The thoughts about one decision. An iteration that the end of the time cuts short is forgotten."""

    def __init__(self, game: Game, draw: Random, imagination: Imagination, deadline: Deadline, opinion: Opinion) -> None:
        self._game = game.copy()  # without a log, so that those imagined have none to get rid of
        self._draw = draw
        self._imagination = imagination
        self._deadline = deadline
        self._opinion = opinion
        self._trees = Trees(len(game.players))
        self._worlds: list[Game] = []
        self._hides = game.keeps_secrets

    def iterate(self) -> None:
        world, seats = self._world(), self._game.players
        places = self._trees.roots[:]
        path: list[tuple[int, Place | Edge]] = []
        told: list[tuple[int, list[Told]]] = []
        while not world.over:
            seat = world.seat
            place = places[seat]
            path.append((seat, place))
            if place.edges is None:
                world = self._play_out(world, place)
                break
            index, edge = self._trees.select(place, place.edges, world.moves, seat)
            path.append((seat, edge))
            move = world.moves[index]
            told.append((seat, [world.visible_choices(move, name) for name in seats]))
            if len(world.waiting) == 1:  # else it is chosen at once with others, who do not know of it
                for mover, parts in told:
                    places = [place.follow(mover, part) for place, part in zip(places, parts, strict=True)]
                told.clear()
            world.play(index)
        if not self._deadline.has_passed():
            self._trees.remember(path, self._opinion.values(world))

    def _world(self) -> Game:
        """A game that the seat could be in. Where one is dear to find, the same few are played again with other draws to come."""
        if not self._game.rules.tells_secrets:
            return self._imagination.imagine(self._game)
        if len(self._worlds) < MOST_WORLDS:
            self._worlds.append(self._imagination.imagine(self._game))
        world = self._worlds[int(self._draw.random() * len(self._worlds))].copy()
        world.reseed(self._draw.getrandbits(64))
        return world

    def _play_out(self, world: Game, leaf: Place) -> Game:
        """The game after everybody has played the best move at once to the end of the round.

        What the moves seem worth goes to the tree.
        """
        worths = self._worths(self._as_seen(world))
        leaf.edges = self._trees.edges(world.moves, worths)
        rounds = world.rounds
        world.play(best(worths, self._draw))
        for _ in range(LONGEST_PLAYOUT):
            if world.over or world.rounds != rounds or self._deadline.has_passed():
                break
            world.play(best(self._worths(self._as_seen(world)), self._draw))
        return world

    def _as_seen(self, world: Game) -> Game:
        """A game that whoever decides could take a world for: nobody plays by what is hidden from them."""
        if not self._hides:
            return world
        return world.imagine(world.players[world.seat], self._draw.getrandbits(64))

    def _worths(self, world: Game) -> list[float]:
        """The worth of each move at once; one there was no time to look at has the worst."""
        worths: list[float] = []
        worth = self._opinion.judge(world)
        for _, seen in futures(world, self._draw):
            worths.append(worth(seen))
            if self._deadline.has_passed():
                break
        return worths + [min(worths)] * (len(world.moves) - len(worths))

    def is_settled(self, left: float) -> bool:
        """Return whether so many more iterations cannot make another move the favourite."""
        most, second = 0, 0
        for edge in (self._trees.roots[self._game.seat].edges or {}).values():
            if edge.visits > most:
                most, second = edge.visits, most
            elif edge.visits > second:
                second = edge.visits
        return most > second + left

    def favourite(self) -> int:
        """The index of the move that was looked at most; of equals, the one with the better outlook."""
        known = self._trees.roots[self._game.seat].edges or {}
        edges = [known[move] for move in self._game.moves]
        return max(range(len(edges)), key=lambda index: (edges[index].visits, edges[index].prior))
