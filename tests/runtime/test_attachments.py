"""Rules bent from elsewhere: which attachment counts, in which order, and what it can see."""

from __future__ import annotations

import pytest
from support import tiny

# ---- values

VALUE = """
kind piece plural pieces { state up flag }
PIECES
state n number
rule bend "Bend" { RULES }
value cost(player, amount: number) {
  10      if amount is 0
  amount  otherwise
}
action main() { for each player in players where n is 0 { set n to cost(player, AMOUNT) } }
"""


def value(rules: str, amount: int = 3, pieces: str = "") -> int:
    text = VALUE.replace("RULES", rules).replace("PIECES", pieces).replace("AMOUNT", str(amount))
    return int(tiny.table(tiny.game(text))["n"])


@pytest.mark.parametrize(
    ("rules", "result"),
    [
        ("cost(player, amount) is 7", 7),
        ("cost(player, amount) is more by 4", 7),
        ("cost(player, amount) is less by 1", 2),
        ("cost(player, amount) is never less than 5", 5),
        ("cost(player, amount) is never less than 2", 3),
        ("cost(player, amount) is never more than 2", 2),
        ("cost(player, amount) is never more than 5", 3),
        ("cost(player, x) is more by x * x", 12),
    ],
)
def test_a_modifier_changes_the_value(rules: str, result: int) -> None:
    assert value(rules) == result


def test_a_value_is_another_then_more_then_less_and_then_within_its_bounds_whatever_the_order_of_the_text() -> None:
    changes = ["never more than 12", "never less than 8", "less by 3", "more by 6", "1"]
    for rotation in range(5):
        rules = "\n".join(f"cost(player, amount) is {change}" for change in changes[rotation:] + changes[:rotation])
        assert value(rules) == 8  # 1, 7, 4, 8, 8


def test_of_two_rules_that_say_what_a_value_is_the_last_of_the_text_holds() -> None:
    assert value("cost(player, amount) is 4\ncost(player, amount) is 6") == 6


def test_a_modifier_counts_only_where_its_condition_holds() -> None:
    rules = "cost(player, amount) is more by 10 where amount > 3\ncost(player, amount) is 0 where amount < 2"
    assert [value(rules, amount) for amount in (1, 3, 4)] == [0, 3, 14]


def test_a_modifier_may_speak_of_its_object_as_this() -> None:
    pieces = "piece one\npiece two { cost(player, amount) is more by 5 where not this.up }"
    assert value("cost(player, amount) is more by 100 where one.up", pieces=pieces) == 8


def test_flags_payments_and_objects_can_become_others() -> None:
    text = """
resource coin, token
kind piece plural pieces
piece one
piece two
state held piece
value best() = one
value fair() = yes
value price(player) = 2 coin
rule bend { best() is two, fair() is no, price(player) is 3 token }
action main() {
  set held to best()
  for each player in players where not fair() { gain price(player) }
}
"""
    game = tiny.game(text)
    assert tiny.table(game)["held"] == "two"
    assert tiny.list_holdings(game) == {"token": 3}


# ---- conditions


def test_what_is_forbidden_does_not_hold_where_its_condition_does() -> None:
    text = """
state n number
kind piece plural pieces { state up flag }
piece one { forbid open(x) where x > 5 and not this.up "one is down", forbid open(x) where x > 8 "too far" }
condition open(x: number) { require x > 2 "too little" }
action main() {
  for each player in players {
    choose {
      option take(x in 1 to 10) { require open(x), set n to x }
      option rest { set one.up to yes }
    }
  }
}
"""
    game = tiny.game(text)
    assert tiny.ids(game) == ["take 3", "take 4", "take 5", "rest"]
    assert game.decision is not None
    assert [r.text for r in game.decision.why_not("take 1")] == ["too little"]
    assert [r.text for r in game.decision.why_not("take 7")] == ["one is down"]
    assert [r.text for r in game.decision.why_not("take 9")] == ["one is down", "too far"]
    game.choose("rest")
    assert tiny.ids(game) == [*(f"take {x}" for x in range(3, 9)), "rest"]


# ---- actions

ACTION = """
state n number
kind piece plural pieces { state up flag }
OBJECTS
rule bend "Bend" { RULES }
action act(x: number) "Act" { ASK, set n to n * 10 + x }
action think() { THINK }
action main() { MAIN }
"""


def digits(rules: str, main: str = "do act(5)", objects: str = "", ask: bool = False) -> int:
    """What the digits of the state `n` say about the order in which things have happened."""
    think = "let someone = first player in players, someone chooses { option on { }, option also { } }" if ask else ""
    text = ACTION.replace("RULES", rules).replace("OBJECTS", objects).replace("MAIN", main)
    game = tiny.game(text.replace("ASK", "do think()").replace("THINK", think))
    while game.decision is not None:
        game.choose("also")
    return int(tiny.table(game)["n"])


