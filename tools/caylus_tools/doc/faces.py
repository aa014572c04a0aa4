"""Small pictures in SVG, drawn from the rules and their manifest alone: an icon for every resource, a face for every object.

What belongs to a group is a block, what is counted in the end a shield, what comes from a supply a peg, what else is
paid a disc, and what is only gained a seal. Colours follow the order of the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.model.walk import list_actions, parts
from caylus.records import Record

from caylus_tools import common
from caylus_tools.verbalize import face
from caylus_tools.verbalize.objects import Objects
from caylus_tools.verbalize.prose import full_stop, groups, plain

ICON = 22
_NARROW = frozenset("fijlrt.,:;'’|!()[] “”")


class Part(Record):
    """Something in a line: SVG drawn from its left end on, its middle at height 0."""

    width: float
    drawn: str


Line = list[Part]


class Block(Record):
    """Lines that belong together, drawn downwards from height 0."""

    height: float
    drawn: str


def picture(id_: str) -> Part:
    return Part(ICON + 2, f'<use href="#{id_}" x="1" y="{-ICON / 2:g}" width="{ICON}" height="{ICON}"/>')


def number(text: str) -> Part:
    return Part(width(text, 15) + 2, f'<text x="1" y="5.4" class="fi">{escape(text)}</text>')


def label(text: str, size: float = 11.5) -> Part:
    svg = f'<text x="2" y="{size * 0.36:.1f}" class="fo" font-size="{size:g}">{escape(text)}</text>'
    return Part(width(text, size) + 6, svg)


def arrow() -> Part:
    return Part(20, '<path d="M2 0h13m-4-4 4 4-4 4" class="fa"/>')


def draw_row(parts: Iterable[Part]) -> str:
    fragments, x = [], 0.0
    for part in parts:
        fragments.append(f'<g transform="translate({x:.1f} 0)">{part.drawn}</g>')
        x += part.width
    return "".join(fragments)


def length(parts: Iterable[Part]) -> float:
    return sum(part.width for part in parts)


def center_line(parts: Line, middle: float, room: float, height: float = 29) -> Block:
    """A line in the middle, scaled down if it is too long for the room."""
    scale = min(1.0, room / max(1, length(parts)))
    start = middle - length(parts) * scale / 2
    svg = f'<g transform="translate({start:.1f} {height / 2:g}) scale({scale:.2f})">{draw_row(parts)}</g>'
    return Block(height, svg)


def stack_blocks(blocks: Iterable[Block], y: float) -> str:
    fragments = []
    for block in blocks:
        fragments.append(f'<g transform="translate(0 {y:.1f})">{block.drawn}</g>')
        y += block.height
    return "".join(fragments)


def paragraph(text: str, style: str, middle: float, room: float) -> Block:
    """Words broken into lines, in the middle."""
    lines = enumerate(break_line(text, room))
    fragments = [f'<text x="{middle:g}" y="{12 + 14 * i}" class="{style}">{escape(part)}</text>' for i, part in lines]
    return Block(14 * len(fragments) + 4, "".join(fragments))


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
    prefix = text[: int(room / (0.36 * size))]
    while prefix and width(prefix + "…", size) > room:
        prefix = prefix[:-1]
    return prefix.rstrip() + "…"


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


PALETTE = (
    "#c9597a", "#8a5a33", "#868d98", "#7d55b3", "#d9a419", "#1f7f8c", "#3566ad", "#bb4a2b", "#4d9d5f", "#5f6b24",
    "#a3468c", "#3f8fc4",
)  # fmt: skip
_FOR_PAGES = "<!-- For pages alone"
"""Above this in `icons.svg` stands what manifests may name."""
SIZE = 20
"""What is drawn here fits a square of this size."""

Piece = m.Resource | m.Group


class Icons:
    """`named` are the manifest's `icons`: pictures by the names of resources, groups and objects."""

    def __init__(self, model: m.Model, picture_names: Mapping[str, str | Sequence[str]]) -> None:
        self._model = model
        self.named = {name: (of,) if isinstance(of, str) else tuple(of) for name, of in picture_names.items()}
        score_resources = set(_named_resources(tuple(model.score.cases), model))
        self._groups = [group for group in groups(model) if group.members]
        group_resources = {resource for group in self._groups for resource in group.members}
        self._supplies = {r.supply for r in model.resources if r.supply}
        supply_resources = self._supplies | {r for r in model.resources if r.supply}
        paid = set(_paid(model))
        self.shapes: dict[str, str] = {}
        for r in model.resources:
            shapes = (("block", group_resources), ("shield", score_resources), ("peg", supply_resources), ("disc", paid))
            self.shapes[r.name] = next((shape for shape, members in shapes if r in members), "seal")
        self._letters = _letters([r.title for r in model.resources if self.shapes[r.name] == "block"])

    def symbols(self) -> Iterator[str]:
        """An SVG `symbol` for each resource and group, to be used by `icon_id`, and for each picture of an object."""
        for resource in self._model.resources:
            yield self._symbol(resource, self._draw_icon(resource, resource_colour(resource)))
        for group in self._groups:
            yield self._symbol(group, _stripes([resource_colour(resource) for resource in group.members]))
        pieces = {resource.name for resource in self._model.resources} | {group.name for group in self._groups}
        used = {name for of, names in self.named.items() if of not in pieces for name in names}
        for name in sorted(used):
            box, svg = pictures()[name]
            yield f'<symbol id="{icon_id(name)}" viewBox="{box}">{svg}</symbol>'

    def _symbol(self, of: Piece, svg: str) -> str:
        box, svg = pictures()[self.named[of.name][0]] if of.name in self.named else (f"0 0 {SIZE} {SIZE}", svg)
        return f'<symbol id="{icon_id(of)}" viewBox="{box}">{svg}</symbol>'

    def _draw_icon(self, resource: m.Resource, colour: str) -> str:
        match self.shapes[resource.name]:
            case "block":
                letter = f'<text x="7.5" y="16" class="il">{escape(self._letters[resource.title])}</text>'
                return f'<path d="M1 6h13v13H1z" fill="{colour}"/>{_sides(colour)}{letter}'
            case "shield":
                light = f'<path d="M10 2.6 16.4 4.4V10c0 4-2.8 6.3-6.4 7.7z" fill="{shade(colour, 0.14)}"/>'
                return f'<path d="M10 .8 18 3v7c0 5-3.6 7.8-8 9.4C5.6 17.8 2 15 2 10V3z" fill="{colour}" {_edge(colour)}/>{light}'
            case "peg":
                return _peg(colour, is_hollow=resource in self._supplies)
            case "disc":
                rim = f'<circle cx="10" cy="10" r="6.7" fill="none" stroke="{shade(colour, 0.45)}" stroke-width=".9"/>'
                return f'<circle cx="10" cy="10" r="9" fill="{colour}" {_edge(colour)}/>{rim}'
        tails = "M6 11 3.5 19.5 7.5 17.8 9.8 20l.6-8zM14 11l2.5 8.5-4-1.7L10.2 20l-.6-8z"
        points = ((8 if i % 2 == 0 else 6.6, math.pi * i / 12) for i in range(24))
        star = " ".join(f"{10 + r * math.sin(angle):.1f},{8 - r * math.cos(angle):.1f}" for r, angle in points)
        middle = f'<circle cx="10" cy="8" r="4.3" fill="{shade(colour, 0.2)}"/>'
        return f'<path d="{tails}" fill="{shade(colour, -0.3)}"/><polygon points="{star}" fill="{colour}"/>{middle}'


