"""The games of one ruleset, kept as columns of numbers: what was chosen, where points came from, what was gained and paid."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from caylus import Fact, Game, Ruleset
from numpy.typing import NDArray

from caylus_tools.common.english import full_title
from caylus_tools.common.games import Choice, Chooser
from caylus_tools.simulation.playing import Plan, play_to_the_end
from caylus_tools.verbalize.log import worth

from . import estimates as e
from .estimates import FALSE_ALARMS, Numbers

Seats = tuple[int, ...]
"""A number for each player, in seat order."""


class Source(NamedTuple):
    """A source of points: a rule, and the thing that the same rule dealt with just before, if any."""

    rule: str
    thing: str


class Observed(NamedTuple):
    """A finished game. A side is a team, or one who plays alone: `ranked` has the points of each, the best first, and `winners`
    the seats of those that won. `order` holds the seats by their first decision.

    `flow` is what all players together gained of a resource (True), or paid and lost (False), by round: round 0 is what comes
    before the first one.
    """

    rounds: int
    decisions: int
    scores: Seats
    ranked: tuple[int, ...]
    winners: tuple[Seats, ...]
    order: tuple[int, ...]
    chosen: dict[Choice, Seats]
    points: dict[Source, Seats]
    flow: dict[tuple[str, bool], tuple[int, ...]]


def observe(plan: Plan, number: int) -> Observed:
    """Plays a game of the plan. Raises `caylus.RulesetError` when a rule breaks in play."""
    game = play_to_the_end(plan, number)
    observer = _Observer(game)
    for fact in game.facts:
        observer.take(fact)
    return observer.make_observation(game)


class _Observer:
    def __init__(self, game: Game) -> None:
        self.seats = {name: seat for seat, name in enumerate(game.players)}
        self.worth = worth(game.rules.model)
        self.chooser = Chooser(game.rules.model)
        self.order: dict[int, None] = {}
        self.chosen: dict[Choice, list[int]] = defaultdict(self._nothing)
        self.points: dict[Source, list[int]] = defaultdict(self._nothing)
        self.amounts: dict[str, list[int]] = defaultdict(self._nothing)
        self.flow: dict[tuple[str, bool], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._named = Source("", "")

    def _nothing(self) -> list[int]:
        return [0] * len(self.seats)

    def take(self, fact: Fact) -> None:
        if fact.rule != self._named.rule:
            self._named = Source(fact.rule, "")
        data = fact.data
        if fact.kind == "choice":
            self._choice(self.seats[fact.player or ""], fact.rule, data["option"])
        elif fact.kind in ("gain", "pay", "lose"):
            sign = 1 if fact.kind == "gain" else -1
            for resource, amount in data["amounts"].items():
                self._note_amount(self.seats[fact.player or ""], fact.round, resource, sign * amount)
        elif fact.kind == "set" and "object" not in data:
            self._set(fact)
        elif fact.kind == "set":
            thing = next((x for x in (data["value"], data["object"]) if x in self.chooser.things), self._named.thing)
            self._named = Source(fact.rule, thing)

    def _choice(self, seat: int, rule: str, option: str) -> None:
        self.order.setdefault(seat)
        choice = self.chooser.choice(rule, option)
        self.chosen[choice][seat] += 1
        self._named = Source(rule, choice.thing if choice.thing in self.chooser.things else "")

    def _set(self, fact: Fact) -> None:
        """Note the new value of what a player holds."""
        assert fact.player is not None
        resource, value = fact.data["state"], fact.data["value"]
        seat = self.seats[fact.player]
        self._note_amount(seat, fact.round, resource, value - self.amounts[resource][seat])

    def _note_amount(self, seat: int, round_: int, resource: str, amount: int) -> None:
        self.amounts[resource][seat] += amount
        self.flow[resource, amount > 0][round_] += abs(amount)
        if resource in self.worth:
            self.points[self._named][seat] += amount * self.worth[resource]

    def make_observation(self, game: Game) -> Observed:
        scores, result = game.scores, game.result
        rest = [scores[name] - sum(of[seat] for of in self.points.values()) for name, seat in self.seats.items()]
        if any(rest):
            self.points[Source("", "")] = rest
        return Observed(
            game.rounds,
            len(game.chosen),
            tuple(scores[name] for name in self.seats),
            tuple(standing.score for standing in result.standings),
            tuple(tuple(self.seats[name] for name in standing.players) for standing in result.winning),
            (*self.order, *(seat for seat in self.seats.values() if seat not in self.order)),
            {choice: tuple(times) for choice, times in self.chosen.items()},
            {source: tuple(points) for source, points in self.points.items()},
            {key: tuple(of[r] for r in range(game.rounds + 1)) for key, of in self.flow.items()},
        )


K = TypeVar("K")
Table = NDArray[np.float64]
"""A row for each game, in it a number for each seat."""


class Columns(Generic[K]):
    """By key a number for each seat in each game; 0 where a game knows nothing of the key."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._games = 0
        self._columns: dict[K, array[int]] = {}

    def add(self, game: Mapping[K, Seats]) -> None:
        for key, numbers in game.items():
            column = self._columns.setdefault(key, array("i"))
            self._fill(column)
            column.extend(numbers)
        self._games += 1

    def __iter__(self) -> Iterator[K]:
        return iter(self._columns)

    def __getitem__(self, key: K) -> Table:
        """A table of zeros for a key that is not there."""
        column = array("i", self._columns.get(key, ()))
        self._fill(column)
        return np.array(column, dtype=float).reshape(self._games, self._seats)

    def _fill(self, column: array[int]) -> None:
        column.extend([0] * (self._games * self._seats - len(column)))


