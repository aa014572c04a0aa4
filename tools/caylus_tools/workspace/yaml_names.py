"""The names of rules in manifests and scenarios, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.diagnostics import Span
from caylus.documents import read_unchecked_yaml

from .names import WORD, Names
from .yaml_places import schema_name

if TYPE_CHECKING:
    from caylus.documents import Pointer
    from caylus.loading.analysis import Meant

    from .workspace import Workspace

_FREE = ("name", "title", "about", "version", "language", "seats", "rules", "extends", "requires", "after", "excludes", "see",
         "question", "answer", "ends", "players", "short", "rulebook")  # fmt: skip
"""The keys whose values are words for people, names of files or of people."""
_LISTED = ("rules", "shows", "covers")
Find = Callable[[str], "Meant | None"]


def places_in_yaml(workspace: Workspace, file: Path, names: Names) -> Iterator[tuple[Span, Meant]]:
    """The names of a manifest or of scenarios that the rules have; nothing of a text that cannot be read."""
    document = read_unchecked_yaml(workspace.text(file), file.as_posix())
    if document is None:
        return
    is_scenario = schema_name(file) == "scenario"
    lines = workspace.lines(file)
    players = _players(document.value) if is_scenario else ()
    for pointer, place in document.places().items():
        value: object = document.value
        for part in pointer:
            value = value[part]  # type: ignore[index]
        find = _scenario_finder(names, pointer, players) if is_scenario else _manifest_finder(names, pointer)
        if find is None:
            continue
        of_key, of_value = find
        if pointer and isinstance(pointer[-1], str) and of_key is not None:
            yield from _words(place.key, lines, of_key)
        if isinstance(value, str) and of_value is not None:
            yield from _words(place.value, lines, of_value)


def _players(value: object) -> tuple[str, ...]:
    players = value.get("players", ()) if isinstance(value, dict) else ()
    return tuple(map(str, players)) if isinstance(players, list) else ()


def _words(span: Span, lines: list[str], find: Find) -> Iterator[tuple[Span, Meant]]:
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    for match in WORD.finditer(line, span.column - 1, span.end_column - 1):
        meant = find(match[0])
        if meant is not None:
            yield Span(span.file, span.line, match.start() + 1, span.line, match.end() + 1), meant


def _scenario_finder(names: Names, pointer: Pointer, players: tuple[str, ...]) -> tuple[Find | None, Find | None] | None:
    """The meanings that the words of a key and of a value of scenarios may have."""
    tops = names.tops.get
    match pointer[2:]:
        case ("begin" | "setup",) | ("begin", "do"):
            return None, tops
        case ("begin", "with", *_):
            return None, tops
        case ("given" | "then", str(key), *rest):
            if not rest:
                return (None if key in players else tops), tops
            head = key.split(" ")[0]
            kind = "player" if head in players else _kind_of(names, head)
            inside = [part for part in rest if isinstance(part, str)]
            if len(inside) == 1 and rest[-1] == inside[0]:
                return (lambda word: _member(names, kind, word) or tops(word)), tops
            return tops, tops
        case ("changes", _, _):
            return tops, None
        case ("when", int(), str(), *rest):
            find = lambda word: names.option(word) or tops(word)  # noqa: E731
            return (find if rest else None), (find if not rest or isinstance(rest[-1], int) else None)
        case ("draws", *_):
            return None, tops
    return None


def _manifest_finder(names: Names, pointer: Pointer) -> tuple[Find | None, Find | None] | None:
    """The meanings that the words of a key and of a value of a manifest may have."""
    keys = [part for part in pointer if isinstance(part, str)]
    if not keys or keys[0] in _FREE or keys[-1] in ("title", "key", "icon"):
        is_list = bool(keys) and keys[0] == "rulebook" and keys[-1] in _LISTED
        is_short = bool(keys) and keys[0] == "short" and len(keys) == 2
        return (None, names.by_word) if is_list else ((names.by_word, None) if is_short else None)
    if keys[0] in ("icons", "tints"):
        return (names.by_word if len(keys) == 2 else None), None
    if keys[0] == "pieces":
        return (names.by_word if len(keys) == 2 else None), None
    of_key = names.by_word if len(keys) > 1 and keys[0] not in ("table",) else None
    if keys[0] == "table" and len(keys) > 2 and keys[-2] in ("movers", "markers", "as"):
        of_key = names.by_word
    return of_key, names.by_word


def _kind_of(names: Names, name: str) -> str | None:
    meant = names.tops.get(name)
    kind = getattr(meant.meaning, "kind", None) if meant is not None else None
    return getattr(kind, "name", None)


def _member(names: Names, kind: str | None, word: str) -> Meant | None:
    return next((meant for meant in names.members_of(kind) if meant.name == word), None) if kind is not None else None