def icon_id(of: Piece | str) -> str:
    """Of what is drawn for a resource or a group, or of a picture that the manifest names."""
    return f"picture-{of}" if isinstance(of, str) else f"icon-{of.name}"


def resource_colour(resource: m.Resource) -> str:
    return PALETTE[resource.index % len(PALETTE)]


def shade(colour: str, share: float) -> str:
    """A colour nearer to white by a share of the way, or nearer to black where that is below 0."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    goal = 255 if share > 0 else 0
    return "#" + "".join(f"{round(part + (goal - part) * abs(share)):02x}" for part in parts)


@cache
def pictures() -> Mapping[str, tuple[str, str]]:
    """The pictures that manifests may name, by name: the box that each is drawn in, and the drawing."""
    text = files(common).joinpath("icons.svg").read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="([a-z]+)" viewBox="([0-9 ]+)">(.*)</symbol>', text.partition(_FOR_PAGES)[0])
    return {name: (box, svg) for name, box, svg in symbols}


def _sides(colour: str) -> str:
    top, right = shade(colour, 0.42), shade(colour, -0.3)
    return f'<path d="M1 6l4-4h13l-4 4z" fill="{top}"/><path d="M14 6l4-4v13l-4 4z" fill="{right}"/>'


def _stripes(colours: list[str]) -> str:
    """The front of a block in the colours of a group's members."""
    width = 13 / len(colours)
    fronts = (f'<path d="M{1 + i * width:.2f} 6h{width:.2f}v13h-{width:.2f}z" fill="{c}"/>' for i, c in enumerate(colours))
    return "".join(fronts) + _sides("#8c8c8c")


