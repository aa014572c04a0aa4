"""Where points came from, and the titles by which people are told of things."""

from __future__ import annotations

import caylus
import pytest
from caylus_tools.authoring.show import ResolvedText
from caylus_tools.diff.differences import differences
from caylus_tools.simulation.playing import Plan, play_to_the_end
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.log import breakdown, render_points, worth
from caylus_tools.verbalize.prose import join_steps, plain
from support import tiny

RULES = """
resource point "point", coin "coin", gem "gem" plural "gems"
state pot number = 3
action main() {
  for each player in players { do visit(player), do pay_off(player) }
  do add_up()
}
action visit(player) "Visits" {
  choose { option go { gain 4 point, do thank(player) }, option stay { } }
}
action thank(player) "Guests" { for each friend in players where friend is not player { friend gains 1 point } }
action pay_off(player) "Debts" { lose 2 point, gain 2 gem + 5 coin }
action add_up() "The count" {
  for each player in players {
    gain 3 * player.gem point
    gain player.coin / 2 point
  }
}
value score(player) = 2 * player.point + pot
"""


def test_points_go_by_the_title_of_their_rule_by_what_it_counts_and_by_who_brought_them() -> None:
    game = tiny.game(RULES, 2)
    for choice in ("go", "stay"):
        game.choose(choice)
    told = breakdown(game.events, game.rules, game.scores)
    assert told["Ann"] == {"Visits": 8, "Debts": -4, "The count: gems": 12, "The count: coin": 4, "counted at the end": 3}
    assert told["Ben"] == {
        "Guests by others": 2,
        "Debts": -2,
        "The count: gems": 12,
        "The count: coin": 4,
        "counted at the end": 3,
    }
    assert render_points(told["Ben"]).endswith("Guests by others 2, Debts −2")


@pytest.mark.parametrize(
    ("score", "worths"),
    [
        ("player.gem", {"gem": 1}),
        ("2 * player.gem + player.coin * 3", {"gem": 2, "coin": 3}),
        ("player.gem - player.coin", {"gem": 1, "coin": -1}),
        ("5 * player.gem - 2 * (player.coin - player.gem)", {"gem": 7, "coin": -2}),
        ("player.coin - player.coin", {}),
        ("player.gem / 2 + player.coin", {"coin": 1}),
    ],
)
def test_a_resource_is_worth_what_the_score_makes_of_one(score: str, worths: dict[str, int]) -> None:
    rules = tiny.rules(f"resource gem, coin\naction main() {{ nothing }}\nvalue score(player) = {score}")
    assert worth(rules.model) == worths


def test_what_a_reader_was_not_told_is_counted_at_the_end() -> None:
    game = tiny.game(RULES, 2)
    for choice in ("go", "stay"):
        game.choose(choice)
    assert breakdown([], game.rules, game.scores) == {name: {"counted at the end": score} for name, score in game.scores.items()}


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_it_adds_up_in_both_editions_with_nothing_left_over(edition: str) -> None:
    game = play_to_the_end(Plan(caylus.load(edition), 3, 1, ("random",) * 3), 0)
    told = breakdown(game.events, game.rules, game.scores)
    assert {name: sum(points.values()) for name, points in told.items()} == dict(game.scores)
    assert not any("counted at the end" in points for points in told.values())


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
