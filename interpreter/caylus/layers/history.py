"""The history of a ruleset's parts: what each layer did to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from caylus import syntax as s


@dataclass(frozen=True, slots=True)
class Layer:
    """A ruleset or a variant as its texts say it.

    `above` names the layers that it says it stands on, `after` those that it comes after besides, if they are there.
    """

    name: str
    files: tuple[s.File, ...]
    above: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()

    @property
    def earlier_layers(self) -> frozenset[str]:
        """The layers that somebody says come before this one."""
        return self.above | self.after


@dataclass(frozen=True, slots=True)
class Step:
    """One step in the history of a part: a layer's change to it, where, and what it says there.

    `places` are those of the text below that this takes the place of, or is put into, where the part's name does not say it.
    """

    layer: str
    verb: str
    span: s.Span
    node: s.Node = field(repr=False, compare=False)
    places: tuple[s.Span, ...] = field(default=(), repr=False, compare=False)


def unordered_pairs(layers: Sequence[Layer]) -> Iterator[tuple[str, str]]:
    """The pairs of layers of which nobody says that one comes after the other, as they stand on each other."""
    return ((one.name, other.name) for one, other in combinations(layers, 2) if one.name not in other.earlier_layers)


History = dict[str, list[Step]]
"""The steps that made each part, the oldest first. A part is a definition (`bank`) or a part of one (`bank.cost`)."""
