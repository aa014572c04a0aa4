"""A small picture for every resource and group, made from what the rules do with it and its place among the others.

What is counted in the end is a shield, what belongs to a group a block, what comes from a supply a peg, what else is
paid a disc, and what is only gained a seal. Colours follow the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from caylus.check import model as m

PALETTE = (
    "#c9597a", "#8a5a33", "#868d98", "#7d55b3", "#d9a419", "#1f7f8c", "#3566ad", "#bb4a2b", "#4d9d5f", "#5f6b24",
    "#a3468c", "#3f8fc4",
)  # fmt: skip
SIZE = 20
"""Every symbol fits a square of this size."""

Piece = m.Resource | m.Group


class Icons:
    def __init__(self, model: m.Model) -> None:
        self._model = model
        scored = set(_named(tuple(model.score.cases), m.Holding))
        grouped = {resource for group in model.groups.values() for resource in group.members}
        supplied = {r for r in model.resources if r.supply} | {r.supply for r in model.resources if r.supply}
        paid = set(_paid(model))
        self.shapes: dict[str, str] = {}
        for r in model.resources:
            kinds = [("shield", scored), ("block", grouped), ("peg", supplied), ("disc", paid)]
            self.shapes[r.name] = next((shape for shape, members in kinds if r in members), "seal")
        self._letters = _letters([r.title for r in model.resources if self.shapes[r.name] == "block"])

    def shape(self, of: Piece) -> str:
        return "block" if isinstance(of, m.Group) else self.shapes[of.name]

    def symbols(self) -> Iterator[str]:
        """An SVG `symbol` for each, to be used by `id_of`."""
        for resource in self._model.resources:
            shape, colour = self.shapes[resource.name], colour_of(resource)
            draw = {"block": self._block, "shield": _shield, "peg": _peg, "disc": _disc, "seal": _seal}[shape]
            is_supply = any(other.supply is resource for other in self._model.resources)
            drawn = _peg(colour, hollow=True) if shape == "peg" and is_supply else draw(colour, resource.title)
            yield _symbol(resource, drawn)
        for group in self._model.groups.values():
            yield _symbol(group, _stripes([colour_of(resource) for resource in group.members]))

    def _block(self, colour: str, title: str) -> str:
        letter = f'<text x="7.5" y="16" class="il">{self._letters[title]}</text>'
        return f'<path d="M1 6h13v13H1z" fill="{colour}"/>{_sides(colour)}{letter}'


def id_of(of: Piece) -> str:
    return f"icon-{of.name}"


def colour_of(resource: m.Resource) -> str:
    return PALETTE[resource.index % len(PALETTE)]


def shade(colour: str, share: float) -> str:
    """A colour nearer to white by a share of the way, or nearer to black where that is below 0."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    goal = 255 if share > 0 else 0
    return "#" + "".join(f"{round(part + (goal - part) * abs(share)):02x}" for part in parts)


def _symbol(of: Piece, drawn: str) -> str:
    return f'<symbol id="{id_of(of)}" viewBox="0 0 {SIZE} {SIZE}">{drawn}</symbol>'


def _sides(colour: str) -> str:
    top, right = shade(colour, 0.42), shade(colour, -0.3)
    return f'<path d="M1 6l4-4h13l-4 4z" fill="{top}"/><path d="M14 6l4-4v13l-4 4z" fill="{right}"/>'


def _stripes(colours: list[str]) -> str:
    """The front of a block in the colours of a group's members."""
    width = 13 / len(colours)
    front = "".join(f'<path d="M{1 + i * width:.2f} 6h{width + 0.1:.2f}v13h-{width + 0.1:.2f}z" fill="{c}"/>' for i, c in enumerate(colours))
    return front + _sides("#8c8c8c")


