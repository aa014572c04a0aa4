"""Rules that tell of what is hidden are refused, with the way from the secret; those that keep it are let through; what views and events go by."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus import model as m
from caylus.analysis.secrets import NOBODY
from caylus.analysis.secrets.flow import Flow
from caylus.check import check
from caylus.layers.merge import merge
from caylus.layers.parts import Layer
from caylus.model.walk import parts
from caylus.parser.parse import parse

from .world import LINES, check_rules, leaks, marked_place, model

LEAKS = Path(__file__).with_name("leaks.txt").read_text(encoding="utf-8").split("\n== ")[1:]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.partition("\n")[0])
def test_what_tells_of_something_hidden_is_refused(leak: str) -> None:
    rules = leak.partition("\n")[2]
    assert leaks(rules) == [marked_place(rules)]


def test_when_nobody_decides_anything_any_more_everything_may_be_told() -> None:
    game = """
        game "World" for 2 to 4 players {
          repeat until round is 3 at most 9 times { raise round by 1, do turn() }
          do settle()
        }
        action turn() { for each player in players { may gain 1 gem } }
        action settle() { for each player in players where player.gem > 2 { gain 2 coin, say "{player} had {player.gem}" } }"""
    assert [fault.code for fault in check_rules(game, LINES[1:]) if fault.is_error] == []
    early = game.replace("do turn() }", "do turn(), do settle() }")
    assert {fault.code for fault in check_rules(early, LINES[1:]) if fault.is_error} == {"E1001"}


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("reveal player.note, raise round by player.note", ["W1012"]),
        ("reveal player.bid, raise round by player.bid", []),
        ("reveal shelf[1].card, raise round by 1", ["W1012"]),
        ("reveal vault[1].card, raise round by 1", []),
        ("gain (reveal player.note + 1) coin", ["W1012"]),
        ("gain (reveal player.gem + 1) coin", []),
        ('choose "Bid" { option low { set player.bid to 1 }, option out { gain 1 coin } }', ["E1001"]),
        ('choose "Bid" { option more { raise player.bid by 1 }, option out { gain 1 coin } }', ["W1013"]),
        ('choose "Bid" { option again { set player.bid to player.bid }, option out { gain 1 coin } }', ["W1013"]),
        ('choose "Bid" { option low { set player.bid to 1 }, option high { set player.bid to 2 } }', []),
        ('choose "Bid" { option bid(n in 1 to 2) { set player.bid to n }, option out { gain 1 coin } }', []),
        ('choose "Bid" { option out { }, option in_ { gain 1 coin } }', []),
        (
            'choose "Bid" { option bid(n in 1 to 2) { set player.bid to n }, option out { gain 1 coin }, option in_ { } }',
            ["W1013"],
        ),
        ('repeat at most 3 times { choose "Gem" { option take { gain 1 gem }, option enough { stop } } }', ["W1013"]),
        ('repeat at most 3 times { choose "Gem" { option take { gain 1 gem }, option enough { gain 2 gem } } }', []),
    ],
)
def test_what_is_revealed_needlessly_or_told_by_a_name_is_warned_of(rules: str, codes: list[str]) -> None:
    found = check_rules(f"rule extra {{ after begin() {{ for each player in players {{ {rules} }} }} }}")
    assert [fault.code for fault in found if fault.is_error or fault.code in ("W1012", "W1013")] == codes


BASE = """
game "Base" for 2 to 4 players { do turn() }
resource coin "coin", gem "gem"
value score(player) = player.coin
action turn() {
  for each player in players {
    if player.gem > 3 { gain 1 coin }
    may gain 1 gem
  }
}
"""


def codes(base: str, variant: str) -> list[tuple[str, str, int, list[str]]]:
    files = [parse(text.strip(), path)[0] for text, path in ((base, "base.rules"), (variant, "variant.rules"))]
    merged = merge([Layer("base", (files[0],)), Layer("variant", (files[1],), frozenset({"base"}))])
    assert not merged.faults
    return [
        (fault.code, fault.span.file, fault.span.line, [note.span.file for note in fault.notes if note.span is not None])
        for fault in check(merged.files)[1]
        if fault.is_error and fault.span is not None
    ]


def test_a_variant_that_hides_something_finds_where_its_base_tells_of_it() -> None:
    assert codes(BASE, "change resource gem hidden") == [("E1001", "base.rules", 6, ["base.rules", "base.rules"])]


def test_a_variant_that_lays_something_open_lets_its_base_tell_of_it() -> None:
    hidden = BASE.replace('gem "gem"', 'gem "gem" hidden')
    assert codes(hidden, "change resource gem not hidden") == []
    assert [code for code, *_ in codes(hidden, 'rule quiet "Nothing" { before turn() { } }')] == ["E1001"]


def test_a_variant_that_tells_of_what_its_base_hides_is_refused() -> None:
    quiet = BASE.replace('gem "gem"', 'gem "gem" hidden').replace("    if player.gem > 3 { gain 1 coin }\n", "")
    news = 'rule news "News" { before turn() { for each player in players { say "{player.gem}" } } }'
    assert codes(quiet, news) == [("E1002", "variant.rules", 1, ["base.rules"])]


def inspect_rules(text: str) -> tuple[Flow, list[object]]:
    """The flow of rules in the small world, and all parts of their action `turn`."""
    made = model(text)
    return Flow(made), list(parts(*made.actions["turn"].body))


def variable(found: list[object], name: str) -> m.Variable:
    """What `let`, a loop or an option binds."""
    bound = [
        v
        for part in found
        for v in (
            (part.variable,) if isinstance(part, m.Let) else part.variables if isinstance(part, (m.ForEach, m.Option)) else ()
        )
    ]
    return next(v for v in bound if v.name == name)


def decision(found: list[object]) -> m.Choose:
    return next(part for part in found if isinstance(part, m.Choose))


@pytest.mark.parametrize(
    ("rules", "name", "is_public"),
    [
        ("let n = player.coin + 1, set player.note to n", "n", True),
        ("let n = player.gem + 1, set player.bid to n", "n", False),
        ("let n = reveal player.gem, set player.note to n", "n", True),
        ("let n = size of player.hand, set player.note to n", "n", True),
        ("let n = player.fame, set player.note to n", "n", False),
        ("for each card in player.hand { raise round by 1 }", "card", False),
        ("for each card in heap { raise round by 1 }", "card", True),
        ("let die = random 1 to 6, set player.bid to die", "die", False),
        ("let die = random 1 to 6, set player.note to die", "die", True),
        ("let card = random rival.hand, put card from rival.hand into player.hand", "card", False),
        ("let card = random rival.hand, put card from rival.hand into heap", "card", False),
    ],
)
def test_a_variable_is_public_if_everybody_may_know_what_it_holds(rules: str, name: str, is_public: bool) -> None:
    flow, found = inspect_rules(f"action turn(player, rival: player) {{ {rules} }}")
    assert flow.is_public(variable(found, name)) is is_public


def test_a_parameter_is_public_if_it_is_given_nothing_hidden_anywhere() -> None:
    rules = """
        action keep(player, n: number) { set player.bid to n }
        action turn(player) { do keep(player, 3), do keep(player, NUMBER) }"""
    for number, is_public in (("player.coin", True), ("player.gem", False)):
        made = model(rules.replace("NUMBER", number))
        _, n = made.actions["keep"].params
        assert Flow(made).is_public(n) is is_public


@pytest.mark.parametrize(
    ("options", "is_open", "must_be_asked"),
    [
        ("option take { gain 1 coin }", True, False),
        ("option take { require player.gem > 2, gain 1 coin }", False, True),
        ("option take { pay 2 gem, gain 1 coin }", False, True),
        ("option take { pay 2 coin, gain 1 gem }", True, False),
        ("option take(n in 1 to player.fame) { gain n coin }", False, False),
        ("option take { require player.fame > 2, gain 1 coin }", True, False),
        ("option lay(card in player.hand) { put card from player.hand into heap }", False, True),
        ("option take(rival in players where (reveal rival.gem > 2)) { rival loses 1 coin }", True, False),
    ],
)
def test_options_that_rest_on_what_is_hidden_are_for_whoever_chooses_and_are_asked_even_of_one(
    options: str, is_open: bool, must_be_asked: bool
) -> None:
    flow, found = inspect_rules(f'action turn(player) {{ may choose "Take" {{ {options} }} }}')
    asked = decision(found)
    assert (flow.is_open(asked), flow.must_be_asked(asked)) == (is_open, must_be_asked)


@pytest.mark.parametrize(
    ("options", "is_secret", "tells"),
    [
        ("option bid(n in 0 to 3) { set player.bid to n }", True, (False,)),
        ("option bid(n in 0 to 3) { set player.bid to n, raise round by 1 }", False, (False,)),
        ("option bid(n in 0 to 3) { set player.bid to n, raise round by n }", False, (True,)),
        ("option bid(n in 0 to 3) { pay n coin, set player.bid to n }", False, (True,)),
        ("option bid(n in 0 to 3) { pay n gem, set player.bid to n }", True, (False,)),
        ("option lay(card in player.hand) { put card from player.hand into heap }", False, (True,)),
        ("option give(card in player.hand) { put card from player.hand into rival.hand }", False, (False,)),
        ("option give(card in player.hand) { put card from player.hand into deck, gain card.worth coin }", False, (True,)),
        ("option bid(n in 0 to 3) { do keep(player, n) }", True, (False,)),
        ("option show { raise round by 1 }", False, ()),
    ],
)
def test_what_is_chosen_is_told_as_far_as_it_comes_out(options: str, is_secret: bool, tells: tuple[bool, ...]) -> None:
    keep = "action keep(player, n: number) { if n > 2 { set player.bid to n } }\n"
    flow, found = inspect_rules(f'{keep}action turn(player, rival: player) {{ may choose "Take" {{ {options} }} }}')
    asked = decision(found)
    assert (flow.is_secret(asked), flow.tells(asked.options[0])) == (is_secret, tells)


@pytest.mark.parametrize(
    ("value", "readers"),
    [
        ("value v(player) = player.coin", ()),
        ("value v(player) = player.gem + player.coin", (0,)),
        ("value v(player, rival: player) = player.coin + rival.gem", (1,)),
        ("value v(player, rival: player) = player.gem + rival.gem", (0, 1)),
        ("value v(player) = sum of other.gem for other in players", (NOBODY,)),
        ("value v(player) = player.fame", (0,)),
        ("value v(player) = size of player.hand", ()),
        ("value v(player) = sum of card.worth for card in player.hand", (0,)),
        ("value v(player) = w(player) + 1\nvalue w(player) = player.bid", (0,)),
        ("value v(tile) = tile.face is castle", (NOBODY,)),
        ("value v(player) = reveal player.gem", ()),
    ],
)
def test_a_value_is_for_those_who_may_see_all_that_it_rests_on(value: str, readers: tuple[int, ...]) -> None:
    made = model(value)
    assert Flow(made).secret_parameters(made.values["v"]) == readers
