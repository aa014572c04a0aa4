"""The tree of a search: what is known of each move, and which one to look at next.

A place in the tree is a row of moves made one after the other, whatever was drawn on the way and whatever the rivals hold:
what is known there is an average over all that a seat cannot see. So a move need not be there each time, and how often it
was is counted (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012). Of the moves that are there,
the next is chosen by PUCT: the more it has brought, the better it looked before and the less it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from operator import add

Move = tuple[int, ...]
Edges = dict[Move, "Edge"]

EAGERNESS = 1.0
"""How much it counts that a move is little known, in the spread of all values so far."""

TRUST = 2.0
"""How much more a move with the best outlook is looked at than one with the worst: e to the power of this."""


class Edge:
    """A move: `total` holds for each seat the sum of the values it led to, `below` the moves after it, by who makes them.

    Of moves after it that the thinking seat is not told, what comes below hangs on `veiled`, by what it is told of them: it
    cannot plan differently for each.
    """

    __slots__ = ("available", "below", "prior", "total", "veiled", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.available = 0
        self.visits = 0
        self.total: Sequence[float] = ()  # before the first visit
        self.below: dict[int, Edges] = {}
        self.veiled: dict[tuple[int, tuple[int | None, ...]], Edge] = {}


class Tree:
    """`root` is whatever led to the decision that is thought about."""

    def __init__(self, seats: int) -> None:
        self.root = Edge(1.0)
        self._lowest = [1.0] * seats
        self._highest = [0.0] * seats

    def edges(self, moves: Sequence[Move], outlooks: Sequence[float]) -> Edges:
        """Moves of which nothing is known but the outlook that each gives at once to whoever makes it."""
        worst, best = min(outlooks), max(outlooks)
        weights = [exp(TRUST * (outlook - worst) / (best - worst or 1)) for outlook in outlooks]
        whole = sum(weights)
        return {move: Edge(weight / whole) for move, weight in zip(moves, weights, strict=True)}

    def select(self, known: Edges, moves: Sequence[Move], seat: int, above: Edge) -> tuple[int, Edge]:
        """The move that its maker looks at next, of those that are there now: its index and its edge."""
        expected = above.total[seat] / above.visits  # of a move nobody has looked at
        eagerness = EAGERNESS * (self._highest[seat] - self._lowest[seat] or 1.0)
        chosen = 0, above
        most = -1.0
        for index, move in enumerate(moves):
            edge = known.get(move)
            if edge is None:  # it was not there when the others were found
                edge = known[move] = Edge(1 / len(moves))
            edge.available += 1
            value = edge.total[seat] / edge.visits if edge.visits else expected
            promise = value + eagerness * edge.prior * sqrt(edge.available) / (1 + edge.visits)
            if promise > most:
                most = promise
                chosen = index, edge
        return chosen

    def remember(self, path: Sequence[Edge], values: Sequence[float]) -> None:
        """Record the outcome of the moves of a path."""
        for edge in path:
            edge.total = list(map(add, edge.total, values)) if edge.visits else values
            edge.visits += 1
        self._lowest = list(map(min, self._lowest, values))
        self._highest = list(map(max, self._highest, values))
