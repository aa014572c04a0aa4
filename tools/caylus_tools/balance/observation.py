"""One game, told in numbers: what was chosen, where points came from, what was gained and paid. Knows no game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.common.games import Choice, Chooser
from caylus_tools.simulation.playing import Plan, game_seed, play_to_the_end
from caylus_tools.verbalize.breakdown import worth

if TYPE_CHECKING:
    from caylus import Fact, Game

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
    before the first decision, and what lies between the last decision of a round and the next counts to that round.
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
    """Plays a game of the plan. Raises `caylus.RulesetError` when a rule breaks in play.

    Their game is gone through once more, every round on a copy of its own, whose log begins with it.
    """
    played = play_to_the_end(plan, number)
    game = plan.rules.new_game(plan.players, game_seed(plan, number))
    observer = _Observer(game)
    observer.take(0, game.facts)
    game = game.copy(events=True)
    for move in played.chosen:
        round_ = game.rounds
        game.play(game.moves.index(move))
        if game.rounds != round_ or game.over:
            observer.take(round_, game.facts)
            game = game.copy(events=True)
    return observer.make_observation(game, len(played.chosen))


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

    def take(self, round_: int, events: Iterable[Fact]) -> None:
        for event in events:
            if event.rule != self._named.rule:
                self._named = Source(event.rule, "")
            data = event.data
            if event.kind == "choice":
                self._choice(self.seats[event.player or ""], event.rule, data["option"])
            elif event.kind in ("gain", "pay", "lose"):
                sign = 1 if event.kind == "gain" else -1
                for resource, amount in data["amounts"].items():
                    self._note_amount(self.seats[event.player or ""], round_, resource, sign * amount)
            elif event.kind == "set" and "object" not in data:
                self._set(round_, event)
            elif event.kind == "set":
                thing = next((x for x in (data["value"], data["object"]) if x in self.chooser.things), self._named.thing)
                self._named = Source(event.rule, thing)

    def _choice(self, seat: int, rule: str, option: str) -> None:
        self.order.setdefault(seat)
        choice = self.chooser.choice(rule, option)
        self.chosen[choice][seat] += 1
        self._named = Source(rule, choice.thing if choice.thing in self.chooser.things else "")

    def _set(self, round_: int, event: Fact) -> None:
        """Note the new value of what a player holds."""
        assert event.player is not None
        resource, value = event.data["state"], event.data["value"]
        seat = self.seats[event.player]
        self._note_amount(seat, round_, resource, value - self.amounts[resource][seat])

    def _note_amount(self, seat: int, round_: int, resource: str, amount: int) -> None:
        self.amounts[resource][seat] += amount
        self.flow[resource, amount > 0][round_] += abs(amount)
        if resource in self.worth:
            self.points[self._named][seat] += amount * self.worth[resource]

    def make_observation(self, game: Game, decisions: int) -> Observed:
        scores, result = game.scores, game.result
        rest = [scores[name] - sum(of[seat] for of in self.points.values()) for name, seat in self.seats.items()]
        if any(rest):
            self.points[Source("", "")] = rest
        return Observed(
            game.rounds,
            decisions,
            tuple(scores[name] for name in self.seats),
            tuple(standing.score for standing in result.standings),
            tuple(tuple(self.seats[name] for name in standing.players) for standing in result.winning),
            (*self.order, *(seat for seat in self.seats.values() if seat not in self.order)),
            {choice: tuple(times) for choice, times in self.chosen.items()},
            {source: tuple(points) for source, points in self.points.items()},
            {key: tuple(of[r] for r in range(game.rounds + 1)) for key, of in self.flow.items()},
        )
