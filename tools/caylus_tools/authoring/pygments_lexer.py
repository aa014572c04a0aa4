"""Colours for rules in documentation and terminals: the lexer `rules` of Pygments, which finds it by the entry point."""

from __future__ import annotations

from collections.abc import Iterator
from re import Match
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from .words import ASKING, DEFINING, DOING, NAMING

WORDS = {
    word: token
    for words, token in (
        (DEFINING, Keyword.Declaration),
        (DOING, Keyword),
        (ASKING, Operator.Word),
        (NAMING, Keyword.Constant),
    )
    for word in words
}
"""Every word of the language, and what it is to Pygments."""


def _word(_: object, match: Match[str]) -> Iterator[tuple[int, Any, str]]:
    name = Name.Function if match.string.startswith("(", match.end()) else Name
    yield match.start(), WORDS.get(match[0], name), match[0]


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """Rules of board games."""

    name = "Rules"
    aliases: ClassVar = ["rules"]
    filenames: ClassVar = ["*.rules"]
    tokens: ClassVar = {
        "root": [
            (r"^([^\S\n]*)(\|[^\n]*)", bygroups(Whitespace, Comment.Special)),
            (r"\n|[^\S\n]+", Whitespace),
            (r"--[^\n]*", Comment.Single),
            (r'"', String, "text"),
            (r"[A-Za-z_][A-Za-z0-9_]*", _word),
            (r"[0-9]+", Number.Integer),
            (r"<=|>=|[-+*/%<>=|]", Operator),
            (r"[][(){},.:]", Punctuation),
        ],
        "text": [
            (r'[^"\\{\n]+', String),
            (r"\\.", String.Escape),
            (r"\{[^{}\"\\\n]*\}", String.Interpol),
            (r"\{", String),
            (r'"', String, "#pop"),
            (r"\n", Whitespace, "#pop"),
        ],
    }
