"""Break down the points of a game by source, in players' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import every_statement, parts

from caylus_tools.common.english import join_words

from .amounts import find_group
from .consequences import Place, make_place, place
from .resource_values import worth

if TYPE_CHECKING:
    from caylus import Event, Ruleset

REST = "counted at the end"
"""Of points that no event brought: the score is a formula, or the reader was not told."""


def breakdown(events: Iterable[Event], rules: Ruleset, scores: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """The points of each player by what brought them, in the order in which they came; they add up to the scores.

    A source is called as the manifest says, else by the title of its rule, with what was counted where that rule counts several
    things, and `by others` where somebody else's doing brought it.
    """
    worths = worth(rules.model)
    sources = _Sources(rules)
    found: dict[str, Counter[str]] = {player: Counter() for player in scores}
    held: Counter[tuple[str, str]] = Counter()
    for event in events:
        for resource, number in _point_changes(event, held):
            player = event.player or ""
            held[player, resource] += number
            if resource in worths and player in found:
                found[player][sources.find_source(event)] += worths[resource] * number
    for player, score in scores.items():
        found[player][REST] = score - found[player].total()
    return {player: {source: n for source, n in points.items() if n} for player, points in found.items()}


def render_points(points: Mapping[str, int]) -> str:
    """Such as `Mill 12, The feast −2`, the most first; nothing of points that no event brought, which the score itself tells."""
    if points.keys() == {REST}:
        return ""
    most_first = sorted(points.items(), key=lambda source: -source[1])
    return ", ".join(f"{source} {'−' if number < 0 else ''}{abs(number)}" for source, number in most_first)


def _point_changes(event: Event, held: Mapping[tuple[str, str], int]) -> Iterator[tuple[str, int]]:
    """The changes of players' points by an event."""
    match event.kind, event.data:
        case "gain" | "pay" | "lose", {"amounts": amounts}:
            yield from ((resource, n if event.kind == "gain" else -n) for resource, n in amounts.items())
        case "set", {"state": resource, "change": change} if "object" not in event.data:
            yield resource, change
        case "set", {"state": resource, "value": int(value)} if "object" not in event.data:
            yield resource, value - held[event.player or "", resource]


class _Sources:
    """The sources of points, by their titles."""

    def __init__(self, rules: Ruleset) -> None:
        self._model = model = rules.model
        self._named: Mapping[str, str] = rules.manifest.get("sources", {})
        self._counted: dict[Place, dict[str, None]] = {}
        for statement in every_statement(model):
            if isinstance(statement, m.Transfer):
                self._counted.setdefault(make_place(statement.site), {}).update(self._counts(statement.payment))

    def find_source(self, event: Event) -> str:
        if event.rule in self._named:
            return self._named[event.rule]
        counted = join_words([*self._counted.get(place(event), ())])
        others = event.about.get("player", event.player) != event.player
        return f"{event.title}{f': {counted}' if counted else ''}{' by others' if others else ''}"

    def _counts(self, payment: m.Expr) -> dict[str, None]:
        """Such as `coins` of a gain of 1 for two coins: what a player holds by which an amount goes."""
        held = [part.resources for part in parts(payment) if isinstance(part, m.Holding)]
        groups = ((find_group(resources, self._model), resources) for resources in held)
        return dict.fromkeys(group.plural if group else join_words([one.plural for one in each]) for group, each in groups)
