"""The face of an object as an SVG picture, drawn from nothing but its own definition and the pictures its manifest names."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize import face
from caylus_tools.verbalize.objects import Objects
from caylus_tools.verbalize.prose import full_stop, plain

from .drawing import (
    Block,
    Line,
    Part,
    arrow,
    center_line,
    cut,
    draw_row,
    label,
    length,
    number,
    paragraph,
    picture,
    shorten_line,
    stack_blocks,
    width,
)
from .icons import Icons, icon_id

WIDTH = 224
_MARGIN = 14
_INNER = WIDTH - 2 * _MARGIN
_HEADER = 42
_TALLEST_ALIKE = 190
"""Faces of a kind are of one height, unless they would be taller than this."""
_MOST_LINES = 9
_SMALL_LETTERS = 9.5
_SMALLEST = 9
"""No title is set in smaller letters; a longer one is cut."""
SMALL = (96, 46)
"""How wide and how high what a piece does is drawn where it lies on the board."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a face: in the middle what it does, at the foot what it has."""

    middle: tuple[Block, ...]
    foot: tuple[Block, ...]

    @property
    def height(self) -> float:
        middle = sum(block.height for block in self.middle) + (18 if self.middle else 0)
        return _HEADER + middle + sum(block.height for block in self.foot) + (11 if self.foot else 0)


