"""Diagnostics for people at a terminal and as JSON, the words that messages are made of, and the pages that explain codes.

Texts of rules, documents and people hold nothing that cannot be seen: what a reader reads is what is there. File names,
arguments and what other programs say cannot be refused; they are made visible where they are written out.

A page is Markdown: a heading of the code and a summary, what causes the fault and what to do, and, where an example is short
enough to read, a bad one and a good one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from caylus.limits import MOST_NAMED, MOST_SHOWN_OF_FILE

from .diagnostic import Diagnostic, Edit, Fix, Note, Severity, Span, split_lines


def with_article(word: str) -> str:
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def having(names: Sequence[str]) -> str:
    """The things there are, for a message about one that is not; empty where there is nothing."""
    quoted_names = [f"`{name}`" for name in names[:MOST_NAMED]]
    return f"it has {join_words(quoted_names) if len(names) <= MOST_NAMED else ', '.join([*quoted_names, '…'])}" if names else ""


def as_words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a few typing slips away from `word`, or None where nothing is near enough to be worth saying.

    A slip is a letter added, left out, changed, or swapped with its neighbour. Fewer than half of the letters may
    be slips; among equally near candidates one of the same length is taken, then the first in the alphabet.
    """
    folded_word = _fold_case(word)
    best, fewest = None, (len(folded_word) + 1) // 2
    for candidate in sorted(set(candidates) - {word}, key=lambda c: (abs(len(c) - len(word)), c)):
        slips = _slips(folded_word, _fold_case(candidate), fewest)
        if slips < fewest:
            best, fewest = candidate, slips
    return best


def is_slip(word: str, candidate: str) -> bool:
    """Return whether one is the other with a single slip; words that differ by a last `s` are two words."""
    return word.removesuffix("s") != candidate.removesuffix("s") and _slips(_fold_case(word), _fold_case(candidate), 2) < 2


def _fold_case(word: str) -> str:
    return word.lower().replace("_", "")


def _slips(a: str, b: str, limit: int) -> int:
    """The fewest slips that turn `a` into `b`, or `limit` if there are as many or more."""
    if abs(len(a) - len(b)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            slips = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                slips = min(slips, earlier[j - 2] + 1)
            row.append(slips)
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)


