"""Forms that the language had are told with what is written now, and mended, comments kept."""

from __future__ import annotations

from caylus.diagnostics.diagnostic import apply_fixes
from caylus.parser.parse import parse

OLD = """\
action settle(player, plot, huts: set of hut) {
  plot.owner: { gain 1 coin }  -- whoever owns it
  owner_of(plot): {
    -- both are asked
    choose by player "Stay?" { option stay { nothing }, option go { nothing } }
  }
  may by plot.owner sell "sell {plot}" or "keep it" { set plot.owner to none }  -- for nothing
  for each hut in huts { may by hut.owner pay 1 coin to add player to guests }
  may choose by plot.owner { option leave { nothing } }
}
"""
NEW = """\
action settle(player, plot, huts: list of hut) {
  if plot.owner as player { gain 1 coin }  -- whoever owns it
  if owner_of(plot) as player {
    -- both are asked
    player chooses "Stay?" { option stay { nothing }, option go { nothing } }
  }
  plot.owner may sell "sell {plot}" or "keep it" { set plot.owner to none }  -- for nothing
  for each hut in huts { hut.owner may pay 1 coin to add player to guests }
  plot.owner may choose { option leave { nothing } }
}
"""


def test_each_old_form_is_told_and_mended() -> None:
    faults = parse(OLD, "x")[1]
    assert [fault.span.line for fault in faults if fault.span] == [1, 2, 3, 5, 7, 8, 9]
    assert apply_fixes(OLD, "x", [fault.fix for fault in faults if fault.fix]) == NEW
    assert parse(NEW, "x")[1] == ()
