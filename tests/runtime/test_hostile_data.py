"""Saves and transcripts that were edited, cut or lengthened: refused with a code, or games like any other; never a traceback."""

from __future__ import annotations

import copy
import json
import re
from contextlib import suppress
from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from hypothesis import given, strategies as st
from support import orchard, tiny

SAVE = json.loads(json.dumps(orchard.moment(7).save()))
TRANSCRIPT = json.loads(json.dumps(orchard.moment(20).transcript()))

Path = tuple[str | int, ...]


def places(value: Any, path: Path = ()) -> list[Path]:
    """The ways to every value inside a value."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [found for key, item in inner for found in [(*path, key), *places(item, (*path, key))]]


# Numbers around those that mean something: references, blocks, random states, packed amounts.
NUMBERS = st.integers(-3, 12) | st.integers(-(2**70), 2**70) | st.sampled_from([2**32, 2**64, 2**64 - 1, 2**160])
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3), max_leaves=5
)


@st.composite
def edited_names(draw: st.DrawFn, original: dict[str, Any], but: tuple[str, ...] = ()) -> dict[str, Any]:
    """The original with up to three values changed, left out, doubled or exchanged."""
    data = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        there = [path for path in places(data) if path[0] not in but]
        if not there:
            break
        *way, last = draw(st.sampled_from(there))
        holder: Any = data
        for key in way:
            holder = holder[key]
        match draw(st.sampled_from(["number", "anything", "cut", "double", "exchange"])):
            case "number":
                holder[last] = draw(NUMBERS)
            case "anything":
                holder[last] = draw(JSON)
            case "cut":
                del holder[last]
            case "double" if isinstance(holder, list):
                holder.insert(int(last), copy.deepcopy(holder[int(last)]))
            case "exchange" if isinstance(holder, list):
                other = draw(st.integers(0, len(holder) - 1))
                holder[int(last)], holder[other] = holder[other], holder[int(last)]
            case _:
                holder[last] = copy.deepcopy(data)
    return data


def sign_save(save: dict[str, Any]) -> dict[str, Any]:
    return {**save, "checksum": checksum(save)}


def is_a_game_like_any_other(game: caylus.Game) -> None:
    """Whatever people and programs may ask of a game works; a rule that breaks on the way does so with a code."""
    for player in (None, *game.players):
        assert game.view(player)["players"]
        game.events_for(player)
    try:
        for _ in range(60):
            if game.decision is None:
                break
            assert all(option.id and option.text and option.data for option in game.decision.options)
            with suppress(caylus.UnknownThing):
                game.decision.why_not("climb", "oak", "fox")
            game.play(len(game.moves) // 2)
    except caylus.RuleFault as fault:
        assert re.fullmatch("E0[79]..", fault.code)
    try:
        game.transcript()
    except (caylus.RulesetError, caylus.RuleFault, ValueError) as error:
        assert not isinstance(error, caylus.RulesetError) or {d.code for d in error.diagnostics} == {"E0702"}


@pytest.mark.slow
@given(edited_names(SAVE, but=("ruleset", "checksum")))
def test_an_edited_save_is_refused_with_a_code_or_is_a_game_like_any_other(save: dict[str, Any]) -> None:
    try:
        game = caylus.resume(sign_save(save))
    except caylus.RulesetError as error:
        assert error.diagnostics
        assert all(re.fullmatch("E0[67]..", d.code) for d in error.diagnostics)
    else:
        is_a_game_like_any_other(game)


@pytest.mark.slow
@given(edited_names(SAVE["ruleset"]))
def test_a_save_with_other_rules_is_refused_with_a_code_or_goes_on_under_them(ruleset: dict[str, Any]) -> None:
    try:
        game = caylus.resume(with_(ruleset=ruleset))
    except caylus.RulesetError as error:
        assert error.diagnostics
        assert all(re.fullmatch("E0[1-7]..", d.code) for d in error.diagnostics if d.is_error)
    else:
        is_a_game_like_any_other(game)


@given(edited_names(SAVE))
def test_a_save_edited_without_care_is_damaged(save: dict[str, Any]) -> None:
    if save != SAVE:
        with pytest.raises(caylus.RulesetError) as caught:
            caylus.resume(save)
        assert all(re.fullmatch("E0[1-7]..", d.code) for d in caught.value.diagnostics if d.is_error)


@pytest.mark.slow
@given(edited_names(TRANSCRIPT))
def test_an_edited_transcript_is_refused_with_a_code_or_tells_the_same_game(transcript: dict[str, Any]) -> None:
    try:
        game = caylus.replay(transcript, orchard.RULES)
    except caylus.RulesetError as error:
        assert error.diagnostics
        assert all(re.fullmatch("E0[67]..", d.code) for d in error.diagnostics)
    else:
        assert game.digest() == TRANSCRIPT["digest"]


# ---- some of them by hand


def expect_refusal(save: dict[str, Any]) -> str:
    with pytest.raises(caylus.RulesetError) as caught:
        caylus.resume(save)
    (diagnostic,) = caught.value.diagnostics
    return f"{diagnostic.code} {diagnostic.message}"


def with_(**changes: Any) -> dict[str, Any]:
    return sign_save({**SAVE, **changes})


def with_slot(slot: int, number: int) -> dict[str, Any]:
    return with_(state=[number if i == slot else n for i, n in enumerate(SAVE["state"])])


LAYOUT = orchard.RULES.program(3).layout


def test_a_save_with_another_number_in_it_is_damaged() -> None:
    assert expect_refusal({**SAVE, "state": [0, *SAVE["state"][1:]]}).startswith("E0702 the save has been changed or damaged")


def test_a_save_for_more_players_than_the_rules_admit_does_not_fit_them() -> None:
    names = ["Ann", "Ben", "Cem", "Dot", "Eve"]
    assert "is for 1 to 4 players, not 5" in expect_refusal(with_(players=names))


def test_a_save_whose_players_are_called_like_pieces_does_not_fit_its_rules() -> None:
    assert "no seat can be called `oak`" in expect_refusal(with_(players=["Ann", "oak", "Cem"]))


@pytest.mark.parametrize("variants", [["orchard"], ["nothing"], ["orchard", "orchard"]])
def test_a_save_whose_variants_are_not_layers_above_its_ruleset_does_not_say_what_was_played(variants: list[str]) -> None:
    ruleset = {**SAVE["ruleset"], "variants": variants}
    assert expect_refusal(with_(ruleset=ruleset)).startswith("E0701 the save does not say which of its rules are variants")


def test_a_save_whose_layers_have_one_name_does_not_say_what_was_played() -> None:
    ruleset = {**SAVE["ruleset"], "layers": SAVE["ruleset"]["layers"] * 2}
    assert expect_refusal(with_(ruleset=ruleset)).startswith("E0701 the save does not say which of its rules are variants")


def test_a_save_with_too_few_numbers_does_not_fit_its_rules() -> None:
    assert "holds" in expect_refusal(with_(state=SAVE["state"][:-1]))


def test_a_reference_to_nothing_is_found() -> None:
    guest = next(base for state, base in LAYOUT.states.items() if state.name == "guest")
    assert expect_refusal(with_slot(guest, 3)) == "E0702 the save does not fit its rules: `guest` holds what it cannot hold"
    assert expect_refusal(with_slot(guest, -2)) == "E0702 the save does not fit its rules: `guest` holds what it cannot hold"


@pytest.mark.parametrize("thing", ["coin", "hunger"])
def test_a_number_lies_within_its_bounds(thing: str) -> None:
    slots = {x.name: slot for x, slot in (*LAYOUT.resources.items(), *LAYOUT.states.items())}
    assert (
        expect_refusal(with_slot(slots[thing], 10**15))
        == f"E0702 the save does not fit its rules: `{thing}` holds what it cannot hold"
    )


def test_a_flag_is_0_or_1() -> None:
    tired = next(base for state, base in LAYOUT.states.items() if state.name == "tired")
    assert "`tired`" in expect_refusal(with_slot(tired, 2))


@pytest.mark.parametrize("numbers", [[9, 0, 1, 2], [2, 0, 0, 0], [1, 3, 0, 0], [1, 0, 1, 0], [-1, 0, 0, 0]])
def test_a_list_holds_different_members_and_nothing_behind_them(numbers: list[int]) -> None:
    base = next(base for list_, base in LAYOUT.lists.items() if list_.name == "queue")
    state = SAVE["state"][:base] + numbers + SAVE["state"][base + 4 :]
    assert "`queue`" in expect_refusal(with_(state=state))


def test_what_is_read_where_there_is_nothing_stays_nothing() -> None:
    guest = next(base for state, base in LAYOUT.states.items() if state.name == "tired")
    assert "`none`" in expect_refusal(with_slot(guest - 1, 1))


@pytest.mark.parametrize(
    "stack", [[[0], [0]], [[1]], [[0], [99999]], [[0], [-1]], [[0], [0, 1]], [SAVE["stack"][0], SAVE["stack"][1]]]
)
def test_actions_that_could_not_be_under_way_are_found(stack: list[list[int]]) -> None:
    assert expect_refusal(with_(stack=stack)).startswith("E0702 the save does not fit its rules: ")


def test_a_save_may_tell_of_choices_that_were_never_made_but_its_transcript_does_not() -> None:
    for choices in ([], [[99]], [[0], [0]], SAVE["choices"][:-1], [*SAVE["choices"], [0]]):
        game = caylus.resume(with_(choices=choices))
        with pytest.raises(caylus.RulesetError, match="E0702"):
            game.transcript()


def test_a_save_in_another_format_is_refused() -> None:
    assert expect_refusal(with_(format=2)).startswith("E06")


def test_a_game_that_was_over_is_resumed_as_over() -> None:
    (*_, game) = orchard.positions([1])
    resumed = caylus.resume(game.save())
    assert resumed.over
    assert resumed.winners == game.winners


def replay_moves(**changes: Any) -> str:
    with pytest.raises(caylus.RulesetError) as caught:
        caylus.replay({**TRANSCRIPT, **changes}, orchard.RULES)
    (diagnostic,) = caught.value.diagnostics
    return f"{diagnostic.code} {diagnostic.message}"


@pytest.mark.parametrize("name", ["", "Ann\n::error::x", "\x1b[2J", "A\u202enn", "A\u200bnn", "A\ud800"])
def test_no_player_is_called_what_nobody_can_see(name: str) -> None:
    with pytest.raises(ValueError, match="a player's name is one line"):
        orchard.RULES.new_game(["Eve", name])


def test_a_transcript_names_the_first_choice_that_does_not_fit() -> None:
    choices = copy.deepcopy(TRANSCRIPT["choices"])
    choices[3]["choice"] = "climb nothing"
    assert replay_moves(choices=choices).startswith("E0703 the transcript no longer fits at choice 4 (`climb nothing` by ")


def test_a_transcript_names_who_decides_if_it_is_another() -> None:
    choices = copy.deepcopy(TRANSCRIPT["choices"])
    choices[0]["player"] = next(name for name in TRANSCRIPT["players"] if name != choices[0]["player"])
    assert replay_moves(choices=choices).endswith("decides there")


def test_a_transcript_that_was_cut_tells_another_end() -> None:
    assert "another end" in replay_moves(choices=TRANSCRIPT["choices"][:-1])
    assert "another end" in replay_moves(digest="0" * 64)
    assert "another end" in replay_moves(scores={"Ann": 99})


def test_a_transcript_longer_than_its_game_says_so() -> None:
    (*_, game) = orchard.positions([1])
    transcript = game.transcript()
    with pytest.raises(caylus.RulesetError, match="after the game is over"):
        caylus.replay({**transcript, "choices": [*transcript["choices"], transcript["choices"][0]]}, orchard.RULES)


@pytest.mark.parametrize(
    "draws",
    [
        [["Ann", "Ben"]],
        [["Ann", "Ben", "Ben"]],
        [["Ann", "Ben", "Zoe"]],
        [["fox", "owl", "cat"]],
        [[]],
        [*TRANSCRIPT["draws"][:-1], TRANSCRIPT["draws"][0]],
    ],
)
def test_a_transcript_with_draws_of_something_else_is_refused(draws: list[list[str]]) -> None:
    assert replay_moves(draws=draws).startswith("E0703")


def test_a_transcript_of_too_many_players_is_refused() -> None:
    assert "is for 1 to 4 players" in replay_moves(players=["a", "b", "c", "d", "e"])


@pytest.mark.slow
def test_a_save_carries_its_rules_wherever_it_goes() -> None:
    text = orchard.TEXT.replace("3 coin + 1 luck", "9 coin + 1 luck")
    rich = tiny.rules(text).new_game(2, 1)
    assert caylus.resume(rich.save()).rules.sources == rich.rules.sources
    assert caylus.resume(rich.save()).view()["players"][0]["resources"]["coin"] == 9


# ---- positions that saves and transcripts carry

WILD = st.sampled_from([None, True, -1, 10**30, "", "Ann", "oak", "hedge 1", [], {}, ["Ann", "Ann"], [1], {"a": 1}])
NAMES = st.sampled_from(["Ann", "oak", "hedge 1", "queue", "shown", "guest", "day", "liked", "road"])


@pytest.mark.slow
@given(
    st.dictionaries(
        NAMES, WILD | st.dictionaries(st.sampled_from(["coin", "liking", "nest", "owner", "hunger"]), WILD), max_size=3
    ),
    st.sampled_from(["morning", "walk", "evening", "deal", "nothing", None]),
    st.booleans(),
    st.sampled_from([None, "deal", "walk", "morning", "nothing"]),
)
def test_a_position_from_outside_is_refused_with_a_code_or_begins_a_game(
    given: dict[str, Any], begin: str | None, goes_on: bool, setup: str | None
) -> None:
    position = {"begin": begin, "given": given, "arguments": {}, "setup": setup, "goes_on": goes_on, "round": 2}
    transcript = {**TRANSCRIPT, "position": position, "choices": [], "draws": [], "digest": None, "scores": None}
    try:
        game = orchard.RULES.replay(transcript)
    except caylus.RulesetError as refused:
        assert {d.code[:3] for d in refused.diagnostics} <= {"E06", "E07"}
    else:
        assert orchard.RULES.replay(game.transcript()) == game
    save = json.loads(json.dumps({**SAVE, "position": position}))
    game = caylus.resume({**save, "checksum": checksum(save)})
    assert isinstance(game.events, list)  # as far as the save tells what came before
