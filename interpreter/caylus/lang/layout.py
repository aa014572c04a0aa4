"""Line ends that separate statements, and those that do not.

A line end is dropped inside parentheses and brackets, after an opening brace, a comma or `=`, and before a token
that continues the line above (`else`, `and`, `or`, `where`, `+`, `see`, a quoted text, a closing brace).
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

_NEWLINE = "_NL"
_OPEN = {"LPAR", "LSQB"}
_CLOSE = {"RPAR", "RSQB"}
_CONTINUES_AFTER = {"LBRACE", "COMMA", "EQUAL", "VBAR"}
_CONTINUES_BEFORE = {"RBRACE", "ELSE", "COMMA", "AND", "OR", "WHERE", "PLUS", "SEE", "STRING"}


class Layout:
    """The Lark `postlex` that drops line ends as the module says."""

    always_accept = (_NEWLINE,)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        previous = ""
        pending: Token | None = None
        for token in stream:
            if token.type == _NEWLINE:
                if depth == 0 and previous and previous not in _CONTINUES_AFTER:
                    pending = pending or token
                continue
            if pending is not None and token.type not in _CONTINUES_BEFORE:
                yield pending
            pending = None
            if token.type in _OPEN:
                depth += 1
            elif token.type in _CLOSE:
                depth = max(0, depth - 1)
            previous = token.type
            yield token
