"""The formulas in texts: what stands in braces is read as it would be anywhere else, and faults in it have their place.

A formula holds neither braces nor texts, so that each pair of braces is one; `\\{` and `\\}` are braces that stand for
themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Span
from caylus.limits import MOST_FAULTS

from .lalr import Recognizer, read_inserted
from .lexer import scan_part
from .syntax_errors import report_error
from .tokens import Token

if TYPE_CHECKING:
    from .ast_builder_expressions import Expressions

_BRACES = re.compile(r"\\.|\{(?:[^{}\\]|\\.)*\}|[{}]")


def words(text: s.Text, builder: Expressions) -> s.Words:
    """A text with its formulas; those that cannot be read are left out, and the builder is told."""
    parts: list[str | s.Expr] = []
    end = 0
    for match in _BRACES.finditer(text.written):
        if match[0].startswith("\\"):
            continue
        formula = inserted_formula(match[0], _place(text, match), builder)
        parts += [s.unescape(text.written[end : match.start()]), *([formula] if formula is not None else [])]
        end = match.end()
    parts.append(s.unescape(text.written[end:]))
    return s.Words(text.span, tuple(part for part in parts if part != ""))


def _place(text: s.Text, match: re.Match[str]) -> Span:
    column = text.span.column + 1 + match.start()
    return Span(text.span.file, text.span.line, column, text.span.line, column + len(match[0]))


def inserted_formula(written: str, span: Span, builder: Expressions) -> s.Expr | None:
    """The formula in a pair of braces; None for one that cannot be read, and the builder is told."""
    if len(builder.slips) == MOST_FAULTS:
        return None
    if len(written) == 1:
        help = f"write `\\{written}` for one that stands for itself"
        builder.slip(Diagnostic("E0412", f"this `{written}` has no partner in the text", span, help=help))
        return None
    scanned = scan_part(written, span)
    comments = [Diagnostic("E0101", "a comment has no place in a text", comment.span) for comment in scanned.comments]
    overruns = len(builder.faults)
    formula = read_inserted(scanned.tokens, builder)
    is_told = scanned.faults or comments or len(builder.faults) > overruns
    unread = [_first_fault([*scanned.tokens], builder.path)] if formula is None and not is_told else []
    for fault in (*scanned.faults, *comments, *unread):
        builder.slip(fault)
    return formula


def _first_fault(tokens: list[Token], path: str) -> Diagnostic:
    recognizer = Recognizer.for_inserted_formula()
    place = next((place for place, token in enumerate(tokens) if not recognizer.feed(token.type)), len(tokens))
    return report_error(tokens, place, Recognizer.for_inserted_formula(), path)[0]
