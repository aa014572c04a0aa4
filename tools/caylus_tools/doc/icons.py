"""A small picture for every resource and group: the one that the manifest names, or a shape made from the rules alone.

What belongs to a group is a block, what is counted in the end a shield, what comes from a supply a peg, what else is
paid a disc, and what is only gained a seal. Colours follow the order of the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from caylus import model as m
from caylus.model.walk import list_actions, parts

from caylus_tools import common
from caylus_tools.verbalize.prose import groups

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

    def __init__(self, model: m.Model, named: Mapping[str, str | Sequence[str]]) -> None:
        self._model = model
        self.named = {name: (of,) if isinstance(of, str) else tuple(of) for name, of in named.items()}
        scored = set(_named_resources(tuple(model.score.cases), model))
        self._groups = [group for group in groups(model) if group.members]
        grouped = {resource for group in self._groups for resource in group.members}
        self._supplies = {r.supply for r in model.resources if r.supply}
        supplied = self._supplies | {r for r in model.resources if r.supply}
        paid = set(_paid(model))
        self.shapes: dict[str, str] = {}
        for r in model.resources:
            shapes = (("block", grouped), ("shield", scored), ("peg", supplied), ("disc", paid))
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
            box, drawn = pictures()[name]
            yield f'<symbol id="{icon_id(name)}" viewBox="{box}">{drawn}</symbol>'

    def _symbol(self, of: Piece, drawn: str) -> str:
        box, drawn = pictures()[self.named[of.name][0]] if of.name in self.named else (f"0 0 {SIZE} {SIZE}", drawn)
        return f'<symbol id="{icon_id(of)}" viewBox="{box}">{drawn}</symbol>'

    def _draw_icon(self, resource: m.Resource, colour: str) -> str:
        match self.shapes[resource.name]:
            case "block":
                letter = f'<text x="7.5" y="16" class="il">{escape(self._letters[resource.title])}</text>'
                return f'<path d="M1 6h13v13H1z" fill="{colour}"/>{_sides(colour)}{letter}'
            case "shield":
                return _shield(colour)
            case "peg":
                return _peg(colour, is_hollow=resource in self._supplies)
            case "disc":
                return _disc(colour)
        return _seal(colour)


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
    found = re.findall(r'<symbol id="([a-z]+)" viewBox="([0-9 ]+)">(.*)</symbol>', text.partition(_FOR_PAGES)[0])
    return {name: (box, drawn) for name, box, drawn in found}


def _sides(colour: str) -> str:
    top, right = shade(colour, 0.42), shade(colour, -0.3)
    return f'<path d="M1 6l4-4h13l-4 4z" fill="{top}"/><path d="M14 6l4-4v13l-4 4z" fill="{right}"/>'


def _stripes(colours: list[str]) -> str:
    """The front of a block in the colours of a group's members."""
    width = 13 / len(colours)
    fronts = (f'<path d="M{1 + i * width:.2f} 6h{width:.2f}v13h-{width:.2f}z" fill="{c}"/>' for i, c in enumerate(colours))
    return "".join(fronts) + _sides("#8c8c8c")


def _shield(colour: str) -> str:
    light = f'<path d="M10 2.6 16.4 4.4V10c0 4-2.8 6.3-6.4 7.7z" fill="{shade(colour, 0.14)}"/>'
    return f'<path d="M10 .8 18 3v7c0 5-3.6 7.8-8 9.4C5.6 17.8 2 15 2 10V3z" fill="{colour}" {_edge(colour)}/>{light}'


def _disc(colour: str) -> str:
    rim = f'<circle cx="10" cy="10" r="6.7" fill="none" stroke="{shade(colour, 0.45)}" stroke-width=".9"/>'
    return f'<circle cx="10" cy="10" r="9" fill="{colour}" {_edge(colour)}/>{rim}'


def _seal(colour: str) -> str:
    tails = "M6 11 3.5 19.5 7.5 17.8 9.8 20l.6-8zM14 11l2.5 8.5-4-1.7L10.2 20l-.6-8z"
    points = ((8 if i % 2 == 0 else 6.6, math.pi * i / 12) for i in range(24))
    star = " ".join(f"{10 + r * math.sin(angle):.1f},{8 - r * math.cos(angle):.1f}" for r, angle in points)
    middle = f'<circle cx="10" cy="8" r="4.3" fill="{shade(colour, 0.2)}"/>'
    return f'<path d="{tails}" fill="{shade(colour, -0.3)}"/><polygon points="{star}" fill="{colour}"/>{middle}'


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
