"""The report's conclusions for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from caylus_tools.common.english import join_words

from .report import Report

WIDTH = 100


def text(report: Report) -> str:
    """The verdicts first, then the sentences of each section of the first bots."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield report.title
    yield from _wrap_sentence(" · ".join(report.facts), "", "")
    for verdict in (*report.verdicts[1:], report.verdicts[0]):
        yield from ("", verdict.title)
        for sentence in verdict.sentences:
            yield from _wrap_sentence(sentence)
    first, *others = report.parts
    for section in first.sections:
        yield from ("", f"{section.title}, {first.study.bots}")
        for sentence in section.sentences:
            yield from _wrap_sentence(sentence, "- ", "  ")
    if others:
        yield from ("", f"What {join_words([part.study.bots for part in others])} do stands in the page and among the numbers.")


def _wrap_sentence(sentence: str, first: str = "  ", others: str = "  ") -> list[str]:
    return textwrap.wrap(sentence, WIDTH, initial_indent=first, subsequent_indent=others)
