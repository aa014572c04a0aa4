"""The place in a manifest or in scenarios that a cursor is at, in text that need not be sound, and what the schema says of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.loading.analysis import FILE
from caylus.shipped import folder

if TYPE_CHECKING:
    from .workspace import Workspace

_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s"'{}\[\],#&*!|>-][^:{}\[\],#]*?|-?\d+)\s*:(?=\s|$)""")
Schema = Mapping[str, Any]


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


@cache
def _read_schema(name: str) -> Schema:
    found: Schema = json.loads((folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def find_schemas(name: str, pointer: Sequence[str | int]) -> list[Schema]:
    """The schemas of a value, all shapes that it may have."""
    root = _read_schema(name)
    found = list(_shapes(root, root))
    for part in pointer:
        found = [shape for schema in found for inner in _inside(schema, part) for shape in _shapes(inner, root)]
    return found


def _shapes(schema: Schema, root: Schema) -> Iterator[Schema]:
    if "$ref" in schema:
        target: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        yield from _shapes({**target, **{k: v for k, v in schema.items() if k != "$ref"}}, root)
        return
    yield schema
    for key in ("oneOf", "anyOf", "allOf"):
        for one in schema.get(key, ()):
            yield from _shapes(one, root)


def _inside(schema: Schema, part: str | int) -> Iterator[Schema]:
    if isinstance(part, int):
        items = schema.get("items")
        if isinstance(items, Mapping):
            yield items
        return
    if part in schema.get("properties", {}):
        yield schema["properties"][part]
        return
    for pattern, inner in schema.get("patternProperties", {}).items():
        if re.search(pattern, part):
            yield inner
    more = schema.get("additionalProperties")
    if isinstance(more, Mapping):
        yield more


def explain_key(workspace: Workspace, file: Path, line: int, column: int) -> tuple[str, ...] | None:
    """The text of the schema about the key at a place; None where it says nothing."""
    name = schema_name(file)
    text = workspace.line(file, line)
    key = next((m for m in _KEY.finditer(text) if m.start(1) + 1 <= column <= m.end(1) + 1), None)
    if name is None or key is None:
        return None
    place = find_place(workspace.lines(file), line, key.end() + 1)
    told = [schema["description"] for schema in find_schemas(name, place.pointer) if "description" in schema]
    return (f"**{place.pointer[-1]}** · {told[0]}",) if told and place.pointer else None
