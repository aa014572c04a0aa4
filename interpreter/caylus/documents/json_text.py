"""JSON: read by the standard library; where things stand is found out only when somebody asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from caylus.diagnostics.diagnostic import Diagnostic, Note, Span
from caylus.limits import DEEPEST_JSON, MOST_BYTES_IN_JSON, MOST_COMMAS_IN_JSON, MOST_DIGITS_IN_JSON

from .document import Document, Place, Pointer, hidden_in_text, is_too_deep

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{},]|[^][{},:\s"]+', re.DOTALL)


def read(text: str, path: str) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The document, unless it cannot be read through, and what is wrong with it (E0603 to E0607, E0614)."""
    if len(text) > MOST_BYTES_IN_JSON:
        return None, (
            Diagnostic("E0603", f"`{path}` is larger than {MOST_BYTES_IN_JSON // 1024} KB, the most such a file may have", None),
        )
    if is_too_deep(text):
        return None, (Diagnostic("E0605", f"`{path}` has more than {DEEPEST_JSON} values inside one another", None),)
    if text.count(",") > MOST_COMMAS_IN_JSON:
        return None, (Diagnostic("E0605", f"`{path}` has too many values", None),)
    if hidden := hidden_in_text(text, path):
        return None, (hidden,)
    twice = False

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        entries = dict(pairs)
        twice = twice or len(entries) < len(pairs)
        return entries

    try:
        value = json.loads(text, object_pairs_hook=mapping, parse_int=_number, parse_float=Decimal, parse_constant=Decimal)
    except json.JSONDecodeError as error:
        span = Span(path, error.lineno, error.colno, error.lineno, error.colno + 1)
        return None, (Diagnostic("E0604", "this is not JSON", span, error.msg[:1].lower() + error.msg[1:]),)
    return Document(path, text, value, cache(lambda: _places(text, path)[0])), tuple(_places(text, path)[1]) if twice else ()


def _number(digits: str) -> int | Decimal:
    """A whole number; a monstrous one stays a Decimal, which no schema takes for a whole number."""
    return int(digits) if len(digits) <= MOST_DIGITS_IN_JSON else Decimal(digits)


@dataclass(slots=True)
class _Collection:
    """A mapping or list that is still open: the way to it, and the step to the value at hand (None before a key)."""

    pointer: Pointer
    step: str | int | None
    key: Span


def _places(text: str, path: str) -> tuple[dict[Pointer, Place], list[Diagnostic]]:
    """The spans of all values of a well-formed text, and the keys that are twice in one mapping."""
    places: dict[Pointer, Place] = {}
    faults: list[Diagnostic] = []
    collections: list[_Collection] = []
    for token, span in _tokens(text, path):
        within = collections[-1] if collections else None
        if token in "]}":
            collections.pop()
        elif within is None:
            places[()] = Place(span, span)
            collections += _open_collection(token, (), span)
        elif token == ",":
            within.step = within.step + 1 if isinstance(within.step, int) else None
        elif within.step is None:
            within.step, within.key = json.loads(token), span
            first = places.get((*within.pointer, within.step))
            if first is not None:
                notes = (Note("it stands here first", first.key),)
                faults.append(
                    Diagnostic("E0607", f"`{within.step}` stands here twice", span, "again", notes, "keep one of the two")
                )
        else:
            pointer = (*within.pointer, within.step)
            places.setdefault(pointer, Place(within.key if isinstance(within.step, str) else span, span))
            collections += _open_collection(token, pointer, span)
    return places, faults


def _open_collection(token: str, pointer: Pointer, span: Span) -> list[_Collection]:
    """The collection that begins with the token, if one does."""
    return [_Collection(pointer, 0 if token == "[" else None, span)] if token in "[{" else []


def _tokens(text: str, path: str) -> Iterator[tuple[str, Span]]:
    """Brackets, commas, texts and words, each with its place."""
    line, line_start, position = 1, 0, 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        breaks = text.count("\n", position, start)
        if breaks:
            line, line_start = line + breaks, text.rfind("\n", position, start) + 1
        position = start
        yield match.group(), Span(path, line, start - line_start + 1, line, end - line_start + 1)
