"""A small world with something hidden of each sort, for rules that tell of it or do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import NamedTuple

from caylus.check import Model, check
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.parser.parse import parse
from support.texts import read_rules

WORLD = read_rules(__file__, "world")
LINES = WORLD.strip().splitlines()


def check_texts(text: str, lines: Sequence[str] = LINES) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    file, wrong = parse("\n".join([*lines, dedent(text).strip()]), "world.rules")
    assert not wrong, wrong
    return check([file])


def check_rules(text: str, lines: Sequence[str] = LINES) -> tuple[Diagnostic, ...]:
    """The checker's findings about rules in this world."""
    return check_texts(text, lines)[1]


def model(text: str) -> Model:
    """The model of rules without errors."""
    made, found = check_texts(text)
    assert made is not None, [(fault.code, fault.message) for fault in found]
    return made


class Leak(NamedTuple):
    """An error: its code, its line, what is hidden and where, and the lines of the way from there."""

    code: str
    line: int
    hidden: str
    declared: int
    way: list[int]


def leaks(text: str) -> list[Leak]:
    """The errors that the checker finds, lines counted from the first of the text."""
    found = []
    for fault in check_rules(text):
        if not fault.is_error:
            continue
        assert fault.span is not None
        declared, *way = [note for note in fault.notes if note.span is not None]
        assert declared.span is not None
        hidden = re.findall(r"`(\w+)` is hidden here", declared.text)
        lines = [note.span.line - len(LINES) for note in way if note.span is not None]
        found.append(Leak(fault.code, fault.span.line - len(LINES), hidden[0], declared.span.line, lines))
    return found


def marked_place(text: str) -> Leak:
    """The leak that comments tell of: `-- E1001 gem` where it comes out, `-- 1`, `-- 2`, … along the way."""
    lines = dedent(text).strip().splitlines()
    (line, code, hidden), *more = [
        (at, *found.groups()) for at, line in enumerate(lines, 1) if (found := re.search(r"-- (?:\d )*(E\d+) (\w+)", line))
    ]
    assert not more
    steps = sorted(
        (int(step), at)
        for at, line in enumerate(lines, 1)
        for step in re.findall(r"(?<=[- ])(\d)(?= |$)", line.partition("--")[2])
    )
    return Leak(code, line, hidden, declaration_line(hidden), [at for _, at in steps])


def declaration_line(name: str) -> int:
    """The line of the world on which a thing is declared hidden."""
    return next(
        at
        for at, line in enumerate(LINES, 1)
        if re.search(rf'\b{name}(?:\[\w+\])? (?:"\w+"|list of \w+|of \w+|of \d \w+|\w+) hidden', line)
    )
