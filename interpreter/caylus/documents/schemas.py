"""A document against its JSON Schema, and what differs said in words for the one who wrote the document.

A pattern is put into words by the `description` beside it. Where a value may have several shapes (`oneOf`), its own
type or its keys tell which was meant, and only that one is spoken of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic
from caylus.diagnostics.render import nearest
from caylus.limits import MOST_SCHEMA_FAULTS
from caylus.records import Record
from caylus.shipped import folder

from .document import Document, Pointer

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "empty",
}


class _Difference(Record):
    """One thing that the schema finds wrong, in the library's terms made ours.

    `wanted` is the keyword's value in `schema`, `found` the part of the document at `pointer`; a fault of a key, not of
    the value, has it as `key`. `shape` numbers the alternative that was tried, within which `inner` faults stand.
    """

    keyword: str
    wanted: Any
    schema: Mapping[str, Any]
    found: Any
    pointer: Pointer
    key: str | None
    shape: int
    inner: tuple[_Difference, ...]


def violations(document: Document, name: str) -> Iterator[Diagnostic]:
    """The violations of the shipped schema of that name: E0610 to E0613."""
    validator = _validator(name)
    for error in islice(validator.iter_errors(document.value), MOST_SCHEMA_FAULTS):
        is_of_a_key = "then" in error.absolute_schema_path  # is demanded because of a key that is there or is not
        if not (is_of_a_key and any(suggestion for _, suggestion in _strangers(validator.schema, document.value))):
            yield from _explain_difference(document, _difference(error))


@cache
def _validator(name: str) -> Any:
    """The validator of a schema, by a library that takes long to import."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend

    def unique_texts(_: object, expected: bool, value: Any, __: object) -> Iterator[ValidationError]:
        """`uniqueItems` for lists of texts, all that we have: the usual one takes forever on a long list of mappings."""
        texts = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
        if expected and len(set(texts)) < len(texts):
            yield ValidationError("the same item twice")

    def whole_pattern(_: object, pattern: str, value: Any, __: object) -> Iterator[ValidationError]:
        """`pattern` from the first letter to the last, as ours are meant: the usual `$` lets a line end stand behind it."""
        if isinstance(value, str) and not re.fullmatch(pattern, value):
            yield ValidationError("another pattern")

    def items(validator: Any, expected: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        """`items` as usual, but for a list of whole numbers in one look: a save is full of them."""
        if expected != {"type": "integer"} or not isinstance(value, list) or not all(type(item) is int for item in value):
            yield from Draft202012Validator.VALIDATORS["items"](validator, expected, value, schema)

    ours = {"uniqueItems": unique_texts, "pattern": whole_pattern, "items": items}
    return extend(Draft202012Validator, ours)(_whole_schema(name))  # type: ignore[no-untyped-call]


@cache
def _whole_schema(name: str) -> Any:
    return _resolve_references(*_schema(f"{name}.schema.json"))


@cache
def _schema(file: str) -> tuple[Any, str]:
    """A schema, and its file."""
    return json.loads((folder("schemas") / file).read_text(encoding="utf-8")), file


def _resolve_references(schema: Any, file: str) -> Any:
    """A schema with what it refers to in its place, which is faster than to look it up each time.

    It may refer to its fellows, and to nothing that would have to be fetched.
    """
    if isinstance(schema, list):
        return [_resolve_references(part, file) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _resolve_references(part, file) for key, part in schema.items() if key not in ("$ref", "$defs", "$id")}
    if "$ref" not in schema:
        return parts
    other, *way = schema["$ref"].replace("#", "").split("/")
    target, where = _schema(other or file)
    for key in way:
        target = target[key]
    target_schema = _resolve_references(target, where)
    return {**parts, "allOf": [target_schema]} if parts else target_schema


class SchemaName(NamedTuple):
    """A name of the rules in a document, where its schema has `x-names`: the sorts of things that may be named there.

    `x-of` is the key that names the owner, `x-is` says in a message what is meant, `x-or` has other words that are allowed, and
    where `x-braces` is set, only the words in braces are names. `around` has the keys of all mappings around it, the inner first.
    """

    pointer: Pointer
    text: str
    schema: Mapping[str, Any]
    around: Mapping[str, Any]


def find_names(document: Document, name: str) -> Iterator[SchemaName]:
    """The names of the rules in a document that its schema has accepted."""
    yield from _find_names(document.value, _whole_schema(name), (), {})


def _find_names(value: Any, schema: Mapping[str, Any], pointer: Pointer, around: Mapping[str, Any]) -> Iterator[SchemaName]:
    for shape in _shapes(schema):
        if isinstance(value, dict) and all(key in value for key in shape.get("required", ())):
            inside = {**around, **value}
            keys = shape.get("propertyNames", {})
            for key, inner in value.items():
                if "x-names" in keys:
                    yield SchemaName((*pointer, key), key, keys, inside)
                for below in _schemas_inside(shape, key):
                    yield from _find_names(inner, below, (*pointer, key), inside)
        elif isinstance(value, list):
            for number, item in enumerate(value):
                if "x-names" in shape:
                    yield SchemaName((*pointer, number), item, shape, around)
                for below in _schemas_inside(shape, number):
                    yield from _find_names(item, below, (*pointer, number), around)
        elif isinstance(value, str) and "x-names" in shape:
            texts = re.findall(r"\{([^{}]*)\}", value) if "x-braces" in shape else [value]
            yield from (SchemaName(pointer, text, shape, around) for text in texts)


def find_schemas(name: str, pointer: Iterable[str | int]) -> list[Mapping[str, Any]]:
    """The schemas of a value of a document, in all shapes that it may have."""
    found = list(_shapes(_whole_schema(name)))
    for part in pointer:
        found = [shape for schema in found for inner in _schemas_inside(schema, part) for shape in _shapes(inner)]
    return found


def _shapes(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for key in ("oneOf", "anyOf", "allOf"):
        for one in schema.get(key, ()):
            yield from _shapes(one)


def _schemas_inside(schema: Mapping[str, Any], part: str | int) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, int):
        if isinstance(schema.get("items"), dict):
            yield schema["items"]
    elif part in schema.get("properties", {}):
        yield schema["properties"][part]
    else:
        yield from (inner for pattern, inner in schema.get("patternProperties", {}).items() if re.search(pattern, part))
        if isinstance(schema.get("additionalProperties"), dict):
            yield schema["additionalProperties"]


def _difference(error: Any) -> _Difference:
    of_key = "propertyNames" in error.absolute_schema_path
    return _Difference(
        error.validator,
        error.validator_value,
        error.schema,
        error.instance,
        tuple(error.absolute_path),
        error.instance if of_key else None,
        error.relative_schema_path[0] if error.parent else 0,
        tuple(map(_difference, error.context)),
    )


def _explain_difference(document: Document, difference: _Difference) -> Iterable[Diagnostic]:
    if difference.key is not None:
        message = f"{difference.key!r} cannot be a key: {difference.schema['description']}"
        return [document.fault((*difference.pointer, difference.key), "E0613", message, on_key=True)]
    return _WORDS[difference.keyword](document, difference)


# ---- one function for each keyword that the schemas use


def _unknown_keys(document: Document, difference: _Difference) -> Iterator[Diagnostic]:
    properties = difference.schema.get("properties", {})
    for key, suggestion in _strangers(difference.schema, difference.found):
        help = f"did you mean `{suggestion}`?" if suggestion else f"known here: {_join_names(properties)}"
        if "seats" in properties and key.lower() in _ELSEWHERE:
            help = _ELSEWHERE[key.lower()]
        yield document.fault((*difference.pointer, key), "E0610", f"`{key}` means nothing here", help, on_key=True)


def _strangers(schema: Mapping[str, Any], value: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The first keys that the schema does not know, each with the key it may be a misspelling of."""
    properties = schema.get("properties", {})
    unknown = (key for key in value if key not in properties)
    for key in islice(unknown, MOST_SCHEMA_FAULTS):
        there = properties.keys() - value.keys()
        own_key = next((own for own, words in _OTHER_WORDS.items() if key.lower() in words and own in there), None)
        yield key, own_key or nearest(key, there)


_OTHER_WORDS = {
    "about": ("description", "desc", "summary"),
    "begin": ("start", "arrange", "given"),
    "changes": ("diff", "delta", "gains"),
    "extends": ("base", "parent", "inherits", "based_on"),
    "name": ("title", "test", "it", "scenario", "id"),
    "requires": ("depends", "dependencies", "needs"),
    "rules": ("files", "sources", "include", "includes"),
    "seats": ("colors", "colours", "player_names"),
    "setup": ("before", "position", "state"),
    "then": ("expect", "expected", "assert", "result", "outcome", "after"),
    "when": ("steps", "actions", "moves", "do", "act", "turns", "play"),
}
"""What other formats call keys of ours."""
_ELSEWHERE = {
    "players": "the numbers of players are a rule: `change game for 2 to 4 players`; the names of seats are `seats`",
    "author": "write it into `about`",
    "authors": "write it into `about`",
    "with": "variants are played together by `--with`; what one cannot do without stands in `requires`",
    "variants": "variants are played together by `--with`; what one cannot do without stands in `requires`",
}
"""What is written elsewhere than in the manifest."""


def _missing_keys(document: Document, difference: _Difference) -> Iterator[Diagnostic]:
    schema = difference.schema
    is_closed = schema.get("additionalProperties") is False
    misspelt = {suggestion for _, suggestion in _strangers(schema, difference.found)} if is_closed else set()
    for key in schema["required"]:
        if key not in difference.found and key not in misspelt:
            description = schema.get("properties", {}).get(key, {}).get("description", "")
            help = f"write `{key}: …`" + (f": {description}" if description else "")
            yield document.fault(difference.pointer, "E0611", f"{_name_part(difference)} has no `{key}`", help, on_key=True)


def _join_types(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def _not_of_type(document: Document, difference: _Difference, types: list[str]) -> Diagnostic:
    expected_types = " or ".join(_TYPES[type] for type in dict.fromkeys(types))
    message = f"{_name_part(difference)} must be {expected_types}, not {_describe_value(difference.found)}"
    return document.fault(difference.pointer, "E0612", message, _as_type(difference.found, types, difference.schema))


def _as_type(value: Any, types: list[str], schema: Mapping[str, Any]) -> str:
    """The text to write for what was probably meant as a value of one of the types."""
    if "string" in types and isinstance(value, bool | int) and re.fullmatch(schema.get("pattern", ".*"), str(value)):
        return "put quotes around it to make it a text"
    if "object" in types and isinstance(value, str) and (amount := re.fullmatch(r"(\d+) (\w+)", value)):
        return f"write `{{{amount[2]}: {amount[1]}}}`"
    if "array" in types and isinstance(value, str):
        return f"put brackets around it: `[{value}]`" if len(value) <= 40 else "put brackets around it"
    if "array" in types and isinstance(value, dict):
        is_named = "description" in schema and all(isinstance(each, str | int) for each in value.values())
        return f"here stand {schema['description']}; begin each with `- `" if is_named else "begin each item with `- `"
    if "object" in types and "required" in schema:
        first = value if isinstance(value, str) and re.fullmatch(r"[\w-]{1,40}", value) else "…"
        keys = schema["required"]
        return f"write `{{{', '.join([f'{keys[0]}: {first}', *(f'{key}: …' for key in keys[1:])])}}}`"
    return str(schema.get("description", ""))


def _explain_enum(document: Document, difference: _Difference) -> Iterator[Diagnostic]:
    allowed = [str(value) for value in difference.wanted]
    suggestion = nearest(str(difference.found), allowed)
    help = f"did you mean `{suggestion}`?" if suggestion else ""
    yield document.fault(difference.pointer, "E0613", f"{_name_part(difference)} must be one of {', '.join(allowed)}", help)


def _not_the_one(document: Document, difference: _Difference) -> Iterator[Diagnostic]:
    message = f"{_name_part(difference)} must be {difference.wanted}, not {_describe_value(difference.found)}"
    yield document.fault(difference.pointer, "E0613", message, difference.schema.get("description", ""))


def _misfit(words: str) -> Callable[[Document, _Difference], Iterator[Diagnostic]]:
    """The function that reports what does not fit in these words, with the keyword's value and the schema put in."""

    def explain_misfit(document: Document, difference: _Difference) -> Iterator[Diagnostic]:
        text = words.format(difference.wanted, **difference.schema)
        yield document.fault(difference.pointer, "E0613", f"{_name_part(difference)} {text}")

    return explain_misfit


def _no_shape(document: Document, difference: _Difference) -> Iterable[Diagnostic]:
    """None of several shapes fits: speak of those the value was meant to have."""

    def is_whole(fault: _Difference, keyword: str) -> bool:
        return fault.keyword == keyword and fault.pointer == difference.pointer

    shapes: dict[int, list[_Difference]] = {}
    for inner in difference.inner:
        shapes.setdefault(inner.shape, []).append(inner)
    of_type = [faults for faults in shapes.values() if not any(is_whole(fault, "type") for fault in faults)]
    if not of_type:
        types = [type for fault in difference.inner if is_whole(fault, "type") for type in _join_types(fault.wanted)]
        return [_not_of_type(document, difference, types)]
    with_keys = [faults for faults in of_type if not any(is_whole(fault, "required") for fault in faults)]
    if not with_keys and len(of_type) > 1:
        telling = [fault.wanted[0] for fault in difference.inner if is_whole(fault, "required")]
        return [_none_of_the_keys(document, difference, telling)]
    likeliest = min(with_keys or of_type, key=len)
    return [diagnostic for fault in likeliest for diagnostic in _explain_difference(document, fault)]


def _none_of_the_keys(document: Document, difference: _Difference, telling: list[str]) -> Diagnostic:
    """`telling` are the keys that tell the shapes apart: the first that each requires."""
    suggestion = next((near for key in difference.found if (near := nearest(key, telling))), None)
    help = f"did you mean `{suggestion}`?" if suggestion else ""
    message = f"{_name_part(difference)} has none of the keys {_join_names(telling)}"
    return document.fault(difference.pointer, "E0611", message, help, on_key=True)


_WORDS: Mapping[str, Callable[[Document, _Difference], Iterable[Diagnostic]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "type": lambda document, difference: [_not_of_type(document, difference, _join_types(difference.wanted))],
    "enum": _explain_enum,
    "const": _not_the_one,
    "pattern": _misfit("is not {description}"),
    "oneOf": _no_shape,
    "minLength": _misfit("has fewer than {} characters"),
    "maxLength": _misfit("is longer than {} characters"),
    "minItems": _misfit("has too few items: at least {}"),
    "maxItems": _misfit("has too many items: at most {}"),
    "minProperties": _misfit("has too few keys: at least {}"),
    "maxProperties": _misfit("has too many keys: at most {}"),
    "minimum": _misfit("is less than {}"),
    "maximum": _misfit("is more than {}"),
    "uniqueItems": _misfit("has the same item twice"),
}

# ---- words


def _name_part(difference: _Difference) -> str:
    """The part of the document that is spoken of."""
    pointer = difference.pointer
    if not pointer:
        return "the file"
    last = pointer[-1]
    if isinstance(last, str):
        return f"`{last}`"
    holder = next((step for step in reversed(pointer) if isinstance(step, str)), None)
    return f"item {last + 1} of `{holder}`" if holder else f"item {last + 1}"


def _describe_value(value: Any) -> str:
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return f"the text `{value if len(value) <= 40 else value[:39] + '…'}`"
    if value is None or isinstance(value, bool):
        return "empty" if value is None else str(value).lower()
    return f"the number {value}" if len(str(value)) <= 20 else "a monstrous number"


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
