"""What people wish not to be asked, at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import tiny
from support.running import Caylus

pytestmark = pytest.mark.slow

NUTS = """
resource nut "nut"
action main() {
  for each player in players {
    may "take a nut" or "leave it" { gain 1 nut }
    choose "How much" { option little "little" { }, option much "much" { gain 3 nut } }
    may "take a nut" or "leave it" { gain 1 nut }
  }
}
value score(player) = player.nut
"""


def test_what_is_usual_is_taken_unasked_until_a_player_wishes_to_be_asked(piped: Caylus, tmp_path: Path) -> None:
    tiny.write(tmp_path, NUTS)
    shown = piped("play", ".", "--seats", "human,human", typed="wish\nwish 1\nmuch\np\nmuch\n")
    assert shown.code == 0, shown.err
    assert "> wish\n1  yes  accept every offer that costs nothing" in shown.out
    assert "`wish` with a number changes that" in shown.out
    assert "> wish 1\n1  no   accept every offer that costs nothing" in shown.out
    assert shown.out.count("─ Take a nut? ─") == 1
    assert " Ann 4\n" in shown.out
    assert " Ben 5  wins\n" in shown.out


def test_going_back_takes_back_what_was_taken_unasked(piped: Caylus, tmp_path: Path) -> None:
    loop = NUTS[NUTS.index("  for each") : NUTS.index("}\nvalue")]
    tiny.write(tmp_path, NUTS.replace(loop, loop + loop))
    shown = piped("play", ".", "--seats", "human", typed="much\nmuch\n")
    undone = piped("play", ".", "--seats", "human", typed="little\nu\nmuch\nmuch\n")
    assert shown.out.splitlines()[-2:] == undone.out.splitlines()[-2:]
