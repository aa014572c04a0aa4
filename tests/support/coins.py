"""A small ruleset of our own to be spoilt by tests, and what they are refused for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError

from .texts import read_rules

MANIFEST = """\
name: coins
title: Coins
version: 1.0.0
language: 1
seats: [North, South]
rules: [coins.rules]
"""

RULES = read_rules(__file__, "coins")


PAYING = """\
resource coin "coin"

game "Coins" for 2 to 2 players { for each player in players { do pay_out(player) } }

action pay_out(player) {
  player gains 2 coin
  if player.coin > 9 { player gains 1 coin }
}

value score(player) = player.coin
"""
"""Rules of which `write_paying`'s scenario notices some changes."""

_PAID = """\
players: [North, South]
scenarios:
  - name: Both get some
    changes:
      North: {coin: 2}
      South: {coin: 2}
"""


def write_paying(folder: Path) -> Path:
    """Write a ruleset of `PAYING` with a scenario into a folder. Returns its file of rules."""
    for name, text in (("ruleset.yaml", MANIFEST), ("coins.rules", PAYING), ("scenarios/all.yaml", _PAID)):
        (folder / "coins" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "coins" / name).write_text(text)
    return folder / "coins" / "coins.rules"


def faults(action: Callable[[], object]) -> tuple[Diagnostic, ...]:
    """The reasons why the action is refused."""
    with pytest.raises(RulesetError) as caught:
        action()
    return caught.value.diagnostics


def places(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, int, int]]:
    """Code, line and column of each."""
    return [(d.code, d.span.line, d.span.column) for d in diagnostics if d.span is not None]


def spoilt(changes: Mapping[str, str]) -> str:
    """The sound manifest with some of its text exchanged."""
    text = MANIFEST
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text
