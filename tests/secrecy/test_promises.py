"""What the language promises of secrets: rules that would tell one are refused, and rules that keep theirs are accepted."""

from __future__ import annotations

import re

import caylus
import pytest
from support import tiny

from .games import programs, whole


def find_errors(text: str) -> list[tuple[str, int, str]]:
    """The errors: code, line and the name of the hidden thing."""
    try:
        tiny.rules(text)
    except caylus.RulesetError as error:
        found = [fault for fault in error.diagnostics if fault.is_error]
        names = [
            re.findall(r"`(\w+)` is hidden here", fault.notes[0].text) if fault.notes else [fault.message] for fault in found
        ]
        return [(fault.code, fault.span.line if fault.span else 0, *name) for fault, name in zip(found, names, strict=True)]  # type: ignore[misc]
    return []


@pytest.mark.parametrize("text", programs("refused.txt").values(), ids=programs("refused.txt"))
def test_rules_that_tell_a_secret_are_refused_where_they_do(text: str) -> None:
    lines = text.strip("\n").splitlines()
    ((line, code, hidden),) = [(at, *found) for at, text in enumerate(lines, 1) for found in re.findall(r"-- (E\d+) (\w+)", text)]
    assert find_errors(text) == [(code, line, hidden)]


@pytest.mark.parametrize("text", programs("honest.txt").values(), ids=programs("honest.txt"))
def test_rules_that_keep_their_secrets_are_accepted(text: str) -> None:
    assert find_errors(text) == []  # that they tell nothing is tried in test_law


TOP = "reveal deck[1] to order[1]"
PICK = """
action main() {
  do deal()
  for each player in order {
    let found = first card in deck where card.worth > 3
    put found from deck into player.hand
  }
  for each player in order { may gain 1 point }
}"""


def test_a_card_that_cannot_be_shown_to_one_player_is_told_how_it_can() -> None:
    with pytest.raises(caylus.RulesetError) as refused:
        tiny.rules(whole(f"action main() {{\n  do deal()\n  {TOP}\n}}"))
    (fault,) = refused.value.diagnostics
    assert (fault.code, fault.message) == ("E0308", "`deck[1]` cannot be revealed by itself")
    assert "`let shown = reveal deck[1]`" in fault.help
    assert "`put` it into a hidden state of that player" in fault.help


def test_a_card_that_was_picked_by_what_is_hidden_is_told_how_to_be_shown_first() -> None:
    with pytest.raises(caylus.RulesetError) as refused:
        tiny.rules(whole(PICK))
    fault = next(fault for fault in refused.value.diagnostics if fault.code == "E1005")
    assert "`let found = reveal first … in deck where …`" in fault.help
