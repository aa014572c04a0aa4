"""Decompose definitions into parts, and put syntax trees together anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Part:
    """A part that an edit sets: its name ("" for the whole definition), how, what it says, and what stood there before.

    `places` are those of the text below that it takes the place of, or is put into; none where the name alone says that.
    """

    name: str
    verb: str
    new: s.Node
    old: s.Node | None
    places: tuple[s.Span, ...] = ()


class Edited(NamedTuple):
    """The definition as the edit leaves it, the parts that it set, and what is wrong with the edit."""

    definition: s.Definition
    parts: tuple[Part, ...]
    faults: tuple[Diagnostic, ...] = ()


def rebuilt(node: Any, change: Callable[[s.Node], s.Node | None]) -> Any:
    """The tree with `change` applied to every node from the outermost inwards, as far as it leaves them as they are.

    A node for which it gives None is left out of the list that it stands in.
    """
    if isinstance(node, tuple):
        return tuple(item for item in (rebuilt(item, change) for item in node) if item is not None)
    if not isinstance(node, s.Node):
        return node
    new = change(node)
    return replace(node, **{f.name: rebuilt(getattr(node, f.name), change) for f in fields(node)}) if new is node else new
