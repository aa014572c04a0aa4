"""Titles of values, conditions, tables and attachments, and what objects are about, wherever people are told of them."""

from __future__ import annotations

from caylus_tools.authoring.show import ResolvedText
from caylus_tools.diff.differences import differences
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.prose import join_steps, plain
from support import tiny

TEXT = """
resource coin
kind hut plural huts { state owner player }
hut mill "Mill" see "Huts" {
  about "Grinds corn for whoever pays"
  price(player, hut) "The miller's friends" see "Mill, last lines" is less by 1 where hut is this
  before visit(player, hut) where hut is this { gain 1 coin }
}
hut inn
value price(player, hut) "Price of a visit" see "Visits" = 2
condition open(player, hut) "Open" { require player.coin > 0, require hut.owner is not none }
table prize(player) by hut, column "Prizes" { mill | gain 1 coin
  inn | gain 2 coin }
rule night "At night" see "Night" {
  forbid open(player, hut) "Closed doors" where hut is inn and player.coin < 4 "the doors are closed"
  price(player, hut) is more by 1
  after player gains coin "Found money" where player.coin > 9 { lose 1 coin }
}
action visit(player, hut) "A visit" {
  if open(player, hut) { lose price(player, hut) coin, do prize(player, hut, 1) }
}
action main() {
  for each player in players, hut in huts {
    set hut.owner to player
    gain 10 coin
    do visit(player, hut)
  }
}
"""


def collect_messages(name: str, part: str = "") -> str:
    definitions = Definitions(tiny.rules(TEXT))
    return plain(join_steps(definitions.describe(f"{name}.{part}" if part else name)))


def test_definitions_are_called_by_their_titles() -> None:
    title = Definitions(tiny.rules(TEXT)).title
    assert [title(name) for name in ("price", "open", "prize", "night", "mill")] == [
        "Price of a visit", "Open", "Prizes", "At night", "Mill",
    ]  # fmt: skip
    assert "Price of a visit" in collect_messages("visit")


def test_an_attachment_tells_its_own_title_or_that_of_where_it_stands() -> None:
    definitions = Definitions(tiny.rules(TEXT))
    assert plain(join_steps(definitions.attachments.describe_attachments("price"))) == (
        "At night — 1 more; The miller's friends: price of a visit: 1 less"
    )
    assert collect_messages("night").startswith("Closed doors — ")
    assert "The miller's friends — Price of a visit — where the hut is this hut: 1 less" in collect_messages("mill")


def test_an_object_tells_what_it_is_about_first() -> None:
    assert collect_messages("mill").startswith("Grinds corn for whoever pays; ")
    assert collect_messages("mill", "about") == "Grinds corn for whoever pays"
    assert collect_messages("inn", "about") == "none"
    assert "-- Grinds corn for whoever pays." in ResolvedText(tiny.rules(TEXT)).one("mill")
    assert "The miller's friends: price" in ResolvedText(tiny.rules(TEXT)).one("price")


def test_titles_and_what_things_are_about_differ_between_rulesets() -> None:
    other = tiny.rules(
        TEXT.replace("whoever pays", "all").replace('"Price of a visit"', '"Fee"').replace("Closed doors", "Locks")
    )
    found = [(d.name, d.part, d.old, d.new) for d in differences(tiny.rules(TEXT), other)]
    assert ("mill", "about", "Grinds corn for whoever pays", "Grinds corn for all") in found
    assert ("price", "title", "Price of a visit", "Fee") in found
    assert {name for name, *_ in found} == {"mill", "price", "night"}


def test_the_log_cites_an_attachment_by_what_it_says_of_itself() -> None:
    game = tiny.game(TEXT)
    of = {event.text: (event.rule, event.title, event.see) for event in game.events if event.kind in ("gain", "lose")}
    assert of["Ann loses 1 coin"] == ("night", "Found money", "Night")
