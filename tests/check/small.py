"""Small rulesets for the checker's tests: a few lines, completed to a whole game."""

from __future__ import annotations

import re
from collections.abc import Collection
from textwrap import dedent

from caylus.check import Model, check
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.parser.parse import parse

_REST = {
    r"^resource .*\bcoin\b": "resource coin",
    r'^game "': 'game "Small" for 2 to 4 players { do begin() }',
    r"^action begin\b": "action begin() { for each player in players { gain 1 coin } }",
    r"^value score\b": "value score(player) = player.coin",
}


def complete(text: str) -> str:
    """The text with what every ruleset needs, below it so that its lines keep their numbers."""
    text = dedent(text).strip()
    missing = [line for pattern, line in _REST.items() if not re.search(pattern, text, re.MULTILINE)]
    return "\n".join([text, *missing])


def check_texts(*texts: str, shown_names: Collection[str] = ()) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The outcome for texts that are files of one ruleset, the first of them completed."""
    files = []
    for i, text in enumerate(texts):
        file, wrong = parse(complete(text) if i == 0 else dedent(text).strip(), f"{'abcdef'[i]}.rules")
        assert not wrong, wrong
        files.append(file)
    return check(files, shown_names)


def faults(*texts: str) -> list[Diagnostic]:
    """The errors that the checker finds."""
    return [fault for fault in check_texts(*texts)[1] if fault.is_error]


def fault(*texts: str) -> Diagnostic:
    """The only error that the checker finds."""
    found = faults(*texts)
    assert len(found) == 1, [(f.code, f.message) for f in found]
    return found[0]


def codes(*texts: str) -> list[str]:
    return [f.code for f in faults(*texts)]


def warnings(*texts: str) -> list[str]:
    return [f.code for f in check_texts(*texts)[1] if not f.is_error]


def model(*texts: str) -> Model:
    """The model of a text without errors."""
    made, found = check_texts(*texts)
    assert made is not None, [(f.code, f.message) for f in found]
    return made


def place(fault: Diagnostic) -> tuple[int, int, int]:
    """Line, first column and the column after the last."""
    assert fault.span is not None
    return fault.span.line, fault.span.column, fault.span.end_column