class Sample:
    """`title` is what people call the ruleset; `reached` counts the games that had a round, the setup being round 0."""

    def __init__(self, title: str, rules: Ruleset, players: int) -> None:
        self.title = title
        self.rules = rules
        self.players = players
        self.chosen: Columns[Choice] = Columns(players)
        self.points: Columns[Source] = Columns(players)
        self.moved: Columns[tuple[str, bool]] = Columns(1)
        self.reached: Counter[int] = Counter()
        self._by_round: dict[tuple[str, bool], Counter[int]] = {}
        self._games: list[tuple[int, int, Seats, tuple[int, ...], tuple[Seats, ...], Seats]] = []

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: Observed) -> None:
        self._games.append((game.rounds, game.decisions, game.scores, game.ranked, game.winners, game.order))
        self.chosen.add(game.chosen)
        self.points.add(game.points)
        self.moved.add({key: (sum(amounts),) for key, amounts in game.flow.items()})
        self.reached.update(range(game.rounds + 1))
        for key, amounts in game.flow.items():
            self._by_round.setdefault(key, Counter()).update(dict(enumerate(amounts)))

    @property
    def rounds(self) -> Numbers:
        return np.array([rounds for rounds, *_ in self._games], dtype=float)

    @property
    def decisions(self) -> Numbers:
        return np.array([decisions for _, decisions, *_ in self._games], dtype=float)

    @property
    def scores(self) -> Table:
        return np.array([scores for _, _, scores, *_ in self._games], dtype=float)

    @property
    def ranked_scores(self) -> list[tuple[int, ...]]:
        """The points of each side of each game, the best first."""
        return [scores for _, _, _, scores, *_ in self._games]

    @property
    def wins(self) -> Table:
        """1 for each player of the side that won a game, else 0; sides that share a win share the 1."""
        wins = np.zeros((len(self), self.players))
        for row, (*_, winners, _) in zip(wins, self._games, strict=True):
            for side in winners:
                row[list(side)] = 1 / len(winners)
        return wins

    @property
    def fair(self) -> float:
        """The share of wins that each seat has where all have the same."""
        return float(self.wins.mean())

    @property
    def wins_in_order(self) -> Table:
        """The same, not by seat, but by who made the first decision of the game, who was the second to make one, and so on."""
        return np.take_along_axis(self.wins, np.array([order for *_, order in self._games]), axis=1)

    def average_in_round(self, resource: str, came: bool, round_: int) -> float:
        """Return how much of a resource a player got, or spent, in a round on average over the games that had it, if any had."""
        amounts = self._by_round.get((resource, came), Counter())
        return amounts[round_] / self.reached[round_] / self.players if self.reached[round_] else math.nan


_MOST = 6


