"""The analysis of a game as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from caylus_tools.charts import Frame, Plot, linear, sign
from caylus_tools.charts.page import write_head

from . import wording
from .analysis import Analysis

SIGNED = "caylus analyse"
"""The mark near the beginning of every page; only programs look for it."""
_WIDTH, _HEIGHT = 680, 300


def html(analysis: Analysis) -> str:
    """The whole page."""
    title = escape(wording.heading(analysis))
    lines = [
        *write_head(wording.heading(analysis), SIGNED, "review", "Skip to the analysis"),
        *_contents(analysis),
        '<main id="main-part">',
        f"<header><h1>{title}</h1><p>{escape(wording.result(analysis))}</p></header>",
    ]
    if len(analysis.labels) > 1:
        lines += _course(analysis)
    lines += _mistakes(analysis)
    lines.append('<section class="part" id="method"><h2>How to read this</h2>')
    lines += [f"<p>{escape(sentence)}</p>" for sentence in wording.method(analysis)]
    return "\n".join([*lines, "</section>", "</main></body></html>", ""])


def _contents(analysis: Analysis) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><p class="brand">{escape(wording.heading(analysis))}</p><ol>'
    if len(analysis.labels) > 1:
        yield '<li><a href="#course">How the game went</a></li>'
    yield '<li><a href="#mistakes">Choices that lost most</a></li><li><a href="#method">How to read this</a></li></ol></nav>'


def _course(analysis: Analysis) -> Iterator[str]:
    yield '<section class="part" id="course"><h2>How the game went</h2>'
    signs = ((label, *sign(seat)) for seat, label in enumerate(analysis.labels))
    spans = (f'<span><span style="color: {colour}">{mark}</span> {escape(label)}</span>' for label, colour, mark in signs)
    plot = _plot(analysis)
    yield f'<p class="key" aria-hidden="true">{"".join(spans)}</p>'
    caption = f"<figcaption>{escape(plot.caption)}</figcaption>"
    yield f'<figure class="plot" style="--width: {plot.width}px">{plot.svg}{caption}</figure>'
    yield from _table(analysis)
    yield "<h3>Turning points</h3>"
    if analysis.turns:
        yield from ("<ul>", *(f"<li>{escape(wording.turn(analysis, turn))}</li>" for turn in analysis.turns), "</ul>")
    else:
        yield f"<p>{wording.NO_TURN}</p>"
    yield "</section>"


def _plot(analysis: Analysis) -> Plot:
    rounds = [round_ for round_, _ in analysis.standings]
    values = [value for _, standing in analysis.standings for value in standing]
    frame = Frame(
        linear(rounds, "at the begin of round", is_tight=True, most=12), linear([0, *values]), width=_WIDTH, height=_HEIGHT
    )
    frame.rule_across(0)
    for turn in analysis.turns:
        frame.rule_up(turn.round)
    for seat in range(len(analysis.labels)):
        points = [(round_, standing[seat]) for round_, standing in analysis.standings]
        frame.line(points, seat, 2)
        for point in points:
            frame.mark(point, seat, 2.5)
    caption = "Points by which each seat is expected to end above the average of all; upright lines: turning points"
    return frame.plot(caption, f"{caption}. The table below has the numbers.")


def _table(analysis: Analysis) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in analysis.labels)
    yield "<details><summary>The numbers</summary><table>"
    yield f'<thead><tr><th scope="col">Round</th>{heads}</tr></thead><tbody>'
    *begins, (_, end) = analysis.standings
    for name, standing in (*begins, ("end", end)):
        cells = "".join(f"<td>{value:+.1f}</td>".replace("-", "−") for value in standing)
        yield f'<tr><th scope="row">{name}</th>{cells}</tr>'
    yield "</tbody></table></details>"


def _mistakes(analysis: Analysis) -> Iterator[str]:
    yield '<section class="part" id="mistakes"><h2>Choices that lost most</h2>'
    for label, found in zip(analysis.labels, analysis.mistakes, strict=True):
        if not found:
            yield f"<p>{escape(wording.no_mistake(label))}</p>"
            continue
        yield f"<h3>{escape(label)}</h3><ul>"
        for mistake in found:
            then = escape(wording.expected(mistake))
            yield f'<li>{escape(wording.mistake(mistake))} <span class="then">{then}</span></li>'
        yield "</ul>"
    yield "</section>"
