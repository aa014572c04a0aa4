"""Kinds of resources: what can be said of them, and what is said where something else stands."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import check_texts, codes, fault, model, warnings

GOODS = """resource coin
kind good plural goods is resource { price number = 1 }
good corn hidden from coin { price 2 }
good salt
kind ship plural ships { state cargo good }
ship anna
kind crew plural crews is resource
"""


def test_things_of_a_kind_of_resources_are_resources_behind_those_of_no_kind() -> None:
    made = model("kind good plural goods is resource\ngood corn\nresource box\ngood salt hidden sum from box\nresource coin")
    assert [(resource.name, resource.index) for resource in made.resources] == [("box", 0), ("coin", 1), ("corn", 2), ("salt", 3)]
    salt = made.resources[3]
    assert salt.supply is made.resources[0]
    assert salt.audience is m.COUNTED
    assert [object_.name for object_ in made.kinds["resource"].objects] == ["box", "coin", "corn", "salt"]
    assert [object_.id for object_ in made.kinds["good"].objects] == [2, 3]


def test_resources_are_things_only_where_rules_speak_of_them_so() -> None:
    assert "resource" not in model("resource coin").kinds
    assert "resource" in model("resource coin\neach player has { wish resource }").kinds
    assert "resource" in model("resource coin\nvalue all_of_it(player) = sum of player[x] for x in resources").kinds


def test_a_known_thing_is_the_resource_itself() -> None:
    """So it costs nothing in play."""
    made = model(GOODS + "value corn_of(player) = player[corn] + corn.price")
    (_, formula), = made.values["corn_of"].cases  # fmt: skip
    assert formula == m.Arithmetic(
        "+", m.Holding((made.resources[1],), m.Local(made.values["corn_of"].params[0])), m.Const(2, m.NUMBER)
    )


def test_a_group_may_be_made_of_kinds() -> None:
    made = model(GOODS + "group dry = good except corn\ngroup all_sorts = good, coin")
    assert [[r.name for r in group.members] for group in made.groups.values()] == [["salt"], ["corn", "salt", "coin"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("action a(player, ship) { gain 2 ship }", "`ship` is a ship, but behind an amount stands a resource"),
        ("action a(player, ship) { gain 2 ship.crgo }", "a ship has no `crgo`"),
        ("value v(player, ship) = player[ship]", "`ship` is a ship, but what `player` has is of a resource"),
        ("action a(ship) { set ship.cargo to coin }", "`coin` is a resource, but `ship.cargo` is a good"),
        ("action a(ship) { set ship.cargo to 2 coin }", "`2 coin` is a payment, but `ship.cargo` is a good"),
        ("action a(player, good) { gain 2 different good }", "`good` is one resource, and has no different ones"),
        ("action a(player) { gain 2 crew }", "there is no crew of which anybody could hold some"),
        ("value v(player, crew) = player[crew]", "there is no crew of which anybody could hold some"),
        ("action a(player, crew) { gain crew }", "there is no crew of which anybody could hold some"),
        ("action a(player) { set player[salt] to corn }", "`corn` is a payment, but `player[salt]` is a number"),
        ("3 good tea", "`tea` is a resource, and has no copies"),
        ("ship berta hidden", "`berta` is a ship, of which nobody holds any"),
        ("row market of 3 goods", "goods are resources, each with a name of its own"),
        ("each player has { hold row of 3 goods }", "goods are resources, each with a name of its own"),
        ("each player has { good number }", "a player has `good` already, as a kind"),
        ("each player has { salt number }", "a player has `salt` already, as a good"),
        ("good tea from tea", "`tea` cannot be its own supply"),
        ("kind good_of_ours plural goods_of_ours is coin", "`coin` is a resource, not a kind"),
        ("value resources(player) = 1", "`resources` is a name of the language itself"),
        ("value v(ship) = ship.cargo is ship", "`is` does not go between a good and a ship"),
    ],
)
def test_what_cannot_be_said_is_told_so(text: str, message: str) -> None:
    assert fault(GOODS + text).message == message


@pytest.mark.parametrize("text", ["action a(player) { gain 1 goods }", "group dry = goods"])
def test_amounts_are_of_a_kind_by_its_name_and_not_its_plural(text: str) -> None:
    assert fault(GOODS + text).help == "write `good`"


def test_a_kind_that_nobody_could_read_is_told_of_once() -> None:
    assert codes("kind good plural goods is lost\ngood corn\ngroup dry = corn\naction a(player) { gain 2 corn }") == ["E0204"]


def test_secrets_of_one_resource_are_those_of_any_that_may_be_meant() -> None:
    text = (
        GOODS
        + "action begin() { for each player in players { gain 2 good, set anna.cargo to salt, gain player[anna.cargo] coin } }"
    )
    found = fault(text)
    assert found.code == "E1001"
    assert "`player.corn`" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "value v(player) = sum of player.good for good in goods",
        "action sell(player, good) { set player.coin to player.good }",
        "action sell(player, good) { may pay 1 coin or 1 salt as given to set player.coin to given.good }",
        'action sell(player) { choose { option sell(good in goods where player.good > 2) "sell" { gain 1 coin } } }',
    ],
)
def test_a_kind_of_resources_that_is_read_where_one_of_them_has_its_name_is_doubted(text: str) -> None:
    assert "W1018" in warnings(GOODS + text)


def test_what_to_write_instead_is_said() -> None:
    text = "value v(player) = sum of player.good for good in goods"
    (doubt,) = [found for found in check_texts(GOODS + text)[1] if found.code == "W1018"]
    assert doubt.help == "write `player[good]`; if all are meant, call this one something else"


@pytest.mark.parametrize(
    "formula", ["sum of player[good] for good in goods", "sum of player.good for one in goods", "player.good"]
)
def test_one_or_all_of_them_that_nobody_can_take_for_the_other_are_not(formula: str) -> None:
    assert "W1018" not in warnings(f"{GOODS}value v(player) = {formula}")
