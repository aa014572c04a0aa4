"""What follows when somebody has gained something: how often, for what, in which order."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.codegen.support import queue_triggers
from caylus.limits import MOST_WAITING
from caylus.runtime.saves import checksum
from support import tiny

TABLE = """
resource coin, gem, shell, chest
resource pearl from chest
group gift = gem, shell
kind act plural acts
list log of act
ACTS
action main() { for each player in players where size of log is 0 { START } }
"""


# ---- in which order


def test_so_many_may_wait_and_no_more() -> None:
    stack: list[list[Any]] = [[0], [7, ((0, 0, (1,)),) * (MOST_WAITING - 1)]]
    queue_triggers(stack, 7, (1,), 0, 1)
    assert len(stack[1][1]) == MOST_WAITING
    with pytest.raises(OverflowError, match="wait for their turns"):
        queue_triggers(stack, 7, (1,), 0, 1)


def test_a_save_in_which_something_waits_that_there_is_not_is_refused() -> None:
    text = """
resource gem, coin
rule bend { after player gains gem { may gain 1 coin }, after player gains gem { may gain 2 coin } }
action main() { for each player in players { gain 1 gem } }
"""
    save = tiny.game(text, 2).save()
    queue = next(frame for frame in save["stack"] if isinstance(frame[-1], list) and frame[-1] and isinstance(frame[-1][0], list))
    assert queue[-1] == [[1, 0, [1]]]
    for forged in ([2, 0, [1]], [1, 2, [1]], [-2, 0, [1]], [1, 0, 1], [1, 0, [1 << 70]], [1, 0]):
        queue[-1] = [forged]
        with pytest.raises(caylus.RulesetError, match="E0702"):
            caylus.resume({**save, "checksum": checksum(save)})


# ---- who did it


def test_events_and_the_rules_in_flight_tell_whose_rule_it_is() -> None:
    text = """
resource coin, gem
kind piece plural pieces { action use(player) }
piece stone "Stone" see "Part 2" {
  use { gain 1 gem }
  after player gains gem where player.coin is 0 { may gain 1 coin }
}
action main() { for each player in players { do stone.use(player) } }
"""
    game = tiny.game(text, 1)
    decision = game.decision
    assert decision is not None
    assert (decision.rule, decision.see) == ("stone", "Part 2")
    assert [(r["name"], r["line"]) for r in decision.rules] == [("game", 8), ("main", 7), ("stone", 4), ("stone", 5)]
    game.play(0)
    assert [(e.text, e.rule, e.line) for e in game.events if e.kind == "gain"] == [
        ("Ann gains 1 gem", "stone", 4),
        ("Ann gains 1 coin", "stone", 5),
    ]


def test_what_surely_comes_of_an_option_ends_where_something_may_follow() -> None:
    text = """
resource coin, gem
rule bend { after player gains gem { may pay 1 coin to gain 1 gem } }
action main() { for each player in players { choose {
  option a { gain 1 gem, gain 2 coin }
  option b { nothing }
} } }
"""
    game = tiny.game(text, 1)
    assert game.decision is not None
    assert [option.data["gains"] for option in game.decision.options] == [{"gem": 1}, {}]
