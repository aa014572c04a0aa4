"""The steps of a tutorial in Markdown: the files its reader writes, the commands they type, and what these print.

A fenced block whose first line names a file after its language is that file, or with a `+` behind the name goes below what
the file holds. A `console` block holds commands after `$ `, what is typed into them after a player's name and `> `, and what they print: `…`
stands for anything, on a line of its own for any lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?( \+)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PROMPT = "$ "
_TYPED = re.compile(r"\w+(?: \(.*\))?> ")
_ANYTHING = "…"


@dataclass(frozen=True, slots=True)
class File:
    """A file to write at `path`; `added`: below what it holds already."""

    path: str
    text: str
    added: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, the input it is given, and the output that is shown; `line` is where it stands."""

    line: int
    words: str
    typed: str
    shown: str

    def prints(self, output: str) -> bool:
        """Return whether the output is what is shown; blanks at the ends of lines do not count."""
        pattern = "".join(_pattern(line) for line in self.shown.splitlines())
        return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in output.splitlines())) is not None


def _pattern(line: str) -> str:
    if line == _ANYTHING:
        return "(?:.*\n)*?"
    return ".*".join(map(re.escape, line.rstrip().split(_ANYTHING))) + "\n"


def steps(text: str) -> Iterator[File | Command]:
    """The steps of a text in their order."""
    for block in _BLOCK.finditer(text):
        language, path, plus, content = block.groups()
        if path is not None:
            yield File(path, content, plus is not None)
        elif language == "console":
            yield from _commands(content, text.count("\n", 0, block.start()) + 2)


def _commands(content: str, first: int) -> Iterator[Command]:
    lines = content.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith(_PROMPT)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        shown = lines[start + 1 : end]
        typed = "".join(f"{line[prompt.end() :]}\n" for line in shown if (prompt := _TYPED.match(line)))
        yield Command(first + start, lines[start].removeprefix(_PROMPT), typed, "\n".join(shown))
