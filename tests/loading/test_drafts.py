"""What a message tells to write is the whole of what is meant, and is sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus.loading import library
from check.test_first_mistakes import harbour, write_rules  # noqa: F401 - a fixture

CASES = {
    "blocks told by colons": (
        "change stall inn:\n  cost: 2 fish\n  worth: 8 point",
        "change stall inn { cost 2 fish, worth 8 point }",
    ),
    "a sentence about a thing": (
        "The salt pans cost 2 coins instead of 1 coin.",
        "change stall pans { cost 2 coin }",
    ),
    "an update of a row": (
        "UPDATE stalls SET worth = 8 point WHERE name = 'inn'",
        "change stall inn { worth 8 point }",
    ),
    "statements right in a rule": (
        'rule feast "Feast" {\n  for each player in turn_order { gain 1 fish }\n}',
        'rule feast "Feast" { after income() { for each player in turn_order { gain 1 fish } } }',
    ),
    "statements at a time in words": (
        "at the end of each round: for each player in turn_order { gain 1 fish }",
        "rule evening_too { after evening() { for each player in turn_order { gain 1 fish } } }",
    ),
    "an edit under a condition": (
        "if size of players == 2 then\n  change constant first_coins = 4\nend",
        "rule first_coins_then { first_coins is 4 where size of players is 2 }",
    ),
    "one number of a scale": ("change scale prizes[2] = 4", "change scale prizes = [5, 4, 1]"),
    "a value of its own result": (
        'rule dear "Dear" { fee(player, place) is fee(player, place) * 2 }',
        "value fee_before(player, place) = 1 + size of passed",
    ),
    "a value with returns": (
        "value wealth(player) {\n  let total = player.coin + 1\n  if player.fish > 2 { return total * 2 }\n  return total\n}\n"
        "rule r { fee(player, place) is more by wealth(player) }",
        "value wealth(player) { (player.coin + 1) * 2 if player.fish > 2, (player.coin + 1) otherwise }",
    ),
    "a sequence written anew": (
        'phase fair "Fair" { for each player in turn_order { gain 1 fish } }\nchange sequence day = income, fair, placing, evening',
        "add fair to day after income",
    ),
    "an amount for each thing": (
        'stall orchard "Orchard" { cost 1 fish, worth 1 point, use { gain 1 coin for each inn you own } }',
        "gain (count of place in quay where place.stall is inn and place.owner is player) coin",
    ),
    "a statement right in an object": (
        'stall orchard "Orchard" {\n  cost 1 fish\n  worth 1 point\n  gain 2 coin\n}',
        "worth 1 point, use { gain 2 coin }",
    ),
    "some rounds only": (
        "rule r { every third round { for each player in players { gain 1 fish } } }",
        "after income() where rounds % 3 is 0",
    ),
    "a time that is told by a state": (
        "rule r { when round reaches 3 { for each player in players { gain 1 fish } } }",
        "after income() where round >= 3",
    ),
    "a title for a name": (
        'rule r { after evening() { for each player in players where quay[1].stall is "Salt pans" { gain 1 coin } } }',
        "quay[1].stall is pans",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("written", "advised"), CASES.values(), ids=CASES)
def test_the_whole_of_what_is_meant_is_told(harbour: Path, written: str, advised: str) -> None:  # noqa: F811
    variant = write_rules(harbour, written)
    helps = [diagnostic.help for diagnostic in library.check_path(variant).diagnostics if diagnostic.is_error]
    assert len(helps) == 1
    assert advised in helps[0]
    told = re.match(r"write ((?:`[^`]*`(?: and )?)+)", helps[0])
    assert told is not None
