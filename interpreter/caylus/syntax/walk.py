"""Walking over a syntax tree without recursion, and how deep it may be so that other passes can recurse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields
from functools import cache
from typing import TypeVar

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.limits import DEEPEST_DEFINITION, MOST_DEFINITIONS_REMEMBERED

T = TypeVar("T")


def remember(find: Callable[[s.Definition], T]) -> Callable[[s.Definition], T]:
    """Find something out once for each definition, by its identity: while rules are written, most stay the same."""
    cache: dict[int, tuple[s.Definition, T]] = {}

    def remembered(definition: s.Definition) -> T:
        found = cache.get(id(definition))
        if found is None:
            if len(cache) >= MOST_DEFINITIONS_REMEMBERED:
                cache.clear()
            found = cache[id(definition)] = definition, find(definition)
        return found[1]

    return remembered


@remember
def too_deep(definition: s.Definition) -> Diagnostic | None:
    """The fault of the first place that is too deep, if any. A chain is as deep as it is long."""
    waiting: list[tuple[s.Node, int]] = [(definition, 0)]
    while waiting:
        node, level = waiting.pop()
        if level > DEEPEST_DEFINITION:
            message = f"this is nested more than {DEEPEST_DEFINITION} levels deep"
            return Diagnostic("E0318", message, node.span, "too deep", help="give a part of it a name")
        level += len(node.operands) if isinstance(node, s.Chain) else 1
        waiting += [(child, level) for child in children(node)]
    return None


def levels(node: s.Node) -> int:
    """The depth of a node, counted as in `too_deep`."""
    deepest, waiting = 0, [(node, 1)]
    while waiting:
        part, level = waiting.pop()
        deepest = max(deepest, level)
        level += len(part.operands) if isinstance(part, s.Chain) else 1
        waiting += [(child, level) for child in children(part)]
    return deepest


def walk(*nodes: s.Node) -> Iterator[s.Node]:
    """The nodes and everything in them, in the order of the text."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


@remember
def nodes_of(definition: s.Definition) -> tuple[s.Node, ...]:
    """A definition and everything in it, in the order of the text."""
    return tuple(walk(definition))


def free_names(*nodes: s.Node, bound: Collection[str] = ()) -> Iterator[s.Reference]:
    """The names in formulas that stand for something outside of them: neither `bound`, nor the member that a query is about."""
    waiting: list[tuple[s.Node, frozenset[str]]] = [(node, frozenset(bound)) for node in reversed(nodes)]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, s.Reference) and node.name not in inside:
            yield node
        behind = inside | {node.binder.name.text} if isinstance(node, s.Query) else inside
        waiting += [(child, inside if isinstance(child, s.Binder) else behind) for child in reversed(children(node))]


def children(node: s.Node) -> list[s.Node]:
    """The nodes right inside a node, in the order of the text."""
    nodes: list[s.Node] = []
    for name in _parts(type(node).__name__):
        part = getattr(node, name)
        if isinstance(part, s.Node):
            nodes.append(part)
        elif isinstance(part, tuple):
            nodes += [x for x in part if isinstance(x, s.Node)]
    return nodes


@cache
def _parts(class_name: str) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold other nodes."""
    return tuple(f.name for f in fields(getattr(s, class_name)) if f.name != "span" and f.type not in _PLAIN)


_PLAIN = {f"{word}{none}" for word in ("str", "int", "bool") for none in ("", " | None")}
"""The annotations of fields that hold no nodes."""
