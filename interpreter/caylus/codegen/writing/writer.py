"""Lines of generated Python that remember which line of a ruleset they came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from caylus.diagnostics.diagnostic import Span

from .module_text import comment

_PLACE = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\bf(\d+)\b( = )?""")
"""A text of the rules, in which nothing counts, or a place of the frame by name."""


def with_places(lines: Sequence[str]) -> list[str]:
    """The body of a function, and before it what it needs of the frame `f`: place 3 is called `f3`.

    What is bound in a place is bound before it is read wherever it can be read; so a place whose first mention sets it is
    not read beforehand.
    """
    mentions: dict[int, bool] = {}
    for line in lines:
        if not _is_comment(line):
            for match in _PLACE.finditer(line):
                if match[1]:
                    mentions.setdefault(int(match[1]), match[2] is None)
    return [*(f"    f{n} = f[{n}]" for n in sorted(mentions) if mentions[n]), *lines]


class Writer:
    """One function of the generated module being written: its head, and the lines of its body with their places.

    `block` is its number if it is a block, `steps` how many steps it takes at most (see `analysis.cost_bounds`), `goes_on` the
    block to go on with if it does nothing else. `tells`: something is said in it, which not every program carries out,
    although all of them have the same blocks.
    """

    def __init__(self, head: str, block: int | None = None) -> None:
        self.head = head
        self.block = block
        self.lines: list[str] = []
        self.spans: list[Span | None] = []
        self.depth = 1
        self.span: Span | None = None
        self.steps = 0
        self.goes_on: int | None = None
        self.tells = False

    def __call__(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)
        self.spans.append(self.span)

    def all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self(line)

    def set_span(self, span: Span) -> None:
        """Set the span that the following lines come from."""
        if self.span is None or (span.file, span.line) != (self.span.file, self.span.line):
            self.span = span
            self(comment(f"{span.file}:{span.line}"))

    @contextmanager
    def indent(self, head: str) -> Iterator[None]:
        self(head)
        self.depth += 1
        yield
        self.depth -= 1

    def head_open(self) -> bool:
        """Return whether the last line of code opens a block that has nothing in it yet."""
        code = next((line for line in reversed(self.lines) if not _is_comment(line)), self.head)
        return code.endswith(":")

    def is_empty(self) -> bool:
        return not self.tells and all(map(_is_comment, self.lines))

    def finish(self) -> tuple[list[str], list[Span | None]]:
        """All lines of the function, each with its place."""
        lines = with_places(self.lines)
        added: list[Span | None] = [None] * (len(lines) - len(self.lines))
        return [self.head, *lines], [None, *added, *self.spans]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
