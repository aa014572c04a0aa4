"""How low what players hold can go: 0, or what the resource says behind `at least`."""

from __future__ import annotations

import caylus
import pytest
from caylus.spaces import cells
from hypothesis import given
from hypothesis import strategies as st
from support import tiny

DEBT = "resource coin\nresource credit at least -3\nresource fame from credit\ngroup goods = coin, credit\n"


def play_step(statements: str, ann: dict[str, int] | None = None, declared: str = DEBT) -> dict[str, int]:
    """What Ann holds after the statements."""
    rules = tiny.rules(f"{declared}action main() {{ for each player in players {{\n{statements}\n}} }}")
    return tiny.list_holdings(rules.position("main", {"Ann": ann or {}}, ("Ann",)))


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("lose 2 credit", -2),
        ("lose 5 credit", -3),
        ("lower player.credit by 2", -2),
        ("lower player.credit by 9", -3),
        ("raise player.credit by -9", -3),
        ("set player.credit to -7", -3),
        ("set player.credit to -2", -2),
        ("if player can pay 3 credit { set player.credit to 1 }", 1),
        ("if player can pay 4 credit { set player.credit to 1 }", 0),
        ("if player can pay (1 credit or 9 coin) { set player.credit to 1 }", 1),
    ],
)
def test_a_resource_goes_as_low_as_it_says_and_no_lower(statement: str, left: int) -> None:
    assert play_step(statement).get("credit", 0) == left


@pytest.mark.parametrize(
    "statement", ["lose 2 coin", "lower player.coin by 2", "set player.coin to -2", "raise player.coin by 0 - 2"]
)
def test_without_a_word_nobody_goes_below_zero(statement: str) -> None:
    assert play_step(statement, {"coin": 1}).get("coin", 0) == 0


def test_a_loss_of_several_takes_each_as_far_as_it_goes() -> None:
    assert play_step("lose 2 coin + 5 credit", {"coin": 1, "credit": 1}) == {"credit": -3}


def test_what_can_be_paid_is_offered_and_what_cannot_is_not() -> None:
    text = (
        DEBT
        + """
action main() { repeat { for each player in players {
  choose {
    option one { pay 1 credit }
    option any(n in 1 to 9) { pay n credit }
    option mixed { pay 2 goods }
    option halt { end game }
  }
} } }
"""
    )
    game = tiny.game(text, 1)
    assert tiny.ids(game) == ["one", "any 1", "any 2", "any 3", "mixed 2 credit", "halt"]
    game.choose("any 2")
    assert tiny.ids(game) == ["one", "any 1", "halt"]
    assert game.decision is not None
    assert [reason.text for reason in game.decision.why_not("any 3")] == ["that costs 3 credit"]
    game.choose("one")  # after which only one option is left
    assert tiny.list_holdings(game) == {"credit": -3}
    assert game.over
    assert caylus.resume(game.save()) == game


def test_a_price_that_none_pays_in_one_of_several_ways_stays_what_it_is() -> None:
    text = "resource credit at least -3, debt at least -3\nstate guest player\n"
    text += "action main() { repeat 4 times { for each player in players { may { guest pays 2 credit or 2 debt } } } }"
    game = tiny.game(text, 1)
    offered = tiny.ids(game)
    for _ in range(3):
        game.play(0)
        assert tiny.ids(game) == offered
    assert "2 credit" in " ".join(offered)


def test_a_supply_gives_what_is_there_and_nothing_on_credit() -> None:
    assert play_step("gain 2 fame", {"credit": 1}) == {"fame": 1}
    assert play_step("lose 1 credit\n gain 2 fame") == {"credit": -1}


def test_which_of_several_decides_how_low_it_goes_where_only_play_tells() -> None:
    declared = "kind good plural goods is resource\ngood coin\ngood credit at least -3\nstate wanted good\n"
    for name, least in (("coin", 0), ("credit", -3)):
        for statement in ("lower player[wanted] by 9", "lose 9 wanted", "set player[wanted] to -9"):
            assert play_step(f"set wanted to {name}\n{statement}", declared=declared).get(name, 0) == least


def test_positions_and_saves_hold_no_less() -> None:
    rules = tiny.rules(DEBT + "action main() { nothing }")
    assert tiny.list_holdings(rules.position("main", {"Ann": {"credit": -3}}, ("Ann",))) == {"credit": -3}
    with pytest.raises(caylus.UnknownThing, match="an amount of credit is a number from -3 on, not `-4`"):
        rules.position("main", {"Ann": {"credit": -4}}, ("Ann",))


def test_spaces_know_how_low_it_goes() -> None:
    found = {cell.name: cell.low for cell in cells(tiny.rules(DEBT + "action main() { nothing }"), 2)}
    assert (found["coin"], found["credit"]) == (0, -3)


@pytest.mark.parametrize(("least", "message"), [("3", "nobody can hold at least 3 `debt`: all begin with 0"), ("players", "")])
def test_the_least_is_a_constant_of_at_most_0(least: str, message: str) -> None:
    with pytest.raises(caylus.RulesetError) as failed:
        tiny.rules(f"resource debt at least {least}\naction main() {{ nothing }}")
    assert any(message in fault.message for fault in failed.value.diagnostics)


def test_a_constant_may_say_how_low() -> None:
    assert play_step("lose 9 coin", declared="resource coin at least -limit\nconstant limit = 4\n") == {"coin": -4}


@pytest.mark.slow
@given(st.lists(st.sampled_from(["lose 2 credit", "lower player.credit by 3", "gain 1 credit", "gain 2 coin"]), max_size=6))
def test_nobody_is_ever_below_the_least(statements: list[str]) -> None:
    assert play_step("\n".join(["nothing", *statements])).get("credit", 0) >= -3


def test_what_others_know_of_a_hidden_number_goes_no_lower_either() -> None:
    text = """
resource coin hidden at least -2
action main() {
  for each player in players { lose 5 coin, gain 1 coin, lower player.coin by 1 }
  players[1] chooses { option a { nothing }, option b { nothing } }
}
"""
    game = tiny.game(text)
    assert [seen.read("coin", "Ben") for seen in (game.determinize("Ann", seed) for seed in range(5))] == [-2] * 5
