"""Colours for rules in documentation and terminals: the lexer `rules` of Pygments, which finds it by the entry point."""

from __future__ import annotations

from collections.abc import Iterator
from re import Match
from typing import Any, ClassVar

from pygments import token  # type: ignore[import-untyped]
from pygments.lexer import RegexLexer, bygroups  # type: ignore[import-untyped]

from .words import ASKING, DEFINING, DOING, NAMING

WORDS = {
    word: type_
    for words, type_ in (
        (DEFINING, token.Keyword.Declaration),
        (DOING, token.Keyword),
        (ASKING, token.Operator.Word),
        (NAMING, token.Keyword.Constant),
    )
    for word in words
}
"""Every word of the language, and what it is to Pygments."""


def _word(_: object, match: Match[str]) -> Iterator[tuple[int, Any, str]]:
    name = token.Name.Function if match.string.startswith("(", match.end()) else token.Name
    yield match.start(), WORDS.get(match[0], name), match[0]


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """Rules of board games."""

    name = "Rules"
    aliases: ClassVar = ["rules"]
    filenames: ClassVar = ["*.rules"]
    tokens: ClassVar = {
        "root": [
            (r"^([^\S\n]*)(\|[^\n]*)", bygroups(token.Whitespace, token.Comment.Special)),
            (r"\n|[^\S\n]+", token.Whitespace),
            (r"--[^\n]*", token.Comment.Single),
            (r'"', token.String, "text"),
            (r"[A-Za-z_][A-Za-z0-9_]*", _word),
            (r"[0-9]+", token.Number.Integer),
            (r"<=|>=|[-+*/%<>=|]", token.Operator),
            (r"[][(){},.:]", token.Punctuation),
        ],
        "text": [
            (r'[^"\\{\n]+', token.String),
            (r"\\.", token.String.Escape),
            (r"\{[^{}\"\\\n]*\}", token.String.Interpol),
            (r"\{", token.String),
            (r'"', token.String, "#pop"),
            (r"\n", token.Whitespace, "#pop"),
        ],
    }
