"""Text -> `syntax.File`, with everything that is wrong with the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import chain

from .automaton import read
from .build import Builder
from .diagnostics import Diagnostic
from .layout import definitions, heads_at_the_margin, split_before
from .recover import faults_of
from .syntax import Definition, File
from .tokens import MOST_FAULTS, Token, scan


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
        self.faults: list[Diagnostic] = []

    def result(self) -> tuple[File, tuple[Diagnostic, ...]]:
        parts = list(definitions(self.scanned.tokens))
        if None in map(self.read, parts):
            self.recover(self.heads(parts))
        else:
            self.definitions += filter(None, map(self.read, parts))
        file = File(self.path, self.text, tuple(self.definitions), self.scanned.comments, frozenset(self.unread))
        faults = dict.fromkeys(chain(self.scanned.faults, self.builder.faults, self.faults))
        return file, tuple(sorted(faults, key=lambda fault: (fault.span.line, fault.span.column) if fault.span else (0, 0)))

    def heads(self, parts: Sequence[tuple[Token, ...]]) -> set[Token]:
        """Where definitions seem to begin; nowhere, if a good one holds what looks like another: nothing is indented then."""
        heads = set(heads_at_the_margin(self.scanned.tokens))
        return heads if all(heads.isdisjoint(part[1:]) for part in parts if self.read(part)) else set()

    def recover(self, heads: set[Token]) -> None:
        """A definition ends where the next one seems to begin, so that the others can be read.

        Where nothing is indented nobody can tell where that is, and only the first fault is certain.
        """
        known = {fault.span.line for fault in self.scanned.faults if fault.span}
        for part in split_before(self.scanned.tokens, heads):
            found = [self.read(tokens) for tokens in definitions(part)]
            self.definitions += filter(None, found)
            if None not in found:
                continue
            self.unread.update(token.text for token in part if token.type == "NAME")
            lines = range(part[0].line, part[-1].line + 1)
            is_overrun = any(fault.span and fault.span.line in lines for fault in self.builder.faults)
            if not is_overrun and len(self.faults) < MOST_FAULTS:
                self.faults += faults_of(part, self.path, known)[: None if heads else 1]
