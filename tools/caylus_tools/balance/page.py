"""The report as one page of HTML that needs nothing else: no script, no font, nothing to fetch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

import numpy as np

from caylus_tools.charts import Frame, Plot, categories, linear, logarithmic, write_head, write_key
from caylus_tools.common.english import capitalize, join_words

from .estimates import Difference, Estimate, Numbers
from .report import SIGNED, Part, Report, Section
from .sample import Sample
from .verdicts import Group, Joint, Row, Unit, margin, unbroken

WIDTH = 420
NARROW = 240
"""Of a plot, in pixels of the page; text is still legible where a phone makes it smaller."""
_HEIGHT = 280
_BESIDE = 150
"""The room for words beside a cloud."""

Spot = tuple[float, float, str, bool]
"""Where something stands in a cloud, what it is called, and whether it is new."""


def across(caption: str, unit: str, rows: Sequence[Row], series: Sequence[Sequence[Estimate | None]], first: int = 0) -> Plot:
    """Intervals from left to right: a line for each row, and in it one for each series, the `first` of all that there are."""
    ends = [end for estimates in series for one in estimates if one is not None for end in (one.low, one.high)]
    height = 60 + len(rows) * (14 + 9 * len(series))
    labels = categories([row.label for row in reversed(rows)])
    frame = Frame(linear([0.0, *ends], unit, most=5), labels, width=WIDTH, height=height, grid="x")
    frame.rule_up(0)
    for at, estimates in enumerate(series):
        for place, one in enumerate(estimates):
            if one is not None:
                y = len(rows) - 1 - place - _offset_in_group(at, len(series))
                frame.interval((one.low, y), (one.value, y), (one.high, y), first + at)
    description = f"{caption}: {join_words([row.label for row in rows])}. The numbers stand in the tables below."
    return frame.plot(f"{caption}, with 95 % intervals", description)


def upright(caption: str, labels: Sequence[str], rows: Sequence[Row], fair: float) -> Plot:
    """Rates side by side, and the one that would be fair."""
    series = [[scale(rates, 100) for rates in column] for column in zip(*(row.estimates for row in rows), strict=True)]
    heights = [end for rates in series for one in rates if one is not None for end in (one.low, one.high)]
    frame = Frame(
        categories(labels), linear([0.0, 100 * fair, *heights], "share of wins", " %"), width=WIDTH, height=_HEIGHT, grid="y"
    )
    frame.rule_across(100 * fair, is_dashed=True)
    for at, rates in enumerate(series):
        for place, one in enumerate(rates):
            if one is not None:
                x = place + _offset_in_group(at, len(series))
                frame.interval((x, one.low), (x, one.value), (x, one.high), at)
    description = join_words(
        [f"{row.label} {one.value:.0f} %" for row, one in zip(rows, series[0], strict=True) if one is not None]
    )
    return frame.plot(f"{caption}, with 95 % intervals (dashed: fair share)", f"{caption}, in the base: {description}.")


def distribution(caption: str, unit: str, of: str, samples: Sequence[Sample], values: Sequence[Numbers]) -> Plot:
    """Outlines of histograms, all with the same bins; that of the base is filled."""
    low, high = min(float(v.min()) for v in values), max(float(v.max()) for v in values)
    step = max(1, round((high - low) / 30))
    around = step if high - low < 3 else 0
    bins = np.arange(np.floor(low) - 0.5 - around, high + step + 0.5 + around, step)
    shares = [np.histogram(numbers, bins)[0] / len(numbers) * 100 for numbers in values]
    most = max(float(share.max()) for share in shares)
    frame = Frame(
        linear([float(bins[0]), float(bins[-1])], unit, is_tight=True),
        linear([0.0, most], f"% of the {of}"),
        width=WIDTH,
        height=_HEIGHT,
        grid="y",
    )
    for at, share in enumerate(shares):
        outline = [(float(bins[0]), 0.0)]
        for begin, end, height in zip(bins, bins[1:], share, strict=False):
            outline += [(float(begin), float(height)), (float(end), float(height))]
        outline.append((float(bins[-1]), 0.0))
        if at == 0:
            frame.area(outline, at)
        frame.line(outline, at)
    means = join_words([f"{sample.title} {v.mean():.1f}" for sample, v in zip(samples, values, strict=True)])
    return frame.plot(caption, f"{caption}, as histograms. Means: {means}.")


def cloud(
    caption: str, series: int, spots: Sequence[Spot], labelled_spots: Sequence[Spot], bounds: tuple[float, float], fair: float
) -> Plot:
    """Spots by how often something is chosen and how often whoever chooses it wins, in per cent; some have their names beside."""
    low, high = bounds
    gap = max(high - low, 1.0) / 16
    lowest_first = sorted(labelled_spots, key=lambda spot: spot[1])
    frame = Frame(
        logarithmic([spot[0] for spot in spots], "times a game"),
        linear([low - gap, high + gap, 100 * fair], "wins of who chooses it, %", is_tight=True),
        width=WIDTH,
        height=320,
        right=_BESIDE,
    )
    frame.rule_across(100 * fair, is_dashed=True)
    for times, wins, _, is_new in spots:
        size, opacity = (4.5, 1.0) if is_new else (2.4, 0.65)
        frame.mark((times, wins), series, size, opacity)
    heights = _spread_labels([wins for _, wins, *_ in lowest_first], gap, low, high)
    for (times, wins, label, _), height in zip(lowest_first, heights, strict=True):
        frame.label((times, wins), height, label)
    description = join_words([f"{label} ({wins:.0f} %)" for _, wins, label, _ in reversed(lowest_first)])
    return frame.plot(caption, f"{caption}. Furthest from it: {description}.")


def flow(resource: str, title: str, rounds: int, samples: Sequence[Sample]) -> Plot:
    """Draw what comes in a round as a line above 0, and what goes as one below."""
    lines = [
        (at, [(round_, sign * sample.average_in_round(resource, came, round_)) for round_ in range(rounds)])
        for at, sample in enumerate(samples)
        for came, sign in ((True, 1), (False, -1))
    ]
    amounts = [amount for _, points in lines for _, amount in points if not np.isnan(amount)]
    frame = Frame(
        linear([0, rounds - 1], "round", is_tight=True, most=6), linear([0.0, *amounts], most=4), width=NARROW, height=150
    )
    frame.rule_across(0)
    for at, points in lines:
        frame.line(points, at, 1.5 if at else 3, 1 if at else 0.6)
    description = f"What a player gains and spends of {title} in each round, on average."
    return frame.plot(f"{capitalize(title)}: gained above 0, spent below", description)


def scale(estimate: Estimate | None, factor: float) -> Estimate | None:
    return estimate and Estimate(estimate.value * factor, estimate.low * factor, estimate.high * factor)


def _offset_in_group(at: int, count: int) -> float:
    """The place of a series beside the others of its row."""
    return (at - (count - 1) / 2) * min(0.22, 0.7 / count)


def _spread_labels(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending heights, moved apart as little up as down, and kept between the bounds, so that labels do not overlap."""
    up: list[float] = []
    down: list[float] = []
    for height in heights:
        up.append(max(height, up[-1] + gap) if up else height)
    for height in reversed(heights):
        down.append(min(height, down[-1] - gap) if down else height)
    middle = [(one + other) / 2 for one, other in zip(up, reversed(down), strict=True)]
    last = len(middle) - 1
    return [min(max(height, low + gap * at), high - gap * (last - at)) for at, height in enumerate(middle)]


