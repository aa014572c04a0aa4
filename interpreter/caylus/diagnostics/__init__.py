"""Diagnostics: faults of rules and other files, with the places and words to report them.

Every pass writes what it finds into a `Collector` and goes on; nobody stops at the first fault. A `Diagnostic` has a code,
which a page of `caylus/codes` explains, a message that makes sense alone, the smallest place that shows the fault, notes and
help, and a `Fix` where there is one way to mend it. Nobody prints: `render` makes text or JSON of diagnostics, at the very
end and from the texts they are about, and what could mislead a terminal is spelled out there (`visible`). This package is
the ground: it knows no syntax and no rules.
"""

from .diagnostic import Diagnostic, Edit, Fix, Note, RulesetError, Severity, Span, apply_fixes, split_lines
from .render import as_words, escape_invisible, nearest, visible, with_article

__all__ = [
    "Diagnostic", "Edit", "Fix", "Note", "RulesetError", "Severity", "Span", "apply_fixes", "as_words", "escape_invisible",
    "nearest", "split_lines", "visible", "with_article",
]  # fmt: skip