def points_by_source(sample: Sample) -> dict[str, e.Numbers]:
    """The points that all players gain in each game from each thing, and from each rule that gives them for no thing.

    What no rule gives goes by an empty name.
    """
    points: dict[str, e.Numbers] = {}
    for source in sample.points:
        name = source.thing or source.rule
        points[name] = points.get(name, 0.0) + sample.points[source].clip(min=0).sum(axis=1)
    return points


def points_by_name(sample: Sample) -> dict[str, float]:
    """The share of each source in all points gained; without those that give none."""
    sums = {name: float(points.sum()) for name, points in points_by_source(sample).items()}
    total = sum(sums.values())
    return {name: points / total for name, points in sums.items() if points}


def trials(sample: Sample, points: dict[str, e.Numbers], name: str) -> e.Trials:
    """The points from a source in each game, out of all that are gained in it."""
    return points.get(name, np.zeros(len(sample))), np.sum(list(points.values()), axis=0)


def main_sources(sample: Sample, chance: float) -> list[tuple[str, e.Estimate]]:
    """The sources of most points, as far as one is sure that each gives more than any that is left out."""
    points = points_by_source(sample)
    names = sorted(points_by_name(sample), key=lambda name: -float(points[name].sum()))[: _MOST + 1]
    of = [trials(sample, points, name) for name in names]
    gaps = [e.share_difference(less, more) for more, less in pairwise(of)]
    sure = [at for at, is_sure in enumerate(e.holm([gap.p for gap in gaps], chance), 1) if is_sure]
    count = max(sure, default=len(names) if len(names) <= 1 else 0)
    return [(name, e.rate(*one)) for name, one in zip(names[:count], of[:count], strict=True)]


def observe_all(policies: Sequence[Sequence[Plan]], number: int) -> tuple[tuple[Observed, ...], ...]:
    """The same game, as far as that goes, under each ruleset, by each policy."""
    return tuple(tuple(observe(plan, number) for plan in plans) for plans in policies)


_FAMILIES = 11
"""How many sorts of findings share the chance of an accident: the seven groups of numbers, and what else is looked for among
them: seats and choices that win more or less than is fair, the main sources of points, what gives more of them than before."""


class Study:
    """The outcome of the games so far between bots of one sort; at most `planned` were to be played.

    `alike` counts for each variant the games that went exactly as those of the base. `shares` of the chance of a false alarm
    are kept for other studies, and for other looks at this one. `is_sure` tells that the games ended because the answer was sure.
    """

    def __init__(
        self, rulesets: Sequence[Ruleset], players: int, seed: int, policy: Sequence[str], planned_games: int, shares: int = 1
    ) -> None:
        titles = [full_title(rulesets[0]), *(_variant_title(rulesets[0], rules) for rules in rulesets[1:])]
        self.samples = [Sample(title, rules, players) for title, rules in zip(titles, rulesets, strict=True)]
        self.alike = [0] * (len(rulesets) - 1)
        self.players = players
        self.seed = seed
        self.policy = tuple(policy)
        self.planned = planned_games
        self.is_sure = False
        self.chance = FALSE_ALARMS / _FAMILIES / shares

    @property
    def bots(self) -> str:
        """The words for the bots that play."""
        return f"{self.policy[0]} bots" if len(set(self.policy)) == 1 else f"the bots {', '.join(self.policy)}"

    @property
    def base(self) -> Sample:
        return self.samples[0]

    @property
    def variants(self) -> list[Sample]:
        return self.samples[1:]

    @property
    def games(self) -> int:
        """Of each ruleset."""
        return len(self.base)

    def is_alike(self, variant: int) -> bool:
        """Return whether every game of a variant is that of the base."""
        return self.alike[variant] == self.games

    def add(self, games: Sequence[Observed]) -> None:
        for sample, game in zip(self.samples, games, strict=True):
            sample.add(game)
        for variant, game in enumerate(games[1:]):
            self.alike[variant] += game == games[0]


def _variant_title(base: Ruleset, rules: Ruleset) -> str:
    """The title of a variant of the base."""
    below, above = ([layer["manifest"] for layer in of.layers] for of in (base, rules))
    title: str = [manifest["title"] for manifest in above if manifest not in below][-1]
    return title
