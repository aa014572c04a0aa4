"""Diagnostics for people at a terminal, and as JSON for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from caylus.limits import MOST_SHOWN_OF_FILE

from .diagnostic import Diagnostic, Fix, Severity, Span, split_lines
from .words import visible

_WIDEST = 120
_FARTHEST = 10 * _WIDEST
"""How far from a place its line is looked at: farther than is ever shown."""
_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", "bold": "1", "frame": "1;34", "help": "1;36"}


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], colour: bool = False) -> str:
    """The diagnostics in the order of the texts, each with the line it is about; at most twenty for one file.

    `sources` are the texts by their path; what stands in another file is shown without its line.
    """
    renderer = _Renderer({path: split_lines(text) for path, text in sources.items()}, colour)
    blocks = []
    for file, group in groupby(sort_diagnostics(diagnostics), key=_file):
        several = list(group)
        blocks += ["\n".join(renderer.diagnostic(diagnostic)) for diagnostic in several[:MOST_SHOWN_OF_FILE]]
        if len(several) > MOST_SHOWN_OF_FILE:
            where = f" in {_visible(file)}" if file else ""
            blocks.append(f"… and {len(several) - MOST_SHOWN_OF_FILE} more{where}")
    return "\n\n".join(blocks)


def to_json(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """The diagnostics, each once, in the order of the texts, as `schemas/diagnostics.schema.json` describes them."""
    return {
        "format": 1,
        "diagnostics": [
            {
                "code": d.code,
                "severity": d.severity.value,
                "message": d.message,
                "span": _span_to_json(d.span),
                "label": d.label,
                "notes": [{"text": note.text, "span": _span_to_json(note.span)} for note in d.notes],
                "help": d.help,
                "fix": _fix_to_json(d.fix),
            }
            for d in sort_diagnostics(diagnostics)
        ],
    }


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics in the order of the texts, those of no place first; the same fault of the same place once."""
    once: dict[tuple[str, Span | str], Diagnostic] = {}
    for diagnostic in diagnostics:
        once.setdefault((diagnostic.code, diagnostic.span or diagnostic.message), diagnostic)
    return sorted(once.values(), key=lambda d: (_file(d), (d.span.line, d.span.column) if d.span else (0, 0), d.code, d.message))


def _span_to_json(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    start, end = {"line": span.line, "column": span.column}, {"line": span.end_line, "column": span.end_column}
    return {"file": span.file, "start": start, "end": end}


def _fix_to_json(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {"title": fix.title, "edits": [{"span": _span_to_json(edit.span), "text": edit.text} for edit in fix.edits]}


def _file(diagnostic: Diagnostic) -> str:
    return diagnostic.span.file if diagnostic.span else ""


class _Renderer:
    def __init__(self, lines: Mapping[str, list[str]], colour: bool) -> None:
        self.lines, self.colour = lines, colour

    def diagnostic(self, d: Diagnostic) -> Iterator[str]:
        spans = [d.span, *(note.span for note in d.notes)]
        gutter = max((len(str(span.line)) for span in spans if span), default=1)
        yield self.paint(f"{d.severity.value}[{d.code}]", d.severity) + self.paint(f": {_visible(d.message)}", "bold")
        if d.span:
            yield from self.place(d.span, gutter, "^", d.severity, d.label)
        for note in d.notes:
            yield self.paint(" " * gutter + " = ", "frame") + self.paint("note", "bold") + f": {_visible(note.text)}"
            if note.span:
                yield from self.place(note.span, gutter, "-", "frame", "")
        if d.help:
            yield self.paint(" " * gutter + " = ", "frame") + self.paint("help", "help") + f": {_visible(d.help)}"
        if d.fix:
            yield self.paint(" " * gutter + " = ", "frame") + self.paint("fix", "help") + f": {_visible(d.fix.title)}"

    def place(self, span: Span, gutter: int, mark: str, style: str, label: str) -> Iterator[str]:
        """Render a place: its name, and its line with the place marked."""
        yield self.paint(" " * gutter + "--> ", "frame") + _visible(f"{span.file}:{span.line}:{span.column}")
        lines = self.lines.get(span.file, [])
        if span.line > len(lines):
            return
        line = lines[span.line - 1]
        start, end = span.column - 1, span.end_column - 1 if span.end_line == span.line else len(line)
        parts = line[max(0, start - _FARTHEST) : start], line[start:end][:_FARTHEST], line[end : end + _FARTHEST]
        before, marked, after = _window(*map(_visible, parts))
        if "##[" in before + marked + after:  # an order to a build service, which each part has only a bit of
            before, marked = (part.replace("#", "\\x23") for part in (before, marked))
        bar = self.paint(" " * gutter + " |", "frame")
        yield bar
        yield self.paint(f"{span.line:>{gutter}} |", "frame") + f" {before}{marked}{after}".rstrip()
        marks = self.paint((mark * max(1, _width(marked)) + f" {_visible(label)}").rstrip(), style)
        yield f"{bar} {' ' * _width(before)}{marks}"

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour else text


def _visible(text: str) -> str:
    """Tabs as blanks, and whatever could lead a terminal or a reader astray spelled out."""
    return visible(text.replace("\t", "    "))


def _window(before: str, marked: str, after: str) -> tuple[str, str, str]:
    """The part of a long line around what is marked."""
    if _width(before + marked + after) <= _WIDEST:
        return before, marked, after
    if len(marked) > _WIDEST // 2:
        marked = marked[: _WIDEST // 2] + "…"
    if len(before) > _WIDEST // 4:
        before = "…" + before[-_WIDEST // 4 :]
    room = _WIDEST - len(before) - len(marked)
    return before, marked, after if len(after) <= room else after[:room] + "…"


def _width(text: str) -> int:
    """Columns of a terminal: none for a mark on another letter, two for a wide letter."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in text)
