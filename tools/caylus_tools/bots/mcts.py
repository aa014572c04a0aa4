"""Monte Carlo tree search for any number of players, with chance and with hidden numbers, on any ruleset.

Each iteration imagines a game that the seat could be in (see `imagine_game`), goes down the tree with every player out for
their own good, adds one place to it, and lets everybody play the best move at once to the end of the round. What that is
worth to each seat is remembered all the way up.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .budget import Budget
from .common import Bot, imagine_game
from .deadline import Deadline, freeze_garbage_collector
from .greedy import best, futures
from .opinions import LearnedOpinion, Opinion, OutlookOpinion
from .trained import find
from .tree import Edge, Tree

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
        return LearnedOpinion(game, learned) if learned else OutlookOpinion(game)

    return _searching_bot(seed, budget, opinion)


def _searching_bot(seed: int, budget: Budget, opinion: Callable[[Game], Opinion]) -> Bot:
    draw = Random(seed)

    def choose(game: Game) -> int:
        deadline = Deadline(budget.seconds)
        with freeze_garbage_collector():
            search = _Search(game, draw, deadline, opinion(imagine_game(game.copy(), draw)))
            for done in range(1, budget.iterations + 1):
                search.iterate()
                if deadline.has_passed() or search.is_settled(min(budget.iterations - done, deadline.left_after(done))):
                    break
            return search.favourite()

    return choose


class _Search:
    """The thoughts about one decision. An iteration that the end of the time cuts short is forgotten."""

    def __init__(self, game: Game, draw: Random, deadline: Deadline, opinion: Opinion) -> None:
        self._game = game.copy()  # without a log, so that those imagined have none to get rid of
        self._draw = draw
        self._deadline = deadline
        self._opinion = opinion
        self._tree = Tree(len(game.players))
        self._worlds: list[Game] = []

    def iterate(self) -> None:
        world, thinker = self._world(), self._game.players[self._game.seat]
        place = edge = self._tree.root
        path = [edge]
        while (known := place.below.get(world.seat)) is not None:
            seat, is_last = world.seat, len(world.waiting) == 1
            index, chosen = self._tree.select(known, world.moves, seat, place)
            move = world.moves[index]
            told = world.visible_choices(move, thinker)
            world.play(index)
            path.append(chosen)
            if told != move:
                chosen = edge.veiled.setdefault((seat, told), Edge(chosen.prior))
                path.append(chosen)
            elif place is not edge:  # chosen at once with others, and not knowing what they chose
                chosen = edge.below.setdefault(seat, {}).setdefault(move, Edge(chosen.prior))
                path.append(chosen)
            edge = chosen
            place = edge if is_last else place
        if not world.over:
            world = self._play_out(world, place)
        if not self._deadline.has_passed():
            self._tree.remember(path, self._opinion.values(world))

    def _world(self) -> Game:
        """A game that the seat could be in. Where one is dear to find, the same few are played again with other draws to come."""
        if not self._game.rules.tells_secrets:
            return imagine_game(self._game, self._draw)
        if len(self._worlds) < MOST_WORLDS:
            self._worlds.append(imagine_game(self._game, self._draw))
        world = self._worlds[int(self._draw.random() * len(self._worlds))].copy()
        world.reseed(self._draw.getrandbits(64))
        return world

    def _play_out(self, world: Game, leaf: Edge) -> Game:
        """The game after everybody has played the best move at once to the end of the round.

        What the moves seem worth goes to the tree.
        """
        later, worths = self._best_at_once(world)
        leaf.below[world.seat] = self._tree.edges(world.moves, worths)
        for _ in range(LONGEST_PLAYOUT):
            if later.over or later.rounds != world.rounds or self._deadline.has_passed():
                break
            later, _ = self._best_at_once(later)
        return later

    def _best_at_once(self, world: Game) -> tuple[Game, list[float]]:
        """The game after the best move at once, and the worth of each; one there was no time to look at has the worst."""
        later: list[Game] = []
        worths: list[float] = []
        worth = self._opinion.judge(world)
        for game, seen in futures(world, self._draw):
            later.append(game)
            worths.append(worth(seen))
            if self._deadline.has_passed():
                break
        chosen = later[best(worths, self._draw)]
        return chosen, worths + [min(worths)] * (len(world.moves) - len(worths))

    def is_settled(self, left: float) -> bool:
        """Return whether so many more iterations cannot make another move the favourite."""
        most, second = 0, 0
        for edge in self._tree.root.below.get(self._game.seat, {}).values():
            if edge.visits > most:
                most, second = edge.visits, most
            elif edge.visits > second:
                second = edge.visits
        return most > second + left

    def favourite(self) -> int:
        """The index of the move that was looked at most; of equals, the one with the better outlook."""
        known = self._tree.root.below[self._game.seat]
        edges = [known[move] for move in self._game.moves]
        return max(range(len(edges)), key=lambda index: (edges[index].visits, edges[index].prior))
