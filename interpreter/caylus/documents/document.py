"""Files from outside, read with suspicion, and parsed documents with the span of each of their parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from os.path import realpath
from pathlib import Path
from typing import Any, NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Note, RulesetError, Span, end_span
from caylus.diagnostics.render import first_hidden
from caylus.limits import DEEPEST_JSON
from caylus.records import Record

Pointer = tuple[str | int, ...]
"""The way from the outermost value to one inside it: keys of mappings, positions in lists counted from 0."""


class Place(NamedTuple):
    """The span of a value, and of the key before it (the value again where there is none). Of a collection, where it begins."""

    key: Span
    value: Span


class Document(Record):
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


CODE = "E0614"
MESSAGE = "an invisible character stands here"
HELP = "leave it out"

Way = tuple[()] | tuple["Way", str | int]
"""A pointer from its end: the way to what is around, and the last step. Most are never asked for, and cost nothing."""


def hidden_in_text(text: str, path: str) -> Diagnostic | None:
    """The first such letter of a file's text."""
    match = first_hidden(text)
    return match and Diagnostic(CODE, MESSAGE, end_span(text[: match.start()], path), _letter(match[0]), help=HELP)


def hidden_in_values(document: Document) -> Iterator[Diagnostic]:
    """The keys and texts of a document that hold one."""
    left: list[tuple[Way, Any]] = [((), document.value)]
    while left:
        way, value = left.pop()
        if isinstance(value, str):
            if match := first_hidden(value):
                yield document.fault(_pointer(way), CODE, MESSAGE, HELP, label=_letter(match[0]))
        elif isinstance(value, dict):
            for key in value:
                if isinstance(key, str) and (match := first_hidden(key)):
                    yield document.fault((*_pointer(way), key), CODE, MESSAGE, HELP, label=_letter(match[0]), on_key=True)
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


_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]', re.DOTALL)
"""A bracket, or a whole text, whose brackets do not count."""


def is_too_deep(text: str) -> bool:
    """Tell whether more lists and mappings stand inside one another than a reader of JSON should follow."""
    if text.count("[") + text.count("{") <= DEEPEST_JSON:
        return False
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match.group(), 0)
        if depth > DEEPEST_JSON:
            return True
    return False


def read_text(file: Path, display_name: str, limit: int) -> str:
    """The text of `file`, of at most `limit` bytes. `display_name` is what diagnostics call it.

    Raises `RulesetError`: E0601 no such file or not readable, E0602 not UTF-8, E0603 too large.
    """
    try:
        if not file.is_file():
            raise _make_error(
                "E0601", f"`{display_name}` is not a file" if file.exists() else f"there is no file `{display_name}`"
            )
        with file.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as fault:
        raise _make_error("E0601", f"`{display_name}` cannot be read: {fault.strerror}") from None
    if len(data) > limit:
        raise _too_large(display_name, limit)
    return decode_utf8(data, display_name)


def check_text_size(text: str, display_name: str, limit: int) -> str:
    """A text that came without a file. Raises `RulesetError` where the file would be too large (E0603) or no UTF-8 (E0602)."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise _make_error("E0602", f"`{display_name}` is not UTF-8 text") from None
    if len(data) > limit:
        raise _too_large(display_name, limit)
    return text.removeprefix("\ufeff")


def read_inside_folder(folder: Path, file: Path, display_name: str, limit: int) -> str:
    """The same for a file of a folder that has to bring all it needs: a link out of it would show what lies elsewhere.

    Raises E0621 besides.
    """
    if not Path(realpath(file)).is_relative_to(realpath(folder)):
        raise _make_error("E0621", f"`{display_name}` lies outside the ruleset's folder")
    return read_text(file, display_name, limit)


def decode_utf8(data: bytes, display_name: str) -> str:
    """The text that `data` holds, without a byte order mark. Raises `RulesetError` (E0602) where it is not UTF-8."""
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        place = end_span(data[: fault.start].decode("utf-8"), display_name)
        raise _make_error("E0602", f"`{display_name}` is not UTF-8 text", place) from None


_HELP = {"E0602": "save the file as UTF-8", "E0621": "copy it into the folder: a ruleset brings all it needs"}


def _too_large(display_name: str, limit: int) -> RulesetError:
    return _make_error("E0603", f"`{display_name}` is larger than {limit // 1024} KB, the most such a file may have")


def _make_error(code: str, message: str, span: Span | None = None) -> RulesetError:
    return RulesetError((Diagnostic(code, message, span, help=_HELP.get(code, "")),))
