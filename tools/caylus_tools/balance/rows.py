"""The rows of a report: numbers of the base beside those of each variant, with intervals, and how sure they are, in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from caylus.diagnostics import as_words
from caylus.english import ORDINALS
from caylus.model.walk import list_actions
from caylus.records import Record

from caylus_tools.common.english import capitalize, join_words
from caylus_tools.common.games import Choice
from caylus_tools.verbalize.names import make_distinct

from . import estimates as e
from .estimates import Difference, Estimate
from .sample import Sample, Source, Table

_NOBODY = "the score's own formula"
"""What gives points that no rule gives."""


class Names:
    """Titles in the rulesets of samples; where they differ, that of the first holds.

    Rules of one title are told apart where both ask, or both give points.
    """

    def __init__(self, samples: Iterable[Sample]) -> None:
        things: dict[str, str] = {}
        rules: dict[str, str] = {}
        self._resources: dict[str, str] = {}
        asking: set[str] = set()
        giving: set[str] = set()
        for sample in samples:
            model = sample.rules.model
            for kind in model.kinds.values():
                for thing in kind.objects:
                    things.setdefault(thing.name, thing.title)
            for action in list_actions(model):
                for site in (action.site, *action.attached):
                    rules.setdefault(site.rule, model.rules.get(site.rule, site).title)
            for resource in model.resources:
                self._resources.setdefault(resource.name, resource.title)
            asking |= {choice.rule for choice in sample.chosen}
            giving |= {source.rule for source in sample.points}
        self.things = frozenset(things)
        self._things = make_distinct(things)
        self._asking, self._giving = (
            make_distinct({name: title for name, title in rules.items() if name in rule_names - self.things})
            for rule_names in (asking, giving)
        )

    def thing(self, name: str) -> str:
        return self._things[name]

    def rule(self, name: str) -> str:
        """Of what gives points, or asks; a thing counts as its rule."""
        return self._things.get(name) or self._giving.get(name) or self._asking.get(name) or as_words(name) or _NOBODY

    def resource(self, name: str) -> str:
        return self._resources[name]

    def choice(self, choice: Choice) -> str:
        """Such as `build Mill`, or `Market: decline` for one that names nothing."""
        option = as_words(choice.option)
        if choice.thing:
            return f"{option} {self.thing(choice.thing)}"
        return f"{self._asking.get(choice.rule) or self.rule(choice.rule)}: {option}"

    def source(self, source: Source) -> str:
        """Such as `Market`, or `Trading: Mill` for what a rule gives for a thing."""
        rule = self.rule(source.rule)
        thing = self.thing(source.thing) if source.thing else rule
        return rule if rule == thing else f"{rule}: {thing}"


FEW = 30
"""Fewer games say nothing."""
SELDOM = 0.01
"""What happens in a smaller share of the games is left out."""


class Unit(NamedTuple):
    """The way to show numbers: `times` so much, with the words that follow a number and a change; `decimals` in tables."""

    name: str
    words: str = ""
    change: str = ""
    times: float = 1
    decimals: int = 2


POINTS = Unit("points", " points", " points")
GAINED = Unit("points a player and game", " points", " points")
POINTS_APART = Unit("points", " points apart", " points")
ROUNDS = Unit("rounds", " rounds", " rounds")
DECISIONS = Unit("decisions", " decisions", " decisions")
TIMES = Unit("times a game", " times a game", " times a game")
AMOUNT = Unit("a player and game")
SHARE = Unit("%", " %", " percentage points", 100, 1)


class Row(Record):
    """One thing looked at; `says` begins the sentence that its number ends.

    `estimates` are the base's and each variant's, None where there is too little to go by, `changes` the differences of the
    variants from the base, and `stands` whether those are more than an accident among all of the group.
    """

    key: tuple[str, ...]
    label: str
    says: str
    unit: Unit
    estimates: tuple[e.Estimate | None, ...]
    changes: tuple[e.Difference | None, ...]
    stands: tuple[bool, ...] = ()


class Group(Record):
    """Rows that are looked at together."""

    name: str
    title: str
    rows: tuple[Row, ...]


def groups(samples: Sequence[Sample], names: Names, chance: float) -> dict[str, Group]:
    """All there is to look at, by name; the first sample is the base. Who plays alone wins nothing, but may lose.

    `chance` is that of any false alarm in each group.
    """
    alone = samples[0].players == 1
    titled_rows = {
        "scores": ("Scores", _scores(samples)),
        "winners": ("Who wins", (*(() if alone else _winners(samples)), *_points_lost(samples))),
        "length": ("How long a game is", _length(samples)),
        "choices": ("What is chosen", _choices(samples, names)),
        "winning": ("What winners choose", () if alone else _winning(samples, names)),
        "points": ("Where points come from", _points(samples, names)),
        "resources": ("What is gained and spent", _resources(samples, names)),
    }
    return {
        name: Group(name, title, _correct_for_multiple_tests(tuple(rows), chance)) for name, (title, rows) in titled_rows.items()
    }


def _correct_for_multiple_tests(rows: tuple[Row, ...], chance: float) -> tuple[Row, ...]:
    """The same, with what is more than an accident among all of them, variant by variant."""
    stands = [
        e.holm([1.0 if change is None else change.p for change in changes], chance)
        for changes in zip(*(row.changes for row in rows), strict=True)
    ]
    return tuple(replace(row, stands=tuple(of[at] for of in stands)) for at, row in enumerate(rows))


def _scores(samples: Sequence[Sample]) -> Iterator[Row]:
    yield _means(("mean",), "mean score", "the mean score is", POINTS, samples, lambda sample: sample.scores.mean(axis=1))
    if samples[0].players > 1:
        fewest = min(len(scores) for sample in samples for scores in sample.ranked_scores)
        yield _means(("winner",), "winner's score", "the winner has", POINTS, samples, _first)
        if fewest > 1:
            yield _means(("lead",), "winner's lead", "the winner leads by", POINTS, samples, lambda s: _first(s) - _side(s, 1))
        if fewest > 2:
            apart = "first and last are"
            yield _means(("range",), "first to last", apart, POINTS_APART, samples, lambda s: _first(s) - _side(s, -1))


def _first(sample: Sample) -> e.Numbers:
    return _side(sample, 0)


def _side(sample: Sample, at: int) -> e.Numbers:
    """The points of the side at a place, in each game."""
    return np.array([scores[at] for scores in sample.ranked_scores], dtype=float)


def _winners(samples: Sequence[Sample]) -> Iterator[Row]:
    base = samples[0]
    wins = [sample.wins for sample in samples]
    ordered = [sample.wins_in_order for sample in samples]
    for seat in range(base.players):
        label = f"seat {seat + 1} ({base.rules.seating(base.players)[seat]})"
        yield _rates(("seat", str(seat + 1)), label, f"{label} wins", [table[:, seat] for table in wins])
    for place in range(base.players):
        label = f"decides {ORDINALS[place + 1] if place + 1 < len(ORDINALS) else f'as number {place + 1}'}"
        yield _rates(("order", str(place + 1)), label, f"whoever {label} wins", [table[:, place] for table in ordered])
    shared = [((table.max(axis=1) > 0) & (table.max(axis=1) < 1)).astype(float) for table in wins]
    yield _rates(("shared",), "shared wins", "the share of games with a shared win is", shared)


def _points_lost(samples: Sequence[Sample]) -> Iterator[Row]:
    if any(sample.rules.model.may_win is not None for sample in samples):
        losses = [(sample.wins.max(axis=1) == 0).astype(float) for sample in samples]
        yield _rates(("lost",), "lost games", "the share of games that everybody loses is", losses)


def _length(samples: Sequence[Sample]) -> Iterator[Row]:
    yield _means(("rounds",), "rounds", "a game lasts", ROUNDS, samples, lambda sample: sample.rounds)
    yield _means(("decisions",), "decisions", "a game asks for", DECISIONS, samples, lambda sample: sample.decisions)


def _choices(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    for choice in frequent(samples):
        label = names.choice(choice)
        yield _means(choice, label, f"“{label}” is chosen", TIMES, samples, partial(_times, choice))


def _winning(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    """Return how often whoever chooses something wins; what nobody chooses in the base is compared with the fair share."""
    wins = [sample.wins for sample in samples]
    for choice in frequent(samples):
        base, *others = (hits(choice, sample, won) for sample, won in zip(samples, wins, strict=True))
        if base is not None:
            change = partial(e.share_difference, base)
        elif samples[0].chosen[choice].any():
            change = None
        else:
            change = partial(e.compare_rate, samples[0].fair)
        yield Row(
            choice,
            label := names.choice(choice),
            f"whoever chooses “{label}” wins",
            SHARE,
            tuple(e.rate(*one) if one is not None else None for one in (base, *others)),
            tuple(change(one) if one is not None and change else None for one in others),
        )


def hits(choice: Choice, sample: Sample, wins: Table) -> e.Trials | None:
    """Return how often something is chosen in each game, and how often by who wins; None where that is too seldom to go by."""
    times = sample.chosen[choice]
    enough = np.count_nonzero(times.any(axis=1)) >= FEW
    return ((times * wins).sum(axis=1), times.sum(axis=1)) if enough else None


def _points(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    sources = {source: None for sample in samples for source in sample.points}
    for source in sorted(sources, key=lambda source: -max(float(sample.points[source].mean()) for sample in samples)):
        if max(_presence(sample.points[source]) for sample in samples) >= SELDOM:
            label = names.source(source)
            yield _means(source, label, f"“{label}” gives", GAINED, samples, partial(_gains, source))


def _resources(samples: Sequence[Sample], names: Names) -> Iterator[Row]:
    resources = {resource.name: None for sample in samples for resource in sample.rules.model.resources}
    for resource in resources:
        for came, word in ((True, "gained"), (False, "spent")):
            if any((resource, came) in list(sample.moved) for sample in samples):
                label = f"{names.resource(resource)} {word}"
                of = partial(_amounts, (resource, came))
                yield _means((resource, word), label, f"{label}:", AMOUNT, samples, of)


def _times(choice: Choice, sample: Sample) -> e.Numbers:
    """For all players, in each game."""
    return np.asarray(sample.chosen[choice].sum(axis=1))


def _gains(source: Source, sample: Sample) -> e.Numbers:
    """For a player on average, in each game."""
    return np.asarray(sample.points[source].mean(axis=1))


def _amounts(key: tuple[str, bool], sample: Sample) -> e.Numbers:
    """For a player on average, in each game."""
    return np.asarray(sample.moved[key][:, 0] / sample.players)


def frequent(samples: Sequence[Sample]) -> list[Choice]:
    """The choices made in more than a few games of any sample, the most frequent first."""
    choices = {choice: None for sample in samples for choice in sample.chosen}
    often = {choice: max(share_of_games(sample, choice) for sample in samples) for choice in choices}
    return sorted((choice for choice in choices if often[choice] >= SELDOM), key=lambda choice: (-often[choice], choice))


def share_of_games(sample: Sample, choice: Choice) -> float:
    """In which something is chosen at all."""
    return _presence(sample.chosen[choice])


def _presence(table: Table) -> float:
    """In which share of the games there is anything."""
    return float(table.any(axis=1).mean())


def _means(
    key: tuple[str, ...], label: str, says: str, unit: Unit, samples: Sequence[Sample], of: Callable[[Sample], e.Numbers]
) -> Row:
    base, *others = (of(sample) for sample in samples)
    estimates = tuple(map(e.mean, (base, *others)))
    return Row(key, label, says, unit, estimates, tuple(e.mean_difference(base, other) for other in others))


def _rates(key: tuple[str, ...], label: str, says: str, columns: Sequence[e.Numbers]) -> Row:
    base, *others = columns
    estimates = tuple(e.rate(column, np.ones_like(column)) for column in columns)
    return Row(key, label, says, SHARE, estimates, tuple(e.rate_difference(base, other) for other in others))


_NO_BREAK = "\u00a0"


def number(value: float, spread: float) -> str:
    """To the place that the margin allows; without one, as exact as need be, up to two places."""
    decimals = _decimals(spread) if spread else next((places for places in (0, 1) if _is_whole(value * 10**places)), 2)
    return f"{(round(value, decimals) + 0.0):,.{decimals}f}".replace("-", "−")


def margin(of: float) -> str:
    """To one digit, or to two where the first is a 1."""
    return f"{of:,.{_decimals(of)}f}" if math.isfinite(of) else "∞"


def estimate(of: Estimate, unit: Unit) -> str:
    """Such as `31 % ± 2` or `60.6 ± 0.9 points`; `18 rounds` where it never was anything else."""
    value, spread = of.value * unit.times, of.margin * unit.times
    per_cent, around = " %" * (unit.times == 100), f" ± {margin(spread)}" if spread else ""
    return f"{number(value, spread)}{per_cent}{around}{'' if per_cent else unit.words}"


def change(of: Difference, unit: Unit) -> str:
    """Such as `+6 ± 2 percentage points`."""
    value, spread = of.value * unit.times, of.margin * unit.times
    figure = number(value, spread)
    sign = "+" if value > 0 and figure.strip("0.") else ""
    return f"{sign}{figure}{f' ± {margin(spread)}' if spread else ''}{unit.change}"


def per_cent(share: float) -> str:
    """A share without a margin: whole per cents, or one digit where that would hide it."""
    return f"{100 * share:.0f} %" if not share or share >= 0.0095 else f"{100 * share:.1f} %"


def sentence(row: Row, variants: Sequence[str], alike: Sequence[str]) -> str:
    """A sentence about a row: the base's number, and the variants' changes; every game of those `alike` is the base's."""
    base = row.estimates[0]
    assert base is not None
    clauses = [f"{row.says} {estimate(base, row.unit)}"]
    same, open_, furthest = [], [], 0.0
    for title, difference, now, stands in zip(variants, row.changes, row.estimates[1:], row.stands, strict=True):
        assert difference is not None
        assert now is not None
        if stands:
            clauses.append(f"{title} changes it by {change(difference, row.unit)}, to {estimate(now, row.unit)}")
        elif difference.furthest and title not in alike:
            open_.append(title)
            furthest = max(furthest, difference.furthest)
        else:
            same.append(title)
    if open_:
        who = "any variant" if len(open_) == len(variants) > 1 else join_words(open_, "or")
        reach = f"±{margin(furthest * row.unit.times)}{row.unit.change}"
        clauses.append(f"no evidence that {who} changes it (a change could be as large as {reach})")
    if same:
        clauses.append(f"the same in every game with {join_words(same)}")
    return capitalize("; ".join(clauses)) + "."


def instead(row: Row, variant: int) -> str:
    """The change of a row by a variant: `the winner has 96 ± 2 instead of 85.9 ± 1.7 points (+10 ± 3)`."""
    before, now, difference = row.estimates[0], row.estimates[variant + 1], row.changes[variant]
    assert before is not None
    assert now is not None
    assert difference is not None
    bare = row.unit._replace(words="", change="")
    return f"{row.says} {estimate(now, bare)} instead of {estimate(before, row.unit)} ({change(difference, bare)})"


def unbroken(text: str) -> str:
    """The same with its numbers kept on one line."""
    return text.replace(" %", f"{_NO_BREAK}%").replace(" ± ", f"{_NO_BREAK}±{_NO_BREAK}")


def _decimals(spread: float) -> int:
    if not spread or not math.isfinite(spread):
        return 0
    place = math.floor(math.log10(spread))
    digits = 2 if spread / 10**place < 1.95 else 1
    return min(4, max(0, digits - 1 - place))


def _is_whole(value: float) -> bool:
    return math.isclose(value, round(value), abs_tol=1e-9)
