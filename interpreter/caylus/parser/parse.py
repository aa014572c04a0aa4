"""Text -> `syntax.File`, with everything that is wrong with the text."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache, partial
from itertools import chain, pairwise

from caylus.diagnostics.diagnostic import Diagnostic
from caylus.limits import MOST_FAULTS
from caylus.syntax import Definition, File

from .ast_builder import Builder
from .lalr import read
from .lexer import scan
from .line_ends import definitions, heads_at_the_margin, split_at_heads
from .paragraphs import read_paragraphs
from .recovery import find_faults
from .tokens import Token


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
            self.path, self.text, tuple(self.definitions), self.scanned.comments, unread, self.hides_names, paragraphs=paragraphs
        )
        known = self.lines_with_faults()
        slips = [slip for slip in self.builder.slips if slip.span is None or slip.span.line not in known]
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
        known = self.lines_with_faults()
        self.definitions.clear()
        for part in split_at_heads(self.scanned.tokens, heads) if is_indented else parts:
            found = [self.read(tokens) for tokens in definitions(part)]
            self.definitions += filter(None, found)
            if None in found:
                self.unread.update(token.text for token in part if token.type == "NAME")
                self.hides_names |= not (is_indented and _tells_names(part))
                room = (MOST_FAULTS if is_indented else 1) - len(self.faults)
                if room > 0 and not self.is_overrun(part):
                    self.faults += find_faults(part, self.path, known)[:room] or self.not_read(part, known)

    def not_read(self, part: Sequence[Token], known: Set[int]) -> list[Diagnostic]:
        """The fault of a part in which none was found, so that nothing is ever left out without a word."""
        if not known.isdisjoint(token.line for token in part):
            return []
        first = next(tokens[0] for tokens in definitions(part) if self.read(tokens) is None)
        return [Diagnostic("E0101", "this definition cannot be read", first.span(self.path))]

    def is_overrun(self, part: Sequence[Token]) -> bool:
        """Return whether the part is too big to be read; what else is wrong with it does not matter then."""
        lines = range(part[0].line, part[-1].line + 1)
        return any(fault.span and fault.span.line in lines for fault in self.builder.faults)


def _tells_names(part: Sequence[Token]) -> bool:
    """Return whether every name that a definition gives stands among its words, though it cannot be read."""
    match part[0].type:
        case "CHANGE" | "GAME" | "INSERT" | "REMOVE" | "REPLACE" | "SEAL":
            return True  # gives none
        case "EACH":
            return False  # gives several, and one may have been left out
        case "RESOURCE":
            return all(name.type == "NAME" for before, name in pairwise(part) if before.type in ("RESOURCE", "COMMA"))
        case _:
            return len(part) > 1 and part[1].type == "NAME"
