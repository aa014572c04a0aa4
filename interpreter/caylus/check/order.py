"""What leans on what: an order in which everything comes after what it needs, and the circles where there is none."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import TypeVar

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Note

from .report import Report

K = TypeVar("K", bound=Hashable)
Needs = Mapping[K, Sequence[tuple[K, s.Span]]]
"""For each thing what it needs, with the place that says so."""


def references(node: object) -> Iterator[s.Reference]:
    """Every name written alone anywhere in a syntax node."""
    return (x for x in walk(node) if isinstance(x, s.Reference))


def walk(node: object) -> Iterator[s.Node]:
    """Every node in a syntax node or a tuple of them, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += reversed(node)
        elif isinstance(node, s.Node):
            yield node
            waiting += [getattr(node, name) for name in _children(type(node))]


@cache
def _children(class_: type) -> tuple[str, ...]:
    return tuple(reversed([f.name for f in fields(class_) if f.name != "span"]))


def in_order(needs: Needs[K]) -> tuple[list[K], list[list[tuple[K, s.Span]]]]:
    """Everything after what it needs, and the circles: for each thing in one, the place where it asks for the next."""
    done: list[K] = []
    circles: list[list[tuple[K, s.Span]]] = []
    finished: set[K] = set()
    for start in needs:
        trail: list[tuple[K, s.Span]] = []
        open_: dict[K, Iterator[tuple[K, s.Span]]] = {} if start in finished else {start: iter(needs[start])}
        while open_:
            current = next(reversed(open_))
            step = next(open_[current], None)
            if step is None:
                open_.popitem()
                finished.add(current)
                done.append(current)
                if trail:
                    trail.pop()
            elif step[0] in open_:
                at = list(open_).index(step[0])
                circles.append([*trail[at:], (current, step[1])])
            elif step[0] in needs and step[0] not in finished:
                trail.append((current, step[1]))
                open_[step[0]] = iter(needs[step[0]])
    return done, circles


def report_circle(report: Report, code: str, circle: Sequence[tuple[str, s.Span]], verb: str, help: str) -> None:
    """One error for a circle, with every step of it."""
    (first, span), *rest = circle
    names = [name for name, _ in circle]
    if not rest:
        report.error(code, span, f"`{first}` {verb} itself", label="itself again", help=help)
        return
    way = f" {verb} ".join(f"`{name}`" for name in [*names, first])
    notes = [
        Note(f"`{name}` {verb} `{after}` here", place) for (name, place), after in zip(rest, [*names[2:], first], strict=True)
    ]
    report.error(
        code, span, f"this goes round in a circle: {way}", label=f"`{first}` {verb} `{names[1]}` here", notes=notes, help=help
    )
