"""The words of the language, each with what it says, and the TextMate grammar: `python -m caylus_tools.authoring.words FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

_COIN = "coin"
"""The resource of the examples."""


def _read_words() -> dict[str, dict[str, str]]:
    """The words of `words.txt` by their groups, each with what it says."""
    groups: dict[str, dict[str, str]] = {}
    for block in files(__package__).joinpath("words.txt").read_text(encoding="utf-8").rstrip().split("\n\n"):
        group, *lines = (line.strip() for line in block.split("\n") if not line.startswith("--"))
        groups[group] = dict(line.split(": ", 1) for line in lines)
    return groups


DEFINING, DOING, ASKING, NAMING, BUILT_IN = _read_words().values()
EXPLAINED = {**BUILT_IN, **DEFINING, **DOING, **ASKING, **NAMING}


def explain(word: str, resources: Sequence[str]) -> str:
    """The meaning of a word, its example with a resource that the rules have; empty for a word that is none of the language."""
    text = EXPLAINED.get(word, "")
    return text.replace(_COIN, resources[0]) if resources and _COIN not in resources else text


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
