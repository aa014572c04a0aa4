"""Completion in rules: the words and names that may stand at a place, those of the fitting sort, what is used most first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.loading.analysis import Meant
from caylus.parser.following import Following, Token, find_following

from caylus_tools.authoring.words import BUILT_IN, explain

from .names import WORD, Names
from .workspace import Workspace
from .yaml_files import complete_yaml

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
