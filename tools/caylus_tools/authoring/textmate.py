"""The TextMate grammar of the language, written from the list of its words: `python -m caylus_tools.authoring.textmate FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .words import ASKING, DEFINING, DOING, NAMING

_SCHEMA = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"
_ORDER = ("comment", "paragraph", "text", "number", "defining", "doing", "asking", "naming", "call", "name", "symbol")


def _match(name: str, pattern: str) -> dict[str, Any]:
    return {"name": f"{name}.rules", "match": pattern}


def _words(name: str, words: Iterable[str]) -> dict[str, Any]:
    return _match(name, rf"\b({'|'.join(sorted(words))})\b")


def make_grammar() -> dict[str, Any]:
    """The grammar as JSON data."""
    text = {
        "name": "string.quoted.double.rules",
        "begin": '"',
        "end": '"|$',
        "patterns": [
            _match("constant.character.escape", r"\\."),
            _match("variable.parameter", r'\{[^{}"\\]*\}'),
        ],
    }
    repository = {
        "comment": _match("comment.line.double-dash", "--.*$"),
        "paragraph": _match("comment.block.documentation", r"(?:^|(?<=^  )|(?<=^    ))\|.*$"),
        "text": text,
        "number": _match("constant.numeric", r"\b[0-9]+\b"),
        "defining": _words("storage.type", DEFINING),
        "doing": _words("keyword.control", DOING),
        "asking": _words("keyword.operator.word", ASKING),
        "naming": _words("constant.language", NAMING),
        "call": _match("entity.name.function", r"\b[A-Za-z_][A-Za-z0-9_]*(?=\()"),
        "name": _match("variable.other", r"\b[A-Za-z_][A-Za-z0-9_]*\b"),
        "symbol": _match("keyword.operator", "<=|>=|[-+*/%<>=|]"),
    }
    return {
        "$schema": _SCHEMA,
        "name": "Rules",
        "scopeName": "source.rules",
        "fileTypes": ["rules"],
        "patterns": [{"include": f"#{part}"} for part in _ORDER],
        "repository": repository,
    }


def render_grammar() -> str:
    """The text of `rules.tmLanguage.json`."""
    return json.dumps(make_grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_grammar(), encoding="utf-8")
