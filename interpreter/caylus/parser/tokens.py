"""Tokens: the output of the lexer, and the input of the parser."""

from __future__ import annotations

from typing import NamedTuple

from caylus.diagnostics.diagnostic import Span

END = "$END"
LINE_END = "_NL"

CONTINUES_AFTER = frozenset({"LBRACE", "COMMA", "EQUAL", "VBAR", "BECOMES"})
CONTINUES_BEFORE = frozenset({
    "RBRACE", "ELSE", "COMMA", "AND", "OR", "REFUSING", "WHERE", "PLUS", "FACTOR", "LESS", "COMPARISON", "IS", "CAN", "SEE",
    "STRING", "BECOMES", "AT", "BY", "WITH", "AS", "TO", "FROM", "INTO", "IN", "OTHERWISE", "EXCEPT",
})  # fmt: skip


class Token(NamedTuple):
    """A word or symbol; `type` is the name of its terminal in the grammar. Lark's own compares without its place."""

    type: str
    text: str
    line: int
    column: int

    def span(self, path: str) -> Span:
        width = 1 if self.type == LINE_END else len(self.text)
        return Span(path, self.line, self.column, self.line, self.column + width)
