"""Resources as things: chosen, kept, priced and traded, and paid, gained and grouped like any other."""

from __future__ import annotations

import caylus
import pytest
from caylus.spaces import ActionSpace
from support import tiny

GOODS = """
resource coin "coin"
resource box "empty box"
kind good plural goods is resource { price number = 1, state sold number, action praise(player) { gain 1 coin } }
good corn "corn" { price 3 }
good salt "salt" from box { praise { gain 5 coin } }
good tea "tea"
group dry = salt, tea
kind ship plural ships { state cargo good }
ship anna
ship berta
each player has { wish resource, met[good] number }
state trump good = tea
"""


def play_game(main: str, more: str = "", players: int = 1) -> caylus.Game:
    return tiny.game(f"{GOODS}{more}\naction main() {{ for each player in players {{ {main} }} }}", players)


def play_tile(main: str, more: str = "") -> dict[str, int]:
    """What the only player holds when that is done."""
    return tiny.list_holdings(play_game(main, more))


def test_the_name_of_a_loop_is_that_very_one() -> None:
    assert play_tile("set player.box to 9, for each good in goods { gain good.price good }") == {
        "corn": 3, "salt": 1, "tea": 1, "box": 8,
    }  # fmt: skip


def test_an_amount_can_be_of_what_a_path_a_state_or_a_value_names() -> None:
    assert play_tile("set anna.cargo to corn, gain 2 anna.cargo") == {"corn": 2}
    assert play_tile("gain 2 trump + trump") == {"tea": 3}
    assert play_tile("gain 2 dearest()[1]", "value dearest() = sort good in goods by most good.price") == {"corn": 2}


def test_a_thing_is_one_of_it_where_a_payment_is_needed() -> None:
    assert play_tile("for each good in goods where good.price is 3 { gain good }") == {"corn": 1}
    assert play_tile("set anna.cargo to tea, gain anna.cargo + 2 coin") == {"tea": 1, "coin": 2}


def test_of_none_nothing_is_held_paid_and_gained() -> None:
    assert play_tile("gain 3 anna.cargo, lose 2 anna.cargo, raise player[anna.cargo] by 4") == {}
    assert play_tile("gain (1 + player[anna.cargo]) coin") == {"coin": 1}


@pytest.mark.slow
def test_the_name_of_a_resource_is_the_thing_where_a_thing_is_needed() -> None:
    assert play_tile("set anna.cargo to corn, if anna.cargo is corn { gain 1 coin }") == {"coin": 1}
    assert play_tile("if corn is in goods and not tea is in rare() { gain corn.price coin }",
                  "value rare() = sort good in goods where good.price > 1 by most good.price") == {"coin": 3}  # fmt: skip
    assert play_tile("set player.met[salt] to 2, gain player.met[salt] coin, set player.wish to box") == {"coin": 2}
    assert play_tile("do salt.praise(player), do load(anna, corn), gain anna.cargo",
                  "action load(ship, good) { set ship.cargo to good }") == {"coin": 5, "corn": 1}  # fmt: skip


def test_what_a_player_holds_is_read_and_changed_by_thing() -> None:
    assert play_tile("set player[trump] to 4, raise player[corn] by 2, lower player[trump] by 1") == {"tea": 3, "corn": 2}
    assert play_tile("gain 2 tea, set anna.cargo to tea, gain (player[anna.cargo] + player[coin]) coin") == {"tea": 2, "coin": 2}


def test_a_change_that_moves_what_it_is_found_by_changes_one_place() -> None:
    """The thing is looked for once: behind the change it may be another."""
    text = "set player.tea to 1, set player[highest(player)] to 0, gain 1 coin"
    assert play_tile(text, "value highest(player) = first good in goods with most player[good]") == {"coin": 1}


def test_a_kind_of_resources_is_a_group_as_well() -> None:
    game = play_game("gain 2 different good, gain player.good coin")
    assert [str(option) for option in game.decision.options] == [
        f"gain {ways}" for ways in ("1 corn + 1 salt", "1 corn + 1 tea", "1 salt + 1 tea")
    ]
    game.choose(game.decision.options[1])
    assert tiny.list_holdings(game) == {"corn": 1, "tea": 1, "coin": 2}


