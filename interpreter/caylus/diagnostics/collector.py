"""A list of diagnostics that a pass adds to while it goes on."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostic import Diagnostic, Note, Severity
from .fix import Fix
from .span import Span


def first_word(span: Span, word: str) -> Span:
    """The place of the word that a long statement begins with."""
    return Span(span.file, span.line, span.column, span.line, span.column + len(word))


class Collector:
    """Diagnostics as they are found; the same one twice counts once, however often a pass comes by."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span | None, str], Diagnostic] = {}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(self._found.values())

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        label: str = "",
        *,
        notes: Iterable[Note] = (),
        help: str = "",
        fix: Fix | None = None,
    ) -> None:
        self.add(Diagnostic(code, message, span, label, tuple(notes), help, fix=fix))

    def warning(self, code: str, span: Span | None, message: str, label: str = "", *, help: str = "") -> None:
        self.add(Diagnostic(code, message, span, label, (), help, Severity.WARNING))

    def add(self, diagnostic: Diagnostic) -> None:
        """Writes down what somebody else has found."""
        self._found.setdefault((diagnostic.code, diagnostic.span, diagnostic.message), diagnostic)
