"""Break down the points of a game by source, and tell the standings of a match, in players' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import caylus
from caylus import model as m
from caylus.model.walk import every_statement, parts

from caylus_tools.common.english import count_things, join_words

from .option_texts import Place, make_place, place
from .prose import find_group


def worth(model: m.Model) -> dict[str, int]:
    """By resource; only those whose part in the score is the same at all times. Empty where the score is made otherwise."""
    return {resource: weight for resource, weight in _value_points(model.values["score"]).items() if weight}


def _value_points(value: m.Value) -> Counter[str]:
    """The points of a value; where cases or modifiers decide, nothing is the same at all times."""
    return _expression_points(value.cases[0][1]) if len(value.cases) == 1 and not value.modifiers else Counter()


def _expression_points(expression: m.Expr) -> Counter[str]:
    match expression:
        case m.Holding(resources=resources, which=None):
            return Counter(resource.name for resource in resources)
        case m.CallValue(value=value):
            return _value_points(value)
        case m.Arithmetic(op="+", left=left, right=right):
            return _sum(_expression_points(left), _expression_points(right))
        case m.Arithmetic(op="-", left=left, right=right):
            return _sum(_expression_points(left), _times(-1, _expression_points(right)))
        case m.Arithmetic(op="*", left=m.Const(value=times), right=other):
            return _times(times, _expression_points(other))
        case m.Arithmetic(op="*", left=other, right=m.Const(value=times)):
            return _times(times, _expression_points(other))
    return Counter()


def _sum(left: Counter[str], right: Counter[str]) -> Counter[str]:
    total = left.copy()
    total.update(right)
    return total


def _times(times: int, weights: Counter[str]) -> Counter[str]:
    return Counter({name: times * weight for name, weight in weights.items()})


REST = "counted at the end"
"""Of points that no event brought: the score is a formula, or the reader was not told."""


def breakdown(events: Iterable[caylus.Event], rules: caylus.Ruleset, scores: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """The points of each player by what brought them, in the order in which they came; they add up to the scores.

    A source is called as the manifest says, else by the title of its rule, with what was counted where that rule counts several
    things, and `by others` where somebody else's doing brought it.
    """
    worths = worth(rules.model)
    sources = _Sources(rules)
    points_by_player: dict[str, Counter[str]] = {player: Counter() for player in scores}
    holdings: Counter[tuple[str, str]] = Counter()
    for event in events:
        for resource, number in _point_changes(event, holdings):
            player = event.player or ""
            holdings[player, resource] += number
            if resource in worths and player in points_by_player:
                points_by_player[player][sources.find_source(event)] += worths[resource] * number
    for player, score in scores.items():
        points_by_player[player][REST] = score - points_by_player[player].total()
    return {player: {source: n for source, n in points.items() if n} for player, points in points_by_player.items()}


def render_points(points: Mapping[str, int]) -> str:
    """Such as `Mill 12, The feast −2`, the most first; nothing of points that no event brought, which the score itself tells."""
    if points.keys() == {REST}:
        return ""
    most_first = sorted(points.items(), key=lambda source: -source[1])
    return ", ".join(f"{source} {'−' if number < 0 else ''}{abs(number)}" for source, number in most_first)


def _point_changes(event: caylus.Event, holdings: Mapping[tuple[str, str], int]) -> Iterator[tuple[str, int]]:
    """The changes of players' points by an event."""
    match event.kind, event.data:
        case "gain" | "pay" | "lose", {"amounts": amounts}:
            yield from ((resource, n if event.kind == "gain" else -n) for resource, n in amounts.items())
        case "set", {"state": resource, "change": change} if "object" not in event.data:
            yield resource, change
        case "set", {"state": resource, "value": int(value)} if "object" not in event.data:
            yield resource, value - holdings[event.player or "", resource]


class _Sources:
    """The sources of points, by their titles."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self._model = model = rules.model
        self._named: Mapping[str, str] = rules.manifest.get("sources", {})
        self._counted: dict[Place, dict[str, None]] = {}
        for statement in every_statement(model):
            if isinstance(statement, m.Transfer):
                self._counted.setdefault(make_place(statement.site), {}).update(self._counts(statement.payment))

    def find_source(self, event: caylus.Event) -> str:
        if event.rule in self._named:
            return self._named[event.rule]
        count_text = join_words([*self._counted.get(place(event), ())])
        others = event.about.get("player", event.player) != event.player
        return f"{event.title}{f': {count_text}' if count_text else ''}{' by others' if others else ''}"

    def _counts(self, payment: m.Expr) -> dict[str, None]:
        """Such as `coins` of a gain of 1 for two coins: what a player holds by which an amount goes."""
        resource_lists = [part.resources for part in parts(payment) if isinstance(part, m.Holding)]
        groups = ((find_group(resources, self._model), resources) for resources in resource_lists)
        return dict.fromkeys(group.plural if group else join_words([one.plural for one in each]) for group, each in groups)


_FIRST = {
    "next": "Each player in turn sits first in a game.",
    "same": "The same player sits first in every game.",
    "winner": "Whoever has won sits first in the next game.",
    "loser": "Whoever came last sits first in the next game.",
}


def render_length(terms: caylus.MatchTerms) -> str:
    """The length of a match: `a match of 3 games`, `a match to 100 points, of at most 9 games`."""
    if terms.to is None:
        return f"a match of {count_things(terms.games or 0, 'game')}"
    most = f", of at most {count_things(terms.games, 'game')}" if terms.games else ""
    return f"a match to {count_things(terms.to, terms.count[:-1])}{most}"


def describe_terms(terms: caylus.MatchTerms) -> list[str]:
    """The terms as sentences: when the match ends, what counts, and who sits first."""
    length = render_length(terms)
    count_sentence = "Points are added up." if terms.count == "points" else "Games won are counted."
    return [f"{length[0].upper()}{length[1:]}.", count_sentence, _FIRST[terms.first]]


def render_number(match: caylus.Match) -> str:
    """The number of the game in play: `Game 2 of 3`, `Game 2 of a match to 100 points`."""
    terms = match.terms
    whole = f"a match to {count_things(terms.to, terms.count[:-1])}" if terms.to is not None else terms.games
    return f"Game {match.number} of {whole}"


def render_standings(match: caylus.Match, labels: Mapping[str, str]) -> str:
    """A sentence about who leads a match, or has won it, with the wins or points of everybody; nothing before a game is over."""
    result = match.result
    if not result.standings:
        return ""
    if result.is_lost:
        return "Everybody has lost the match." if match.is_over else "Nobody has won a game yet."
    best, *equals = result.winning
    others = [standing for standing in result.standings if not standing.has_won]
    names = [labels[name] for standing in result.winning for name in standing.players]
    verbs = (("share", "win", "wins") if match.is_over else ("lead", "lead", "leads"))[1 - bool(equals) + (len(names) == 1)]
    by = f" and more {_other_unit(match)}" if any(other.score == best.score for other in others) else ""
    games = f" in {count_things(len(match.played), 'game')}" if len(result.standings) == 1 else ""
    amount = count_things(best.score, match.terms.count[:-1]) + (" each" if equals else "")
    sentence = f"{join_words(names)} {verbs}{' the match' if match.is_over else ''} with {amount}{by}{games}."
    rest = ", ".join(f"{join_words([labels[name] for name in other.players])}: {other.score}" for other in others)
    return f"{sentence} {rest}." if rest else sentence


def _other_unit(match: caylus.Match) -> str:
    """The unit that tells equals apart."""
    return "points" if match.terms.count == "wins" else "wins"