_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_FORMATS = (
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_OTHERS = "\u2028\u2029\ud800-\udfff\ufffe\uffff"
"""Line and paragraph separators, halves of letters, and what is no letter at all."""
_JOINED = "\u0600-\u109f\u1780-\u18af\ua840-\uaaff\U00010a00-\U00011fff"
"""Scripts whose letters are joined, or kept apart, by a sign between them: Persian and Sinhala, for two."""
_PICTURES = "\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff"
_JOINS = f"(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])|(?<=[{_PICTURES}])\u200d(?=[{_PICTURES}])"
"""Joiners that change how the letters or pictures around them look, as in the picture of a family."""
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
"""The flag of a part of a country: a black flag, with letters that nobody sees."""
_HIDDEN = re.compile(f"{_FLAG}|((?!{_JOINS})[{_CONTROLS}{_FORMATS}{_OTHERS}]|\r(?!\n))")
_SPACES = re.compile("[\t\n\r]")
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[)")
"""What a build service could take for an order to itself: `::` at the start of a line, `##[` anywhere."""


def first_hidden(text: str) -> re.Match[str] | None:
    """The first letter that cannot be seen: controls but tabs and line ends, format and separator letters, half a letter.

    A joiner that shows in the letters around it can be seen.
    """
    return next((match for match in _HIDDEN.finditer(text) if match[1]), None)


def is_line(text: str) -> bool:
    """Return whether a text is one line of letters that can be seen, and blanks."""
    return not (first_hidden(text) or _SPACES.search(text))


def escape_invisible(text: str) -> str:
    """The text with what cannot be seen spelled out, as in `\\x1b`; tabs and line ends stay."""
    return _HIDDEN.sub(lambda match: _letter(match) if match[1] else match[0], text)


def visible(text: str) -> str:
    """The text as one line that does nothing to a terminal or a log: tabs and line ends are spelled out, too."""
    text = _SPACES.sub(_letter, escape_invisible(text))
    return _COMMAND.sub(lambda found: f"{found[1] or ''}\\x{ord(found[0][-1]):02x}", text)


def _letter(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


_FOLDER = Path(__file__).parents[1] / "codes"
_CODE = re.compile(r"[EW]\d{4}")
_EXAMPLE = re.compile(r"^## (Bad|Good)\n+```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a code. `text` is the whole page; `bad` and `good` are its examples, empty where it has none."""

    code: str
    summary: str
    text: str
    bad: str
    good: str


def codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    return tuple(sorted(file.name.removesuffix(".md") for file in _FOLDER.iterdir() if file.name.endswith(".md")))


def page(code: str) -> Page | None:
    """The page of a code, such as `E0101`, in capitals or not; None if there is no such code."""
    code = code.upper()
    file = _FOLDER.joinpath(f"{code}.md")
    if not _CODE.fullmatch(code) or not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    heading = text.split("\n", 1)[0]
    examples = dict(_EXAMPLE.findall(text))
    return Page(code, heading.removeprefix(f"# {code} "), text, examples.get("Bad", ""), examples.get("Good", ""))


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


def from_json(data: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    """The diagnostics of which `to_json` made this."""
    return tuple(
        Diagnostic(
            one["code"],
            one["message"],
            _span_from_json(one["span"]),
            one["label"],
            tuple(Note(note["text"], _span_from_json(note["span"])) for note in one["notes"]),
            one["help"],
            Severity(one["severity"]),
            _fix_from_json(one["fix"]),
        )
        for one in data["diagnostics"]
    )


def _span_from_json(data: Mapping[str, Any] | None) -> Span | None:
    if data is None:
        return None
    start, end = data["start"], data["end"]
    return Span(data["file"], start["line"], start["column"], end["line"], end["column"])


def _fix_from_json(data: Mapping[str, Any] | None) -> Fix | None:
    places = [(_span_from_json(edit["span"]), edit["text"]) for edit in data["edits"]] if data is not None else []
    edits = tuple(Edit(span, text) for span, text in places if span is not None)
    return Fix(data["title"], edits) if data is not None else None


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
        before, marked_text, after = _window(*map(_visible, parts))
        if "##[" in before + marked_text + after:  # an order to a build service, which each part has only a bit of
            before, marked_text = (part.replace("#", "\\x23") for part in (before, marked_text))
        bar = self.paint(" " * gutter + " |", "frame")
        yield bar
        yield self.paint(f"{span.line:>{gutter}} |", "frame") + f" {before}{marked_text}{after}".rstrip()
        marks = self.paint((mark * max(1, _width(marked_text)) + f" {_visible(label)}").rstrip(), style)
        yield f"{bar} {' ' * _width(before)}{marks}"

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour else text


def _visible(text: str) -> str:
    """Tabs as blanks, and whatever could lead a terminal or a reader astray spelled out."""
    return visible(text.replace("\t", "    "))


def _window(before: str, marked_text: str, after: str) -> tuple[str, str, str]:
    """The part of a long line around what is marked."""
    if _width(before + marked_text + after) <= _WIDEST:
        return before, marked_text, after
    if len(marked_text) > _WIDEST // 2:
        marked_text = marked_text[: _WIDEST // 2] + "…"
    if len(before) > _WIDEST // 4:
        before = "…" + before[-_WIDEST // 4 :]
    room = _WIDEST - len(before) - len(marked_text)
    return before, marked_text, after if len(after) <= room else after[:room] + "…"


def _width(text: str) -> int:
    """Columns of a terminal: none for a mark on another letter, two for a wide letter."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in text)
