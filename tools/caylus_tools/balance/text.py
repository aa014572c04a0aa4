"""The report's conclusions for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .report import Report

WIDTH = 100


def text(report: Report) -> str:
    """The verdicts first, then the sentences of each section."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield report.title
    yield from _wrapped(" · ".join(report.facts), "", "")
    for verdict in (*report.verdicts[1:], report.verdicts[0]):
        yield from ("", verdict.title)
        for sentence in verdict.sentences:
            yield from _wrapped(sentence)
    for section in report.sections:
        if section.name != "method":
            yield from ("", section.title)
            for sentence in section.sentences:
                yield from _wrapped(sentence, "- ", "  ")


def _wrapped(sentence: str, first: str = "  ", others: str = "  ") -> list[str]:
    return textwrap.wrap(sentence, WIDTH, initial_indent=first, subsequent_indent=others)
