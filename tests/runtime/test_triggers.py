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


def collect_messages(rules: str, start: str, players: int = 1) -> list[str]:
    """The words of a game, in which everybody takes the first option there is."""
    acts = "\n".join(f"act a{n}" for n in range(2))
    text = TABLE.replace("ACTS", acts).replace("START", f"\n{start}\n") + f'rule bend "Bend" {{\n{rules}\n}}\n'
    game = tiny.game(text, players)
    while game.decision is not None:
        game.play(0)
    return [event.text for event in game.events if event.kind == "say"]


# ---- when


GEMS = 'after player gains gem as given { say "{given.gem} gems" }'


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("gain 2 gem", ["2 gems"]),
        ("player gains 2 gem", ["2 gems"]),
        ("gain 0 gem", []),
        ("gain 1 coin", []),
        ("gain 1 coin + 3 gem", ["3 gems"]),
        ("let n = size of players, gain 4 * n gem", ["4 gems"]),
        ("gain 1 gem, gain 2 gem", ["1 gems", "2 gems"]),
        ("gain 2 gem or 1 coin", ["2 gems"]),
        ("gain 1 coin or 2 gem", []),
        ("set player.gem to 3", []),
        ("raise player.gem by 3", []),
        ("set player.gem to 3, lose 1 gem", []),
        ("set player.coin to 3, may pay 1 coin to gain 2 gem", ["2 gems"]),
        ("set player.gem to 3, may pay 1 gem to gain 1 coin", []),
        ("let nobody = first other in players where other is not player, nobody gains 1 gem", []),
    ],
)
def test_it_answers_a_gain_and_nothing_else(start: str, words: list[str]) -> None:
    assert collect_messages(GEMS, start) == words


def test_what_did_not_arrive_was_not_gained() -> None:
    pearls = 'after player gains pearl as given { say "{given.pearl} pearls" }'
    assert collect_messages(pearls, "set player.chest to 3, gain 2 pearl, gain 2 pearl, gain 2 pearl") == ["2 pearls", "1 pearls"]
    assert collect_messages(pearls, "set player.chest to 1, gain 1 coin + 2 pearl") == ["1 pearls"]
    assert collect_messages(pearls, "set player.chest to 1, let many = 2 * size of players, gain 1 pearl + many coin") == [
        "1 pearls"
    ]


def test_whoever_gained_has_the_name_that_the_rule_gives_them() -> None:
    text = """
resource gem, point
rule bend { after owner gains gem { owner gains 2 point, say "{owner}" } }
action main() { for each player in players { gain 1 gem } }
"""
    game = tiny.game(text, 3)
    assert [event.text for event in game.events if event.kind == "say"] == ["Ann", "Ben", "Cem"]
    assert tiny.list_holdings(game, 2) == {"gem": 1, "point": 2}


def test_any_of_a_group_is_waited_for_once_a_gain_and_all_that_was_gained_is_known() -> None:
    gifts = 'after player gains gift as given { say "{given.gift} gifts, {given.coin} coin" }'
    assert collect_messages(gifts, "gain 1 gem + 2 shell + 3 coin, gain 1 coin, gain 2 shell") == [
        "3 gifts, 3 coin",
        "2 gifts, 0 coin",
    ]


def test_where_is_asked_when_its_turn_comes() -> None:
    rules = """
after player gains gem { gain 1 coin }
after player gains gem where player.coin > 0 { say "rich" }
after player gains gem where player.coin > 2 { say "very rich" }
"""
    assert collect_messages(rules, "gain 1 gem, gain 1 gem, gain 1 gem") == ["rich", "rich", "rich", "very rich"]


# ---- in which order


def test_it_is_done_behind_the_gain_and_before_the_next_statement() -> None:
    assert collect_messages('after player gains gem { say "thanks" }', 'say "before", gain 1 gem, say "behind"') == [
        "before",
        "thanks",
        "behind",
    ]


def test_in_a_loop_the_next_waits() -> None:
    start = 'for each n in 1 to 2 { say "turn {n}", gain 1 gem }'
    assert collect_messages('after player gains gem { say "thanks" }', start) == ["turn 1", "thanks", "turn 2", "thanks"]


def test_several_on_one_gain_come_in_the_order_of_the_text() -> None:
    rules = """
after player gains shell { say "shell" }
after player gains gift { say "gift" }
after player gains gem { say "gem" }
"""
    assert collect_messages(rules, "gain 1 gem + 1 shell") == ["shell", "gift", "gem"]


def test_what_is_gained_meanwhile_waits_at_the_end_of_the_line() -> None:
    rules = """
after player gains gem { say "gem", gain 1 shell, say "gem done" }
after player gains gem { say "again" }
after player gains shell { say "shell" }
"""
    assert collect_messages(rules, 'gain 1 gem, say "on"') == ["gem", "gem done", "again", "shell", "on"]


def test_so_many_may_wait_and_no_more() -> None:
    stack: list[list[Any]] = [[0], [7, ((0, 0, (1,)),) * (MOST_WAITING - 1)]]
    queue_triggers(stack, 7, (1,), 0, 1)
    assert len(stack[1][1]) == MOST_WAITING
    with pytest.raises(OverflowError, match="wait for their turns"):
        queue_triggers(stack, 7, (1,), 0, 1)


def test_what_somebody_chose_to_gain_sets_off_what_waits_for_that() -> None:
    rules = 'after player gains gem { may gain 1 shell or 1 coin }\nafter player gains shell { say "shell" }'
    assert collect_messages(rules, 'gain 1 gem, say "on"') == ["shell", "on"]


def test_a_decision_may_stand_in_it_and_a_saved_game_goes_on_behind_it() -> None:
    text = """
resource coin, gem
rule bend {
  after player gains gem as given {
    choose {
      option sell { gain given.gem coin }
      option another { gain 1 gem }
    }
  }
}
action main() { for each player in players { gain 2 gem + 1 coin, gain 3 coin } }
"""
    played = resumed = tiny.game(text, 2)
    for pick in (1, 1, 0, 1, 0):
        assert caylus.resume(resumed.save()) == resumed == resumed.copy() == played
        assert resumed.determinize("Ann", 1) == resumed.determinize("Ann", 1)
        resumed = caylus.resume(resumed.save())
        resumed.play(pick)
        played = played.copy()
        played.play(pick)
    assert played.over
    assert [tiny.list_holdings(played, seat) for seat in (0, 1)] == [{"coin": 5, "gem": 4}, {"coin": 5, "gem": 3}]


def test_each_of_those_who_choose_at_once_sees_to_it_before_the_next() -> None:
    text = """
resource coin, gem
rule bend { after player gains gem as given { may gain given.gem coin } }
action main() {
  for each player in players at once {
    choose {
      option bid(n in 1 to 2) { gain n gem, say "{player} has bid" }
    }
  }
}
"""
    game = tiny.game(text, 2)
    asked = []
    while game.decision is not None:
        asked.append((game.decision.player, game.decision.rule))
        game.play(len(game.moves) - 1 if game.decision.rule == "main" else 0)
    assert asked == [("Ann", "main"), ("Ben", "main"), ("Ann", "bend"), ("Ben", "bend")]
    assert tiny.list_holdings(game, 0) == {"coin": 2, "gem": 2}


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