_MOST_SOURCES = 14
_MOST_LABELS = 6
_FEWEST_LABELS = 3
_REACHED = 0.05
"""Rounds that fewer of the games have are left out."""


def plots(part: Part) -> dict[str, list[Plot]]:
    """By the name of the section they belong to; `changes` stands under the verdicts."""
    plot_functions = {
        "changes": _overview,
        "scores": _scores,
        "winners": _winners,
        "length": _length,
        "choices": _choices,
        "points": _points,
        "resources": _resources,
    }
    return {name: list(draw(part)) for name, draw in plot_functions.items()}


def _overview(part: Part) -> Iterator[Plot]:
    if not all(map(part.study.is_alike, range(len(part.study.variants)))):
        rows = [row for name in ("scores", "length") for row in part.groups[name].rows if _value(row)]
        parts = "change, % of the base's value"
        yield _changes("What the variants change", parts, rows, [100 / abs(_value(row)) for row in rows])
        if wins := part.groups["winners"].rows:
            yield _changes("What they change of who wins", "change, percentage points", wins, [100] * len(wins))


def _scores(part: Part) -> Iterator[Plot]:
    caption = "Final scores of all players"
    yield _distribution(part, caption, "points", "scores", lambda sample: sample.scores.ravel())
    if part.study.players > 1:
        caption = "Scores of the winners"
        yield _distribution(part, caption, "points", "games", lambda sample: sample.scores.max(axis=1))


def _winners(part: Part) -> Iterator[Plot]:
    rows = part.groups["winners"].rows
    fair = part.study.base.fair
    seats = [row for row in rows if row.key[0] == "seat"]
    if seats:
        names = part.study.base.rules.seating(part.study.players)
        yield upright("Wins by seat", [f"{at + 1}\n{names[at]}" for at in range(len(seats))], seats, fair)
        places = [row for row in rows if row.key[0] == "order"]
        labels = [row.label.removeprefix("decides ") for row in places]
        yield upright("Wins by turn order", labels, places, fair)


