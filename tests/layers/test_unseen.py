"""What lies open to everybody is shown or said somewhere, or is `for rules only`: then nothing that people read speaks of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.loading import library
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.log import render_log
from support import tiny

COUNT = """
resource coin
kind hut plural huts {{ state seen flag {seen} }}
row lane of 2 huts
state turn number {turn}
each player has {{ moved number {moved} }}
action tick() {{ raise turn by 1 }}
action main() {{
  for each player in players {{
    choose "What now?" {{ option walk {{ gain 1 coin }} option rest {{ nothing }} }}
    do tick()
    if turn > 1 {{ set lane[1].seen to yes }}
    raise player.moved by 1
    if player.moved > 0 and lane[1].seen {{ gain 1 coin }}
  }}
}}
"""
OPEN = COUNT.format(seen="", turn="", moved="")
INTERNAL = COUNT.format(seen="for rules only", turn="for rules only", moved="for rules only")


@pytest.mark.parametrize(
    ("rules", "table", "unseen"),
    [
        (OPEN, "", []),
        (OPEN, "table: [{players: [coin]}]", ["moved", "seen"]),
        (OPEN, "table: [{players: [coin, moved]}, {row: lane}]", []),
        (OPEN, "table: [{players: [coin, moved]}, {row: lane, show: [seen]}]", []),
        (OPEN.replace('"What now?"', '"After {player.moved} steps?"'), "table: [{row: lane}]", []),
        (INTERNAL, "table: [{players: [coin]}]", []),
    ],
)
def test_what_is_on_no_panel_and_in_no_text_is_warned_of(tmp_path: Path, rules: str, table: str, unseen: list[str]) -> None:
    tiny.write(tmp_path, rules)
    with (tmp_path / "ruleset.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write(table + "\n")
    found = [fault for fault in library.check_path(tmp_path).diagnostics if fault.code == "W1603"]
    assert sorted(fault.message.split("`")[1] for fault in found) == unseen


def test_what_is_for_rules_only_is_in_no_view_no_log_and_no_rulebook() -> None:
    shown = {True: tiny.rules(OPEN), False: tiny.rules(INTERNAL)}
    for is_open, rules in shown.items():
        game = rules.new_game(2, 1)
        while game.decision is not None:
            game.play(0)
        view = game.view("Ann")
        assert (
            ("turn" in view["table"])
            == ("moved" in view["players"][0]["state"])
            == ("seen" in view["rows"]["lane"][0])
            == is_open
        )
        log = "\n".join(line.text for line in render_log([*game.events_for(None)], rules, {}))
        assert ("Turn: 2" in log) == is_open
        assert game.read("turn") == 2, "rules and scenarios read it"
        assert ("raise " in str(Definitions(rules).describe("tick"))) == is_open
        assert "raise " in str(Definitions(rules).describe("main")), "what the rest goes by is told, or it would not be true"


def test_only_states_and_lists_are_for_rules_only(tmp_path: Path) -> None:
    for rules in (
        OPEN.replace("row lane of 2 huts", "row lane of 2 huts for rules only"),
        OPEN.replace("state seen", "seen").replace("seen flag ", "seen flag for rules only"),
    ):
        tiny.write(tmp_path, rules)
        assert "E0320" in [fault.code for fault in library.check_path(tmp_path).diagnostics]
