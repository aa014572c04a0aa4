"""The words that may come next in a text that somebody is writing: for editors that complete it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from .lalr import Recognizer, spellings
from .lexer import scan
from .line_ends import CONTINUES_AFTER, CONTINUES_BEFORE
from .tokens import LINE_END, Token

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
    words = [token for token in tokens if token.type != LINE_END]
    follower = Recognizer()
    last: Token | None = None
    for _, row in groupby(words, key=lambda token: token.line):
        line = list(row)
        ahead = _feed_line(follower.copy(), line, last)
        if ahead is not None:
            follower, last = ahead, line[-1]
    accepted = follower.accepted_types()
    is_new_line = bool(tokens) and tokens[-1].type == LINE_END
    if is_new_line and last is not None and LINE_END in accepted and last.type not in CONTINUES_AFTER:
        ahead = follower.copy()
        ahead.feed(LINE_END)
        accepted = ahead.accepted_types() | (accepted & CONTINUES_BEFORE)
    if last is None or (is_new_line and "$END" in accepted):
        accepted = accepted | Recognizer().accepted_types()
    known = spellings()
    spelled = {known[kind] for kind in accepted if known.get(kind, "").isalpha()} | ({"or"} if "REFUSING" in accepted else set())
    return Following(tuple(words), frozenset(spelled), "NAME" in accepted, "STRING" in accepted)


def _feed_line(follower: Recognizer, line: Sequence[Token], last: Token | None) -> Recognizer | None:
    """The follower after a line; None where the line cannot stand there."""
    if (
        last is not None
        and last.type not in CONTINUES_AFTER
        and line[0].type not in CONTINUES_BEFORE
        and not follower.feed(LINE_END)
    ):
        joined = follower.copy()  # inside parentheses a line end separates nothing
        if not joined.feed(line[0].type):
            return None
    for token in line:
        if not follower.feed(token.type):
            return None
    return follower


__all__ = ["Following", "Token", "find_following"]
