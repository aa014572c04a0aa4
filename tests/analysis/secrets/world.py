"""A small world with something hidden of each sort, for rules that tell of it or do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import NamedTuple

from caylus.check import Model, check
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.parser.parse import parse

WORLD = """
game "World" for 2 to 4 players { do begin() }
resource coin "coin", gem "gem" hidden, fame "fame" hidden sum, store "store", pearl "pearl" hidden from store
value score(player) = player.coin + player.fame
action begin() { for each player in players { gain 1 coin } }
kind goal plural goals { worth number }
goal castle "Castle" { worth 3 }
goal tower "Tower"
kind card plural cards { worth number, action play(player) }
card ace "Ace" { worth 3 }
card ten "Ten" { worth 2 }
card two "Two"
kind tile plural tiles { state face goal hidden except for owner, state owner player, state seen flag }
tile first_tile "First"
tile other_tile "Other"
kind slot plural slots { state card card }
row vault of 2 slots hidden from all
row shelf of 2 slots
each player has { bid number hidden, goal goal hidden, hand list of card hidden, shown list of card, note number, told flag
  duty[goal] number hidden }
list deck of card hidden from all
list heap of card
list turn_order of player
state culprit goal hidden from all
state round number
state leader player
"""
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
