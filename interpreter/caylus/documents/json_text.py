"""JSON: read by the standard library; where things stand is found out only when somebody asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any

from ..lang.diagnostics import Diagnostic, Note
from ..lang.syntax import Span
from .document import Document, Place, Pointer

MAX_SIZE = 8 * 1024 * 1024
MAX_COMMAS = 200_000
MAX_DIGITS = 400

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{},]|[^][{},:\s"]+', re.DOTALL)


def read(text: str, path: str) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The document, unless it cannot be read through, and what is wrong with it (E0603 to E0607)."""
    if len(text) > MAX_SIZE:
        return None, (Diagnostic("E0603", f"`{path}` is larger than {MAX_SIZE // 1024} KB, the most such a file may have", None),)
    if text.count(",") > MAX_COMMAS:
        return None, (Diagnostic("E0605", f"`{path}` has too many values", None),)
    twice = False

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) < len(pairs)
        return found

    try:
        value = json.loads(text, object_pairs_hook=mapping, parse_int=_number, parse_float=Decimal, parse_constant=Decimal)
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except json.JSONDecodeError as error:
        span = _point(path, error.lineno, error.colno)
        return None, (Diagnostic("E0604", "this is not JSON", span, error.msg[:1].lower() + error.msg[1:]),)
    except RecursionError:
        return None, (Diagnostic("E0605", f"`{path}` has too many values inside one another", None),)
    except UnicodeEncodeError:
        return None, (Diagnostic("E0604", f"a text in `{path}` has half a letter in it", None),)
    return Document(path, text, value, cache(lambda: _places(text, path)[0])), tuple(_places(text, path)[1]) if twice else ()


def _number(digits: str) -> int | Decimal:
    """A whole number; a monstrous one stays a Decimal, which no schema takes for a whole number."""
    return int(digits) if len(digits) <= MAX_DIGITS else Decimal(digits)


def _places(text: str, path: str) -> tuple[dict[Pointer, Place], list[Diagnostic]]:
    """Where every value of a well-formed text stands, and the keys that stand twice in one mapping."""
    places: dict[Pointer, Place] = {}
    faults: list[Diagnostic] = []
    # One step for each open collection: a list's position, a mapping's key, None before the key.
    way: list[str | int | None] = []
    keys: list[Span] = []
    for token, span in _tokens(text, path):
        if token in "]}":
            way.pop()
            keys.pop()
        elif token == ",":
            last = way[-1]
            way[-1] = last + 1 if isinstance(last, int) else None
        elif way and way[-1] is None:
            key = json.loads(token)
            way[-1], keys[-1] = key, span
            pointer = tuple(step for step in way if step is not None)
            if pointer in places:
                first = Note("it stands here first", places[pointer].key)
                faults.append(Diagnostic("E0607", f"`{key}` stands here twice", span, "again", (first,), "keep one of the two"))
        else:
            pointer = tuple(step for step in way if step is not None)
            key_span = keys[-1] if way and isinstance(way[-1], str) else span
            places.setdefault(pointer, Place(key_span, span))
            if token in "[{":
                way.append(0 if token == "[" else None)
                keys.append(span)
    return places, faults


def _tokens(text: str, path: str) -> Iterator[tuple[str, Span]]:
    line, begin, last = 1, 0, 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        line += text.count("\n", last, start)
        begin = text.rfind("\n", 0, start) + 1 if "\n" in text[last:start] else begin
        last = start
        column = start - begin + 1
        yield match.group(), Span(path, line, column, line, column + end - start)


def _point(path: str, line: int, column: int) -> Span:
    return Span(path, line, column, line, column + 1)