def _peg(colour: str, *, is_hollow: bool) -> str:
    outline = "M10 1.2a4 4 0 0 1 2.4 7.2c2.3 1.4 3.6 4 4.1 7.6v2.5h-13V16c.5-3.6 1.8-6.2 4.1-7.6A4 4 0 0 1 10 1.2z"
    look = f'fill="none" stroke="{colour}" stroke-width="1.6"' if is_hollow else f'fill="{colour}" {_edge(colour)}'
    return f'<path d="{outline}" {look}/>'


def _edge(colour: str) -> str:
    return f'stroke="{shade(colour, -0.35)}" stroke-width=".8"'


def _letters(titles: list[str]) -> dict[str, str]:
    """The first letter of each title, two where that is not enough to tell them apart."""
    firsts = [title[:1] for title in titles]
    return {title: title[: 1 if firsts.count(title[:1]) == 1 else 2].capitalize() for title in titles}


# ---- what the rules do with resources


def _paid(model: m.Model) -> Iterator[m.Resource]:
    for action in list_actions(model):
        for part in parts(action.body):
            if isinstance(part, m.Transfer) and part.verb == "pay":
                yield from _named_resources(part.payment, model)


def _named_resources(node: object, model: m.Model) -> Iterator[m.Resource]:
    """The resources that an expression speaks of."""
    for part in parts(node):
        if isinstance(part, (m.Holding, m.Quantity)):
            yield from part.resources
        elif isinstance(part, m.ConstPayment):
            yield from (model.resources[index] for way in part.alternatives for index, _ in way)


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


class Layout(Record):
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
        lines = [drawing for drawing in self._draw_pictures(thing, down) if isinstance(drawing, list)][:2]
        if not lines:
            return ""
        across, high = SMALL
        svg = stack_blocks(
            [center_line(drawing, across / 2, across, high / 2) for drawing in lines], 0 if len(lines) > 1 else high / 4
        )
        return f'<svg class="small" viewBox="0 0 {across} {high}" aria-hidden="true">{svg}</svg>'

    def draw(self, thing: m.Object, mark: str = "") -> str:
        """An `svg` element. `mark` is a word for its corner."""
        layout = self._layouts[thing]
        height = max(layout.height, self._heights.get(thing.kind, 0))
        foot = height - sum(block.height for block in layout.foot) - 5
        room = (foot - 6 if layout.foot else height) - _HEADER
        svg = stack_blocks(layout.middle, _HEADER + (room - sum(block.height for block in layout.middle)) / 2)
        if layout.foot:
            rule = f'<path d="M{_MARGIN} {foot - 6:g}h{_INNER}" class="fr"/>' if layout.middle else ""
            svg += rule + stack_blocks(layout.foot, foot)
        return self._frame(thing, height, svg, mark)

    def _layout(self, thing: m.Object) -> Layout:
        middle = [
            drawing if isinstance(drawing, Block) else center_line(drawing, WIDTH / 2, _INNER)
            for drawing in self._draw_pictures(thing)
        ]
        return Layout(tuple(middle), tuple(self._field(thing, fixed) for fixed in self._objects.notable(thing)))

    def _draw_pictures(self, thing: m.Object, down: Container[str] = ()) -> Iterator[Line | Block]:
        """Lines of pictures, and words where there are none."""
        for line in self._face.render_face(thing, down):
            if not isinstance(line, face.Words):
                yield self._draw_line(line)
            elif line.is_heading:
                yield Block(13, f'<text x="{_MARGIN}" y="9" class="fl">{escape(line.text)}</text>')
            elif line.is_about:
                yield _text(cut(line.text, _INNER, _MOST_LINES), "fb")
            else:
                yield _text(line.text, "fx")

    def _frame(self, thing: m.Object, height: float, body: str, mark: str) -> str:
        description = " ".join(plain(full_stop(sentence)) for sentence in self._objects.sentences(thing)) or "nothing of its own"
        label = escape(f"{thing.title}: {description}")
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
            parts = self._draw_line(self._face.payment(value))
            start = WIDTH - 14 - length(parts)
            return Block(24, f'{label}<g transform="translate({start:.1f} 12)">{draw_row(parts)}</g>')
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


def _text(text: str, style: str) -> Block:
    return paragraph(text, style, WIDTH / 2, _INNER)
