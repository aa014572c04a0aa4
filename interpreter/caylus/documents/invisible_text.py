"""Report invisible characters in documents, written as they are or as escapes (E0614)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caylus.diagnostics.diagnostic import Diagnostic
from caylus.diagnostics.lines import end_span
from caylus.diagnostics.visible_text import first_hidden

from .document import Document, Pointer

CODE = "E0614"
MESSAGE = "an invisible character stands here"
HELP = "leave it out"

Way = tuple[()] | tuple["Way", str | int]
"""A pointer from its end: the way to what is around, and the last step. Most are never asked for, and cost nothing."""


def hidden_in_text(text: str, path: str) -> Diagnostic | None:
    """The first such letter of a file's text."""
    found = first_hidden(text)
    return found and Diagnostic(CODE, MESSAGE, end_span(text[: found.start()], path), _letter(found[0]), help=HELP)


def hidden_in_values(document: Document) -> Iterator[Diagnostic]:
    """The keys and texts of a document that hold one."""
    left: list[tuple[Way, Any]] = [((), document.value)]
    while left:
        way, value = left.pop()
        if isinstance(value, str):
            if found := first_hidden(value):
                yield document.fault(_pointer(way), CODE, MESSAGE, HELP, label=_letter(found[0]))
        elif isinstance(value, dict):
            for key in value:
                if isinstance(key, str) and (found := first_hidden(key)):
                    yield document.fault((*_pointer(way), key), CODE, MESSAGE, HELP, label=_letter(found[0]), on_key=True)
            left += (((way, key), item) for key, item in value.items() if isinstance(item, (str, dict, list)))
        elif isinstance(value, list):
            left += (((way, number), item) for number, item in enumerate(value) if isinstance(item, (str, dict, list)))


def _pointer(way: Way) -> Pointer:
    steps: list[str | int] = []
    while way:
        way, step = way
        steps.append(step)
    return tuple(reversed(steps))


def _letter(letter: str) -> str:
    return f"the character U+{ord(letter):04X}"
