"""Manifests and scenarios that somebody writes: the place of a cursor, the names of rules in them, and how they can go on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caylus import Decision, RuleFault, Ruleset, model as m
from caylus.diagnostics import Span
from caylus.documents import Pointer, read_unchecked_yaml
from caylus.documents.schemas import find_schemas
from caylus.loading.analysis import FILE, Meant, shipped_manifests

from caylus_tools.testing.scenarios import parse_unchecked, set_up

from .names import WORD, Names
from .workspace import Workspace

_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s"'{}\[\],#&*!|>-][^:{}\[\],#]*?|-?\d+)\s*:(?=\s|$)""")


class YamlPlace(NamedTuple):
    """The way to what a cursor is at; the keys that stand before it in the same mapping; `is_key`: a key may be meant."""

    pointer: tuple[str | int, ...]
    is_key: bool
    is_value: bool
    typed: str


def schema_name(file: Path) -> str | None:
    """The schema of a file; None for one that is neither a manifest nor holds scenarios."""
    if file.name == FILE:
        return "manifest"
    return "scenario" if file.parent.name == "scenarios" and file.suffix == ".yaml" else None


def find_place(lines: Sequence[str], line: int, column: int) -> YamlPlace:
    """The place of a cursor, found by indentation and by brackets."""
    stack: list[tuple[int, str | int]] = []
    counts: dict[tuple[str | int, ...], int] = {}
    flow = ""
    for number, full in enumerate(lines[:line], 1):
        text = full[: column - 1] if number == line else full
        content = text.lstrip(" ")
        if not content or content.startswith("#"):
            if number == line:
                stack = [step for step in stack if step[0] < len(text)]
                return YamlPlace(_pointer(stack), True, False, "")
            continue
        if flow.count("{") + flow.count("[") > flow.count("}") + flow.count("]"):
            flow += f" {content}"
            continue
        indent = len(text) - len(content)
        is_item = content == "-" or content.startswith("- ")
        while stack and (stack[-1][0] > indent or (stack[-1][0] == indent and (isinstance(stack[-1][1], int) or not is_item))):
            stack.pop()
        while content == "-" or content.startswith("- "):
            way = _pointer(stack)
            counts[way] = counts.get(way, -1) + 1
            stack.append((indent, counts[way]))
            rest = content[1:].lstrip(" ")
            indent, content = indent + len(content) - len(rest), rest
        key = _KEY.match(content)
        flow = content
        if key is not None:
            stack.append((indent, key[1].strip("\"'")))
            flow = content[key.end() :].lstrip()
    last = lines[line - 1][: column - 1] if line <= len(lines) else ""
    has_key = _KEY.match(re.sub(r"^[\s-]*", "", last)) is not None
    if flow[:1] in ("{", "["):
        return _in_flow(flow, _pointer(stack))
    return YamlPlace(_pointer(stack), not has_key, has_key or last.lstrip().startswith("-"), flow.strip())


def _pointer(stack: Sequence[tuple[int, str | int]]) -> tuple[str | int, ...]:
    return tuple(part for _, part in stack)


def _in_flow(text: str, way: tuple[str | int, ...]) -> YamlPlace:
    """The place at the end of a text of braces and brackets."""
    inside: list[tuple[str, str | int]] = []
    word, at_value = "", False
    for sign in text:
        if sign in "{[":
            inside.append((sign, 0 if sign == "[" else ""))
            word, at_value = "", sign == "["
        elif sign in "}]" and inside:
            inside.pop()
            word, at_value = "", False
        elif sign == ":" and inside and inside[-1][0] == "{":
            inside[-1] = "{", word.strip().strip("\"'")
            word, at_value = "", True
        elif sign == "," and inside:
            kind, part = inside[-1]
            inside[-1] = kind, part + 1 if isinstance(part, int) else ""
            word, at_value = "", kind == "["
        else:
            word += sign
    steps = [part for _, part in inside if part != ""]
    return YamlPlace((*way, *steps), bool(inside) and not at_value, at_value, word.strip())


# ---- schemas


