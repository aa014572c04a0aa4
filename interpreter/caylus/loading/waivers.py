"""Waive warnings at a line: `-- fine: W1004 because the stall stays closed`, on the line of the warning or on the one above."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Severity

_BEGINS = re.compile(r"--\s*fine\s*:", re.IGNORECASE)
_WAIVER = re.compile(r"--\s*fine:\s*(W\d{4}(?:\s*,\s*W\d{4})*)\s+because\s+\S")
_OF_OTHER_CHECKS = re.compile(r"W1[1-9]")
"""Codes that a check of the text alone never finds."""


class _Waiver(NamedTuple):
    """Some warnings that an author wants at a line."""

    codes: tuple[str, ...]
    file: str
    line: int
    comment: s.Comment

    def covers(self, found: Diagnostic) -> bool:
        """Return whether a diagnostic is one of those warnings."""
        span = found.span
        is_here = span is not None and span.file == self.file and span.line == self.line
        return is_here and not found.is_error and found.code in self.codes


def apply_waivers(found: Sequence[Diagnostic], files: Iterable[s.File], own: Collection[str]) -> list[Diagnostic]:
    """The diagnostics without the warnings that are waived; and those of waivers in the files `own` that serve nothing.

    Where there are errors nothing is said about waivers: the warnings that they waive may not have been looked for.
    """
    waivers: list[_Waiver] = []
    left: list[Diagnostic] = []
    for file in files:
        for comment in file.comments:
            if _BEGINS.match(comment.text):
                waiver = _read(comment, file)
                if waiver is not None:
                    waivers.append(waiver)
                elif file.path in own:
                    message = "a waiver says which warnings it waives, and why"
                    help = "write `-- fine: W1004 because …`"
                    left.append(Diagnostic("W1045", message, comment.span, "not read", (), help, Severity.WARNING))
    used = {id(waiver) for waiver in waivers for diagnostic in found if waiver.covers(diagnostic)}
    left += (diagnostic for diagnostic in found if not any(waiver.covers(diagnostic) for waiver in waivers))
    if not any(diagnostic.is_error for diagnostic in found):
        left += _needless(waiver for waiver in waivers if id(waiver) not in used and waiver.file in own)
    return left


def _read(comment: s.Comment, file: s.File) -> _Waiver | None:
    """A waiver for its own line, or for the next one where it has a line for itself."""
    read = _WAIVER.match(comment.text)
    if read is None:
        return None
    span = comment.span
    is_alone = not file.text.split("\n")[span.line - 1][: span.column - 1].strip()
    return _Waiver(tuple(re.split(r"\s*,\s*", read[1])), span.file, span.line + is_alone, comment)


def _needless(waivers: Iterable[_Waiver]) -> Iterator[Diagnostic]:
    for waiver in waivers:
        if not any(_OF_OTHER_CHECKS.match(code) for code in waiver.codes):
            codes = " or ".join(waiver.codes)
            message, help = f"this waiver serves nothing: there is no {codes} here", "leave it out"
            yield Diagnostic("W1045", message, waiver.comment.span, "of no use", (), help, Severity.WARNING)
