"""Completion in rules, manifests and scenarios: the words and names that may stand at a place, what is used most first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caylus import Decision, RuleFault, Ruleset, model as m
from caylus.diagnostics import Span, as_words
from caylus.documents import Pointer, read_unchecked_yaml
from caylus.documents.schemas import find_schemas
from caylus.loading.analysis import FILE, Meant, shipped_manifests
from caylus.parser.following import Following, Token, find_following

from caylus_tools.authoring.words import BUILT_IN, explain
from caylus_tools.testing.scenarios import parse_unchecked, set_up

from .names import WORD, Names
from .workspace import Workspace

_DOES = ("action", "phase", "table", "sequence")
_PLAIN_TYPES = ("number", "flag", "payment")
_SORTS_BY_WORD = {
    "ACTION": ("action",), "PHASE": ("phase",), "VALUE": ("value",), "CONDITION": ("condition",), "RULE": ("rule",),
    "TABLE": ("table",), "SCALE": ("scale",), "CONSTANT": ("constant",), "RESOURCE": ("resource",), "GROUP": ("group",),
    "SEQUENCE": ("sequence",), "STATE": ("state",), "LIST": ("list",), "ROW": ("row",), "KIND": ("kind",), "SEAT": ("seat",),
    "DO": _DOES, "FORBID": ("condition",), "EACH": ("kind",),
}  # fmt: skip
"""The sorts of names that come after a word."""
_STATEMENTS = (
    "gain", "pay", "may", "choose", "if", "for", "do", "set", "raise", "lower", "lose", "let", "put", "add", "remove", "clear",
    "repeat", "say", "reveal", "shuffle", "reverse", "sort", "stop", "end", "option", "require",
)  # fmt: skip
"""The words that statements begin with, the likeliest first."""
_DEFINITIONS = (
    "change", "rule", "value", "replace", "remove", "add", "constant", "action", "phase", "kind", "resource", "state", "list",
    "row", "condition", "group", "scale", "sequence", "table", "each", "seat", "game", "seal",
)  # fmt: skip
"""The words that definitions begin with, the likeliest first."""
_WITH_PARAMETERS = ("ACTION", "VALUE", "CONDITION", "TABLE")
_EDITS = ("CHANGE", "REPLACE", "REMOVE")
_IN_FORMULAS = (
    "value", "condition", "constant", "scale", "plural", "row", "state", "list", "object", "resource", "group", "seat",
)  # fmt: skip


class Item(NamedTuple):
    """A word that may be written at a place: what it is, its title or a sentence about it, and the text to insert."""

    label: str
    sort: str
    detail: str
    insert: str


def complete(workspace: Workspace, file: Path, line: int, column: int) -> list[Item]:
    """The items for a place, the likeliest first; what is typed of a word already is left to the editor to match."""
    if file.suffix == ".yaml":
        return [Item(*following) for following in complete_yaml(workspace, file, line, column)]
    lines = workspace.lines(file)
    before = "\n".join([*lines[: line - 1], (lines[line - 1] if line <= len(lines) else "")[: column - 1]])
    prefix = next((match[0] for match in WORD.finditer(before) if match.end() == len(before)), "")
    before = before[: len(before) - len(prefix)]
    last = before.rpartition("\n")[2]
    if "--" in last or last.lstrip().startswith("|"):
        return []
    names = workspace.names(file)
    if last.count('"') % 2:
        inside = last.rpartition('"')[2].rpartition("{")
        if not inside[1] or "}" in inside[2]:
            return []
        following = Following((), frozenset(), name=True, text=False)
    else:
        following = find_following(before)
    items = []
    if names is not None and following.name:
        items = _rank(names, file, list(_names(names, following.tokens, last)))
    begins = next((words for words in (_STATEMENTS, _DEFINITIONS) if words[0] in following.words), ())
    first = [word for word in begins if word in following.words]
    resources = names.resources if names is not None else ()
    keyword_items = [
        Item(word, "keyword", explain(word, resources), word) for word in (*first, *sorted(following.words.difference(first)))
    ]
    return [*keyword_items[: len(first)], *items, *keyword_items[len(first) :]]


def _rank(names: Names, file: Path, items: list[Item]) -> list[Item]:
    """First what the file itself uses, then what all layers use most."""
    own = names.used_in(file)
    return sorted(dict.fromkeys(items), key=lambda item: (-own.get(item.label, 0), -names.used.get(item.label, 0), item.label))


def _names(names: Names, tokens: Sequence[Token], last: str) -> Iterator[Item]:
    previous = tokens[-1] if tokens else None
    kinds = [token.type for token in tokens]
    kind = kinds[-1] if kinds else ""
    depth = kinds.count("LBRACE") - kinds.count("RBRACE")
    is_new_line = previous is None or (not last.strip() and kind != "EQUAL")
    if previous is None or (is_new_line and depth == 0):
        yield from _of_sorts(names, ("kind",))
    elif kind == "DOT":
        yield from _members(names, tokens[:-1])
    elif kind == "COLON" and kinds.count("LPAR") > kinds.count("RPAR"):
        yield from _types(names)
    elif (depth == 0 and kind in ("EQUAL", "COMMA", "EXCEPT") and kinds[0] in ("SEQUENCE", "GROUP")) or kinds[:2] == [
        "CHANGE",
        "GROUP",
    ]:
        yield from _of_sorts(names, _DOES if "SEQUENCE" in kinds[:2] else ("resource", "group", "kind"))
    elif kind in _SORTS_BY_WORD and (kind in ("DO", "FORBID") or kinds[0] in _EDITS):
        yield from _of_sorts(names, _SORTS_BY_WORD[kind])
    elif kinds[0] in _EDITS and len(kinds) == 1:
        yield from _of_sorts(names, ("kind",))
    elif kinds[0] in _EDITS and len(kinds) == 2 and kind == "NAME":
        yield from _objects(names, tokens[1].text)
    elif kind == "NUMBER" and kinds[0] == "ROW":
        yield from _of_sorts(names, ("plural",))
    elif kind in ("NUMBER", "DIFFERENT") or (kind == "RPAR" and not is_new_line):
        yield from _of_sorts(names, ("resource", "group"))
        yield from (i for i in _of_sorts(names, ("kind",)) if _is_of_resources(names, i.label))
    elif depth == 1 and is_new_line and _head(tokens)[0] == "OBJECT":
        yield from _own_members(names, _head(tokens)[1])
        yield from _of_sorts(names, ("value", "constant"))
    elif kind in ("BEFORE", "AFTER") or (kind == "OF" and len(kinds) > 1 and kinds[-2] == "INSTEAD"):
        yield from _of_sorts(names, _DOES)
        yield Item("player", "kind", BUILT_IN["player"], "player")
    elif kind in ("GAINS",) or (kind == "FROM" and kinds[0] == "RESOURCE"):
        yield from _of_sorts(names, ("resource", "group"))
    elif depth == 1 and is_new_line and kinds[0] == "RULE":
        yield from _of_sorts(names, ("value", "constant"))
    elif (kind == "OF" and kinds[0] == "LIST") or (kind in ("LPAR", "COMMA") and kinds[0] in _WITH_PARAMETERS and depth == 0):
        yield from _of_sorts(names, ("kind",))
    elif kind == "IN":
        yield from _locals(names, tokens)
        yield from _of_sorts(names, ("plural", "row", "list", "group"))
    else:
        yield from _locals(names, tokens)
        yield from _of_sorts(names, _IN_FORMULAS)


def _head(tokens: Sequence[Token]) -> tuple[str, str]:
    """What kind of definition it is, and the kind of the object that it is of."""
    rest = [token for token in tokens[:4] if token.type not in ("CHANGE", "REPLACE", "NUMBER")]
    if len(rest) > 1 and rest[0].type == rest[1].type == "NAME":
        return "OBJECT", rest[0].text
    return (rest[0].type if rest else ""), ""


def _of_sorts(names: Names, sorts: Sequence[str]) -> Iterator[Item]:
    for entity in names.tops.values():
        is_object = isinstance(entity.meaning, m.Object)
        if entity.what in sorts or (is_object and "object" in sorts):
            yield make_item(entity)


def make_item(entity: Meant) -> Item:
    """The item of a definition or a member; what takes arguments has parentheses behind it."""
    meaning = entity.meaning
    params = (
        [param.name for param in meaning.params]
        if isinstance(meaning, (m.Value, m.Condition, m.Action, m.MemberAction))
        else None
    )
    is_called = params is not None and not (isinstance(meaning, m.Action) and meaning.is_phase)
    insert = f"{entity.name}({', '.join(params or ())})" if is_called else entity.name
    return Item(entity.name, entity.what, _title(entity), insert)


def _title(entity: Meant) -> str:
    meaning = entity.meaning
    site = getattr(meaning, "site", None)
    title = site.title if site is not None else getattr(meaning, "title", None)
    return str(title) if title else as_words(entity.name)


def _types(names: Names) -> Iterator[Item]:
    yield from (Item(word, "type", BUILT_IN[word], word) for word in _PLAIN_TYPES)
    yield from _of_sorts(names, ("kind",))


def _objects(names: Names, kind: str) -> Iterator[Item]:
    return (make_item(entity) for entity in names.tops.values() if entity.what == kind)


def _is_of_resources(names: Names, name: str) -> bool:
    meaning = names.tops[name].meaning
    return isinstance(meaning, m.Kind) and meaning.is_of_resources


def _own_members(names: Names, kind: str) -> Iterator[Item]:
    """What an object of a kind can say in its braces: its properties and its actions."""
    for entity in names.members_of(kind):
        if isinstance(entity.meaning, m.Property):
            yield Item(entity.name, entity.what, _title(entity), f"{entity.name} ")
        elif isinstance(entity.meaning, m.MemberAction):
            yield Item(entity.name, entity.what, _title(entity), f"{entity.name} {{ ")


# ---- types, found from the words of the definition


def _members(names: Names, tokens: Sequence[Token]) -> Iterator[Item]:
    """The words after a dot: the members of the kind that the words before it are of."""
    kind = _kind_of(names, tokens)
    if kind is None:
        for members in names.members.values():
            yield from map(make_item, members.values())
        return
    yield from map(make_item, names.members_of(kind))
    if kind == "player":
        yield from _of_sorts(names, ("resource", "group"))
    yield Item("number", "property", BUILT_IN["number"], "number")


def _kind_of(names: Names, tokens: Sequence[Token]) -> str | None:
    """The kind of the object that the last words name; None where that is not known."""
    if not tokens:
        return None
    *rest, last = tokens
    if last.type == "THIS":
        return _head(tokens)[1] or None
    if last.type == "HERE" or last.type not in ("NAME", "RSQB"):
        return None
    if last.type == "RSQB":
        depth, at = 0, len(tokens) - 1
        for at in range(len(tokens) - 1, -1, -1):
            depth += {"RSQB": 1, "LSQB": -1}.get(tokens[at].type, 0)
            if depth == 0:
                break
        return _member_kind(names, tokens[:at])
    if rest and rest[-1].type == "DOT":
        owner = _kind_of(names, rest[:-1])
        member = next((entity for entity in names.members_of(owner) if entity.name == last.text), None) if owner else None
        return _kind_name(member.meaning) if member is not None else None
    return _variable_kind(names, tokens[:-1], last.text)


def _member_kind(names: Names, tokens: Sequence[Token]) -> str | None:
    """The kind of the members of a row or a list."""
    entity = names.tops.get(tokens[-1].text) if tokens else None
    return _kind_name(entity.meaning) if entity is not None else None


def _kind_name(meaning: object) -> str | None:
    if isinstance(meaning, (m.Row, m.ListState, m.AllOf)):
        return meaning.kind.name
    kind = getattr(getattr(meaning, "type", None), "kind", None)
    return kind.name if isinstance(kind, m.Kind) else None


def _variable_kind(names: Names, tokens: Sequence[Token], name: str) -> str | None:
    """The kind of a variable: by where it is bound, or of its own name; or of an object."""
    for at in range(len(tokens) - 2, -1, -1):
        if tokens[at].type == "NAME" and tokens[at].text == name and at + 2 <= len(tokens) - 1:
            word, source = tokens[at + 1].type, tokens[at + 2]
            if word == "COLON":
                return source.text
            if word == "IN":
                return _list_kind(names, tokens[at + 2 :])
            if word == "EQUAL" and at and tokens[at - 1].type == "LET":
                end = next((n for n in range(at + 2, len(tokens)) if tokens[n].line != tokens[at].line), len(tokens))
                return _kind_of(names, tokens[at + 2 : end])
    entity = names.tops.get(name)
    if entity is None:
        return "player" if name == "player" else None
    if isinstance(entity.meaning, m.Kind):
        return entity.meaning.name
    return entity.meaning.kind.name if isinstance(entity.meaning, m.Object) else _kind_name(entity.meaning)


def _list_kind(names: Names, tokens: Sequence[Token]) -> str | None:
    """The kind of the members of a list, by its first words."""
    rest = [token for token in tokens[:3] if token.type not in ("SHUFFLED", "LPAR")]
    if len(rest) > 2 and rest[1].type == "DOT":
        owner = _variable_kind(names, (), rest[0].text)
        member = next((entity for entity in names.members_of(owner) if entity.name == rest[2].text), None) if owner else None
        return _kind_name(member.meaning) if member is not None else None
    if rest and rest[0].text == "players":
        return "player"
    entity = names.tops.get(rest[0].text) if rest else None
    if entity is None:
        return None
    return entity.meaning.name if isinstance(entity.meaning, m.Kind) else _kind_name(entity.meaning)


def _locals(names: Names, tokens: Sequence[Token]) -> Iterator[Item]:
    """The variables that the words before a place bind."""
    for at, token in enumerate(tokens[:-1]):
        following = tokens[at + 1].type
        is_bound = following in ("IN", "COLON") or (at and tokens[at - 1].type in ("LET", "AS"))
        depth = sum({"LPAR": 1, "RPAR": -1}.get(t.type, 0) for t in tokens[:at])
        is_param = depth == 1 and tokens[at - 1].type in ("LPAR", "COMMA") and following in ("RPAR", "COMMA") and at < 24
        if token.type == "NAME" and (is_bound or (is_param and token.text not in ("number", "flag", "payment"))):
            yield Item(token.text, "variable", _variable_kind(names, tokens, token.text) or "", token.text)


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
            kind = "player" if head in players else _kind_of_place(names, head)
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


def _kind_of_place(names: Names, name: str) -> str | None:
    entity = names.tops.get(name)
    kind = getattr(entity.meaning, "kind", None) if entity is not None else None
    return getattr(kind, "name", None)


def _member(names: Names, kind: str | None, word: str) -> Meant | None:
    return next((entity for entity in names.members_of(kind) if entity.name == word), None) if kind is not None else None


Found = tuple[str, str, str, str]


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


def _names_of_sorts(names: Names, *sorts: str) -> Iterator[Found]:
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
    yield from _names_of_sorts(names, *(_DOES if "action" in sorts else ()), *(sort.rpartition(" ")[2] for sort in sorts))
    if any(sort.startswith(("its ", "member ", "player ", "holder")) for sort in sorts):
        yield from ((m.name, m.what, m.owner, m.name) for members in names.members.values() for m in members.values())


def _of_scenario(workspace: Workspace, file: Path, names: Names, place: YamlPlace, line: int) -> Iterator[Found]:
    way = place.pointer[2:] if place.pointer[:1] == ("scenarios",) else ()
    players = _players_in_file(workspace, file)
    match way:
        case ("begin" | "setup",) | ("begin", "do") if not place.is_key or way[-1] == "do":
            yield from _names_of_sorts(names, *_DOES)
        case ("given" | "then",):
            yield from _names_of_sorts(names, "object", "row", "state", "list")
            yield from ((player, "player", "", f"{player}: ") for player in players)
        case ("given" | "then", str(key), *rest):
            yield from _of_thing(names, key, [part for part in rest if isinstance(part, str)], players)
            if not place.is_key:
                yield from _names_of_sorts(names, "object")
        case ("changes",):
            yield from ((player, "player", "", f"{player}: ") for player in players)
        case ("changes", _):
            yield from _names_of_sorts(names, "resource")
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
            yield from ((label, sort, detail, f"{label}: ") for label, sort, detail, _ in _names_of_sorts(names, "resource"))


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
