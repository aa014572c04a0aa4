"""Lines of generated Python that remember which line of a ruleset they came from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from caylus.lang.syntax import Span


class Writer:
    """One function of the generated module being written. `effort` is how many steps it takes at most (see `check.effort`)."""

    def __init__(self, head: str) -> None:
        self.lines: list[str] = [head]
        self.spans: list[Span | None] = [None]
        self.depth = 1
        self.span: Span | None = None
        self.effort = 0

    def __call__(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)
        self.spans.append(self.span)

    def at(self, span: Span) -> None:
        """What follows comes from here."""
        if self.span is None or (span.file, span.line) != (self.span.file, self.span.line):
            self.span = span
            self(f"# {span.file}:{span.line}")

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        self(head)
        self.depth += 1
        yield
        self.depth -= 1

    def head_open(self) -> bool:
        """Whether the last line of code opens a block that has nothing in it yet."""
        code = next(line for line in reversed(self.lines) if not line.lstrip().startswith("#"))
        return code.endswith(":")
