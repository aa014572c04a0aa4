"""Show the whole of what an author may have meant: drafts of a definition with a fault, proved by reading and checking each."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span, apply_fixes, split_lines
from caylus.limits import DEEPEST_DRAFT, MOST_ADVISED, MOST_DRAFTS_CHECKED, MOST_DRAFTS_READ
from caylus.parser.lalr import beginnings, lex, spellings
from caylus.parser.parse import parse
from caylus.parser.slips import begins, find_matches

from .drafts import drafts
from .forms import draft_foreign_forms, draft_forms
from .game_names import Draft, Names, cut, one_line
from .sentences import Reading, read_sentence

_OF_LAYERS = frozenset({"E0503", "E0506", "E0509", "E0510"})
"""Faults between layers, which no other text of one definition mends."""

Check = Callable[[str], Sequence[Diagnostic]]
"""The errors of a file with another text."""


def _is_strange(text: str) -> bool:
    """Return whether a text is long, or has long gaps, so that patterns would take long over it."""
    return len(text) > 2000 or re.search(r"\S[ \t]{24}", text) is not None


class Extent(NamedTuple):
    """The lines of a definition with a fault, from the first to before the last, counted from 0."""

    first: int
    behind: int


def find_extent(lines: Sequence[str], number: int, heads: Iterable[str]) -> Extent:
    """The lines of the definition in which this line stands, as far as the margin tells."""
    heads = {*heads}

    def is_head(line: str) -> bool:
        return bool(re.match(r"[^\s})\]|-]", line))

    def begins_definition(line: str) -> bool:
        word = re.match(r"(?:\d+\s+)?(\w+)", line)
        return is_head(line) and word is not None and word[1] in heads

    if lines[number].startswith("|"):
        first = behind = number
        while first > 0 and lines[first - 1].startswith("|"):
            first -= 1
        while behind < len(lines) and lines[behind].startswith("|"):
            behind += 1
        return Extent(first, behind)
    first = number
    while first > 0 and not is_head(lines[first]):
        first -= 1
    behind = number + 1
    while behind < len(lines) and not begins_definition(lines[behind]) and not lines[behind].startswith("|"):
        if not lines[behind].strip() and behind + 1 < len(lines) and is_head(lines[behind + 1]):
            break
        behind += 1
    while behind > first + 1 and not lines[behind - 1].strip():
        behind -= 1
    return Extent(first, behind)


def keeps_content(old: str, new: str, names: Names) -> bool:
    """Return whether a draft has the numbers and the texts of what was written, but for those it is told to replace."""
    wording = re.sub(r"(?i)\b(instead of|rather than|where|from)\b.*", "", old) if " " in old and "{" not in old else old
    wording = re.sub(r'^\s*rule\s+\w+\s+"[^"]*"', "", wording) if not re.match(r"\s*rule\b", new) else wording
    texts = re.findall(r'"([^"\n]*)"|[“]([^”\n]*)[”]', re.sub(r'"\w+"\s*:', "", wording))
    wording = re.sub(r"\b\d+d\d+\b|\[\s*\d+\s*\]|--.*|\b[01]\b", "", wording)
    numbers, left = re.findall(r"\b\d+\b", wording), re.findall(r"\b\d+\b", new)
    for number in numbers:
        if number not in left:
            return False
        left.remove(number)
    return all(text in new or (names.find(text) or "\0") in new for text in (a or b for a, b in texts))


def _rewrites(text: str, fault: Diagnostic, names: Names) -> Iterator[Draft]:
    """The text with a phrase of the book in its line written as this language has it."""
    span = fault.span
    if span is None:
        return
    source = split_lines(text)
    if span.line > len(source):
        return
    line = [token for token in lex(source[span.line - 1], span.line) if token.type not in ("COMMENT", "_NL")]
    place = next((number for number, token in enumerate(line) if token.column >= span.column), max(len(line) - 1, 0))
    if not line or len(line) > 200:
        return
    plain = re.sub(r'("[^"\n]*")|\b(?:[Tt]he|an?|your|also)\b ?', lambda match: match[1] or "", text)
    if plain != text:
        yield Draft(plain)
    for token in line:
        name = names.find(token.text.strip('"')) if token.text.startswith('"') else None
        if name is not None:
            yield Draft(apply_fixes(text, "", [Fix("", (Edit(token.span(""), name),))]))
    for match in find_matches(line, place, partial(begins, line)):
        where = line[match.first].span("").to(line[match.behind - 1].span(""))
        for new in match.texts:
            if "…" not in new:
                yield Draft(apply_fixes(text, "", [Fix("", (Edit(where, new),))]))
                if re.match(r"(count|sum|first|some) ", new):
                    yield Draft(apply_fixes(text, "", [Fix("", (Edit(where, f"({new})"),))]))


class _Search:
    """A search for a text that is sound, from a definition with a fault on."""

    def __init__(self, names: Names, check: Check) -> None:
        self.names, self.check = names, check
        self.read = cache(lambda text: parse(text, "")[1])
        self.seen: set[str] = set()
        self.checked = 0
        self.first = ""

    def find(self, text: str, fault: Diagnostic | None, depth: int = 0) -> Draft | None:
        """The first draft of a text that has no fault; of one that can be read, as the whole game says."""
        if text in self.seen or len(self.seen) >= MOST_DRAFTS_READ or depth > DEEPEST_DRAFT:
            return None
        self.seen.add(text)
        self.first = self.first or text
        faults = self.read(text)
        if depth and not faults:
            if self.checked >= MOST_DRAFTS_CHECKED:
                return None
            self.checked += 1
            faults = tuple(self.check(text))
            if not faults:
                return Draft(text) if keeps_content(self.first, text, self.names) else None
        first = fault if fault is not None and not depth else faults[0] if faults else None
        if first is None:
            return None
        fixed = [Draft(apply_fixes(text, "", [fix])) for fix in (first.fix, first.guess) if fix is not None]
        for draft in (*draft_foreign_forms(text, self.names), *fixed, *drafts(text, first, self.names)):
            outcome = self.find(draft.text, None, depth + 1)
            if outcome is not None:
                return Draft(outcome.text, draft.note or outcome.note)
        left = self._count_left(text)
        for draft in _rewrites(text, first, self.names):
            if left and self._count_left(draft.text) >= left:
                continue
            outcome = self.find(draft.text, None, depth + 1)
            if outcome is not None:
                return Draft(outcome.text, draft.note or outcome.note)
        return None

    def _count_left(self, text: str) -> int:
        """The number of letters from the first fault of a text on."""
        span = next((fault.span for fault in self.read(text)), None)
        if span is None:
            return 0
        line, *others = text.split("\n")[span.line - 1 :]
        return len("".join("\n".join([line[span.column - 1 :], *others]).split())) + 1


def advise(
    diagnostics: Sequence[Diagnostic], texts: dict[str, str], names: Names, check: Callable[[str, str], Sequence[Diagnostic]]
) -> tuple[Diagnostic, ...]:
    """The diagnostics; the first of a definition says what to write for all of it, where a draft of it is sound.

    `texts` are the author's own, `check` gives the errors with another text of one of them.
    """
    result: list[Diagnostic] = []
    explained_parts: list[tuple[str, Extent]] = []  # of whose other faults nothing is said
    words = {spellings()[kind] for kind in beginnings() if kind in spellings()} | {*names.kinds}
    left = MOST_ADVISED
    for diagnostic in diagnostics:
        span = diagnostic.span
        if span is None or not diagnostic.is_error or span.file not in texts or diagnostic.code in _OF_LAYERS:
            result.append(diagnostic)
            continue
        if any(_is_in(diagnostic, file, extent) for file, extent in explained_parts):
            continue
        lines = texts[span.file].split("\n")
        extent = find_extent(lines, min(span.line, len(lines)) - 1, words)
        text = "\n".join(lines[extent.first : extent.behind])
        if left == 0 or _is_strange(text) or (diagnostic.code == "E0502" and text.split()[0] in names.kinds):
            result.append(diagnostic)
            continue
        left -= 1
        own = [each for each in diagnostics if each.is_error and _is_in(each, span.file, extent)]
        others = {(each.code, each.message) for each in diagnostics if each.is_error and each not in own}
        check_text = partial(_check_part, check, span.file, lines, extent, others)
        fixes = [each.fix for each in own if each.fix is not None]
        reading = read_sentence(text, names)
        form = next((draft.note for draft in draft_forms("containers", text, names)), "")
        if reading is not None:
            outcome = _explain(diagnostic, text, reading, check_text)
        elif (
            not form
            and diagnostic.fix is not None
            and all(
                (each.code, each.message) in others for each in check(span.file, apply_fixes(texts[span.file], span.file, fixes))
            )
        ):
            result.append(diagnostic)
            continue
        else:
            outcome = _search_draft(
                replace(diagnostic, help=form, fix=None) if form else diagnostic, text, names, extent, check_text
            )
        if outcome.help != diagnostic.help or reading is not None or form:
            explained_parts.append((span.file, extent))
        result.append(outcome)
    return tuple(result)


def _check_part(
    check: Callable[[str, str], Sequence[Diagnostic]],
    file: str,
    lines: Sequence[str],
    extent: Extent,
    others: Collection[tuple[str, str]],
    new: str,
) -> list[Diagnostic]:
    """The errors of a file with another text for some of its lines, but for `others`; places are those of the text."""
    there = Extent(extent.first, extent.first + new.count("\n") + 1)
    outcome = []
    for fault in check(file, "\n".join([*lines[: extent.first], new, *lines[extent.behind :]])):
        if (fault.code, fault.message) not in others:
            is_there = _is_in(fault, file, there)
            outcome.append(_move(fault, -extent.first) if is_there else replace(fault, span=None, fix=None))
    return outcome


def _search_draft(diagnostic: Diagnostic, text: str, names: Names, extent: Extent, check: Check) -> Diagnostic:
    """A fault with the first sound draft of its definition as its help."""
    search = _Search(names, check)
    draft = search.find(text, _move(diagnostic, -extent.first))
    if draft is None:
        return _drop_useless_fix(diagnostic, text, search, extent)
    guess = _move(replace(diagnostic, fix=diagnostic.guess), -extent.first).fix
    if guess is not None and draft.text == apply_fixes(text, "", [guess]):
        return diagnostic
    return _add_help(diagnostic, text, draft)


def _is_in(fault: Diagnostic, file: str, extent: Extent) -> bool:
    span = fault.span
    return span is not None and span.file == file and extent.first < span.line <= extent.behind


def _move(fault: Diagnostic, lines: int) -> Diagnostic:
    """A fault of a text as one of a part of it."""

    def move(span: Span) -> Span:
        return Span("", span.line + lines, span.column, span.end_line + lines, span.end_column)

    fix = fault.fix
    if fix is not None:
        fix = Fix(fix.title, tuple(Edit(move(edit.span), edit.text) for edit in fix.edits))
    return replace(fault, span=move(fault.span) if fault.span is not None else None, fix=fix)


def _drop_useless_fix(diagnostic: Diagnostic, text: str, search: _Search, extent: Extent) -> Diagnostic:
    """A fault without a fix that only puts another fault in its place."""
    fix = _move(diagnostic, -extent.first).fix
    if fix is None:
        return diagnostic
    fixed = apply_fixes(text, "", [fix])
    ends = [(edit.span.line, edit.span.column + len(edit.text)) for edit in fix.edits]
    places = [fault.span for fault in parse(fixed, "")[1] or search.check(fixed) if fault.span is not None]
    if any(span.line == line and span.column <= column for span in places for line, column in ends):
        return replace(diagnostic, fix=None)
    return diagnostic


_WRITTEN = re.compile(r"^write `[^`]*`(?: or `[^`]*`)*:?\s*")
_EXAMPLE = re.compile(r"[;:,]?\s*(?:write |as in |as )?`[^`]*…[^`]*`.*$|: `.*$|, or .*$")
"""Parts of a help that an exact text makes needless."""


def _add_help(diagnostic: Diagnostic, text: str, draft: Draft) -> Diagnostic:
    """A fault that says what to write for the whole of its definition."""
    is_of_names = diagnostic.code.startswith("E02")  # whose help lists what there is
    reason = _WRITTEN.sub("", diagnostic.help) if not is_of_names else ""
    if example := _EXAMPLE.search(reason):
        reason = reason[: example.start()].strip() if example[0].startswith((";", ":", ",")) else ""
    codes = re.findall(r"`([^`]*)`", reason)
    words = [word for code in codes for word in (code, *re.findall(r"[a-z]\w+", code))]
    if codes and not any(word in draft.text for word in words):
        reason = ""  # it speaks of something else
    help = f"write {render_draft(text, draft.text)}"
    if draft.note:
        help += f"; {draft.note}"
    elif reason.startswith("to "):
        help = f"{reason}, {help}"
    elif reason:
        help += f": {reason}"
    return replace(diagnostic, help=help, fix=None)


def _explain(diagnostic: Diagnostic, text: str, reading: Reading, check: Check) -> Diagnostic:
    """A fault in a sentence that says what the sentence may mean: all readings that are sound, or the form of one."""
    sound = [draft for draft in reading.drafts[:MOST_DRAFTS_CHECKED] if not parse(draft.text, "")[1] and not check(draft.text)]
    note = f"; {sound[0].note}" if sound and sound[0].note else ""
    choices = " or ".join(render_draft(text, draft.text) for draft in sound)
    return replace(diagnostic, help=f"write {choices}{note}" if sound else reading.form or diagnostic.help, fix=None)


def render_draft(old: str, new: str) -> str:
    """The definitions of a text that are new, each on one line; the rows of a table stay rows."""
    blocks, depth, start = [], 0, 0
    for piece in cut(new):
        depth += (piece.type == "LBRACE") - (piece.type == "RBRACE")
        if depth == 0 and piece.type == "_NL":
            blocks.append(new[start : piece.start])
            start = piece.end
    blocks = [block.strip() for block in (*blocks, new[start:]) if block.strip()]
    lines = {line.strip() for line in old.split("\n")}
    wording = [block for block in blocks if block not in lines] or blocks
    return " and ".join(f"`{one_line(block) if '|' not in block else ' '.join(block.split())}`" for block in wording)
