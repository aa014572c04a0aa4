"""The rules' own text: the lines of a definition, the comments that speak of it, the headings it stands under."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from caylus import syntax as s
from caylus.diagnostics import as_words, split_lines
from caylus.parser.lexer import Scanned, scan

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span
    from caylus.layers.parts import Step

_RULER = re.compile(r"-{4,}$")
_EDITS = ("change", "replace", "remove")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a line: `sort` is keyword, name, number, text, comment, or empty for the space and signs between them."""

    sort: str
    text: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file, the first of them numbered `first`."""

    file: str
    first: int
    lines: tuple[tuple[Word, ...], ...]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.first}"

    @property
    def text(self) -> str:
        return "\n".join("".join(word.text for word in words) for words in self.lines)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The text under a heading of the author's, or at the head of a file."""

    file: str
    line: int
    title: str
    note: str


class SourceText:
    """The texts of one ruleset, all its layers."""

    def __init__(self, rules: Ruleset) -> None:
        self._history = rules.history
        self._lines = {path: split_lines(text) for path, text in rules.sources.items()}
        self._scanned: dict[str, Scanned] = {}
        self._words: dict[str, dict[int, list[tuple[int, Word]]]] = {}
        self._sources = rules.sources

    # ---- definitions

    def whole(self, name: str) -> Span | None:
        """The place where a definition is written out: where it was added, or last replaced."""
        steps = [step for step in self._history.get(name, ()) if step.verb in ("add", "replace")]
        return steps[-1].span if steps else None

    def first(self, name: str) -> Span:
        """The place where a definition was first written."""
        return self._history[name][0].span

    def latest(self, name: str) -> Span:
        """The place where a definition without parts was last written."""
        return self._history[name][-1].span

    def is_there(self, name: str) -> bool:
        """Return whether a definition has not been removed."""
        return self._history[name][-1].verb != "remove"

    def word(self, name: str) -> str:
        """The word of the language that a definition begins with; for an object, its kind."""
        span = self.whole(name) or self.first(name)
        words = self.line_words(span)
        return words[1] if words[0] in _EDITS else words[0]

    def line_words(self, span: Span) -> list[str]:
        """The words from the beginning of a place to the end of its line."""
        return self._lines[span.file][span.line - 1][span.column - 1 :].split()

    def excerpts(self, name: str) -> tuple[Excerpt, ...]:
        """The text of a definition, and that of every change made to its parts since."""
        whole = self.whole(name)
        if whole is None:
            return ()
        later = [step for part in self.parts(name) for step in self._history[part] if part != name]
        later += [step for step in self._history[name] if step.verb in ("change", "insert")]
        spans = (step.span for step in sorted(later, key=lambda step: (step.span.file, step.span.line)))
        changes = dict.fromkeys(self.excerpt(span) for span in spans if not span.is_inside(whole))  # two of one line: once
        return (self.excerpt(whole), *changes)

    def parts(self, name: str) -> list[str]:
        """The definition and those of its parts that a layer has touched."""
        return [part for part in self._history if part == name or part.startswith(f"{name}.")]

    def steps(self, name: str) -> list[Step]:
        return [step for part in self.parts(name) for step in self._history[part]]

    def has_author_text(self, span: Span, name: str) -> bool:
        """Return whether a text belongs to what layers have written of a definition."""
        return any(span.is_inside(step.span) for step in self.steps(name))

    def excerpt(self, span: Span) -> Excerpt:
        words = self._words_by_line(span.file)
        lines = range(span.line, span.end_line + 1)
        return Excerpt(span.file, span.line, tuple(self._line(span.file, number, words) for number in lines))

    # ---- comments

    def note(self, span: Span) -> str:
        """The comment that stands right above a definition."""
        lines = self._lines[span.file]
        found: list[str] = []
        for number in range(span.line - 2, -1, -1):
            text = lines[number].strip()
            if not text.startswith("--") or _RULER.match(text):
                break
            found.insert(0, text.strip("- "))
        return " ".join(found)

    def remark(self, span: Span) -> str:
        """The comment that ends the line of something."""
        comments = self._scan(span.file).comments
        texts = [c.text for c in comments if c.span.line == span.line and c.span.column > span.column]
        return texts[0].strip("- ") if texts else ""

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The headings of all files in their order; what stands before the first stands under the file itself.

        A heading is a comment below a line of dashes, or one line between empty ones that is no sentence.
        """
        found = []
        for file, lines in self._lines.items():
            opening = _comments(lines, 0)
            title = as_words(file.rsplit("/", 1)[-1].removesuffix(".rules"))
            found.append(Chapter(file, 1, title[:1].upper() + title[1:], " ".join(opening)))
            for number, text in enumerate(lines, 1):
                if _RULER.match(text) and (heading := _comments(lines, number)):
                    found.append(Chapter(file, number, heading[0], " ".join(heading[1:])))
                elif number > 1 and _stands_alone(lines, number - 1):
                    found.append(Chapter(file, number, text.strip("- "), ""))
        return tuple(found)

    def chapter(self, span: Span) -> Chapter:
        """The heading that a definition stands under."""
        return [c for c in self.chapters if c.file == span.file and c.line <= span.line][-1]

    # ---- words

    def _scan(self, file: str) -> Scanned:
        if file not in self._scanned:
            self._scanned[file] = scan(self._sources[file], file)
        return self._scanned[file]

    def _words_by_line(self, file: str) -> dict[int, list[tuple[int, Word]]]:
        """The words of each line with the columns they begin at."""
        if file not in self._words:
            scanned = self._scan(file)
            words: dict[int, list[tuple[int, Word]]] = {}
            for token in scanned.tokens:
                words.setdefault(token.line, []).append((token.column, Word(_sort(token.type, token.text), token.text)))
            for comment in scanned.comments:
                words.setdefault(comment.span.line, []).append((comment.span.column, Word("comment", comment.text)))
            self._words[file] = words
        return self._words[file]

    def _line(self, file: str, number: int, words: dict[int, list[tuple[int, Word]]]) -> tuple[Word, ...]:
        text = self._lines[file][number - 1]
        made: list[Word] = []
        end = 0
        for column, word in sorted(words.get(number, ()), key=lambda placed: placed[0]):
            if word.sort:
                made += [Word("", text[end : column - 1]), word]
                end = column - 1 + len(word.text)
        return tuple(word for word in (*made, Word("", text[end:])) if word.text)


def _sort(terminal: str, text: str) -> str:
    named = {"NAME": "name", "NUMBER": "number", "STRING": "text"}.get(terminal)
    return named or ("keyword" if text.isalpha() else "")


def _comments(lines: list[str], start: int) -> list[str]:
    """The lines of the comment that begins at a line, counted from 0."""
    found = []
    for text in lines[start:]:
        if not text.startswith("--") or _RULER.match(text):
            break
        found.append(text.strip("- "))
    return found


def _stands_alone(lines: list[str], index: int) -> bool:
    """Return whether a line is a comment with nothing around it, and no sentence."""
    text, around = lines[index], (*lines[index - 1 : index], *lines[index + 1 : index + 2])
    is_comment = text.startswith("--") and not _RULER.match(text)
    return is_comment and not text.rstrip().endswith((".", "!", "?")) and not any(line.strip() for line in around)


def cases_by_span(rules: Ruleset) -> dict[s.Span, tuple[s.Case, ...]]:
    """The cases of each value as they are written, by the place that its points have."""
    written = {d.name.text: d.cases for file in rules.files for d in file.definitions if isinstance(d, s.Value)}
    return {value.site.span: written[name] for name, value in rules.model.values.items()}
