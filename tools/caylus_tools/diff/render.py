"""Differences as text for people and as JSON for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from caylus.diagnostics import as_words

from caylus_tools.common.english import count_things

from .difference import Difference

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

_COLUMN = 76
"""Where the place of a changed line stands."""

_WIDTH = 116
"""Of what is told in sentences."""


def to_text(found: Sequence[Difference], first: Ruleset, second: Ruleset) -> str:
    """A sheet with a chapter for each sort of thing."""
    count = count_things(len(found), "difference") if found else "no differences"
    lines = [f"{_ruleset_title(first)} -> {_ruleset_title(second)}: {count}"]
    for chapter, differences in groupby(found, key=lambda difference: difference.chapter):
        lines += ["", chapter, *(line for difference in differences for line in _lines(difference))]
    return "\n".join(lines)


def to_json(found: Sequence[Difference], first: Ruleset, second: Ruleset) -> dict[str, Any]:
    """The differences as `schemas/differences.schema.json` describes them."""
    return {
        "format": 1,
        "first": {"ruleset": first.name, "version": first.version, "variants": list(first.variants)},
        "second": {"ruleset": second.name, "version": second.version, "variants": list(second.variants)},
        "differences": [
            {
                "chapter": difference.chapter,
                "name": difference.name,
                "title": difference.title,
                "part": difference.part or None,
                "change": difference.verb,
                "old": difference.old or None,
                "new": difference.new or None,
                "before": _place(difference.before),
                "after": _place(difference.after),
                "lines": [f"{line.sign} {line.text}" for line in difference.lines],
            }
            for difference in found
        ],
    }


def _ruleset_title(rules: Ruleset) -> str:
    return " with ".join([f"{rules.title} {rules.version}", *([", ".join(rules.variants)] if rules.variants else [])])


def _place(span: Span | None) -> str | None:
    return f"{span.file}:{span.line}" if span else None


def _lines(difference: Difference) -> Iterator[str]:
    title, part = difference.title, as_words(difference.part)
    if re.search(rf"\b{re.escape(difference.part)}\b", difference.old or difference.new):
        part = ""  # the text says it
    places = " -> ".join(dict.fromkeys(filter(None, (_place(difference.before), _place(difference.after)))))
    if difference.lines:
        yield f"  {title}: {part + ' ' if part else ''}{difference.verb}"
        for change in difference.lines:
            yield f"    {change.sign} {change.text}".ljust(_COLUMN) + f"   ({_place(change.span)})"
        return
    match difference.verb:
        case "changed":
            text = f"{part} {difference.old} -> {difference.new}".strip()
        case "moved":
            text = f"{part} moved from {difference.old} to {difference.new}"
        case verb if difference.part:
            text = f"{part} {verb} {difference.new or difference.old}".strip()
        case verb:
            text = f"{verb}{': ' if difference.new else ''}{difference.new}"
    line = f"  {title}: {text}"
    if len(line) + len(places) < _WIDTH:
        yield f"{line}   ({places})"
    else:
        yield from wrap(line, _WIDTH, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
        yield f"      ({places})"
