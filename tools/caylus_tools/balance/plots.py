"""The plots of each section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from . import charts
from .estimates import Estimate, Numbers
from .groups import Row
from .part import Part
from .sample import Sample
from .svg import Plot

_MOST_SOURCES = 14
_MOST_LABELS = 6
_FEWEST_LABELS = 3
_REACHED = 0.05
"""Rounds that fewer of the games have are left out."""


def plots(part: Part) -> dict[str, list[Plot]]:
    """By the name of the section they belong to; `changes` stands under the verdicts."""
    drawn = {
        "changes": _overview,
        "scores": _scores,
        "winners": _winners,
        "length": _length,
        "choices": _choices,
        "points": _points,
        "resources": _resources,
    }
    return {name: list(draw(part)) for name, draw in drawn.items()}


def _overview(part: Part) -> Iterator[Plot]:
    if not all(map(part.study.is_alike, range(len(part.study.variants)))):
        rows = [row for name in ("scores", "length") for row in part.groups[name].rows if _value(row)]
        parts = "change, % of the base's value"
        yield _changes(f"overview{part.mark}", "What the variants change", parts, rows, [100 / abs(_value(row)) for row in rows])
        if wins := part.groups["winners"].rows:
            yield _changes(
                f"overview-wins{part.mark}", "What they change of who wins", "change, percentage points", wins, [100] * len(wins)
            )


def _scores(part: Part) -> Iterator[Plot]:
    caption = "Final scores of all players"
    yield _distribution(part, "scores", caption, "points", "scores", lambda sample: sample.scores.ravel())
    if part.study.players > 1:
        caption = "Scores of the winners"
        yield _distribution(part, "winners-scores", caption, "points", "games", lambda sample: sample.scores.max(axis=1))


def _winners(part: Part) -> Iterator[Plot]:
    rows = part.groups["winners"].rows
    fair = part.study.base.fair
    seats = [row for row in rows if row.key[0] == "seat"]
    if seats:
        names = part.study.base.rules.seating(part.study.players)
        yield charts.upright(
            f"seats{part.mark}", "Wins by seat", [f"{at + 1}\n{names[at]}" for at in range(len(seats))], seats, fair
        )
        places = [row for row in rows if row.key[0] == "order"]
        labels = [row.label.removeprefix("decides ") for row in places]
        yield charts.upright(f"places{part.mark}", "Wins by turn order", labels, places, fair)


def _length(part: Part) -> Iterator[Plot]:
    yield _distribution(part, "rounds", "Rounds", "rounds", "games", lambda sample: sample.rounds)
    yield _distribution(part, "decisions", "Decisions", "decisions", "games", lambda sample: sample.decisions)


def _choices(part: Part) -> Iterator[Plot]:
    """For each ruleset a cloud, all on the same scale; none for a variant whose games are those of the base."""
    rows = part.groups["winning"].rows
    often = {row.key: row.estimates for row in part.groups["choices"].rows}
    wins = [100 * found.value for row in rows for found in row.estimates if found is not None]
    for at, sample in enumerate(part.study.samples):
        is_the_base_again = at > 0 and part.study.is_alike(at - 1)
        found = [(one, row) for row in rows if (one := row.estimates[at]) is not None]
        if found and not is_the_base_again:
            spots = {
                row.key: (times.value, 100 * one.value, row.label, at > 0 and row.estimates[0] is None)
                for one, row in found
                if (times := often[row.key][at]) is not None
            }
            best = sorted(found, key=lambda pair: -pair[0].low)[:_MOST_LABELS]
            worst = sorted(found, key=lambda pair: pair[0].high)[:_FEWEST_LABELS]
            named = [spots[key] for key in dict.fromkeys(row.key for _, row in (*best, *worst))]
            description = "how often each option is chosen, and how often whoever chooses it wins (dashed: fair share)"
            yield charts.cloud(
                f"choices-{at}{part.mark}",
                f"{sample.title}: {description}",
                at,
                list(spots.values()),
                named,
                (min(wins), max(wins)),
                part.study.base.fair,
            )


def _points(part: Part) -> Iterator[Plot]:
    rows = part.groups["points"].rows
    main = sorted(rows, key=lambda row: -abs(_furthest(row.estimates)))[:_MOST_SOURCES]
    main.sort(key=lambda row: -_furthest(row.estimates))
    if main:
        caption = f"The {len(main)} sources that give or cost most points"
        series = list(zip(*(row.estimates for row in main), strict=True))
        yield charts.across(f"points{part.mark}", caption, "points a player and game", main, series)
    changed = [row for row in rows if any(row.stands)]
    changed = sorted(changed, key=lambda row: -abs(_furthest(row.changes)))[:_MOST_SOURCES]
    if changed:
        caption, unit = "What gives or costs more or less", "change, points a player and game"
        yield _changes(f"points-changes{part.mark}", caption, unit, changed, [1] * len(changed))


def _resources(part: Part) -> Iterator[Plot]:
    samples = part.study.samples
    rounds = 1 + max(round_ for sample in samples for round_, games in sample.reached.items() if games >= _REACHED * len(sample))
    for name in dict.fromkeys(row.key[0] for row in part.groups["resources"].rows):
        yield charts.flow(f"flow-{name}{part.mark}", name, part.names.resource(name), rounds, samples)


def _distribution(part: Part, name: str, caption: str, unit: str, of: str, values: Callable[[Sample], Numbers]) -> Plot:
    samples = part.study.samples
    return charts.distribution(f"{name}{part.mark}", caption, unit, of, samples, [values(sample) for sample in samples])


def _changes(name: str, caption: str, unit: str, rows: Sequence[Row], times: Sequence[float]) -> Plot:
    """The changes by the variants in each row, times a factor."""
    scaled = [[charts.scale(change, factor) for change in row.changes] for row, factor in zip(rows, times, strict=True)]
    return charts.across(name, caption, unit, rows, list(zip(*scaled, strict=True)), first=1)


def _value(row: Row) -> float:
    return row.estimates[0].value if row.estimates[0] is not None else 0.0


def _furthest(found: Sequence[Estimate | None]) -> float:
    """The number furthest from 0."""
    return max((one.value for one in found if one is not None), key=abs)
