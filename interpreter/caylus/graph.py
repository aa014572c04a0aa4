"""Topological order of a dependency graph, and the cycles where there is none."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from . import syntax as s
from .diagnostics.diagnostic import Collector, Note
from .limits import DEEPEST_CALLS, MOST_CIRCLES, MOST_STEPS_SHOWN

K = TypeVar("K", bound=Hashable)
Needs = Mapping[K, Sequence[tuple[K, s.Span]]]
"""For each thing what it needs, with the place that says so."""

Circle = list[tuple[K, s.Span]]
"""Things that need each other: each with the place where it asks for the next, the last for the first."""


def topological_order(needs: Needs[K]) -> tuple[list[K], list[Circle[K]]]:
    """Everything after what it needs, and the circles; of very many circles the first few."""
    order: list[K] = []
    circles: list[Circle[K]] = []
    visited: set[K] = set()
    for start in needs:
        if start in visited:
            continue
        trail: Circle[K] = []
        open_: dict[K, Iterator[tuple[K, s.Span]]] = {start: iter(needs[start])}
        while open_:
            current = next(reversed(open_))
            dependency, place = next(open_[current], (None, None))
            if dependency is None or place is None:
                del open_[current]
                visited.add(current)
                order.append(current)
                if trail:
                    trail.pop()
            elif dependency in open_:
                if len(circles) < MOST_CIRCLES:
                    circles.append([*trail[list(open_).index(dependency) :], (current, place)])
            elif dependency in needs and dependency not in visited:
                trail.append((current, place))
                open_[dependency] = iter(needs[dependency])
    return order, circles


def knots(needs: Needs[K]) -> dict[K, int]:
    """For each thing the number of its knot: of one knot are all that need each other, if only by way of others."""
    needed_by: dict[K, list[K]] = {}
    for thing, after in needs.items():
        for other, _ in after:
            needed_by.setdefault(other, []).append(thing)
    order, _ = topological_order(needs)
    knot_numbers: dict[K, int] = {}
    for number, start in enumerate(reversed(order)):  # what still needs one is needed by it, or it would have come before
        waiting = [start]
        while waiting:
            thing = waiting.pop()
            if thing not in knot_numbers:
                knot_numbers[thing] = number
                waiting += needed_by.get(thing, ())
    return knot_numbers


def too_deep(order: Sequence[K], needs: Needs[K]) -> K | None:
    """The first thing that leads to others more than `DEEPEST_CALLS` levels down, if any."""
    levels: dict[K, int] = {}
    for thing in order:
        levels[thing] = 1 + max((levels.get(n, 0) for n, _ in needs[thing]), default=0)
        if levels[thing] > DEEPEST_CALLS:
            return thing
    return None


def report_circle(collector: Collector, code: str, circle: Circle[str], verb: str, help: str) -> None:
    """One error for a circle, with every step of it."""
    (first, span), *rest = circle
    names = [name for name, _ in circle]
    if not rest:
        collector.error(code, span, f"`{first}` {verb} itself", "itself again", help=help)
        return
    steps = list(zip(rest, [*names[2:], first], strict=True))
    notes = [Note(f"`{name}` {verb} `{after}` here", place) for (name, place), after in steps[:MOST_STEPS_SHOWN]]
    names_shown = [*names, first] if len(names) <= MOST_STEPS_SHOWN else [*names[:MOST_STEPS_SHOWN], "…", first]
    way = f" {verb} ".join(f"`{name}`" for name in names_shown)
    collector.error(
        code, span, f"this goes round in a circle: {way}", f"`{first}` {verb} `{names[1]}` here", notes=notes, help=help
    )
