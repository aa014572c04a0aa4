"""Lines of text and small pictures in SVG, as wide as they will be in any font."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

ICON = 22
_NARROW = frozenset("fijlrt.,:;'’|!()[] “”")


@dataclass(frozen=True, slots=True)
class Part:
    """Something in a line: SVG drawn from its left end on, its middle at height 0."""

    width: float
    drawn: str


Line = list[Part]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, drawn downwards from height 0."""

    height: float
    drawn: str


def picture(id_: str) -> Part:
    return Part(ICON + 2, f'<use href="#{id_}" x="1" y="{-ICON / 2:g}" width="{ICON}" height="{ICON}"/>')


def number(text: str) -> Part:
    return Part(width(text, 15) + 2, f'<text x="1" y="5.4" class="fi">{escape(text)}</text>')


def label(text: str, size: float = 11.5) -> Part:
    drawn = f'<text x="2" y="{size * 0.36:.1f}" class="fo" font-size="{size:g}">{escape(text)}</text>'
    return Part(width(text, size) + 6, drawn)


def arrow() -> Part:
    return Part(20, '<path d="M2 0h13m-4-4 4 4-4 4" class="fa"/>')


def draw_row(parts: Iterable[Part]) -> str:
    drawn, x = [], 0.0
    for part in parts:
        drawn.append(f'<g transform="translate({x:.1f} 0)">{part.drawn}</g>')
        x += part.width
    return "".join(drawn)


def length(parts: Iterable[Part]) -> float:
    return sum(part.width for part in parts)


def center_line(parts: Line, middle: float, room: float, height: float = 29) -> Block:
    """A line in the middle, scaled down if it is too long for the room."""
    scale = min(1.0, room / max(1, length(parts)))
    start = middle - length(parts) * scale / 2
    drawn = f'<g transform="translate({start:.1f} {height / 2:g}) scale({scale:.2f})">{draw_row(parts)}</g>'
    return Block(height, drawn)


def stack_blocks(blocks: Iterable[Block], y: float) -> str:
    drawn = []
    for block in blocks:
        drawn.append(f'<g transform="translate(0 {y:.1f})">{block.drawn}</g>')
        y += block.height
    return "".join(drawn)


def paragraph(text: str, style: str, middle: float, room: float) -> Block:
    """Words broken into lines, in the middle."""
    lines = enumerate(break_line(text, room))
    drawn = [f'<text x="{middle:g}" y="{12 + 14 * i}" class="{style}">{escape(part)}</text>' for i, part in lines]
    return Block(14 * len(drawn) + 4, "".join(drawn))


def cut(text: str, room: float, most: int) -> str:
    """The words that fit into so many lines."""
    lines = break_line(text, room)
    if len(lines) <= most:
        return text
    words = " ".join(lines[:most]).split()
    while len(break_line(" ".join(words) + " …", room)) > most:
        words.pop()
    return " ".join(words).rstrip(" ,;:(") + " …"


def shorten_line(text: str, room: float, size: float) -> str:
    """As much of a line as there is room for."""
    if width(text, size) <= room:
        return text
    kept = text[: int(room / (0.36 * size))]
    while kept and width(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def break_line(text: str, room: float, size: float = 11.5) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def width(text: str, size: float) -> float:
    """About how wide a text is, by a wide font, so that it fits in any."""
    return size * sum(0.36 if c in _NARROW else 0.94 if c in "mwMW—" else 0.7 if c.isupper() else 0.6 for c in text)
