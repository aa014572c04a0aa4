"""The space of actions: every legal move has a number of its own, the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import caylus
import pytest
from authoring import reference
from caylus.loading.library import list_rulesets
from caylus.spaces import ActionSpace, Unbounded
from learning.games import TABLES, load, positions
from support import tiny

VARIANTS = [(variant.name, variant.extends or "") for variant in list_rulesets() if variant.extends]


def texts(rules: caylus.Ruleset, players: int = 2, largest: int | None = None) -> list[str]:
    space = ActionSpace(rules, players, largest)
    return [space.text(number) for number in range(len(space))]


def numbers_are_in_order(space: ActionSpace, game: caylus.Game) -> None:
    """Each legal move has a number of its own in the space."""
    legal = space.legal(game)
    assert len(legal) == len(game.moves) == len(set(legal))
    assert all(0 <= number < len(space) for number in legal)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_every_legal_move_has_a_number_of_its_own(ruleset: str, players: int) -> None:
    rules = load(ruleset)
    space = ActionSpace(rules, players)
    moves: dict[int, object] = {}
    for seed in range(5):
        for game in positions(rules, players, seed):
            numbers_are_in_order(space, game)
            place = space.decision(game)
            for number, move in zip(space.legal(game), game.moves, strict=True):
                assert moves.setdefault(number, (place, move)) == (place, move)


@pytest.mark.nightly
@pytest.mark.parametrize(("variant", "base"), VARIANTS, ids=lambda name: name)
def test_a_variant_has_a_space_of_its_own(variant: str, base: str) -> None:
    rules = load(base, variant)
    space = ActionSpace(rules, rules.most_players)
    for game in positions(rules, rules.most_players, seed=1):
        numbers_are_in_order(space, game)


@pytest.mark.slow
def test_an_action_is_called_what_the_option_is_called() -> None:
    rules = load("classic")
    space = ActionSpace(rules, 4)
    game = rules.new_game(4, seed=1)
    names = [space.text(number).partition(": ")[2] for number in space.legal(game)]
    assert [name.split()[0] for name in names] == [str(option.data["option"]) for option in game.decision.options]  # type: ignore[union-attr]
    assert names[0] == "pass"


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_no_two_actions_are_called_the_same(ruleset: str, players: int) -> None:
    found = texts(load(ruleset), players)
    assert len(set(found)) == len(found)


@pytest.mark.slow
def test_places_of_one_rule_are_told_apart_and_so_are_options_that_only_cost_differently() -> None:
    found = texts(load("classic"), 4)
    assert {"peddler 1: pay 1 denier", "peddler 1: pay 2 deniers", "joust: pay 1 cloth + 1 denier"} <= set(found)
    assert {"peddler 2: gain 1 food", "peddler 3: gain 2 food"} <= set(found)


@pytest.mark.slow
def test_the_numbers_are_the_same_in_every_process() -> None:
    code = (
        "import caylus, hashlib; from caylus.spaces import ActionSpace\n"
        "s = ActionSpace(caylus.load('1303'), 4)\n"
        "print(len(s), hashlib.sha256(repr([s.text(n) for n in range(len(s))]).encode()).hexdigest())"
    )
    source = Path(caylus.__file__).parent.parent
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(source)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.slow
def test_the_rules_are_found_to_bound_what_only_play_tells() -> None:
    """A marker that is never raised beyond five allows columns up to five."""
    columns = [text for text in texts(load("classic"), 4) if text.startswith("use_effect: effect")]
    assert columns == [f"use_effect: effect {column}" for column in range(1, 6)]


# ---- how far a number goes

RULES = """
resource coin, nut, gem
group goods = coin, nut
constant top = 4
scale steps = [2, 5, 3]
state seen number
state sunk number = 2
state wild number
kind slot plural slots {{ width number = 1 }}
slot narrow
slot wide {{ width 3 }}
row path of 3 slots
value reach(slot) {{
  slot.width      if seen is 1
  2 * slot.width  otherwise
}}
rule longer {{
  reach(slot) is more by 1 where sunk is 0
  reach(slot) is never more than 5
}}
action main() {{
  for each player in players {{
    repeat at most 8 times {{
      if seen < 6 {{ raise seen by 2 }}
      if sunk > -2 and wild is 0 {{ lower sunk by 1 }}
      raise wild by 1
      do ask(player, narrow, 2)
      do ask(player, wide, 3)
    }}
  }}
}}
action ask(player, slot, given: number) {{
  choose {{
    option take(n in {numbers}) {{ gain n coin }}
    option rest {{ }}
  }}
}}
"""


@pytest.mark.parametrize(
    ("numbers", "all_there_are"),
    [
        ("-1 to 2", [-1, 0, 1, 2]),
        ("1 to top", [1, 2, 3, 4]),
        ("2 to size of players", [2]),
        ("1 to steps[wild]", [1, 2, 3, 4, 5]),
        ("1 to given", [1, 2, 3]),
        ("1 to slot.width + 1", [1, 2, 3, 4]),
        ("0 to slot.number", [0]),
        ("3 to seen", [3, 4, 5, 6, 7]),
        ("sunk to -1", [-2, -1]),
        ("1 to min(player.coin, 2)", [1, 2]),
        ("abs(sunk) to 3 - size of path / 2", [0, 1, 2]),
        ("1 to reach(slot)", [1, 2, 3, 4, 5]),
        ("5 - max(given, top) to 2", [1, 2]),
        ("1 to (count of s in slots where s.width > 2)", [1, 2, 3, 4, 5]),
        ("1 to (sum of s.width for s in path)", [1, 2, 3]),
        ("1 to (count of n in 1 to 3 where n > seen)", [1, 2, 3]),
    ],
)
def test_a_number_goes_as_far_as_the_rules_let_it(numbers: str, all_there_are: list[int]) -> None:
    rules = tiny.rules(RULES.format(numbers=numbers))
    assert texts(rules) == [*(f"ask: take {n}" for n in all_there_are), "ask: rest"]
    space = ActionSpace(rules, 2)
    for game in positions(rules, 2, seed=1):
        numbers_are_in_order(space, game)


@pytest.mark.parametrize("numbers", ["1 to player.coin", "1 to wild", "-wild to 0", "1 to wild * seen", "1 to wild / 2"])
def test_a_number_that_the_rules_leave_open_is_told_of_with_its_place(numbers: str) -> None:
    rules = tiny.rules(RULES.format(numbers=numbers))
    with pytest.raises(Unbounded, match=r"^`ask` \(tiny/tiny.rules:32\): no rule says how far a number may go"):
        ActionSpace(rules, 2)
    assert len(ActionSpace(rules, 2, largest=20)) <= 22


def test_a_number_beyond_the_largest_is_told_of_in_play() -> None:
    rules = tiny.rules(RULES.format(numbers="1 to wild"))
    space = ActionSpace(rules, 2, largest=3)
    with pytest.raises(Unbounded, match="beyond the largest"):
        for game in positions(rules, 2, seed=1):
            space.legal(game)


@pytest.mark.slow
def test_more_actions_than_anybody_could_learn_are_an_error() -> None:
    rules = tiny.rules(RULES.format(numbers="0 to 300, k in 0 to 340"))
    with pytest.raises(Unbounded, match="more than 100,000"):
        ActionSpace(rules, 2)


@pytest.mark.slow
def test_the_reference_game_has_a_space_when_told_how_far_its_numbers_go(tmp_path: Path) -> None:
    base, variant = reference.write(tmp_path)
    for rules in (caylus.load(base), caylus.load(base, variants=[variant])):
        space = ActionSpace(rules, 3, largest=10)
        for seed in range(10):
            for game in positions(rules, 3, seed):
                numbers_are_in_order(space, game)


# ---- ways of paying and gaining

PAYMENTS = """
resource coin, nut, gem
group goods = coin, nut
state seen number
kind deal plural deals {{ fee payment }}
deal fair {{ fee 1 coin or 2 nut }}
deal foul {{ fee 1 gem }}
scale lots = [1, 2]
value toll(less_by: number) {{
  1 coin or 1 nut  if less_by is 1
  1 gem            otherwise
}}
action main() {{
  for each player in players {{
    set player.coin to 3
    set player.nut to 3
    set player.gem to 3
    if player.coin > 3 {{ set seen to 2 }}
    do trade(player, nothing)
    do trade(player, 1 nut)
  }}
}}
action trade(player, waived: payment) {{
  choose {{
    option buy(deal in deals) {{ pay {payment} }}
    option rest {{ }}
  }}
}}
"""


@pytest.mark.parametrize(
    ("payment", "fair", "foul"),
    [
        ("1 coin or 2 nut", ["1 coin", "2 nut"], []),
        ("2 goods", ["2 coin", "1 coin + 1 nut", "2 nut"], []),
        ("lots[seen] goods", ["1 coin", "2 coin", "1 nut", "1 coin + 1 nut", "2 nut"], []),
        ("deal.fee", ["1 coin", "2 nut"], ["1 gem"]),
        ("deal.fee less waived", ["1 coin", "1 nut", "2 nut"], ["1 gem"]),
        ("toll(1)", ["1 coin", "1 nut"], []),
        ("toll(seen) less waived", ["nothing", "1 coin", "1 nut", "1 gem"], []),
    ],
)
def test_a_payment_has_every_way_that_it_may_ever_have(payment: str, fair: list[str], foul: list[str]) -> None:
    rules = tiny.rules(PAYMENTS.format(payment=payment))
    bought = [text.removeprefix("trade: buy ") for text in texts(rules) if "buy" in text]
    for deal, ways in (("fair", fair), ("foul", foul or fair)):
        assert sorted(text.removeprefix(f"{deal} ") for text in bought if text.startswith(deal)) == sorted(ways)
    space = ActionSpace(rules, 2)
    for game in positions(rules, 2, seed=1):
        numbers_are_in_order(space, game)


def test_what_gains_lead_to_round_in_a_circle_has_its_numbers_too() -> None:
    rules = tiny.rules("""
resource coin, gem
rule extra {
  after player gains coin as got where player.coin < 9 {
    may choose {
      option sell { pay got, gain 1 gem }
      option on(n in 1 to 2) { gain n coin }
    }
  }
  after owner gains gem { for each player in players where player is owner { may pay 1 gem to gain 1 coin } }
}
action main() { for each player in players { gain 3 coin } }
""")
    space = ActionSpace(rules, 2)
    assert [text for text in texts(rules, 2) if "sell" in text] == [f"extra 1: sell {n} coin" for n in (1, 2, 3)]
    for seed in range(20):
        game, pick = rules.new_game(2, seed), Random(seed)
        while game.moves:
            assert len({*space.legal(game)}) == len(game.moves)
            game.play(pick.randrange(len(game.moves)))
