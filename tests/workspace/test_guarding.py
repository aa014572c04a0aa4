"""Lenses tell what no scenario notices, until the text changes."""

from __future__ import annotations

from pathlib import Path

from caylus_tools.workspace import Workspace
from caylus_tools.workspace.guarding import find_guard, known_guard
from caylus_tools.workspace.hints import lenses, tell_gaps
from support.coins import MANIFEST

RULES = """\
resource coin "coin"

game "Coins" for 2 to 2 players { for each player in players { do pay_out(player) } }

action pay_out(player) {
  player gains 2 coin
  if player.coin > 9 { player gains 1 coin }
}

value score(player) = player.coin
"""
SCENARIO = """\
players: [North, South]
scenarios:
  - name: Both get some
    changes:
      North: {coin: 2}
      South: {coin: 2}
"""


def test_lenses_tell_what_no_scenario_notices_until_the_text_changes(tmp_path: Path) -> None:
    for name, text in (("ruleset.yaml", MANIFEST), ("coins.rules", RULES), ("scenarios/all.yaml", SCENARIO)):
        (tmp_path / "coins" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "coins" / name).write_text(text)
    workspace, file = Workspace([tmp_path]), tmp_path / "coins" / "coins.rules"
    (asked,) = lenses(workspace, file)
    assert asked.command == "find_gaps"
    guard = find_guard(workspace, file)
    assert guard is not None
    told = {lens.span.line: lens.title for lens in lenses(workspace, file)}
    assert told[5].startswith("1 line not run, ")
    assert "line 7: no scenario notices `gains 1 coin` -> `gains 2 coin`" in tell_gaps(guard, file, 5, 8)
    assert "`gains 2 coin` -> `gains 3 coin`" not in tell_gaps(guard, file, 5, 8)
    workspace.write(file, RULES.replace("> 9", "> 8"))
    assert known_guard(workspace, file) is None