class Faces:
    """Draws the objects of one ruleset."""

    def __init__(self, objects: Objects, icons: Icons, tints: Mapping[str, str]) -> None:
        """`tints` are colours by the names of kinds; what has none there is coloured by its place among the kinds."""
        self._objects = objects
        self._model = objects.model
        self._face = face.Face(objects, icons.named)
        things = [thing for thing in objects.all() if thing.is_named]
        self._layouts = {thing: self._layout(thing) for thing in things}
        self._tints = face.tints(objects, tints)
        self._heights: dict[m.Kind, float] = {}
        for thing in things:
            height = self._layouts[thing].height
            if height <= _TALLEST_ALIKE:
                self._heights[thing.kind] = max(height, self._heights.get(thing.kind, 0))

    def tint(self, kind: m.Kind) -> str | None:
        """The colour of a kind's own objects; None for a kind that has none."""
        return self._tints.get(kind)

    def small(self, thing: m.Object, down: Container[str]) -> str:
        """An object's effect as a small `svg` element, as far as pictures can say it; empty if they cannot.

        `down` are actions that it does not do where it lies.
        """
        lines = [made for made in self._draw_pictures(thing, down) if isinstance(made, list)][:2]
        if not lines:
            return ""
        across, high = SMALL
        drawn = stack_blocks(
            [center_line(made, across / 2, across, high / 2) for made in lines], 0 if len(lines) > 1 else high / 4
        )
        return f'<svg class="small" viewBox="0 0 {across} {high}" aria-hidden="true">{drawn}</svg>'

    def draw(self, thing: m.Object, mark: str = "") -> str:
        """An `svg` element. `mark` is a word for its corner."""
        layout = self._layouts[thing]
        height = max(layout.height, self._heights.get(thing.kind, 0))
        foot = height - sum(block.height for block in layout.foot) - 5
        room = (foot - 6 if layout.foot else height) - _HEADER
        drawn = stack_blocks(layout.middle, _HEADER + (room - sum(block.height for block in layout.middle)) / 2)
        if layout.foot:
            rule = f'<path d="M{_MARGIN} {foot - 6:g}h{_INNER}" class="fr"/>' if layout.middle else ""
            drawn += rule + stack_blocks(layout.foot, foot)
        return self._frame(thing, height, drawn, mark)

    def _layout(self, thing: m.Object) -> Layout:
        middle = [made if isinstance(made, Block) else _center_line(made) for made in self._draw_pictures(thing)]
        return Layout(tuple(middle), tuple(self._field(thing, fixed) for fixed in self._objects.notable(thing)))

    def _draw_pictures(self, thing: m.Object, down: Container[str] = ()) -> Iterator[Line | Block]:
        """Lines of pictures, and words where there are none."""
        for made in self._face.render_face(thing, down):
            if not isinstance(made, face.Words):
                yield self._draw_line(made)
            elif made.is_heading:
                yield Block(13, f'<text x="{_MARGIN}" y="9" class="fl">{escape(made.text)}</text>')
            elif made.is_about:
                yield _text(cut(made.text, _INNER, _MOST_LINES), "fb")
            else:
                yield _text(made.text, "fx")

    def _frame(self, thing: m.Object, height: float, body: str, mark: str) -> str:
        told = " ".join(plain(full_stop(said)) for said in self._objects.sentences(thing)) or "nothing of its own"
        label = escape(f"{thing.title}: {told}")
        room = _INNER - (52 if mark else 0)
        title = shorten_line(thing.title, room, _SMALLEST)
        size = min(15.0, 15 * room / max(1, width(title, 15)))
        base = f"V{_HEADER}H.5" if height > _HEADER else f"V{_HEADER - 9}a9 9 0 0 1-9 9H9.5a9 9 0 0 1-9-9"
        corner = ""
        if mark:
            corner = f'<rect x="{WIDTH - 62}" y="7" width="54" height="14" rx="7" class="fm"/>'
            corner += f'<text x="{WIDTH - 35}" y="17" class="fn">{escape(mark)}</text>'
        return (
            f'<svg class="face" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img" '
            f'aria-label="{label}"><rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:g}" rx="9" class="fc"/>'
            f'<path d="M.5 9.5a9 9 0 0 1 9-9h{WIDTH - 19}a9 9 0 0 1 9 9{base}z" class="tint-{self._tints[thing.kind]}"/>'
            f'<text x="{_MARGIN}" y="22" class="ft" font-size="{size:.1f}">{escape(title)}</text>'
            f'<text x="{_MARGIN}" y="35" class="fk">{escape(self._below_title(thing))}</text>{corner}{body}</svg>'
        )

    def _below_title(self, thing: m.Object) -> str:
        """The kind, and what tells the object apart from others of its title; where both have no room, the latter."""
        mark = self._objects.marks.get(thing.name, "")
        kind = as_words(thing.kind.name)
        is_said = mark in ("", kind, as_words(thing.name))
        lines = [kind] if is_said else [f"{kind} · {mark}", mark]
        return next((line for line in lines if width(line, _SMALL_LETTERS) <= _INNER), shorten_line(kind, _INNER, _SMALL_LETTERS))

    # ---- what it has

    def _field(self, thing: m.Object, fixed: m.Property) -> Block:
        value: Any = fixed.values[thing.id]
        label = f'<text x="14" y="16" class="fl">{escape(as_words(fixed.name))}</text>'
        if fixed.type.base == "payment":
            shown = self._draw_line(self._face.payment(value))
            start = WIDTH - 14 - length(shown)
            return Block(24, f'{label}<g transform="translate({start:.1f} 12)">{draw_row(shown)}</g>')
        text = " ".join(map(str, value[1])) if fixed.type.base == "scale" else plain(self._objects.property(fixed, thing))
        return Block(20, f'{label}<text x="{WIDTH - 14}" y="16" class="fv">{escape(text)}</text>')

    def _draw_line(self, line: face.Line) -> Line:
        return [self._part(part) for part in line]

    def _part(self, part: face.Part) -> Part:
        match part:
            case face.Number(of=of):
                return number(str(of))
            case face.Picture(of=of):
                return picture(icon_id(of))
            case face.Label(text=text):
                return label(text)
        return arrow()


def _center_line(parts: Line) -> Block:
    return center_line(parts, WIDTH / 2, _INNER)


def _text(text: str, style: str) -> Block:
    return paragraph(text, style, WIDTH / 2, _INNER)
