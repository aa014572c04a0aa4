"""Lessons and warnings for a first game: each comes once, at its time, and says nothing that is not so."""

from __future__ import annotations

from random import Random

import caylus
import pytest
from caylus_tools.answers.rulebook import Lessons
from support import tiny

pytestmark = pytest.mark.slow


def test_each_lesson_comes_once_and_two_at_a_time_only_at_the_start() -> None:
    rules = caylus.load("classic")
    lessons, game, told = Lessons(rules), rules.new_game(2, 1), list[str]()
    draw = Random(3)
    while (decision := game.decision) is not None:
        due = lessons.due(game, decision, told) if game.seat == 0 else ()
        assert len(due) <= (1 if told else 2)
        told += [lesson.name for lesson in due]
        game.play(draw.randrange(len(game.moves)))
    assert told[:2] == ["game", "placing"]
    assert len(told) == len(set(told)) > 5


def test_who_is_certain_to_be_cut_off_is_warned_and_who_may_work_is_not() -> None:
    rules = caylus.load("classic")
    game = rules.new_game(2, 1)
    decision = game.decision
    assert decision is not None
    warned = {option.id: [one.name for one in Lessons(rules).warnings(game, option)] for option in decision.options}
    assert warned["place gold_mine"] == ["out_of_reach"]
    assert warned["place castle"] == ["no_batch"]
    assert warned["place joust"] == ["no_cloth"]
    assert [id_ for id_, names in warned.items() if names] == ["place joust", "place gold_mine", "place castle"]


def test_a_worker_without_goods_to_trade_and_one_without_a_bundle_are_warned_of() -> None:
    rules = caylus.load("1303", variants=["first-game"])
    game = rules.new_game(2, 1)
    while game.decision is not None and game.decision.rule != "place_or_pass":
        game.play(0)
    assert game.decision is not None
    warned = {option.id: [one.name for one in Lessons(rules).warnings(game, option)] for option in game.decision.options}
    assert warned["place lawyer"] == ["nothing_to_trade"]
    assert warned["place fairground"] == warned["place carpenter"] == []


def test_without_lessons_the_paragraphs_of_game_and_phases_are_told() -> None:
    game = tiny.game("""
        resource coin
        | Take a coin, if you like.
        phase taking "Taking" { for each player in players { may gain 1 coin } }
        action main() { do taking() }
    """)
    assert game.decision is not None
    (lesson,) = Lessons(game.rules).due(game, game.decision, ())
    assert (lesson.title, lesson.lines) == ("Taking", ("Take a coin, if you like.",))


PLAYERS = ("Red", "Green", "Orange")
PLACING = {"turn_order": PLAYERS, "Red": {"workers": 3, "denier": 5}, "road 10": {"tile": "quarry", "owner": "Green"}}


def warnings(game: caylus.Game) -> dict[str, list[str]]:
    assert game.decision is not None
    lessons = Lessons(game.rules)
    return {option.id: [one.name for one in lessons.warnings(game, option)] for option in game.decision.options}


def test_nobody_is_said_to_need_others_whose_own_workers_bring_the_provost_far_enough() -> None:
    classic = caylus.load("classic")
    given = {**PLACING, "provost": "road 6"}
    assert warnings(classic.position("placing", given, PLAYERS))["place quarry"] == ["needs_others"]
    given["village 3"] = {"tile": "guild", "worker": "Red"}
    assert warnings(classic.position("placing", given, PLAYERS))["place quarry"] == []


def test_whoever_may_build_a_church_is_not_said_to_wait_in_vain_for_a_batch() -> None:
    classic = caylus.load("classic")
    for tile, names in (("mason", []), ("carpenter", ["waits_in_vain"])):
        worker = {"tile": tile, "owner": "Green", "worker": "Red"}
        given = {**PLACING, "castle_queue": ["Red"], "provost": "road 9", "road 9": worker}
        assert warnings(classic.position("placing", given, PLAYERS))["pass"] == names
