"""A parsed YAML or JSON document, with the span of each of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.span import Span

Pointer = tuple[str | int, ...]
"""The way from the outermost value to one inside it: keys of mappings, positions in lists counted from 0."""


class Place(NamedTuple):
    """The span of a value, and of the key before it (the value again where there is none). Of a collection, where it begins."""

    key: Span
    value: Span


@dataclass(frozen=True, slots=True)
class Document:
    """`value` is made of dict, list, str, int, bool and None. `places` finds out where its parts stand.

    Data that has no text of its own has the text "" and no places.
    """

    path: str
    text: str
    value: Any
    places: Callable[[], Mapping[Pointer, Place]]

    def nearest_span(self, *pointer: str | int) -> Span | None:
        """The span of the value, or of the nearest one around it."""
        place = self._place(pointer)
        return place and place.value

    def key(self, *pointer: str | int) -> Span | None:
        """The span of the key of the value, or of the nearest one around it."""
        place = self._place(pointer)
        return place and place.key

    def fault(
        self, pointer: Pointer, code: str, message: str, help: str = "", *, label: str = "", on_key: bool = False
    ) -> Diagnostic:
        """Something wrong with a value, or with its key; where it has no place, a note says which is meant."""
        span = self.key(*pointer) if on_key else self.nearest_span(*pointer)
        notes = () if span or not pointer else (Note(f"at {render_pointer(pointer)} in {self.path}"),)
        return Diagnostic(code, message, span, label, notes, help)

    def _place(self, pointer: Pointer) -> Place | None:
        places = self.places()
        while pointer and pointer not in places:
            pointer = pointer[:-1]
        return places.get(pointer)


def render_pointer(pointer: Pointer) -> str:
    """A pointer as people write it: `table[2].show`, counted from 1."""
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in pointer)
    return "".join(parts).removeprefix(".")


def sort_faults(faults: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each fault once, in the order of the text."""
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: (fault.span.line, fault.span.column) if fault.span else (0, 0)))
