"""Text -> `syntax.File`, with everything that is wrong with the text.

A paragraph is made of lines that begin with `|`, right above what they tell.

    | # A heading, where the title is none
    | The first to pass takes {gain}. [Those who passed first are asked first in {bribing}.]
    | - An item of a list.
    | tells: open, price
    action pass(player) { … }

    | of: placing
    | A paragraph that takes the place of the one above `placing`, and may stand anywhere.

    | adds to: placing after "words of it"
    | A paragraph that comes after those words, or without them below all. It tells a new rule right below it, too.

    | changes: placing
    | "some words of it" becomes "others, with {gain}"

    | learn: What somebody needs to hear who plays this for the first time.

An empty line of a paragraph begins a new block. `learn:` begins a lesson, which may stand alone. `[…]` goes when something that
it names in braces is removed. `{gain}`, `{pay}` and `{lose}` are what the rule below lets somebody gain, pay or lose;
`{pass.gain}` is what another rule does.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate, chain, groupby, pairwise
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span, apply_fixes, split_lines
from caylus.limits import LONGEST_LINE_MENDED, MOST_FAULTS, MOST_SHOWN_OF_FILE
from caylus.syntax import Definition, File

from .ast_builder import Builder, inserted_formula, refuse_dollar
from .errors import find_faults
from .following import definitions, heads_at_the_margin, split_at_heads
from .lalr import lex, read
from .lexer import scan
from .slips import begins, describe, find_foreign, find_matches
from .tokens import Token

MARK = "|"

_LIST = re.compile(r"(of|adds to|changes|tells|shows):(.*)")
_PLACE = re.compile(r'(adds to:.*?)\s+(before|after)\s+"((?:[^"\\]|\\.)*)"\s*')
_SWAP = re.compile(r'"((?:[^"\\]|\\.)*)"\s+becomes\s+"((?:[^"\\]|\\.)*)"\s*')
_LESSON = re.compile(r"learn:\s*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_PIECE = re.compile(r"\\.|\{[^{}]*\}|[\[\]{}]")
_DEED = re.compile(r"\{\s*(?:([A-Za-z_][A-Za-z0-9_]*)\s*\.\s*)?(gain|pay|lose)\s*\}")
_SPELLED = re.compile(r"\s+in\s+words\s*\}$")


class _Line(NamedTuple):
    """The text of a line without its mark, and the place of its first character."""

    text: str
    span: s.Span


def read_paragraphs(
    comments: Iterable[s.Comment], definitions: Sequence[s.Definition], builder: Builder
) -> Iterator[s.Paragraph]:
    """The paragraphs among the comments, each with what it stands above. The builder is told what is wrong with one."""
    lines = [comment for comment in comments if comment.text.startswith(MARK)]
    subjects = dict(_subjects(definitions)) if lines else {}
    by_line = {x.span.line: x for x in definitions}
    for _, run in groupby(enumerate(lines), lambda numbered: numbered[1].span.line - numbered[0]):
        line_texts = [line for _, line in run]
        below = line_texts[-1].span.line + 1
        yield from _Reader(builder).paragraph(line_texts, subjects.get(below), by_line.get(below))


def _subjects(definitions: Iterable[s.Definition]) -> Iterator[tuple[int, s.Name]]:
    """The names of what paragraphs can tell, by the lines that it begins on."""
    for definition in definitions:
        line = definition.span.line
        written = definition.definition if isinstance(definition, s.Replace) else definition
        if isinstance(written, s.Resources):
            yield line, written.items[0].name
        elif isinstance(written, s.Game | s.ChangeGame) or (isinstance(written, s.ChangeSteps) and written.name is None):
            yield line, s.Name(written.span, "game")
        elif isinstance(written, s.AddMember | s.RemoveMember):
            yield line, written.sequence
        elif not isinstance(written, s.EachPlayer) and isinstance(name := getattr(written, "name", None), s.Name):
            yield line, name
        if isinstance(written, s.EachPlayer | s.Kind):
            for field in written.members:
                if field.span.line > line:
                    yield field.span.line, s.Name(field.name.span, f"{written.name.text}.{field.name.text}")


class _Reader:
    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._names: dict[str, tuple[s.Name, ...]] = {}
        self._place: tuple[str, s.Text | s.Name] | None = None
        self._blocks: list[s.TextBlock] = []
        self._lesson: list[s.TextBlock] = []
        self._is_lesson = False
        self._passages: list[s.Passage] = []
        self._parts: list[s.Text | s.Insertion] = []
        self._heading = ""
        self._is_item = self._is_optional = False
        self._opened: s.Span | None = None

    def paragraph(
        self, comments: Sequence[s.Comment], subject: s.Name | None, below: s.Definition | None
    ) -> Iterator[s.Paragraph]:
        """The paragraph of some lines, which stand above `subject`; none without a subject, which is reported.

        What they add to another paragraph, or change in it, tells a new rule `below` too, unless they say what they tell. Items
        of a list go where the member goes that is added `below`, unless they name a place.
        """
        first, last = comments[0].span, comments[-1].span
        span = s.Span(first.file, first.line, first.column, last.end_line, last.end_column)
        lines = []
        for comment in comments:
            text = comment.text.removeprefix(MARK)
            lead = 1 + len(text) - len(text.lstrip())
            place = s.Span(first.file, comment.span.line, comment.span.column + lead, comment.span.line, comment.span.end_column)
            lines.append(_Line(text.strip(), place))
        is_change = any(line.text.startswith("changes:") for line in lines)
        swapped_lines = [line for line in lines if is_change and not _LIST.fullmatch(line.text)]
        for line in lines:
            if line not in swapped_lines:
                self._line(line)
        self._end_block()
        swaps = tuple(self._swaps(swapped_lines))
        if self._opened is not None:
            self._fault("this `[` is not closed", self._opened, "write `]` behind the sentence that may go")
        heads = [name for way in ("of", "adds to", "changes") for name in self._names.get(way, ())]
        if isinstance(below, s.Rule | s.Value | s.Condition) and not self._names.keys().isdisjoint(("adds to", "changes")):
            self._names.setdefault("tells", (below.name,))
        if isinstance(below, s.AddMember) and self._place is None and all(block.is_item for block in self._blocks):
            self._place = (below.when, below.anchor)
        subject = heads[0] if heads else subject
        if subject is not None:
            blocks, lesson = tuple(self._blocks), tuple(self._lesson)
            lists = (self._names.get("tells"), self._names.get("shows"))
            yield s.Paragraph(span, subject, self._heading, blocks, *lists, lesson, "adds to" in self._names, swaps, self._place)
        else:
            help_ = "write it right above a rule, or above a line of `each player has`, or begin it with `| of: RULE`"
            if head := re.fullmatch(r"(of|adds to|changes) (\w+)", lines[0].text):
                help_ = f"a colon is missing: `| {head[1]}: {head[2]}`"
            self._builder.slip(Diagnostic("E0116", "this text stands above no rule", first, help=help_))

    def _line(self, line: _Line) -> None:
        if (place := _PLACE.fullmatch(line.text)) is not None:
            words = s.Text(_part(line.span, place.start(3), place.end(3)), " ".join(place[3].split()))
            self._place = (place[2], words)
            line = _Line(place[1], line.span)
        list_match = _LIST.fullmatch(line.text)
        if list_match is not None:
            names = _NAME.finditer(line.text, list_match.start(2))
            if '"' in list_match[2]:
                self._fault(
                    "no names and no place",
                    line.span,
                    'write the names alone, or `| adds to: NAME after "words of it"` on one line',
                )
            more = (s.Name(_part(line.span, match.start(), match.end()), match[0]) for match in names if match[0] != "nothing")
            self._names[list_match[1]] = (*self._names.get(list_match[1], ()), *more)
        elif (lesson := _LESSON.match(line.text)) is not None:
            self._end_block()
            self._is_lesson = True
            self._text(line, lesson.end())
        elif line.text.startswith("# "):
            self._end_block()
            self._heading = line.text[2:].strip()
        elif not line.text:
            self._end_block()
        elif line.text.startswith("- "):
            self._end_block()
            self._is_item = True
            self._text(line, 2)
        else:
            if self._parts or self._passages:
                self._parts.append(s.Text(_part(line.span, 0, 0), " "))
            self._text(line, 0)

    def _swaps(self, lines: Sequence[_Line]) -> Iterator[s.TextSwap]:
        """The swaps of some lines, each in as many of them as it likes."""
        text = "\n".join(line.text for line in lines)
        starts = [0, *accumulate(len(line.text) + 1 for line in lines)]
        at = 0
        while at < len(text):
            match = _SWAP.match(text, at)
            number = bisect_right(starts, at) - 1
            if match is None:
                place = _part(lines[number].span, at - starts[number], len(lines[number].text))
                self._fault("no swap of words", place, 'write `"some words" becomes "other words"`')
                return
            old = s.Text(_part(lines[number].span, at - starts[number], len(lines[number].text)), " ".join(match[1].split()))
            for line, start in zip(lines, starts, strict=False):
                begin, end = max(match.start(2), start), min(match.end(2), start + len(line.text))
                if begin <= end:
                    self._parts += [s.Text(_part(line.span, 0, 0), " ")] if self._parts else []
                    self._text(_Line(line.text[: end - start], line.span), begin - start)
            if self._passages:
                self._fault("no `[` or `]` can be put into a paragraph", old.span, "write the paragraph anew: `| of: …`")
            yield s.TextSwap(old.span, old, tuple(self._parts))
            self._parts, self._passages = [], []
            at = match.end()

    def _text(self, line: _Line, start: int) -> None:
        text = line.text
        for match in _PIECE.finditer(text, start):
            if match[0].startswith("\\"):
                continue
            self._add(line, start, match.start())
            refuse_dollar(text[start : match.start()], match[0], _part(line.span, match.start(), match.end()), self._builder)
            start = match.end()
            self._piece(match[0], _part(line.span, match.start(), match.end()))
        self._add(line, start, len(text))

    def _piece(self, piece: str, span: s.Span) -> None:
        if piece == "[":
            if self._opened is not None:
                self._fault("a `[` stands inside another", span, "write `\\[` for one that stands for itself")
            self._end_passage()
            self._is_optional, self._opened = True, span
        elif piece == "]":
            if self._opened is None:
                self._fault("this `]` closes nothing", span, "write `\\]` for one that stands for itself")
            self._end_passage()
            self._is_optional, self._opened = False, None
        elif deed := _DEED.fullmatch(piece):
            rule = s.Name(_part(span, deed.start(1), deed.end(1)), deed[1]) if deed[1] else None
            self._parts.append(s.Insertion(span, None, rule, deed[2], False))
        else:
            is_spelled = _SPELLED.search(piece) is not None
            formula = inserted_formula(_SPELLED.sub("}", piece), span, self._builder)
            if formula is not None:
                self._parts.append(s.Insertion(span, formula, None, "", is_spelled))

    def _add(self, line: _Line, start: int, end: int) -> None:
        if start < end:
            self._parts.append(s.Text(_part(line.span, start, end), line.text[start:end]))

    def _end_passage(self) -> None:
        if self._parts:
            self._passages.append(s.Passage(self._parts[0].span, tuple(self._parts), self._is_optional))
        self._parts = []

    def _end_block(self) -> None:
        self._end_passage()
        if self._passages:
            blocks = self._lesson if self._is_lesson else self._blocks
            blocks.append(s.TextBlock(self._passages[0].span, tuple(self._passages), self._is_item))
        self._passages, self._is_item = [], False

    def _fault(self, message: str, span: s.Span, help_: str) -> None:
        self._builder.slip(Diagnostic("E0412", message, span, help=help_))


def _part(span: s.Span, start: int, end: int) -> s.Span:
    return s.Span(span.file, span.line, span.column + start, span.line, span.column + end)


def parse(text: str, path: str) -> tuple[File, tuple[Diagnostic, ...]]:
    """The definitions of `text` that can be read, and every fault of the others. `path` is what spans call the file."""
    return _Parse(text, path).result()


class _Parse:
    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.scanned = scan(text, path)
        self.builder = Builder(path)
        self.read = cache(partial(read, builder=self.builder))
        self.definitions: list[Definition] = []
        self.unread: set[str] = set()
        self.hides_names = bool(self.scanned.faults) and not self.scanned.tokens
        self.faults: list[Diagnostic] = []

    def result(self) -> tuple[File, tuple[Diagnostic, ...]]:
        parts = list(definitions(self.scanned.tokens))
        self.definitions += filter(None, map(self.read, parts))
        if len(self.definitions) < len(parts):
            self.recover(parts)
        unread = frozenset(self.unread)
        paragraphs = tuple(read_paragraphs(self.scanned.comments, self.definitions, self.builder)) if not unread else ()
        file = File(
            self.path, self.text, tuple(self.definitions), self.scanned.comments, unread, self.hides_names,
            paragraphs=paragraphs, soft_names=frozenset(self.builder.soft_names),
        )  # fmt: skip
        fault_lines = self.lines_with_faults()
        slips = [slip for slip in self.builder.slips if slip.span is None or slip.span.line not in fault_lines]
        faults = dict.fromkeys(chain(self.scanned.faults, self.builder.faults, slips, self.faults))
        return file, tuple(sorted(faults, key=lambda fault: (fault.span.line, fault.span.column) if fault.span else (0, 0)))

    def lines_with_faults(self) -> set[int]:
        """The lines that have a fault as a text: what follows from it is not told."""
        return {fault.span.line for fault in self.scanned.faults if fault.span}

    def recover(self, parts: Sequence[tuple[Token, ...]]) -> None:
        """A definition ends where the next one seems to begin, at the margin, so that the others can be read.

        But if a good definition holds what seems to begin another, nothing is indented, and only the first fault is certain.
        """
        heads = set(heads_at_the_margin(self.scanned.tokens))
        is_indented = all(heads.isdisjoint(part[1:]) for part in parts if self.read(part))
        fault_lines = self.lines_with_faults()
        self.definitions.clear()
        for part in split_at_heads(self.scanned.tokens, heads) if is_indented else parts:
            results = [self.read(tokens) for tokens in definitions(part)]
            self.definitions += filter(None, results)
            if None in results:
                self.unread.update(token.text for token in part if token.type == "NAME")
                self.hides_names |= not (is_indented and _tells_names(part))
                room = (MOST_FAULTS if is_indented else 1) - len(self.faults)
                if room > 0 and not self.is_overrun(part):
                    self.faults += find_faults(part, self.path, fault_lines)[:room] or self.not_read(part, fault_lines)

    def not_read(self, part: Sequence[Token], fault_lines: Set[int]) -> list[Diagnostic]:
        """The fault of a part in which none was found, so that nothing is ever left out without a word."""
        if not fault_lines.isdisjoint(token.line for token in part):
            return []
        first = next(tokens[0] for tokens in definitions(part) if self.read(tokens) is None)
        return [Diagnostic("E0101", "this definition cannot be read", first.span(self.path))]

    def is_overrun(self, part: Sequence[Token]) -> bool:
        """Return whether the part is too big to be read; what else is wrong with it does not matter then."""
        lines = range(part[0].line, part[-1].line + 1)
        return any(fault.span and fault.span.line in lines for fault in self.builder.faults)


_BY_WORDS = ("E0105", "E0114", "E0202", "E0204", "E0205", "E0206", "E0308")
"""What is told of a sign, or of a name that does not exist or is of another sort."""


def explain(faults: Iterable[Diagnostic], texts: Mapping[str, str]) -> Iterator[Diagnostic]:
    """The faults; one of a sign or a name that is part of a phrase of another language says what this one writes for it.

    What it says is proved: with it, no line of the text has a fault that it did not have before.
    """
    places: list[Span] = []
    room = MOST_SHOWN_OF_FILE
    for fault in faults:
        span = fault.span
        if span is not None and any(span.is_inside(place) for place in places):
            continue
        is_explained = fault.code == "E0114" and not fault.label  # the parser has looked into the phrase book
        is_name = fault.code in _BY_WORDS and span is not None and span.file in texts and span.line == span.end_line
        if span is None or not is_name or is_explained or room == 0:
            yield fault
        else:
            room -= 1
            explanation, place = _explain(fault, span, texts[span.file])
            places += [place] if place is not None else []
            yield explanation


def put_own_names(faults: Iterable[Diagnostic], files: Iterable[File], texts: Mapping[str, str]) -> Iterator[Diagnostic]:
    """The faults, with a phase and a resource of these files where messages have those of an example."""
    own_names: dict[str, str] = {}
    for definition in (definition for file in files for definition in file.definitions):
        if isinstance(definition, s.Action) and definition.is_phase:
            own_names.setdefault("evening", definition.name.text)
        elif isinstance(definition, s.Resources):
            own_names.setdefault("coin", definition.items[0].name.text)
    pattern = re.compile(rf"\b(?:{'|'.join(own_names) or '(?!)'})\b")
    for fault in faults:
        if fault.span is None or not fault.code.startswith("E01") or pattern.search(texts.get(fault.span.file, "")):
            yield fault
        else:
            message, help = (pattern.sub(lambda match: own_names[match[0]], text) for text in (fault.message, fault.help))
            yield replace(fault, message=message, help=help)


def _explain(fault: Diagnostic, span: Span, text: str) -> tuple[Diagnostic, Span | None]:
    line = [token for token in lex(split_lines(text)[span.line - 1], span.line) if token.type not in ("COMMENT", "_NL")]
    place = next((number for number, token in enumerate(line) if token.column >= span.column), None)
    if place is None or len(line) > LONGEST_LINE_MENDED:
        return fault, None
    if fault.code == "E0105" and fault.fix is not None and _is_mended(text, span, fault.fix):
        return fault, None
    words = [token.text for token in line if span.column <= token.column < span.end_column]
    for match in find_matches(line, place, partial(begins, line)):
        if match.behind <= place or (fault.code not in ("E0105", "E0308") and not any(map(match.phrase.has, words))):
            continue
        where = line[match.first].span(span.file).to(line[match.behind - 1].span(span.file))
        proven_texts = [instead for instead in match.texts if _reads(text, where, instead)]
        if len(proven_texts) == len(match.texts) or not (match.phrase.is_certain or find_foreign(line, match) is None):
            slip = describe(line, match, proven_texts)
            fix = Fix(slip.title, (Edit(where, proven_texts[0]),)) if slip.title else None
            return replace(fault, message=slip.message, label="", help=slip.help, fix=fix), where
    return fault, None


def _reads(text: str, place: Span, instead: str) -> bool:
    """Return whether a text has no fault in a line with something else at a place of it."""
    return _is_mended(text, place, Fix("", (Edit(place, instead.replace("…", "nothing")),)))


def _is_mended(text: str, place: Span, fix: Fix) -> bool:
    """Return whether a text has no fault in the line of a place with a fix."""
    faults = parse(apply_fixes(text, place.file, [fix]), place.file)[1]
    return all(fault.span is None or fault.span.line != place.line for fault in faults)


def _tells_names(part: Sequence[Token]) -> bool:
    """Return whether every name that a definition gives stands among its words, though it cannot be read."""
    match part[0].type:
        case "ADD" | "CHANGE" | "GAME" | "REMOVE" | "REPLACE" | "SEAL":
            return True  # gives none
        case "EACH":
            return False  # gives several, and one may have been left out
        case "RESOURCE":
            return all(name.type == "NAME" for before, name in pairwise(part) if before.type in ("RESOURCE", "COMMA"))
        case _:
            return len(part) > 1 and part[1].type == "NAME"
