"""Rules that break in play end in a fault with a code and a line of the ruleset, wherever they break."""

from __future__ import annotations

import caylus
import pytest
from caylus.limits import MOST_TOLD
from support import breaking, tiny


def fault(text: str, *choices: str) -> caylus.RuleFault:
    with pytest.raises(caylus.RuleFault) as caught:
        game = tiny.game(text, players=1)
        for choice in choices:
            game.choose(choice)
    return caught.value


def line(text: str, fault: caylus.RuleFault) -> str:
    """The line of the ruleset that a fault names."""
    assert fault.span is not None
    return tiny.rules(text).sources[fault.span.file].splitlines()[fault.span.line - 1].strip()


ENDLESS = """
state n number
resource coin, wool
action main() {
  for each player in players {
    choose { option go { }, option stay { stop_here() } }
    repeat until n is 1 {
      choose { option a { require n is 0, nothing }, option b { require n is 1 } } else { }
    }
  }
}
""".replace("{ stop_here() }", "{ set n to 1 }")


@pytest.mark.slow
def test_rules_that_run_on_for_ever_are_stopped_with_their_line() -> None:
    caught = fault(ENDLESS, "go")
    assert caught.code == "E0901"
    assert "without ever asking" in str(caught)
    assert line(ENDLESS, caught).startswith(("repeat until", "choose { option a"))


def test_rules_that_end_are_not_stopped() -> None:
    game = tiny.game(ENDLESS, players=1)
    game.choose("stay")
    assert game.over


CROWDED = """
state n number
action main() {
  for each player in players {
    choose { option go { }, option stay { } }
    for each a in 1 to 110 { for each b in 1 to 100 { set n to b } }
  }
}
"""


@pytest.mark.slow
def test_a_log_leaves_out_what_is_more_than_it_tells_of_one_choice() -> None:
    game = tiny.game(CROWDED)
    game.choose("go")
    assert len(game.events) == MOST_TOLD
    game.choose("go")
    assert len(game.events) == 2 * MOST_TOLD


def test_more_ways_than_anybody_can_choose_among_are_a_fault_with_its_line() -> None:
    caught = fault(breaking.RULES, "grow")
    assert caught.code == "E0902"
    assert "too many" in str(caught)
    assert line(breaking.RULES, caught) == "gain n all"


DOUBLED = """
list order of player
action main() {
  for each player in players {
    choose { option go { }, option stay { add player to order } }
    add player to order
  }
}
"""


def test_what_is_in_a_list_already_cannot_be_added_to_it_again() -> None:
    caught = fault(DOUBLED, "stay")
    assert (caught.code, line(DOUBLED, caught)) == ("E0902", "add player to order")
    assert "is in it already" in str(caught)


PLAIN = """
resource a, b, c, d, e
group all = a, b, c, d, e
state n number
action main() {
  for each player in players {
    choose { option grow { set n to 60 }, option stay { } }
    do count_up(player)
  }
}
action count_up(player) {
  raise n by 1
  may {
    require n > 0
    pay n all
  }
}
"""


def test_a_fault_in_an_action_that_another_calls_names_the_line_of_the_inner_one() -> None:
    caught = fault(PLAIN, "grow")
    assert caught.code == "E0902"
    assert line(PLAIN, caught) == "may {"


WIDE = """
state n number
game "Wide" for 1 to 1 players { do main() }
value score(player) = count of one in 0 to n
action main() { repeat 2 times { for each player in players { choose { option grow { set n to 5000 }, option stay { } } } } }
"""


def test_a_score_that_breaks_is_a_fault() -> None:
    game = tiny.rules(WIDE).new_game(1, 1)
    game.choose("grow")
    for ask in (lambda: game.scores, lambda: game.result, lambda: game.outlook(game.players[0]), game.view):
        with pytest.raises(caylus.RuleFault, match="more than 1,000 numbers"):
            ask()


def test_a_rule_that_breaks_leaves_the_game_where_it_was() -> None:
    text = """
resource coin
state n number
action main() {
  set n to 10
  for each player in players {
    choose {
      option burst { gain 1 coin, for each i in 1 to 40 { set n to n * n } }
      option stay { gain 1 coin }
    }
  }
}
"""
    game = tiny.game(text, players=2)
    before = game.save()
    with pytest.raises(caylus.RuleFault):
        game.choose("burst")
    assert game.save() == before
    assert not [event for event in game.events if event.kind == "gain"]
    game.choose("stay")
    assert game.decision is not None
    assert game.decision.player == "Ben"
