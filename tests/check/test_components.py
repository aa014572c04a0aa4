"""Resources, kinds, objects and rows: their order, their numbers, and what is fixed about them."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import check_texts, codes, fault, model, warnings

KINDS = """
kind hut plural huts {
  price number = 2
  twice number = this.price * 2
  old   flag
  home  plot
  load  payment = nothing
  state left number = this.twice + 1
  state owner player
}
kind shed plural sheds is hut
kind mill plural mills is hut { wheels scale from 0 }
kind plot plural plots called hut { state hut hut }
row street of (2 + 1) plots
row lane   of 2 plots
mill old_mill "Old mill" see "Page 3" { price 5, old yes, wheels [1, 3, 5], home street[2] }
hut barn
shed store { price 4, load 1 coin or 2 apple }
hut byre { home lane[2] }
plot market
"""
COINS = "resource coin, apple, pear\ngroup fruit = apple, pear\n"


def test_resources_are_numbered_in_the_order_of_the_text() -> None:
    made = model('resource coin "silver coin", apple\nresource secret hidden from purse\nresource purse')
    assert [(r.name, r.title, r.index, not r.audience.is_public) for r in made.resources] == [
        ("coin", "silver coin", 0, False),
        ("apple", "apple", 1, False),
        ("secret", "secret", 2, True),
        ("purse", "purse", 3, False),
    ]
    assert made.resources[2].supply is made.resources[3]


def test_groups_may_be_made_of_groups_below_them() -> None:
    made = model(
        "resource coin, apple, pear, plum\ngroup late = fruit except apple, plum\ngroup fruit = apple, pear, plum, apple"
    )
    assert [r.name for r in made.groups["fruit"].members] == ["apple", "pear", "plum"]
    assert [r.name for r in made.groups["late"].members] == ["pear"]


def test_members_of_a_row_differ_by_their_number() -> None:
    plot = "kind plot plural plots { depth number = depths[this.number], wet flag = this.number % 2 is 0 }"
    made = model(f"{plot}\nrow field of 4 plots\nplot pond\nscale depths from 0 = [9, 1, 2, 3]").kinds["plot"]
    assert made.properties["depth"].values == [9, 1, 2, 3, 3]
    assert made.properties["wet"].values == [True, False, True, False, True]


def test_objects_of_a_kind_come_before_its_rows_and_those_before_the_kinds_below_it() -> None:
    kinds = model(COINS + KINDS).kinds
    assert [(o.name, o.id) for o in kinds["hut"].objects] == [("barn", 0), ("byre", 1), ("store", 2), ("old_mill", 3)]
    assert [o.name for o in kinds["plot"].objects] == ["market", "street 1", "street 2", "street 3", "lane 1", "lane 2"]
    assert [(k.first, k.size) for k in (kinds["hut"], kinds["shed"], kinds["mill"], kinds["plot"])] == [
        (0, 4),
        (2, 1),
        (3, 1),
        (0, 6),
    ]
    assert [(o.row and o.row.name, o.number) for o in kinds["plot"].objects[:3]] == [(None, 0), ("street", 1), ("street", 2)]


def test_titles_are_the_names_in_words_where_none_is_given() -> None:
    objects = model(COINS + KINDS).kinds["hut"].objects
    assert [(o.title, o.see) for o in objects[2:]] == [("store", None), ("Old mill", "Page 3")]


def test_properties_are_what_is_set_or_the_default_or_nothing() -> None:
    properties = model(COINS + KINDS).kinds["hut"].properties
    assert properties["price"].values == [2, 2, 4, 5]
    assert properties["twice"].values == [4, 4, 8, 10]
    assert properties["old"].values == [False, False, False, True]
    assert properties["home"].values == [-1, 5, -1, 2]
    assert properties["load"].values == [((),), ((),), (((0, 1),), ((1, 2),)), ((),)]


def test_a_property_of_a_lower_kind_is_zero_for_the_others() -> None:
    wheels = model(COINS + KINDS).kinds["mill"].properties["wheels"]
    assert wheels.values == [(0, (0,)), (0, (0,)), (0, (0,)), (0, (1, 3, 5))]


def test_states_start_as_their_kind_says_for_each_object() -> None:
    kinds = model(COINS + KINDS + "each player has { days number = 3, seen[hut] flag }").kinds
    assert kinds["hut"].states["left"].initial == [5, 5, 9, 11]
    assert kinds["hut"].states["owner"].initial == [-1, -1, -1, -1]
    assert kinds["player"].states["days"].initial == [3]
    assert kinds["player"].states["seen"].indices == (kinds["hut"],)


def test_constants_may_be_made_of_constants_below_them() -> None:
    made = model(
        "constant b = a * 2 - 1\nconstant a = steps[9]\nscale steps from 0 = [1, c]\nconstant c = max(3, 4)\nconstant p = a coin"
    )
    assert made.constants["b"] == m.Const(7, m.NUMBER)
    assert made.scales["steps"] == m.ConstScale(0, (1, 4))
    assert made.constants["p"] == m.ConstPayment((((0, 4),),))


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("hut inn { price yes }", "E0301", "`yes` is a flag, but `price` is a number"),
        ("hut inn { price [1, 2] }", "E0301", "`price` is a number, not a scale"),
        ("mill inn { wheels 3 }", "E0301", "`3` is a number, but `wheels` is a scale"),
        ("hut inn { load 3 }", "E0301", "`3` is a number, but `load` is a payment"),
        ("hut inn { home barn }", "E0301", "`barn` is a hut, but `home` is a plot"),
        ("hut inn { left 3 }", "E0206", "`left` is a state of a hut, not a property"),
        ("hut inn { price 3, price 4 }", "E0201", "`price` is set twice"),
        ("hut inn { price size of players }", "E0307", "`size of players` is not known before play"),
        ("hut inn { price this.twice }", "E0307", "`this.twice` is not known before play"),
        ("hut inn { home street[4] }", "E0312", "`street` has no member 4"),
        ("row path of 0 plots", "E0306", "a row cannot have 0 members"),
        ("row path of 5000 plots", "E0306", "a row cannot have 5000 members"),
        ("row path of 3 players", "E0206", "players do not stand in a row"),
        ("player anna", "E0206", "players are not named in the rules"),
        ("kind inn is hut { number number }", "E0202", "`number` is a name of the language itself"),
        ("kind inn is player", "E0206", "players have no kinds below them"),
        ("kind inn { guest player }", "E0313", "a property cannot be a player"),
        ("kind inn { state price payment }", "E0313", "a state cannot be a payment"),
        ("kind inn { price[hut] number }", "E0313", "the property `price` has one value, not one for each hut"),
        ("state heat number from 9 to 0", "E0306", "`heat` cannot go from 9 to 0"),
        ("state heat number from 0 to 9 = 12", "E0306", "`heat` cannot be 12 at the start"),
        ("state heat number from 0 to size of players", "E0307", "`size of players` is not known before play"),
        ("state heat number from yes to 3", "E0301", "`yes` is a flag, but `heat` goes from a number"),
        ("state heat flag from 0 to 1", "E0313", "a state cannot be a flag between bounds"),
        ("kind inn { state left number from 0 to 3 = 4 }\ninn one", "E0306", "`left` cannot be 4 at the start"),
        ("kind inn { left number from 0 to 3 }", "E0313", "a property cannot be a number between bounds"),
        ("action warm(n: number from 0 to 3) { gain 1 coin }", "E0313", "a parameter cannot be a number between bounds"),
        ("state way[hut, plot, hut, plot, hut] flag", "E0306", "`way` is kept for more than 4 things at once"),
        (
            "row path of 396 plots\nstate way[plot, plot] flag",
            "E0306",
            "`way` would be 161,604 values, one for each of all that it is kept for",
        ),
        ("kind inn called price { price number }", "E0301", "`price` is no object, so it lends no name"),
        ("kind inn called guest", "E0205", "`inn` has no `guest` to be called after"),
        ("kind inn plural inns is inns", "E0206", "`inns` is the plural of a kind"),
        ("each hut has { days number }", "E0206", "only players are told by `each … has` what they have"),
        ("constant rent = size of players", "E0307", "`size of players` is not known before play"),
        ("constant rent = barn", "E0307", "`barn` is not known before play"),
        ("resource salt from barn", "E0206", "`barn` is a hut, not a resource"),
        ("resource salt from salt", "E0208", "`salt` cannot be its own supply"),
        ("group sweet = fruit except coin", "E0303", "`coin` is not in this group anyway"),
    ],
)
def test_what_is_wrong_with_a_component(text: str, code: str, message: str) -> None:
    found = fault(COINS + KINDS + text)
    assert (found.code, found.message) == (code, message)


def test_circles_are_shown_step_by_step() -> None:
    found = fault("constant a = b\nconstant b = c + 1\nconstant c = a * 2")
    assert found.message == "this goes round in a circle: `a` needs `b` needs `c` needs `a`"
    assert [n.text for n in found.notes] == ["`b` needs `c` here", "`c` needs `a` here"]
    assert codes("kind a is b\nkind b is c\nkind c is a") == ["E0208"]
    assert codes("group a = b\ngroup b = a, coin") == ["E0208"]


def test_kinds_stand_one_below_the_other_only_so_deep() -> None:
    deep = ["kind k0", *(f"kind k{i} is k{i - 1}" for i in range(1, 20))]
    assert codes("\n".join(deep)) == ["E0209"]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("0 hut shed", "E0306", "there cannot be 0 of `shed`"),
        ("5000 hut shed", "E0306", "there cannot be 5000 of `shed`"),
        ("1500 hut shed\n1500 hut store", "E0306", "there cannot be 1500 of `store`"),
        (
            "kind card plural cards { state owner player }\n3 card ace",
            "E0321",
            "there are 3 of `ace`, and `owner` would be one for all of them",
        ),
        ("3 player guest", "E0206", "players are not named in the rules"),
    ],
)
def test_what_is_wrong_with_copies(text: str, code: str, message: str) -> None:
    found = fault("kind hut plural huts\n" + text)
    assert (found.code, found.message) == (code, message)


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
