"""Plots as pieces of SVG for a page: the same bytes for the same numbers, in the colours of the page, light or dark."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH = 420
NARROW = 240
"""Of a plot, in pixels of the page; text is still legible where a phone makes it smaller."""

INK, SOFT, RULE, CARD = "#010101", "#020202", "#030303", "#040404"
SERIES = ("#100010", "#110011", "#120012", "#130013", "#140014", "#150015")
MARKERS = (("o", "●"), ("D", "◆"), ("s", "■"), ("^", "▲"), ("v", "▼"), ("P", "✚"))
_COLOURS = {INK: "ink", SOFT: "ink2", RULE: "line", CARD: "surface", **{colour: f"series-{n}" for n, colour in enumerate(SERIES)}}
"""Colours that stand for those of the page's style."""

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 11,
    "axes.titlesize": 11.5,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.titlecolor": INK,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": RULE,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": RULE,
    "xtick.labelcolor": SOFT,
    "ytick.color": RULE,
    "ytick.labelcolor": SOFT,
    "figure.dpi": 72,
    "figure.facecolor": "none",
    "figure.constrained_layout.use": True,
}


class Plot(NamedTuple):
    """`width` is in pixels of the page."""

    caption: str
    width: int
    svg: str


def colour(series: int) -> str:
    return SERIES[series % len(SERIES)]


def marker(series: int) -> str:
    return MARKERS[series % len(MARKERS)][0]


def sign(series: int) -> tuple[str, str]:
    """The colour and the marker of a series, for the text of the page."""
    return f"var(--{_COLOURS[colour(series)]})", MARKERS[series % len(MARKERS)][1]


def plot(
    name: str, caption: str, description: str, draw: Callable[[Axes], None], *, width: int = WIDTH, height: int = 280
) -> Plot:
    """Has `draw` draw on the axes of a new figure.

    The `description` is for those who do not see it; the `name` keeps what the SVG defines apart from that of other plots.
    """
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({**_STYLE, "svg.hashsalt": name})
        figure = Figure(figsize=(width / 72, height / 72))
        draw(figure.subplots())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return Plot(caption, width, _for_the_page(out.getvalue(), description))


def only(axes: Axes, grid: str) -> None:
    """A grid along one axis only."""
    axes.grid(visible=False, axis="x" if grid == "y" else "y")


def _for_the_page(svg: str, description: str) -> str:
    """Without what only a file of its own needs, in the page's colours, and with words in place of the picture."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r'(<g) id="[^"]*"', r"\1", body)
    body = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", body)
    size = re.search(r'viewBox="([^"]*)"', body)
    assert size is not None
    body = f'<svg viewBox="{size[1]}" role="img" aria-label="{escape(description)}">{body[body.index(">") + 1 :]}'
    for stands_for, name in _COLOURS.items():
        body = body.replace(stands_for, f"var(--{name})")
    return re.sub(r"\n\s*", "\n", body).strip()