def then(digit: int | str, condition: str = "") -> str:
    """A block that writes a digit, with a decision before it where there are any."""
    return f"act(x) {condition} {{ ASK, set n to n * 10 + {digit} }}"


@pytest.mark.parametrize("ask", [False, True])
@pytest.mark.parametrize(
    ("rules", "result"),
    [
        (f"before {then(1)}", 15),
        (f"after {then(9)}", 59),
        (f"instead of {then(3)}", 3),
        (f"after {then(8)}\nbefore {then(1)}\nbefore {then(2)}\nafter {then(9)}", 12589),
        (f"after {then(8)}\ninstead of {then(3)}\nbefore {then(1)}", 138),
        (f"before {then('x - 1', 'where x > 4')}\nafter {then('x + 1', 'where x > 5')}", 45),
        (f"instead of {then(3, 'where x > 5')}\ninstead of {then(4, 'where x > 4')}\ninstead of {then(6, 'where x > 3')}", 4),
        (f"instead of {then(3, 'where x > 5')}", 5),
        ("before act(y) { ASK, set n to y }\ninstead of act(z) where n is z { ASK, raise n by z }", 10),
    ],
)
def test_around_an_action_happens_what_comes_before_it_instead_of_it_and_after_it(rules: str, result: int, ask: bool) -> None:
    assert digits(rules, ask=ask) == result


def test_what_comes_before_can_change_what_happens_instead() -> None:
    rules = f"before act(x) where n is 0 {{ set n to 2 }}\ninstead of {then(7, 'where n is 2')}\nafter {then(9, 'where n is 27')}"
    assert digits(rules) == 279


def test_the_order_of_the_text_counts_across_rules_and_objects() -> None:
    objects = f"piece one {{ after {then(1)} }}\nrule between {{ after {then(2)} }}\npiece two {{ after {then(3)} }}"
    assert digits(f"after {then(4)}", objects=objects) == 51234


def test_every_call_of_the_action_is_bent() -> None:
    assert digits(f"after {then(1, 'where x < 4')}", main="do act(3), for each i in 4 to 5 { do act(i) }") == 3145


def test_a_rule_around_each_of_a_sequence_is_around_every_member() -> None:
    text = """
state n number
phase one { set n to n * 10 + 1 }
phase two { set n to n * 10 + 2 }
sequence both = one, two
rule bend { before each of both { set n to n * 10 + 8 }, after each of both { set n to n * 10 + 9 }, after one() { set n to n * 10 + 5 } }
rule around { before both() { set n to 7 }, after both() { set n to n * 10 + 7 } }
action main() { do both() }
"""
    assert tiny.table(tiny.game(text))["n"] == 7_8159_829_7


def test_what_happens_by_an_attachment_is_told_with_the_rule_it_stands_in() -> None:
    text = """
resource coin
rule bend "A kind rule" see "Page 3" { after main() { for each player in players { gain 1 coin } } }
action main() { nothing }
"""
    events = tiny.game(text).events
    assert [(e.kind, e.rule, e.title, e.see, e.line) for e in events] == [("gain", "bend", "A kind rule", "Page 3", 2)] * 2


def test_an_object_s_own_action_is_told_with_the_object() -> None:
    text = """
resource coin
kind piece plural pieces { action act(player) { gain 1 coin } }
piece one "The one" see "Page 1"
piece two "The two" see "Page 2" { act { gain 2 coin } }
action main() { for each player in players { for each piece in pieces { do piece.act(player) } } }
"""
    events = tiny.game(text, players=1).events
    assert [(e.text, e.rule, e.title, e.see) for e in events] == [
        ("Ann gains 1 coin", "one", "The one", "Page 1"),
        ("Ann gains 2 coin", "two", "The two", "Page 2"),
    ]
    assert [e.line for e in events] == [2, 4]


@pytest.mark.parametrize("ask", ["nothing", "someone chooses { option on { }, option also { } }"])
def test_an_object_s_own_action_may_do_that_of_an_object_it_names(ask: str) -> None:
    text = """
state n number
kind piece plural pieces { action act(k: number) }
piece one { act { let someone = first player in players, ASK, raise n by k } }
piece two { act { raise n by 10 * k, do one.act(k), do three.act(k) } }
piece three
action main() { do two.act(1), for each piece in pieces { do piece.act(100) } }
"""
    game = tiny.game(text.replace("ASK", ask))
    while game.decision is not None:
        game.choose("on")
    assert tiny.table(game)["n"] == 11 + 100 + 1100
