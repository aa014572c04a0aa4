"""Things in one line: what they do where they stand, what they bend elsewhere."""

from __future__ import annotations

from functools import partial

import caylus
import pytest
from caylus_tools.verbalize.objects import ActiveSides, Objects
from caylus_tools.verbalize.prose import make_sentences, plain
from support import tiny


@pytest.fixture(scope="module")
def second() -> caylus.Ruleset:
    return caylus.load("1303")


def summary_by_the_program(rules: caylus.Ruleset, name: str) -> str:
    """The summary of a thing as if nobody had written a paragraph of it."""
    objects = Objects(rules)
    thing = objects.get(name)
    assert thing is not None
    return make_sentences([*objects.does(thing), *objects.bends(thing), *objects.has(thing)])


def test_a_paragraph_of_its_rules_tells_a_thing(rules: caylus.Ruleset, second: caylus.Ruleset) -> None:
    assert Objects(rules).summary("trading_post") == "Take 3 deniers from the stock."
    assert Objects(second).summary("architect").endswith("you gain 1 prestige more.")


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


def test_of_a_table_of_rules_each_row_tells_its_columns(rules: caylus.Ruleset) -> None:
    assert (
        Objects(rules)
        .summary("building_line")
        .startswith(
            "Column 1: nothing. Column 2: you may build a wooden building, 1 wood less. "
            "Column 3: you may build a stone building, 1 stone less. Column 4: you may pay 1 cloth to "
        )
    )


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
