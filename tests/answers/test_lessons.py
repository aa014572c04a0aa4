"""Lessons and warnings for a first game come once, at their time; hints name the best choices in hand."""

from __future__ import annotations

import re
from random import Random

import caylus
import pytest
from caylus_tools.answers.hints import analyse_choices, find_hints, give_hints
from caylus_tools.answers.rulebook import Lessons
from caylus_tools.bots import bot_named
from support import tiny

pytestmark = pytest.mark.slow


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_no_lesson_comes_after_its_phase_in_first_rounds(edition: str) -> None:
    rules = caylus.load(edition)
    tutor_lessons = Lessons(rules)
    phases = {lesson["rule"] for lesson in tutor_lessons.to_json().values()} & {
        p["name"] for p in rules.new_game(2).view()["phases"]
    }
    for seed in range(20):
        game, draw, told = rules.new_game(2 + seed % 3, seed), Random(seed), dict[str, int]()
        while (decision := game.decision) is not None and game.rounds < 2:
            if game.seat == 0:
                for lesson in tutor_lessons.due(decision, told):
                    told[lesson.name] = len(game.events)
            move = draw.randrange(len(game.moves))
            for lesson in tutor_lessons.before(game, move, game.players[0], told):
                told[lesson.name] = len(game.events)
            game.play(move)
        own_phases = [x.phase["name"] if x.phase and x.player == game.players[0] else None for x in game.events]
        began = {phase: own_phases.index(phase) if phase in own_phases else None for phase in phases}
        assert [phase for phase, at in began.items() if at is not None and told.get(phase, at + 1) > at and phase in told] == []


@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_a_lesson_waits_until_its_phase_asks_or_does_something_to_the_player(edition: str) -> None:
    game, draw = caylus.load(edition).new_game(3, seed=1), Random(1)
    lessons, player = Lessons(game.rules), game.players[0]
    told = [lesson.name for lesson in lessons.due(game.decision, ())] if game.decision is not None else []
    while game.decision is not None and game.rounds < 2:
        move, number = draw.randrange(len(game.moves)), len(game.events)
        early = lessons.before(game, move, player, told)
        game.play(move)
        befell = {event.phase["name"] for event in game.events[number:] if event.phase and event.player in (player, None)}
        assert {lesson.rule for lesson in early} <= befell
        told += [lesson.name for lesson in early]
    assert edition == "1303" or "end_of_turn" in told  # in which the bailiff goes on by himself


@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_lessons_tell_what_is_worth_something_at_the_end_and_call_a_round_a_round(edition: str) -> None:
    rules = caylus.load(edition)
    first = " ".join(line for lesson in Lessons(rules).find("game") for line in lesson.lines)
    held = [resource.title for resource in rules.model.resources if resource.name in ("gold", "denier", "worker")]
    assert all(title in first.partition("end")[2] for title in held)
    titles = [action.site.title.casefold() for action in rules.model.actions.values() if action.is_phase]
    assert not any("the turn" in title or title == "turn" for title in titles)


def test_a_lesson_that_a_rule_of_the_same_name_tells_comes_once() -> None:
    for edition in ("classic", "1303"):
        game = caylus.load(edition).new_game(3, seed=1)
        assert game.decision is not None
        names = [lesson.name for lesson in Lessons(game.rules).due(game.decision, ())]
        assert len(names) == len(set(names)) > 1


@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_a_lesson_has_at_most_fifty_words(edition: str) -> None:
    lessons = Lessons(caylus.load(edition)).to_json()
    assert [name for name, lesson in lessons.items() if len(" ".join(lesson["lines"]).split()) > 50] == []


def test_a_long_lesson_is_told_in_parts_that_end_with_a_sentence() -> None:
    sentence = "This is a sentence with some words in it, and it says nothing new. "
    rules = tiny.rules(f"""
        resource coin
        | {sentence * 3}
        | {sentence * 3}
        phase taking "Taking" {{ for each player in players {{ may gain 1 coin }} }}
        action main() {{ do taking() }}
    """)
    lessons = Lessons(rules).to_json()
    assert [*lessons] == ["taking", "taking 2"]
    assert all(lesson["lines"][-1].endswith(".") and lesson["rule"] == "taking" for lesson in lessons.values())


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
    (lesson,) = Lessons(game.rules).due(game.decision, ())
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


def test_whoever_may_build_a_church_or_bring_the_provost_to_cubes_is_not_said_to_wait_in_vain_for_a_batch() -> None:
    classic = caylus.load("classic")
    cases = (("mason", 9, []), ("carpenter", 9, ["waits_in_vain"]), ("mason", 6, []), ("mason", 5, ["waits_in_vain"]))
    for tile, provost, names in cases:
        worker = {"tile": tile, "owner": "Green", "worker": "Red"}
        given = {**PLACING, "castle_queue": ["Red"], "provost": f"road {provost}", "road 9": worker}
        assert warnings(classic.position("placing", given, PLAYERS))["pass"] == names


def advance(edition: str, decisions: int) -> caylus.Game:
    game, bot = caylus.load(edition).new_game(3, 11), bot_named("normal", 2)
    for _ in range(decisions):
        game.play(bot(game))
    return game


def hints(game: caylus.Game) -> list[str]:
    assert game.decision is not None
    return list(give_hints(game, game.decision))


@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_a_hint_names_up_to_three_choices_from_the_best_on(edition: str) -> None:
    game = advance(edition, 40)
    assert game.decision is not None
    found = find_hints(game, game.decision)
    assert len(found) == min(3, len(game.decision.options))
    assert [hint.behind for hint in found] == sorted(hint.behind for hint in found)
    assert found[0].compared == ""
    assert re.search(r"^(gains|costs): .+ \([+\u2212]\d+\.\d points\)$", found[0].reasons)
    assert not re.search(r"[\[\]_]", " ".join(hint.reasons for hint in found))
    head, *lines = hints(game)
    assert head.endswith("would choose:")
    assert "sure" in lines[-1]


def test_a_hint_is_the_same_in_every_game_that_the_seat_could_be_in() -> None:
    game = advance("1303", 40)
    player = game.players[game.seat]
    assert len({tuple(hints(game.determinize(player, seed))) for seed in range(5)}) == 1


def test_where_bots_have_learned_nothing_a_hint_says_so() -> None:
    game = tiny.game("resource coin\naction main() { for each player in players { may gain 1 coin } }")
    assert "no hint" in hints(game)[0]


def test_more_thought_compares_the_best_choices_by_what_the_seat_knows() -> None:
    game = advance("1303", 20)
    assert game.decision is not None
    player = game.players[game.seat]
    head, *found = analyse_choices(game, game.decision)
    assert head.endswith("find:")
    places = [line for line in found if re.match(r"  \d\. ", line)]
    assert len(places) == min(3, len(game.moves))
    assert "points" not in places[0]
    assert all(re.search(r"(: about \d+ points? worse \(\d+ to \d+\)| \(about as good\))$", line) for line in places[1:])
    world = game.determinize(player, 5)
    assert world.decision is not None
    assert [head, *found] == list(analyse_choices(world, world.decision))
