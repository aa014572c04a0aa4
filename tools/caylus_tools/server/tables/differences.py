"""Differences of states: what has changed in a document of JSON, as a document of JSON."""

from __future__ import annotations

from typing import Any

Difference = dict[str, Any] | list[Any]
"""`[value]` puts a value in the place of the old one. An object has differences for some names, or places of a list."""


def find_difference(old: Any, new: Any) -> Difference:
    """Return what makes one document of another. Objects with other names and lists of another length are put whole."""
    match old, new:
        case dict(), dict() if [*old] == [*new]:
            return {name: find_difference(old[name], value) for name, value in new.items() if old[name] != value}
        case list(), list() if len(old) == len(new):
            pairs = enumerate(zip(old, new, strict=True))
            return {str(place): find_difference(before, now) for place, (before, now) in pairs if before != now}
    return [new]
