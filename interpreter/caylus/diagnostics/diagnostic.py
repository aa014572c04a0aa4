"""A diagnostic: one fault of a text, with all its author needs to mend it. One model behind every output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .fix import Fix
from .span import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A fact that bears on the fault; with a span where it stands somewhere."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`code` is `E` or `W` and four digits, never reused. `message` makes sense alone, in the author's words.

    `span` is the smallest place that shows the fault (None only for a fault of no place, such as a missing file);
    `label` says what is the matter right there. `notes` are facts, `help` is what to change, and `fix` that change itself where
    there is but one.
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR
    fix: Fix | None = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


class RulesetError(Exception):
    """A ruleset, scenario, save or transcript cannot be used. `diagnostics` say why, errors first, in the order of the text.

    `sources` holds the texts that spans point into, by path, as far as they could be read.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, str] | None = None) -> None:
        super().__init__(
            "\n".join(f"{d.span}: {d.message} [{d.code}]" if d.span else f"{d.message} [{d.code}]" for d in diagnostics)
        )
        self.diagnostics = diagnostics
        self.sources = dict(sources or {})

    def __reduce__(self) -> tuple[type[RulesetError], tuple[tuple[Diagnostic, ...], dict[str, str]]]:
        """For the way from one process to another."""
        return RulesetError, (self.diagnostics, self.sources)