def explain_key(workspace: Workspace, file: Path, line: int, column: int) -> tuple[str, ...] | None:
    """The text of the schema about the key at a place; None where it says nothing."""
    name = schema_name(file)
    text = workspace.line(file, line)
    key = next((m for m in _KEY.finditer(text) if m.start(1) + 1 <= column <= m.end(1) + 1), None)
    if name is None or key is None:
        return None
    place = find_place(workspace.lines(file), line, key.end() + 1)
    descriptions = [schema["description"] for schema in find_schemas(name, place.pointer) if "description" in schema]
    return (f"**{place.pointer[-1]}** · {descriptions[0]}",) if descriptions and place.pointer else None


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
        entity = find(match[0])
        if entity is not None:
            yield Span(span.file, span.line, match.start() + 1, span.line, match.end() + 1), entity


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
    """The meanings that the words of a key and of a value of a manifest may have, where its schema says that they are names."""
    around, at = pointer[:-1], _without_numbers(pointer)
    is_key = pointer != () and any("x-names" in schema.get("propertyNames", {}) for schema in find_schemas("manifest", around))
    is_value = any("x-names" in schema for schema in find_schemas("manifest", at))
    return names.by_word if is_key else None, names.by_word if is_value else None


def _without_numbers(pointer: Pointer) -> Pointer:
    """The way to the list that an item is in; of anything else, the way to it."""
    return _without_numbers(pointer[:-1]) if pointer and isinstance(pointer[-1], int) else pointer


def _kind_of(names: Names, name: str) -> str | None:
    entity = names.tops.get(name)
    kind = getattr(entity.meaning, "kind", None) if entity is not None else None
    return getattr(kind, "name", None)


def _member(names: Names, kind: str | None, word: str) -> Meant | None:
    return next((entity for entity in names.members_of(kind) if entity.name == word), None) if kind is not None else None


Found = tuple[str, str, str, str]
_DOES = ("action", "phase", "table", "sequence")


def complete_yaml(workspace: Workspace, file: Path, line: int, column: int) -> Iterator[Found]:
    """The label, sort, detail and text of what may stand at a place."""
    name = schema_name(file)
    if name is None:
        return
    lines = workspace.lines(file)
    place = find_place(lines, line, column)
    schemas = find_schemas(name, place.pointer)
    if place.is_key:
        for schema in schemas:
            for key, inner in schema.get("properties", {}).items():
                yield key, "key", str(inner.get("description", "")), f"{key}: "
    if place.is_value:
        for schema in schemas:
            for word in schema.get("enum", ()):
                yield str(word), "word", str(schema.get("description", "")), str(word)
    names = workspace.names(file)
    if names is not None:
        yield from _of_scenario(workspace, file, names, place, line) if name == "scenario" else _of_manifest(file, names, place)


def _item(names: Names, name: str) -> Found:
    entity = names.tops[name]
    title = getattr(entity.meaning, "title", None) or getattr(getattr(entity.meaning, "site", None), "title", "")
    return name, entity.what, str(title), name


def _of_sorts(names: Names, *sorts: str) -> Iterator[Found]:
    for name, entity in names.tops.items():
        if entity.what in sorts or ("object" in sorts and isinstance(entity.meaning, m.Object)):
            yield _item(names, name)


_NAMING_LAYERS = ("extends", "requires", "after", "before", "conflicts")


def _of_manifest(file: Path, names: Names, place: YamlPlace) -> Iterator[Found]:
    keys = [part for part in place.pointer if isinstance(part, str)]
    if keys[:1] == ["rules"]:
        yield from ((path.name, "file", "", path.name) for path in sorted(file.parent.glob("*.rules")))
    elif keys and keys[0] in _NAMING_LAYERS:
        yield from ((name, "ruleset", "", name) for name in shipped_manifests())
    schemas = find_schemas("manifest", _without_numbers(place.pointer))
    sorts = {sort for schema in schemas for of in (schema, schema.get("propertyNames", {})) for sort in of.get("x-names", ())}
    yield from _of_sorts(names, *(_DOES if "action" in sorts else ()), *(sort.rpartition(" ")[2] for sort in sorts))
    if any(sort.startswith(("its ", "member ", "player ", "holder")) for sort in sorts):
        yield from ((m.name, m.what, m.owner, m.name) for members in names.members.values() for m in members.values())


