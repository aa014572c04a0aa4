"""YAML and JSON from outside, read with suspicion, measured against a schema, every value with its place.

Libraries for either give values that have forgotten where they stood, and take more than is meant: aliases that blow up,
doubled keys, dates, numbers of any length. So `yaml_text` builds its values from the events of PyYAML's parser, and `json_text`
looks for a place only when somebody asks; both within bounds. `schemas` says what does not fit in a form people understand,
and `document` reads no more of a file than it may have. What comes out is a `Document`: plain data, and a span for each value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any

from caylus.cache import Shelf
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.limits import MOST_SCHEMA_FAULTS

from .document import Document, Place, Pointer, decode_utf8, is_too_deep, read_inside_folder, read_text, sort_faults

__all__ = [
    "Document", "Pointer", "accept", "decode_utf8", "is_too_deep", "read_inside_folder", "read_json", "read_text",
    "read_unchecked_yaml", "read_yaml",
]  # fmt: skip


_SOUND: Shelf[list[Any]] = Shelf("sound", lambda value: json.dumps(value).encode(), json.loads)
"""The values of texts that fit their schemas, each in a list: to read and to judge them takes long, and long to import."""


def read_yaml(text: str, path: str, schema: str) -> Document:
    """The document that `text` holds, as the schema of that name demands it. `path` is what spans call the file.

    Whole numbers, `true`, `false` and an empty value are what they look like; any other plain word is text.
    Raises `RulesetError` with everything that is wrong: E0603 to E0619.
    """
    if kept_value := _SOUND.get(schema, text):
        return Document(path, text, kept_value[0], cache(lambda: _read_places(text, path)))
    from . import yaml_text

    document = _validate(*yaml_text.read(text, path), schema, {path: text})
    _SOUND.keep([document.value], schema, text)
    return document


def _read_places(text: str, path: str) -> Mapping[Pointer, Place]:
    document = read_unchecked_yaml(text, path)
    assert document is not None
    return document.places()


def read_unchecked_yaml(text: str, path: str) -> Document | None:
    """The document that `text` holds, whatever its shape; None where it cannot be read through."""
    from . import yaml_text

    return yaml_text.read(text, path)[0]


def read_json(text: str, path: str, schema: str) -> Document:
    """The same for JSON."""
    from . import json_text

    document, faults = json_text.read(text, path)
    return _validate(document, faults, schema, {path: text})


def accept(value: Any, path: str, schema: str) -> Document:
    """The same for data that has no text, such as a save held in memory: faults name the part, and have no span."""
    return _validate(Document(path, "", value, dict), (), schema, {})


def _validate(document: Document | None, faults: tuple[Diagnostic, ...], schema: str, sources: dict[str, str]) -> Document:
    if document is not None:
        from .document import hidden_in_values
        from .schemas import violations

        hidden = tuple(islice(hidden_in_values(document), MOST_SCHEMA_FAULTS))
        faults = (*faults, *(hidden or violations(document, schema)))
    if document is None or faults:
        raise RulesetError(sort_faults(faults), sources)
    return document
