"""Text broken into lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

_BETWEEN = "   "
_INDENT = "  "


def wrapped(entries: Iterable[Sequence[Text]], width: int) -> Text:
    """Entries beside each other; one that does not fit begins a line, and breaks only between its pieces."""
    lines = [Text()]
    for pieces in entries:
        whole = Text(" ").join(pieces)
        if lines[-1].plain and cell_len(f"{lines[-1].plain}{_BETWEEN}{whole.plain}") <= width:
            lines[-1] = Text.assemble(lines[-1], _BETWEEN, whole)
            continue
        if lines[-1].plain:
            lines.append(Text())
        for piece in pieces:
            if lines[-1].plain and cell_len(f"{lines[-1].plain} {piece.plain}") > width:
                lines.append(Text.assemble(_INDENT, piece))
            else:
                lines[-1] = Text(" " if lines[-1].plain else "").join([lines[-1], piece])
    return Text("\n").join(lines)


class Clipped:
    """Text of at most so many lines."""

    def __init__(self, text: str, lines: int) -> None:
        self._text = Text(text)
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = self._text.wrap(console, options.max_width)
        shown = lines[: self._lines]
        if len(lines) > len(shown):
            shown[-1].rstrip()
            shown[-1].append(" …").truncate(options.max_width, overflow="ellipsis")
        yield Text("\n").join(shown)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._text)
