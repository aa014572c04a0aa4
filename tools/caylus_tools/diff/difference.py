"""A difference between two rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Change:
    """A line that only one side has: `sign` is `-` for the first ruleset's, `+` for the second's."""

    sign: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two rulesets have otherwise.

    `chapter` is what it belongs to, `name` the definition and `title` what people call it, `part` what of it
    ("" for the whole). `verb` is added, removed, changed or moved. `old` and `new` are short: a number, a price, a place
    in a sequence, or empty; what takes more lines stands in `lines`. `before` and `after` are the places in the first
    and the second ruleset, as far as it stands there.
    """

    chapter: str
    name: str
    title: str
    part: str
    verb: str
    old: str
    new: str
    before: Span | None
    after: Span | None
    lines: tuple[Change, ...] = ()