def test_a_group_is_a_list_of_its_resources() -> None:
    text = "choose { option swap(mine in dry, yours in goods where yours is not mine) { gain 2 mine + yours } }"
    assert tiny.ids(play_game(text + " else { nothing }")) == [
        "swap salt corn",
        "swap salt tea",
        "swap tea corn",
        "swap tea salt",
    ]
    assert play_tile("gain size of dry coin") == {"coin": 2}
    assert play_tile("if trump is in dry { gain 1 coin }") == {"coin": 1}


def test_what_is_chosen_is_paid_for_and_offered_only_so_far() -> None:
    text = "gain 2 corn, choose { option sell(good in goods) { pay 2 good, gain good.price coin }, option pass { nothing } }"
    game = play_game(text)
    assert tiny.ids(game) == ["sell corn", "pass"]
    assert [str(option) for option in game.decision.options] == ["pay 2 corn to gain 3 coin", "pass"]
    assert game.decision.options[0].data["gains"] == {"coin": 3}
    game.choose("sell corn")
    assert tiny.list_holdings(game) == {"coin": 3}


def test_supplies_reach_as_far_as_they_do() -> None:
    assert play_tile("set player.box to 1, for each good in goods { gain 2 good }") == {"corn": 2, "salt": 1, "tea": 2}
    assert play_tile("set player.salt to 3, set anna.cargo to salt, lose 2 anna.cargo") == {"salt": 1, "box": 2}


@pytest.mark.slow
def test_what_waits_for_a_gain_hears_of_the_one_that_is_meant() -> None:
    rule = "rule bell {{ after player gains {} as found where found[corn] + found[trump] > 0 {{ gain found[corn] coin }} }}"
    for what in ("corn", "good"):
        assert play_tile("set anna.cargo to corn, gain 2 anna.cargo", rule.format(what)) == {"corn": 2, "coin": 2}
    assert play_tile("set anna.cargo to salt, set player.box to 1, gain anna.cargo", rule.format("dry")) == {"salt": 1}


def test_any_resource_is_one_of_all() -> None:
    assert play_tile("for each thing in resources where thing is not salt { gain thing }") == {
        "coin": 1,
        "box": 1,
        "corn": 1,
        "tea": 1,
    }
    game = play_game("choose { option wish(thing in resources) { set player.wish to thing } }")
    assert tiny.ids(game) == ["wish coin", "wish box", "wish corn", "wish salt", "wish tea"]
    game.choose("wish box")
    assert game.view()["players"][0]["state"]["wish"] == "box"


def test_a_game_is_saved_and_goes_on_with_things_chosen() -> None:
    text = "choose { option take(good in goods) { set anna.cargo to good } }, choose { option take(mine in dry) { gain mine } }"
    game = play_game(text)
    game.choose("take tea")
    again = caylus.resume(game.save())
    assert again.view() == game.view()
    again.choose("take tea")
    assert tiny.list_holdings(again) == {"tea": 1}


def test_environments_number_every_way_to_pay() -> None:
    rules = tiny.rules(
        f"{GOODS}\naction main() {{ for each player in players {{ gain 2 corn, gain 1 tea,"
        " choose { option sell(good in goods) { pay 1 good or 2 good, gain good.price coin } } else { nothing } } }"
    )
    space = ActionSpace(rules, 2)
    game = rules.new_game(2, 0)
    assert [space.text(number) for number in space.legal(game)] == [
        "main: sell corn 1 corn", "main: sell corn 2 corn", "main: sell tea 1 tea",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["corn", "coin"])
def test_a_value_may_be_a_thing(name: str) -> None:
    more = f"value best(player) {{\n  anna.cargo if anna.cargo is not none\n  {name} otherwise\n}}"
    assert play_tile("gain 2 best(player), set anna.cargo to tea, gain best(player)", more) == {name: 2, "tea": 1}
