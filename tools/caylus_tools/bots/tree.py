"""The trees of a search: what is known of each move, and which one to look at next.

Each seat has a tree of its own. A place in it is what the seat has chosen and has been told of the choices of others, whatever
was drawn on the way and whatever else is hidden. What is known there is an average over all that the seat cannot see, so nobody
answers a secret choice of another (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012; many observers).
A move need not be there each time, and how often it was is counted. Of the moves that are there, the next is chosen by PUCT: the
more it has brought, the better it looked before and the less it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

Move = tuple[int, ...]
Told = tuple[int | None, ...]
"""The part of a move that a seat is told."""
Edges = dict[Move, "Edge"]

EAGERNESS = 1.0
"""How much it counts that a move is little known, in the spread of all values so far."""

TRUST = 2.0
"""How much more a move with the best outlook is looked at than one with the worst: e to the power of this."""


class Edge:
    """A move: `total` is the sum of the values that it led to, for whoever makes it."""

    __slots__ = ("available", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.available = 0
        self.visits = 0
        self.total = 0.0


class Place:
    """A place in a tree: what a seat has done and been told since the decision that is thought about.

    `edges` are the moves that the seat can make here, None before anybody has looked; `later` are the places that follow.
    """

    __slots__ = ("edges", "later", "total", "visits")

    def __init__(self) -> None:
        self.edges: Edges | None = None
        self.later: dict[tuple[int, Told], Place] = {}
        self.visits = 0
        self.total = 0.0

    def follow(self, seat: int, told: Told) -> Place:
        """The place after a seat has moved, by what is told of the move."""
        key = seat, told
        place = self.later.get(key)
        if place is None:
            place = self.later[key] = Place()
        return place


class Trees:
    """The tree of each seat; its root is whatever led to the decision that is thought about."""

    def __init__(self, seats: int) -> None:
        self.roots = [Place() for _ in range(seats)]
        self._lowest = [1.0] * seats
        self._highest = [0.0] * seats

    def edges(self, moves: Sequence[Move], outlooks: Sequence[float]) -> Edges:
        """Moves of which nothing is known but the outlook that each gives at once to whoever makes it."""
        worst, best = min(outlooks), max(outlooks)
        weights = [exp(TRUST * (outlook - worst) / (best - worst or 1)) for outlook in outlooks]
        whole = sum(weights)
        return {move: Edge(weight / whole) for move, weight in zip(moves, weights, strict=True)}

    def select(self, place: Place, edges: Edges, moves: Sequence[Move], seat: int) -> tuple[int, Edge]:
        """The move that its maker looks at next, of those that are there now: its index and its edge."""
        expected = place.total / place.visits  # of a move nobody has looked at
        eagerness = EAGERNESS * (self._highest[seat] - self._lowest[seat] or 1.0)
        chosen = 0, Edge(0.0)
        most = -1.0
        for index, move in enumerate(moves):
            edge = edges.get(move)
            if edge is None:  # it was not there when the others were found
                edge = edges[move] = Edge(1 / len(moves))
            edge.available += 1
            value = edge.total / edge.visits if edge.visits else expected
            promise = value + eagerness * edge.prior * sqrt(edge.available) / (1 + edge.visits)
            if promise > most:
                most = promise
                chosen = index, edge
        return chosen

    def remember(self, path: Sequence[tuple[int, Place | Edge]], values: Sequence[float]) -> None:
        """Record the outcome of the moves of a path, each for its maker."""
        for seat, stop in path:
            stop.total += values[seat]
            stop.visits += 1
        self._lowest = list(map(min, self._lowest, values))
        self._highest = list(map(max, self._highest, values))
