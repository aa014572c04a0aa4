"""Titles, plurals and abouts: what people call what is defined, and what is wrong with it."""

from __future__ import annotations

from caylus import model as m
from support import tiny

from .small import faults

TEXT = """
resource coin "gold piece" plural "gold pieces", apple
group fruit "fruit" plural "pieces of fruit" = apple
group money = coin
kind thing is resource
thing nut "nut" plural "nuts"
kind place plural places { worth "points" number, state owner "who has it" player, state used flag }
kind card plural cards
row road "the road" of 2 places
row inns of 1 place
list queue "the queue" of player
list line of player
state houses[card] "houses built" number
each player has { left "goes left" number, farm "the farm" row of 2 places, hand "cards in hand" list of cards }
card joker
action go(player, far "how far": number) "Going" about "go up to {far} places for {3 * far} coin" { gain far coin }
value price(player, far: number) "Price" about "what {far} places cost" = far
"""


def test_whatever_is_defined_may_have_a_title_and_has_its_name_without() -> None:
    made = tiny.rules(TEXT + "action main() { }").model
    player, place = made.kinds["player"], made.kinds["place"]
    things = [*made.states.values(), *made.lists.values(), *made.rows.values(), *player.states.values(), *player.lists.values()]
    things += [*player.rows.values(), *place.states.values(), *place.properties.values()]
    assert {thing.name: thing.title for thing in things} == {
        "houses": "houses built", "queue": "the queue", "line": "line", "road": "the road", "inns": "inns", "left": "goes left",
        "hand": "cards in hand", "farm": "the farm", "owner": "who has it", "used": "used", "worth": "points",
    }  # fmt: skip
    assert [(v.name, v.title) for v in made.actions["go"].params] == [("player", None), ("far", "how far")]


def test_members_of_a_row_are_called_after_its_title() -> None:
    places = tiny.rules(TEXT + "action main() { }").model.kinds["place"].objects
    assert [place.title for place in places if place.owner < 0] == ["road 1", "road 2", "inns 1"]


def test_the_title_does_for_several_where_there_is_no_plural() -> None:
    made = tiny.rules(TEXT + "action main() { }").model
    assert [(r.title, r.plural) for r in made.resources] == [("gold piece", "gold pieces"), ("apple", "apple"), ("nut", "nuts")]
    assert [(g.title, g.plural) for g in made.groups.values()] == [("fruit", "pieces of fruit"), ("money", "money")]


def test_an_about_speaks_of_what_its_definition_or_attachment_takes() -> None:
    rules = """
rule r "Late" about "nobody is late" {
  price(who, n) about "{n} more" is more by n
  after player gains coin as given about "{given} are spent" { }
}
"""
    made = tiny.rules(TEXT + rules + "action main() { }").model
    go, price = made.actions["go"], made.values["price"]
    assert made.abouts[go.site.span][:2] == ("go up to ", m.Local(go.params[1]))
    modifier = price.modifiers[0]
    assert made.abouts[modifier.site.span] == (m.Local(price.params[1]), " more")
    assert made.abouts[made.rules["r"].span] == ("nobody is late",)
    (trigger,) = made.triggers
    assert made.abouts[trigger.action.site.span] == (m.Local(trigger.action.params[1]), " are spent")


def test_an_about_may_speak_of_the_value_that_it_tells_of() -> None:
    assert not faults('value price(player) about "twice {price(player)}" = 2')


def test_only_resources_have_a_plural() -> None:
    (found,) = faults('kind hut { cost payment }\nhut inn "inn" plural "inns"')
    assert found.code == "E0324"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 22)
