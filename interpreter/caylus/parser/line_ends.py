"""The layout of a text: line ends that separate, and the margin.

A line end separates nothing inside parentheses and brackets, after an opening brace, a comma, `=` or `|`, and before
what continues the line above: words and symbols with which nothing begins. Inside braces a closing brace separates as a line
end does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby

from .lalr import beginnings
from .tokens import LINE_END, Token

_OPENERS = frozenset({"LPAR", "LSQB"})
_CLOSERS = frozenset({"RPAR", "RSQB"})
CONTINUES_AFTER = frozenset({"LBRACE", "COMMA", "EQUAL", "VBAR"})
CONTINUES_BEFORE = frozenset({
    "RBRACE", "ELSE", "COMMA", "AND", "OR", "REFUSING", "WHERE", "PLUS", "FACTOR", "LESS", "COMPARISON", "IS", "CAN", "SEE",
    "STRING", "BECOMES", "AT", "BY", "WITH", "AS", "TO", "FROM", "INTO", "IN", "OTHERWISE", "EXCEPT",
})  # fmt: skip


def definitions(tokens: Iterable[Token]) -> Iterator[tuple[Token, ...]]:
    """The tokens of each definition, without the line ends that separate nothing."""
    part: list[Token] = []
    parentheses = braces = 0
    line_end: Token | None = None
    for token in tokens:
        kind = token.type
        if kind == LINE_END:
            if parentheses == 0 and part and part[-1].type not in CONTINUES_AFTER:
                line_end = line_end or token
            continue
        if braces and part and part[-1].type == "RBRACE" and is_complete(token):
            line_end = line_end or Token(LINE_END, "\n", token.line, token.column)
        if line_end is not None and kind not in CONTINUES_BEFORE:
            if braces == 0:
                yield tuple(part)
                part = []
            else:
                part.append(line_end)
        line_end = None
        if kind in _OPENERS:
            parentheses += 1
        elif kind in _CLOSERS:
            parentheses = max(0, parentheses - 1)
        elif kind == "LBRACE":
            braces += 1
        elif kind == "RBRACE":
            braces = max(0, braces - 1)
        part.append(token)
    if part:
        yield tuple(part)


def is_complete(following: Token) -> bool:
    """Return whether a closing brace ends what it stands in, going by what follows it."""
    return following.type not in CONTINUES_BEFORE and following.type != "VBAR"


def heads_at_the_margin(tokens: Sequence[Token]) -> list[Token]:
    """The tokens that look like the beginning of a definition."""
    kinds = beginnings()
    firsts = [next(line) for _, line in groupby((t for t in tokens if t.type != LINE_END), key=lambda token: token.line)]
    margin = min((token.column for token in firsts if token.type in kinds), default=1)
    return [token for token in firsts if token.column == margin and token.type in kinds]


def split_at_heads(tokens: Sequence[Token], heads: Set[Token]) -> Iterator[list[Token]]:
    """The tokens, cut before each of the heads."""
    part: list[Token] = []
    for token in tokens:
        if part and token in heads:
            yield part
            part = []
        part.append(token)
    yield part