def _length(part: Part) -> Iterator[Plot]:
    yield _distribution(part, "Rounds", "rounds", "games", lambda sample: sample.rounds)
    yield _distribution(part, "Decisions", "decisions", "games", lambda sample: sample.decisions)


def _choices(part: Part) -> Iterator[Plot]:
    """For each ruleset a cloud, all on the same scale; none for a variant whose games are those of the base."""
    rows = part.groups["winning"].rows
    often = {row.key: row.estimates for row in part.groups["choices"].rows}
    wins = [100 * rates.value for row in rows for rates in row.estimates if rates is not None]
    for at, sample in enumerate(part.study.samples):
        is_the_base_again = at > 0 and part.study.is_alike(at - 1)
        rates = [(one, row) for row in rows if (one := row.estimates[at]) is not None]
        if rates and not is_the_base_again:
            spots = {
                row.key: (times.value, 100 * one.value, row.label, at > 0 and row.estimates[0] is None)
                for one, row in rates
                if (times := often[row.key][at]) is not None
            }
            best = sorted(rates, key=lambda pair: -pair[0].low)[:_MOST_LABELS]
            worst = sorted(rates, key=lambda pair: pair[0].high)[:_FEWEST_LABELS]
            labelled_spots = [spots[key] for key in dict.fromkeys(row.key for _, row in (*best, *worst))]
            description = "how often each option is chosen, and how often whoever chooses it wins (dashed: fair share)"
            yield cloud(
                f"{sample.title}: {description}",
                at,
                list(spots.values()),
                labelled_spots,
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
        yield across(caption, "points a player and game", main, series)
    changed_rows = [row for row in rows if any(row.stands)]
    changed_rows = sorted(changed_rows, key=lambda row: -abs(_furthest(row.changes)))[:_MOST_SOURCES]
    if changed_rows:
        caption, unit = "What gives or costs more or less", "change, points a player and game"
        yield _changes(caption, unit, changed_rows, [1] * len(changed_rows))


def _resources(part: Part) -> Iterator[Plot]:
    samples = part.study.samples
    rounds = 1 + max(round_ for sample in samples for round_, games in sample.reached.items() if games >= _REACHED * len(sample))
    for name in dict.fromkeys(row.key[0] for row in part.groups["resources"].rows):
        yield flow(name, part.names.resource(name), rounds, samples)


def _distribution(part: Part, caption: str, unit: str, of: str, values: Callable[[Sample], Numbers]) -> Plot:
    samples = part.study.samples
    return distribution(caption, unit, of, samples, [values(sample) for sample in samples])


def _changes(caption: str, unit: str, rows: Sequence[Row], times: Sequence[float]) -> Plot:
    """The changes by the variants in each row, times a factor."""
    scaled = [[scale(change, factor) for change in row.changes] for row, factor in zip(rows, times, strict=True)]
    return across(caption, unit, rows, list(zip(*scaled, strict=True)), first=1)


def _value(row: Row) -> float:
    return row.estimates[0].value if row.estimates[0] is not None else 0.0


def _furthest(estimates: Sequence[Estimate | None]) -> float:
    """The number furthest from 0."""
    return max((one.value for one in estimates if one is not None), key=abs)


_MARKS = {
    "winner": "changes who wins",
    "game": "changes the game",
    "nothing": "no effect found",
    "mixed": "depends on the bots",
}
_LONG = 16
"""Rows after which a table is folded away."""


def html(report: Report) -> str:
    """The whole page, the same bytes for the same games."""
    plots_by_part = [plots(part) for part in report.parts]
    title = escape(report.title)
    lines = [
        *write_head(report.title, SIGNED, "balance", "Skip to the report"),
        *_contents(report),
        '<main id="main-part">',
        f'<header><h1>{title}</h1><p class="facts">{_text(" · ".join(report.facts))}</p></header>',
        '<section class="part" id="verdicts"><h2>Verdicts</h2>',
        *map(_verdict, (*report.verdicts[1:], report.verdicts[0])),
    ]
    for part, of_part in zip(report.parts, plots_by_part, strict=True):
        lines += _figures(part, of_part["changes"])
    lines.append("</section>")
    for part, of_part in zip(report.parts, plots_by_part, strict=True):
        for section in part.sections:
            lines += _section(section, part, of_part.get(section.name, []))
    lines += ['<section class="part" id="method"><h2>How to read this</h2>', *_findings(report.method), "</section>"]
    return "\n".join([*lines, "</main>", "</body>", "</html>", ""])


def _section(section: Section, part: Part, part_plots: list[Plot]) -> Iterator[str]:
    yield f'<section class="part" id="{section.name}{part.mark}"><h2>{_text(section.title)}, {_text(part.study.bots)}</h2>'
    yield from _findings(section.sentences)
    yield from _figures(part, part_plots)
    for group in section.groups:
        yield from _table(part, group)
    if section.name == "needed":
        base, *variants = (_text(sample.title) for sample in part.study.samples)
        heads = "".join(f'<th colspan="2">{title}</th>' for title in (base, *(f"change by {title}" for title in variants)))
        each = "<th>now</th><th>games</th>" * (1 + len(variants))
        yield '<div class="wide"><table class="numbers"><caption>Games for the precision asked for</caption>'
        yield f"<thead><tr><td></td><th>wanted</th>{heads}</tr><tr><td></td><td></td>{each}</tr></thead><tbody>"
        for one in part.needed:
            cells = "".join(
                f'<td class="value">± {margin(width * one.row.unit.times)}</td><td class="value">{games:,}</td>'
                for width, games in zip(one.margins, one.games, strict=True)
            )
            target_cell = f'<td class="value">± {margin(one.wanted * one.row.unit.times)}</td>'
            yield f'<tr><th scope="row">{_text(one.row.label)}</th>{target_cell}{cells}</tr>'
        yield "</tbody></table></div>"
    yield "</section>"


def _findings(sentences: Sequence[str]) -> Iterator[str]:
    yield from ('<ul class="findings">', *(f"<li>{_text(sentence)}</li>" for sentence in sentences), "</ul>")


def _contents(report: Report) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><p class="brand">{_text(report.title)}</p><ol><li><a href="#verdicts">Verdicts</a></li>'
    for part in report.parts:
        for section in part.sections:
            of = f", {_text(part.study.bots)}" if len(report.parts) > 1 else ""
            yield f'<li><a href="#{section.name}{part.mark}">{_text(section.title)}{of}</a></li>'
    yield '<li><a href="#method">How to read this</a></li></ol></nav>'


def _verdict(verdict: Joint) -> str:
    mark = _MARKS.get(verdict.kind)
    badge = f' <span class="mark {verdict.kind}">{mark}</span>' if mark else ""
    first, *others = (_text(sentence) for sentence in verdict.sentences)
    rest = f"<ul>{''.join(f'<li>{sentence}</li>' for sentence in others)}</ul>" if others else ""
    return f'<article class="verdict {verdict.kind}"><h3>{_text(verdict.title)}{badge}</h3><p>{first}</p>{rest}</article>'


def _figures(part: Part, part_plots: list[Plot]) -> Iterator[str]:
    if part_plots:
        yield write_key([unbroken(sample.title) for sample in part.study.samples]) if part.study.variants else ""
        yield f'<div class="plots" style="--width: {part_plots[0].width}px">'
        for plot in part_plots:
            yield f'<figure class="plot">{plot.svg}<figcaption>{_text(plot.caption)}</figcaption></figure>'
        yield "</div>"


def _table(part: Part, group: Group) -> Iterator[str]:
    """Values and margins stand in columns of their own, so that they align at the ±."""
    if not group.rows:
        return
    base, *variants = (_text(sample.title) for sample in part.study.samples)
    heads = [f'<th colspan="2">{base}</th>']
    heads += [f'<th colspan="2">{title}</th><th colspan="2">change</th>' for title in variants]
    rows = [f'<tr><th scope="row">{_text(row.label)}</th>{"".join(_cells(row))}</tr>' for row in group.rows]
    unit = f" ({group.rows[0].unit.name})" if len({row.unit for row in group.rows}) == 1 else ""
    caption = f"{_text(group.title)}{unit}"
    is_folded = len(rows) > _LONG
    yield f"<details><summary>{caption}: all {len(rows)}</summary>" if is_folded else ""
    yield f'<div class="wide"><table class="numbers"><caption>{caption}</caption>'
    yield f"<thead><tr><td></td>{''.join(heads)}</tr></thead>"
    yield from ("<tbody>", *rows, "</tbody></table></div>", "</details>" if is_folded else "")


def _cells(row: Row) -> Iterator[str]:
    yield _cell(row.estimates[0], row.unit)
    for now, difference, stands in zip(row.estimates[1:], row.changes, row.stands, strict=True):
        yield _cell(now, row.unit) + _cell(difference, row.unit, "stands" if stands else "")


def _cell(estimate: Estimate | None, unit: Unit, mark: str = "") -> str:
    if estimate is None:
        return '<td class="value">–</td><td></td>'
    is_change = isinstance(estimate, Difference)
    value = round(estimate.value * unit.times, unit.decimals) + 0.0  # no `-0.0`
    figure = f"{value:{'+' if is_change and value else ''},.{unit.decimals}f}".replace("-", "−")
    classes = " ".join(filter(None, ("change" if is_change else "", mark)))
    return (
        f'<td class="value {classes}">{figure}</td>'
        f'<td class="margin {classes}">± {estimate.margin * unit.times:,.{unit.decimals}f}</td>'
    )


def _text(text: str) -> str:
    return escape(unbroken(text))
