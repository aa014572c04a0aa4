"""Games are data: they copy, compare, undo, save and resume in the middle of everything, with or without a log."""

from __future__ import annotations

import json
from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from hypothesis import given, settings
from hypothesis import strategies as st
from support import orchard, tiny

PICKS = st.lists(st.integers(0, 60), min_size=1, max_size=30)
PLAYERS = st.integers(1, 4)
SEEDS = st.integers(0, 2**64)


def finish(game: caylus.Game) -> str:
    """Plays a game to its end, always with the option in the middle."""
    while game.decision is not None:
        game.play(len(game.moves) // 2)
    return game.digest()


@settings(deadline=None, max_examples=25)
@given(PICKS, PLAYERS, SEEDS)
def test_a_game_without_a_log_goes_the_same_way_as_one_with_it(picks: list[int], players: int, seed: int) -> None:
    fast = orchard.RULES.new_game(players, seed, history=False, events=False)
    for i, told in enumerate(orchard.positions(picks, players, seed)):
        assert fast == told
        assert list(fast.moves) == list(told.moves)
        assert fast.digest() == told.digest()
        assert fast.events == []
        if fast.decision is not None:
            fast.play(picks[i % len(picks)] % len(fast.moves))


@settings(deadline=None, max_examples=15)
@given(PICKS, PLAYERS, SEEDS)
def test_a_copy_goes_its_own_way(picks: list[int], players: int, seed: int) -> None:
    for game in orchard.positions(picks, players, seed):
        before, events = game.save(), len(game.events)
        twin = game.copy()
        assert twin == game
        finish(twin)
        assert game.save() == before
        assert len(game.events) == events
        assert (twin == game) is game.over


def test_a_copy_can_keep_a_log_of_its_own() -> None:
    game = orchard.RULES.new_game(2, 3)
    silent, telling = game.copy(), game.copy(events=True)
    for twin in (silent, telling):
        twin.play(0)
    assert silent.events == []
    assert [e.text for e in telling.events] == [e.text for e in _after(game, 0)]


def _after(game: caylus.Game, option: int) -> list[caylus.Event]:
    known = len(game.events)
    game.play(option)
    return game.events[known:]


@settings(deadline=None, max_examples=15)
@given(PICKS, PLAYERS, SEEDS)
def test_undo_leads_back_through_every_decision(picks: list[int], players: int, seed: int) -> None:
    saves, logs = [], []
    for game in orchard.positions(picks, players, seed):
        saves.append(game.save())
        logs.append([e.text for e in game.events])
    for save, log in zip(reversed(saves[:-1]), reversed(logs[:-1]), strict=True):
        game.undo()
        assert game.save() == save
        assert [e.text for e in game.events] == log
    with pytest.raises(caylus.IllegalChoice, match="nothing to undo"):
        game.undo()


def test_undo_brings_back_a_draw_that_was_settled_beforehand() -> None:
    game = tiny.game(DRAWS, draws=[["Ben", "Ann", "Cem"], ["Cem", "Ben", "Ann"]], players=3)
    game.play(0)
    first = game.view()["lists"]["queue"]
    game.undo()
    game.play(0)
    assert game.view()["lists"]["queue"] == first == ["Cem", "Ben", "Ann"]


DRAWS = """
list queue of player
action main() {
  for each player in shuffled players { add player to queue }
  let last = queue[3]
  choose by last { option on { }, option also { } }
  shuffle queue
}
"""


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(PICKS, PLAYERS, SEEDS)
def test_a_saved_game_goes_on_as_if_nothing_had_been(picks: list[int], players: int, seed: int) -> None:
    for game in orchard.positions(picks, players, seed):
        resumed = caylus.resume(json.loads(json.dumps(game.save())))
        assert resumed == game
        assert tiny.ids(resumed) == tiny.ids(game)
        assert resumed.view() == game.view()
        assert resumed.save() == game.save()
        assert finish(resumed) == finish(game.copy())


def of_another_version(save: dict[str, Any]) -> dict[str, Any]:
    """The save as an interpreter would write it that numbers things in another way."""
    other = json.loads(json.dumps(save)) | {"shape": "0" * 64, "state": [0, 8, 15], "stack": [[4, 7, 11]]}
    return {**other, "checksum": checksum(other)}


@settings(deadline=None, max_examples=20)
@given(PICKS, PLAYERS, SEEDS, st.booleans())
def test_a_game_saved_by_another_version_goes_on_by_its_choices(picks: list[int], players: int, seed: int, events: bool) -> None:
    *_, game = orchard.positions(picks, players, seed)
    save = game.copy(events=events).save()
    assert save["shape"] == game.save()["shape"]
    assert caylus.resume(of_another_version(save)) == game


def test_what_was_settled_for_draws_to_come_stays_settled_in_a_game_saved_by_another_version() -> None:
    game = tiny.game(DRAWS, draws=[["Ben", "Ann", "Cem"], ["Cem", "Ben", "Ann"]], players=3)
    resumed = caylus.resume(of_another_version(game.save()))
    resumed.play(0)
    assert resumed.view()["lists"]["queue"] == ["Cem", "Ben", "Ann"]


def test_a_save_by_another_version_that_does_not_tell_enough_is_refused_with_what_to_do() -> None:
    begun_in_the_middle = of_another_version(orchard.RULES.position("morning", {"queue": ["Ann"], "Ann": {"coin": 2}}, 2).save())
    strange = of_another_version(orchard.moment(7).save()) | {"choices": [[99]]}
    for save, told in ((begun_in_the_middle, "how its game began"), (strange, "choice 1 is not an option")):
        with pytest.raises(caylus.RulesetError) as refused:
            caylus.resume({**save, "checksum": checksum(save)})
        (found,) = refused.value.diagnostics
        assert found.code == "E0702"
        assert "another version of the interpreter" in found.message
        assert told in found.message
        assert found.help == "resume it with that version"


@settings(deadline=None, max_examples=20)
@given(PICKS, PLAYERS, SEEDS)
def test_a_transcript_reproduces_the_game_and_so_does_that_of_a_resumed_one(picks: list[int], players: int, seed: int) -> None:
    *_, game = orchard.positions(picks, players, seed)
    transcript = json.loads(json.dumps(game.transcript()))
    assert caylus.replay(transcript, orchard.RULES) == game
    assert caylus.resume(game.save()).transcript() == transcript
    assert transcript["scores"] == game.scores
    assert transcript["digest"] == game.digest()


@settings(deadline=None, max_examples=20)
@given(PICKS, st.randoms(use_true_random=False))
def test_a_transcript_tells_draws_that_were_settled_beforehand(picks: list[int], random: st.DataObject) -> None:
    order = ["Ann", "Ben", "Cem"]
    random.shuffle(order)  # type: ignore[attr-defined]
    game = orchard.RULES.new_game(3, 8, draws=[order])
    for pick in picks:
        if game.decision is not None:
            game.play(pick % len(game.moves))
    transcript = game.transcript()
    assert transcript["draws"][0] == order
    assert caylus.replay(transcript, orchard.RULES) == game


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    games = [orchard.RULES.new_game(4, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert len({game.digest() for game in games}) == 2
    assert games[0].transcript() == games[1].transcript()


def test_a_game_equals_no_other_thing() -> None:
    game = orchard.RULES.new_game(2, 1)
    assert game != "a game"
    assert game != orchard.RULES.new_game(["Eve", "Fay"], 1)
    assert game != tiny.game(DRAWS)


def test_a_position_has_no_transcript_but_can_be_saved() -> None:
    game = orchard.RULES.position("morning", {"queue": ["Ann"], "Ann": {"coin": 2}}, 2)
    with pytest.raises(ValueError, match="no transcript"):
        game.transcript()
    assert caylus.resume(game.save()) == game
