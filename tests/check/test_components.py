"""Resources, kinds, objects and rows: their order, their numbers, and what is fixed about them."""

from __future__ import annotations

import pytest
from caylus import model as m
from support.texts import read_rules

from .small import check_texts, codes, fault, model

KINDS = read_rules(__file__, "components_kinds")
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


def test_circles_are_shown_step_by_step() -> None:
    found = fault("constant a = b\nconstant b = c + 1\nconstant c = a * 2")
    assert found.message == "this goes round in a circle: `a` needs `b` needs `c` needs `a`"
    assert [n.text for n in found.notes] == ["`b` needs `c` here", "`c` needs `a` here"]
    assert codes("kind a is b\nkind b is c\nkind c is a") == ["E0208"]
    assert codes("group a = b\ngroup b = a, coin") == ["E0208"]


def test_kinds_stand_one_below_the_other_only_so_deep() -> None:
    deep = ["kind k0", *(f"kind k{i} is k{i - 1}" for i in range(1, 20))]
    assert codes("\n".join(deep)) == ["E0209"]


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


@pytest.mark.parametrize("text", ["action a(player) { gain 1 goods }", "group dry = goods"])
def test_amounts_are_of_a_kind_by_its_name_and_not_its_plural(text: str) -> None:
    assert fault(GOODS + text).help == "write `good`"


def test_what_to_write_instead_is_said() -> None:
    text = "value v(player) = sum of player.good for good in goods"
    (doubt,) = [found for found in check_texts(GOODS + text)[1] if found.code == "W1018"]
    assert doubt.help == "write `player[good]`; if all are meant, call this one something else"
