"""A row of spaces as boxes that share their borders, as many beside each other as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

_JOINTS = {"udlr": "┼", "udr": "├", "udl": "┤", "dlr": "┬", "ulr": "┴", "dr": "┌", "dl": "┐", "ur": "└", "ul": "┘"}


@dataclass(frozen=True, slots=True)
class Box:
    """`label` stands in the upper border."""

    label: str
    lines: tuple[Text, ...]


def draw(boxes: Sequence[Box], width: int) -> Text:
    """All boxes within `width` columns, equally wide; what is too long for its box ends in `…`.

    They are made as wide as what stands in them where that takes no more lines.
    """
    if not boxes:
        return Text()
    widest = max([8, *(cell_len(line.plain) for box in boxes for line in box.lines)])
    fitting = max(1, (width - 1) // (min(12, widest) + 1))
    bands = -(-len(boxes) // fitting)
    across = -(-len(boxes) // bands)
    inner = min(widest, max(8, (width - 1) // across - 1))
    rows = [boxes[start : start + across] for start in range(0, len(boxes), across)]
    drawn: list[Text] = []
    for above, row in zip([[], *rows], rows, strict=False):
        drawn.append(_border(len(above), [box.label for box in row], inner))
        drawn.extend(_contents(row, inner))
    drawn.append(_border(len(rows[-1]), [], inner))
    return Text("\n").join(drawn)


def _border(above: int, labels: Sequence[str], inner: int) -> Text:
    """The line between a band of `above` boxes and one that has `labels`."""
    line = Text()
    longest = max(above, len(labels))
    for place in range(longest + 1):
        ways = "u" * (place <= above and above > 0) + "d" * (place <= len(labels) and len(labels) > 0)
        line.append(_JOINTS[ways + "l" * (place > 0) + "r" * (place < longest)], style="dim")
        if place < longest:
            label = labels[place] if place < len(labels) else ""
            line.append(label, style="bold").append("─" * (inner - cell_len(label)), style="dim")
    return line


def _contents(row: Sequence[Box], inner: int) -> list[Text]:
    lines = []
    for number in range(max(len(box.lines) for box in row)):
        line = Text("│", style="dim")
        for box in row:
            words = box.lines[number].copy() if number < len(box.lines) else Text()
            words.truncate(inner, overflow="ellipsis", pad=True)
            line = Text.assemble(line, words, ("│", "dim"))
        lines.append(line)
    return lines