def _shield(colour: str, _: str = "") -> str:
    outer, inner = "M10 .8 18 3v7c0 5-3.6 7.8-8 9.4C5.600 17.800 2 15 2 10V3z", "M10 2.600 16.400 4.400V10c0 4-2.800 6.300-6.400 7.700"
    light = f'<path d="{inner}" fill="{shade(colour, 0.14)}"/>'
    return f'<path d="{outer}" fill="{colour}" stroke="{shade(colour, -0.35)}" stroke-width=".8"/>{light}'


def _disc(colour: str, _: str = "") -> str:
    rim = f'<circle cx="10" cy="10" r="6.700" fill="none" stroke="{shade(colour, 0.45)}" stroke-width=".9"/>'
    return f'<circle cx="10" cy="10" r="9" fill="{colour}" stroke="{shade(colour, -0.35)}" stroke-width=".8"/>{rim}'


def _seal(colour: str, _: str = "") -> str:
    tails = f'<path d="M6 11 3.500 19.500 7.500 17.800 9.800 20l.6-8zM14 11l2.500 8.500-4-1.700L10.200 20l-.6-8z" fill="{shade(colour, -0.3)}"/>'
    around = "".join(f"{'M' if i == 0 else 'L'}{x} {y}" for i, (x, y) in enumerate(_STAR)) + "z"
    middle = f'<circle cx="10" cy="8" r="4.300" fill="{shade(colour, 0.2)}"/>'
    return f'{tails}<path d="{around}" fill="{colour}"/>{middle}'


_STAR = (
    ("10", "0"), ("11.8", "1.6"), ("14", "1.1"), ("14.900", "3.200"), ("17.100", "3.900"), ("16.700", "6.200"), ("18", "8"),
    ("16.700", "9.800"), ("17.100", "12.100"), ("14.900", "12.800"), ("14", "14.900"), ("11.8", "14.400"), ("10", "16"),
    ("8.200", "14.400"), ("6", "14.900"), ("5.100", "12.800"), ("2.900", "12.100"), ("3.300", "9.800"), ("2", "8"),
    ("3.300", "6.200"), ("2.900", "3.900"), ("5.100", "3.200"), ("6", "1.1"), ("8.200", "1.6"),
)  # fmt: skip


def _peg(colour: str, _: str = "", *, hollow: bool = False) -> str:
    look = f'fill="none" stroke="{colour}" stroke-width="1.600"' if hollow else f'fill="{colour}" stroke="{shade(colour, -0.35)}" stroke-width=".8"'
    return f'<path d="M10 1.200a4 4 0 0 1 2.400 7.200c2.300 1.400 3.600 4 4.100 7.600v2.500h-13V16c.5-3.600 1.800-6.200 4.100-7.600A4 4 0 0 1 10 1.200z" {look}/>'


def _letters(titles: list[str]) -> dict[str, str]:
    """The first letter of each title, two where that is not enough to tell them apart."""
    firsts = [title[:1] for title in titles]
    return {title: title[: 1 if firsts.count(title[:1]) == 1 else 2].capitalize() for title in titles}


# ---- what the rules do with resources


def _paid(model: m.Model) -> Iterator[m.Resource]:
    own = [body for kind in model.kinds.values() for action in kind.actions.values() for body in action.bodies if body]
    for action in (model.start, *model.actions.values(), *own):
        for transfer in _walk(action.body, m.Transfer):
            if transfer.verb == "pay":
                yield from _named(transfer.payment, m.Quantity)
                for constant in _walk(transfer.payment, m.ConstPayment):
                    yield from (model.resources[index] for way in constant.alternatives for index, _ in way)


def _named(node: object, class_: type[m.Holding] | type[m.Quantity]) -> Iterator[m.Resource]:
    for expr in _walk(node, class_):
        yield from expr.resources


def _walk(node: object, class_: type) -> Iterator[m.Any]:
    """What is of a class in an expression or a statement; definitions that it names are not looked into."""
    if isinstance(node, class_):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _walk(part, class_)
    elif is_dataclass(node) and type(node).__hash__ is not object.__hash__:
        for field in fields(node):
            yield from _walk(getattr(node, field.name), class_)
