"""Where points came from, the titles of things, and what things do where they stand, in one line and in whole sentences."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import caylus
import pytest
from caylus_tools.authoring.show import ResolvedText
from caylus_tools.diff.differences import differences
from caylus_tools.screen.scene import load_words
from caylus_tools.simulation.playing import Plan, play_to_the_end
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.face import Short
from caylus_tools.verbalize.log import breakdown, render_points, worth
from caylus_tools.verbalize.objects import ActiveSides, Objects
from caylus_tools.verbalize.option_texts import marks
from caylus_tools.verbalize.prose import join_steps, make_sentences, plain
from support import tiny
from support.texts import read_blocks, read_rules

RULES = read_rules(__file__, "breakdown_rules")


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


TEXT = read_rules(__file__, "breakdown_text")


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


@pytest.fixture(scope="module")
def second() -> caylus.Ruleset:
    return caylus.load("1303")


def summary_by_the_program(rules: caylus.Ruleset, name: str) -> str:
    """The summary of a thing as if nobody had written a paragraph of it."""
    objects = Objects(rules)
    thing = objects.get(name)
    assert thing is not None
    return make_sentences([*objects.does(thing), *objects.bends(thing), *objects.has(thing)])


def test_what_a_thing_bends_elsewhere_is_told_and_nothing_that_is_for_the_setup_alone(second: caylus.Ruleset) -> None:
    summary = partial(summary_by_the_program, second)
    assert summary("chamberlain") == "What makes a bundle: 3 goods."
    either = "any space, or the construction site"
    assert summary("early_riser") == f"Before planning, you may pay 1 worker to place a worker early on {either}."
    assert summary("bailiff") == "After Guilds Bridge, you may move the provost by up to 1, free of charge."


@pytest.mark.slow
def test_a_value_that_is_read_with_its_argument_goes_without_the_word_between() -> None:
    assert Objects(caylus.load("classic", variants=["characters"])).summary("day_laborer") == "Deniers at each income: 1 more."


def test_a_condition_is_told_unless_it_only_asks_who_holds_the_thing(second: caylus.Ruleset) -> None:
    summary = partial(summary_by_the_program, second)
    assert summary("steward") == "Prestige the owner gets when another player places there: 2 if you are the owner."


def test_what_an_option_costs_is_told_where_its_words_do_not(rules: caylus.Ruleset, second: caylus.Ruleset) -> None:
    early = "Before planning, you may pay 1 worker to place a worker early on any space, or the construction site."
    assert summary_by_the_program(second, "early_riser") == early
    assert summary_by_the_program(rules, "joust") == "You may pay 1 cloth and 1 denier to gain 1 royal favour."


def test_of_several_deeds_of_a_thing_it_is_told_when_each_is_done_and_equal_ones_are_told_once(second: caylus.Ruleset) -> None:
    summary = Objects(second).summary
    assert summary("manor").startswith(
        "You may gain 1 favour. Setup side, as long as the space has no owner: you may gain 2 prestige. Cost "
    )
    assert summary("fairground") == "You may pay 1 wood to gain 1 favour."


def test_an_action_is_told_with_what_it_is_given(second: caylus.Ruleset) -> None:
    summary = partial(summary_by_the_program, second)
    assert summary("carpenter") == "You may build a wood building."
    assert "has no owner: you may build a stone building, 1 stone less" in summary("stonemason")


@pytest.mark.slow
def test_of_what_stands_on_a_space_the_side_that_is_up_is_told_and_not_what_it_cost(second: caylus.Ruleset) -> None:
    objects = Objects(second)
    view = second.new_game(2, seed=1).view()
    space = view["rows"]["road"][0]
    for owner, told in ((None, "You may gain 2 prestige."), ("blue", "You may gain 1 favour.")):
        space |= {"tile": "manor", "owner": owner}
        assert objects.hint("road 1", view) == told
    assert "Cost 1 wood and 1 fabric" in objects.hint("manor", view)


def test_a_hint_leaves_out_what_the_choice_says_itself(rules: caylus.Ruleset) -> None:
    objects = Objects(rules)
    view = rules.new_game(2, seed=1).view()
    assert objects.hint("quarry", view, but="Quarry: pay 1 food + 1 wood") == "Worth 2 prestige. Gain 2 stone."
    assert "Cost" not in objects.hint("market", view, but="Marketplace: pay 1 food + 1 wood")
    assert "Cost 1 food and 1 wood" in objects.hint("quarry", view, but="Quarry: pay 1 food")


def test_what_stands_nowhere_and_what_is_no_thing_have_a_hint_too(rules: caylus.Ruleset) -> None:
    objects = Objects(rules)
    view = rules.new_game(2, seed=1).view()
    assert objects.hint("road 20", view) == ""
    assert objects.hint("Red", view) == ""


def test_no_side_is_down_where_that_depends_on_more_than_the_space(rules: caylus.Ruleset, second: caylus.Ruleset) -> None:
    assert ActiveSides(rules).down(rules.new_game(2, seed=1).view()["rows"]["road"][0]) == set()
    assert ActiveSides(second).down(second.new_game(2, seed=1).view()["rows"]["road"][0]) == {"use"}


def test_of_copies_it_is_told_how_many_there_are() -> None:
    rules = tiny.rules("kind card plural cards { worth number }\n3 card wheat { worth 2 }\ncard joker\naction main() { }")
    objects = Objects(rules)
    told = {
        name: [plain(step.prose) for step in objects.steps(thing)] for name in ("wheat", "joker") if (thing := objects.get(name))
    }
    assert told == {"wheat": ["3 of them", "worth 2"], "joker": []}


@pytest.mark.slow
def test_what_a_thing_lets_go_on_or_does_as_another_is_told_in_brief() -> None:
    assert summary_by_the_program(caylus.load("taskmaster"), "taskmaster") == (
        "Instead of using a building, if this character is not used: this goes as usual; "
        "then you may pay 1 food to have the space work once more."
    )
    assert (
        Objects(caylus.load("copying-tile"))
        .summary("copyist")
        .startswith("Does what the building on the space before it does, for the player of the worker. Cost 1 wood and 1 cloth.")
    )


def test_what_a_piece_has_is_told_though_most_of_its_kind_have_the_same() -> None:
    rules = caylus.load("classic", variants=["automaton"])
    assert [Objects(rules).summary(name).partition(".")[0] for name in ("audience", "charter")] == [
        "Workers sent: 4",
        "Workers sent: 3",
    ]


HERE = Path(__file__).parent
GAME, DEEDS = read_blocks(HERE / "deeds.txt")
BENT = read_blocks(HERE / "bent.txt")[1]


def things(entry: str) -> Objects:
    return Objects(tiny.rules(GAME.replace("hut inn\n", f"hut inn {{ {entry} }}\n")))


@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_thing_does_is_a_sentence_and_a_few_words(deed: str) -> None:
    rules = tiny.rules(GAME.replace("hut inn\n", f"hut inn {{ use {{ {deed} }} }}\n"))
    sentence, *short = DEEDS[deed].splitlines()
    assert Objects(rules).summary("inn").startswith(f"{sentence} Place ")
    assert not short or [Short(rules).effect("inn")] == short


@pytest.mark.parametrize("entry", BENT)
def test_what_a_thing_bends_elsewhere_is_a_sentence(entry: str) -> None:
    objects = things(entry)
    thing = objects.get("inn")
    assert thing is not None
    assert make_sentences(objects.bends(thing)) == BENT[entry]


FIELDS = """
resource coin "coin", nut "nut"
kind hut plural huts { action use(player) }
kind shed plural sheds is hut
hut mill "Mill" { use { gain 1 coin } }
hut water_mill "Mill" { use { may pay 1 coin to gain 2 nut } }
hut wind_mill "Mill" { use { gain 1 nut } }
shed old_mill "Mill" { use { gain 1 nut } }
hut barn "Barn"
hut inn "Inn"
hut other_inn "Inn"
action main() {
  for each player in players { choose { option build(hut in huts) "build {hut}" { nothing } } }
}
"""


def test_what_a_thing_does_tells_it_from_others_then_what_it_is_then_its_name() -> None:
    assert marks(tiny.rules(FIELDS).model) == {
        "mill": "1 coin", "water_mill": "pay 1 coin to gain 2 nut", "wind_mill": "hut", "old_mill": "shed",
        "inn": "inn", "other_inn": "other inn",
    }  # fmt: skip


def test_options_about_things_of_one_title_say_what_these_do() -> None:
    rules = tiny.rules(FIELDS)
    decision = rules.new_game(2, seed=1).decision
    assert decision is not None
    assert load_words(rules).texts(decision) == [
        "build Mill (1 coin)", "build Mill (pay 1 coin to gain 2 nut)", "build Mill (hut)",
        "build Barn", "build Inn (inn)", "build Inn (other inn)", "build Mill (shed)",
    ]  # fmt: skip
