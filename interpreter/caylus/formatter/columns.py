"""Lines below one another that say the like stand in columns, and so do the comments behind lines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

WIDTH: Final = 130
"""How long a line should be at most."""

_COMMENTS: Final = 37
"""Where comments behind lines begin, counted from 0, unless the lines are longer."""


@dataclass(slots=True)
class Line:
    """A line of text. Lines of the same `form` that follow one another have their cells in columns, `gap` blanks apart."""

    indent: int
    cells: tuple[str, ...]
    form: str = ""
    gap: int = 1
    comment: str = ""
    is_apart: bool = False
    is_remark: bool = False
    """A comment on a line of its own, which interrupts nothing."""

    @property
    def text(self) -> str:
        return (" " * self.gap).join(filter(None, self.cells))


def align_columns(lines: Sequence[Line]) -> str:
    """The text of the lines."""
    for run in _runs(lines, lambda line: (line.indent, line.form) if line.form else None):
        _align(run)
    written = {id(line): " " * line.indent + line.text for line in lines}
    for run in _runs(lines, lambda line: line.indent + 1 if line.comment else None):
        column = max(_COMMENTS, *(len(written[id(line)].rstrip()) + 2 for line in run))
        for line in run:
            written[id(line)] = written[id(line)].ljust(column) + line.comment
    return "".join(f"{chr(10) * line.is_apart}{written[id(line)].rstrip()}\n" for line in lines)


def _runs(lines: Iterable[Line], key: Callable[[Line], Hashable]) -> Iterator[list[Line]]:
    """Lines one after the other that have the same key, not None, and no empty line between them."""
    part, keyed = 0, []
    for line in lines:
        part += line.is_apart
        if not line.is_remark:
            keyed.append(((part, key(line)), line))
    for (_, common), run in groupby(keyed, key=lambda pair: pair[0]):
        if common is not None:
            yield [line for _, line in run]


def _align(run: Sequence[Line]) -> None:
    """Makes one cell of the cells of each line. A line that is too long anyway has no say in how wide a column is."""
    widths = [0] * max(len(line.cells) for line in run)
    for line in run:
        if line.indent + len(line.text) <= WIDTH:
            for place, cell in enumerate(line.cells[:-1]):
                widths[place] = max(widths[place], len(cell))
    for line in run:
        fits = True
        padded = []
        for cell, width in zip(line.cells[:-1], widths, strict=False):
            fits &= len(cell) <= width
            padded.append(cell.ljust(width) if fits else cell)
        line.cells = ((" " * line.gap).join(filter(None, (*padded, line.cells[-1]))),)