def _of_scenario(workspace: Workspace, file: Path, names: Names, place: YamlPlace, line: int) -> Iterator[Found]:
    way = place.pointer[2:] if place.pointer[:1] == ("scenarios",) else ()
    players = _players_in_file(workspace, file)
    match way:
        case ("begin" | "setup",) | ("begin", "do") if not place.is_key or way[-1] == "do":
            yield from _of_sorts(names, *_DOES)
        case ("given" | "then",):
            yield from _of_sorts(names, "object", "row", "state", "list")
            yield from ((player, "player", "", f"{player}: ") for player in players)
        case ("given" | "then", str(key), *rest):
            yield from _of_thing(names, key, [part for part in rest if isinstance(part, str)], players)
            if not place.is_key:
                yield from _of_sorts(names, "object")
        case ("changes",):
            yield from ((player, "player", "", f"{player}: ") for player in players)
        case ("changes", _):
            yield from _of_sorts(names, "resource")
        case ("when", int(number), *_):
            yield from ((player, "player", "", f"{player}: ") for player in players if place.is_key)
            yield from offered_options(workspace, file, names, line, (int(place.pointer[1]), number))
        case ("asks" | "winners", *_):
            yield from ((player, "player", "", player) for player in players)


def _of_thing(names: Names, key: str, inside: list[str], players: list[str]) -> Iterator[Found]:
    """The members of what a key of a position names."""
    head = key.split(" ")[0]
    entity = names.tops.get(head)
    kind = "player" if head in players else getattr(getattr(entity and entity.meaning, "kind", None), "name", None)
    if kind is None:
        return
    if not inside:
        yield from ((m.name, m.what, m.owner, f"{m.name}: ") for m in names.members_of(kind))
        if kind == "player":
            yield from ((label, sort, detail, f"{label}: ") for label, sort, detail, _ in _of_sorts(names, "resource"))


def _players_in_file(workspace: Workspace, file: Path) -> list[str]:
    document = _read(workspace.text(file))
    players = document.get("players", ())
    return [str(player) for player in players] if isinstance(players, list) else []


def _read(text: str) -> Mapping[str, Any]:
    """A document as far as it can be read at all; what its schema says of it does not matter."""
    document = read_unchecked_yaml(text, "")
    return document.value if document is not None and isinstance(document.value, dict) else {}


def offered_options(workspace: Workspace, file: Path, names: Names, line: int, step: tuple[int, int]) -> Iterator[Found]:
    """The ids of the options that are offered at a step of a scenario, from the very position, each with its text.

    Where the position cannot be played, as in a text that is not finished, the names of all options.
    """
    sound = workspace.sound(file)
    decision = find_decision(sound.ruleset, _without_line(workspace, file, line), *step) if sound and sound.ruleset else None
    if decision is None:
        yield from ((option, "option", "", option) for option in sorted(names.options))
        return
    for option in decision.options:
        yield option.id, "option", f"{decision.player}: {option.text}", option.id


def _without_line(workspace: Workspace, file: Path, line: int) -> Mapping[str, Any]:
    """The document as it is, or where that cannot be read, without the line that is being written."""
    text = workspace.text(file)
    lines = text.split("\n")
    return _read(text) or _read("\n".join([*lines[: line - 1], "", *lines[line:]]))


def find_decision(rules: Ruleset, document: Mapping[str, Any], number: int, step: int) -> Decision | None:
    """The decision at a step of the scenario of a number; None where it cannot be played so far."""
    try:
        scenario = parse_unchecked(document, number)
        game = set_up(rules, scenario)
        for earlier_step in scenario.when[:step]:
            if earlier_step.verb == "chooses":
                game.choose(next(iter(earlier_step.choices)), earlier_step.player)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RuleFault):
        return None
    return game.decision
