"""The layout of a text (line ends that separate, the margin), and the words that may come next in it, for editors.

A line end separates nothing inside parentheses and brackets, after an opening brace, a comma, `=` or `|`, and before
what continues the line above: words and symbols with which nothing begins. Inside braces a closing brace separates as a line
end does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby, pairwise
from typing import NamedTuple

from .lalr import Recognizer, beginnings, soft_words, spellings
from .lexer import scan
from .tokens import CONTINUES_AFTER, CONTINUES_BEFORE, LINE_END, Token

__all__ = [
    "Following",
    "Token",
    "definitions",
    "find_following",
    "heads_at_the_margin",
    "is_complete",
    "soft_words",
    "split_at_heads",
]


_OPENERS = frozenset({"LPAR", "LSQB"})
_CLOSERS = frozenset({"RPAR", "RSQB"})


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


_HEAD = re.compile(r"^[A-Za-z0-9]", re.MULTILINE)


class Following(NamedTuple):
    """The tokens of the definition that a text breaks off in, the words that may come next, and whether a name or a text may."""

    tokens: tuple[Token, ...]
    words: frozenset[str]
    name: bool
    text: bool


def find_following(text: str) -> Following:
    """Words that may come after a text of rules. A line that cannot be read is passed over: its author may be at work on it."""
    starts = [match.start() for match in _HEAD.finditer(text)]
    tokens = scan(text[starts[-1] :] if starts else "", "").tokens
    words: list[Token] = []
    follower = Recognizer()
    last: Token | None = None
    for _, row in groupby((token for token in tokens if token.type != LINE_END), key=lambda token: token.line):
        line = list(row)
        ahead = _feed_line(follower.copy(), line, last)
        if ahead is not None:
            follower, last = ahead, line[-1]
        words += line
    token_types = follower.accepted_types()
    is_new_line = bool(tokens) and tokens[-1].type == LINE_END
    if is_new_line and last is not None and LINE_END in token_types and last.type not in CONTINUES_AFTER:
        ahead = follower.copy()
        ahead.feed(LINE_END)
        token_types = ahead.accepted_types() | (token_types & CONTINUES_BEFORE)
    if last is None or (is_new_line and "$END" in token_types):
        token_types = token_types | Recognizer().accepted_types()
    type_spellings = spellings()
    spellings_found = {type_spellings[kind] for kind in token_types if type_spellings.get(kind, "").isalpha()} | (
        {"or"} if "REFUSING" in token_types else set()
    )
    return Following(tuple(words), frozenset(spellings_found), "NAME" in token_types, "STRING" in token_types)


def _feed_line(follower: Recognizer, line: list[Token], last: Token | None) -> Recognizer | None:
    """The follower after a line, in which soft words become names where they are; None where the line cannot stand there."""
    if (
        last is not None
        and last.type not in CONTINUES_AFTER
        and line[0].type not in CONTINUES_BEFORE
        and not follower.feed(LINE_END)
    ):
        joined_parser = follower.copy()  # inside parentheses a line end separates nothing
        if not joined_parser.feed(line[0].type):
            return None
    for number, (token, following) in enumerate(pairwise((*line, Token(LINE_END, "", 0, 0)))):
        line[number] = token._replace(type=follower.soften(token.type, following.type))
        if not follower.feed(line[number].type):
            return None
    return follower
