"""Text -> `syntax.File`, with everything that is wrong with the text."""

from __future__ import annotations

from collections.abc import Sequence

from .automaton import Automaton
from .build import Builder, Overrun
from .diagnostics import Diagnostic
from .layout import definitions, heads_at_the_margin, split_before
from .recover import faults_of
from .syntax import Definition, File
from .tokens import Scanned, Token, scan


def parse(text: str, path: str) -> tuple[File, tuple[Diagnostic, ...]]:
    """The definitions of `text` that can be read, and every fault of the others. `path` is what spans call the file."""
    text = text.removeprefix("\ufeff")
    scanned = scan(text, path)
    builder = Builder(path)
    parts = list(definitions(scanned.tokens))
    read = [_definition(part, builder) for part in parts]
    if None in read:
        heads = set(heads_at_the_margin(scanned.tokens))
        is_indented = all(d is None or heads.isdisjoint(part[1:]) for part, d in zip(parts, read, strict=True))
        return _parse_faulty(text, scanned, builder, heads if is_indented else set())
    return File(path, text, tuple(d for d in read if d), scanned.comments), scanned.faults


def _parse_faulty(text: str, scanned: Scanned, builder: Builder, heads: set[Token]) -> tuple[File, tuple[Diagnostic, ...]]:
    """A definition ends where the next one seems to begin, at one of `heads`, so that the others can be read.

    In a text that is not indented nobody can tell where that is, and only its first fault is certain.
    """
    read: list[Definition] = []
    unread: set[str] = set()
    found: list[Diagnostic] = []
    known = {fault.span.line for fault in scanned.faults if fault.span}
    for part in split_before(scanned.tokens, heads):
        definitions_ = [_definition(tokens, builder) for tokens in definitions(part)]
        read += (d for d in definitions_ if d)
        if None in definitions_:
            unread.update(token.text for token in part if token.type == "NAME")
            found += faults_of(part, builder, known)
    faults = sorted([*scanned.faults, *(found if heads else found[:1])], key=_place)
    return File(builder.path, text, tuple(read), scanned.comments, frozenset(unread)), tuple(faults)


def _definition(tokens: Sequence[Token], builder: Builder) -> Definition | None:
    """What the tokens define; None if they cannot be read."""
    automaton = Automaton(builder)
    try:
        return automaton.result() if all(map(automaton.feed, tokens)) else None
    except Overrun:
        return None


def _place(fault: Diagnostic) -> tuple[int, int]:
    return (fault.span.line, fault.span.column) if fault.span else (0, 0)
