"""Games of other kinds, in the same language, run by the same interpreter."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import caylus
import numpy as np
import pytest
from caylus_tools.bots.opinions import Evaluation
from caylus_tools.learning.environment import raw_env
from caylus_tools.verbalize.log import render_log
from hypothesis import given, settings, strategies as st
from support.whole_games import options_are_complete, play, saving_keeps_everything, undo_restores

RULES = caylus.load(Path(__file__).parent / "noughts")
LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def play_game(*cells: int) -> caylus.Game:
    """A game in which these cells are marked, one after the other; the last free cell is marked unasked."""
    game = RULES.new_game(2)
    for cell in cells:
        game.choose(f"mark board {cell}")
    return game


def marks(game: caylus.Game) -> list[str | None]:
    return [cell["mark"] for cell in game.view()["rows"]["board"]]


@pytest.mark.slow
@given(st.lists(st.integers(0, 8), max_size=9))
def test_whatever_is_played_the_game_ends_and_keeps_what_must_be_kept(picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        options_are_complete(game)
        saving_keeps_everything(game)
        undo_restores(game)

    game = play(RULES, 2, 0, picks, check)
    lines = [line for line in LINES if len({marks(game)[cell - 1] for cell in line}) == 1]
    owners = {marks(game)[line[0] - 1] for line in lines} - {None}
    assert game.winners == (sorted(map(str, owners)) or ["Nought", "Cross"])


@cache
def _value(board: tuple[str | None, ...], player: str) -> int:
    """1 if the player to move can force a win, 0 a draw, -1 otherwise: written without the rules."""
    other = "Cross" if player == "Nought" else "Nought"
    if any(all(board[cell - 1] == other for cell in line) for line in LINES):
        return -1
    moves = [i for i, mark in enumerate(board) if mark is None]
    return max((-_value((*board[:i], player, *board[i + 1 :]), other) for i in moves), default=0)


def test_the_copies_of_a_search_find_what_the_game_is_known_to_be() -> None:
    def search(game: caylus.Game) -> int:
        if game.decision is None:
            scores = game.scores
            return scores["Nought"] - scores["Cross"]
        values = []
        for i in range(len(game.moves)):
            twin = game.copy()
            twin.play(i)
            values.append(search(twin))
        return max(values) if game.decision.player == "Nought" else min(values)

    game = play_game(5, 2, 1)
    assert search(game) == -_value(tuple(marks(game)), "Cross")
    assert search(game) == 1


HARBOUR = caylus.load(str(Path(__file__).parent / "harbour"))


@pytest.mark.nightly
@settings(max_examples=5)
@given(players=st.integers(2, 4), seed=st.integers(0, 999), picks=st.lists(st.integers(0, 20), max_size=30))
def test_whatever_is_played_it_ends_and_no_good_is_lost(players: int, seed: int, picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        view = game.view()
        for good in ("corn", "indigo", "sugar", "coffee"):
            loaded = sum(ship["load"] for ship in view["objects"]["ship"].values() if ship["cargo"] == good)
            held = sum(player["resources"][good] for player in view["players"])
            stored = view["objects"]["resource"][good]["stored"]
            assert stored + loaded + held + view["lists"]["house"].count(good) == 9
        saving_keeps_everything(game)
        undo_restores(game)

    assert play(HARBOUR, players, seed, picks, check).winners


def test_its_options_are_all_there_are() -> None:
    play(HARBOUR, 3, 7, [2, 7, 1, 8], options_are_complete)


FOLDER = Path(__file__).parent / "dyke"


@cache
def rules() -> caylus.Ruleset:
    return caylus.load(str(FOLDER))


def end_game(lost: bool) -> caylus.Game:
    """A game of two that is over."""
    waves = {"sea": ["first_wave"], **{f"shore {n}": {"lost": lost} for n in (2, 3)}}
    return rules().position("surge", waves, 2)


@pytest.mark.slow
@settings(max_examples=6)
@given(players=st.integers(1, 4), seed=st.integers(0, 999), picks=st.lists(st.integers(0, 20), max_size=30))
def test_whatever_is_played_all_win_or_all_lose(players: int, seed: int, picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        saving_keeps_everything(game)
        undo_restores(game)

    game = play(rules(), players, seed, picks, check)
    lost = sum(place["lost"] for place in game.view()["rows"]["shore"])
    assert game.winners == ([] if lost == 3 else list(game.players))
    assert (game.result.reason is not None) == game.result.is_lost == (lost == 3)


def test_it_ends_in_the_midst_of_a_round() -> None:
    game = end_game(lost=True)
    assert game.result.render(game.labels) == "Everybody has lost: the island is under water, 0 waves before the end of the storm"
    assert end_game(lost=False).result.render({"Ann": "Ann", "Ben": "Ben"}) == "Ann and Ben win together with 0"


def test_bots_know_that_all_win_and_lose_together() -> None:
    search = Evaluation(rules().new_game(2))
    won, lost = search.values(end_game(lost=False)), search.values(end_game(lost=True))
    assert won[0] == won[1] > 0.5 > lost[0] == lost[1]


def test_an_environment_rewards_all_alike() -> None:
    environment = raw_env(rules(), players=2)
    rewards = set()
    draw = np.random.default_rng(1)
    for seed in range(12):
        environment.reset(seed)
        while not all(environment.terminations.values()):
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(int(draw.choice(np.flatnonzero(mask))))
        assert len(set(environment.rewards.values())) == 1
        rewards |= {(environment.rewards["player_0"], environment.infos["player_0"]["won"])}
    assert rewards == {(1.0, True), (-1.0, False)}


RAILS = caylus.load(str(Path(__file__).parent / "rails"))


def reach_actions(view: dict[str, Any], player: str, start: str) -> set[str]:
    """The towns that somebody's own tracks lead to."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for there, owner in view["table"]["track"][here].items():
            if owner == player and there not in found:
                found.add(there)
                waiting.append(there)
    return found


@pytest.mark.slow
@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 999), picks=st.lists(st.integers(0, 20), max_size=30))
def test_towns_are_linked_that_tracks_lead_to_and_no_others(players: int, seed: int, picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        options_are_complete(game)
        saving_keeps_everything(game)
        undo_restores(game)
        view = game.view()
        assert 1 <= view["table"]["coal"] <= 4
        for player in view["players"]:
            for start, linked in player["state"]["linked"].items():
                assert {goal for goal, is_linked in linked.items() if is_linked} == reach_actions(view, player["name"], start)

    assert play(RAILS, players, seed, picks, check).winners


@pytest.mark.slow
def test_the_log_tells_of_a_track_in_one_direction() -> None:
    game = RAILS.new_game(2, 1)
    game.choose(next(option for option in game.decision.options if option.data["option"] == "lay"))
    told = render_log(game.events, RAILS, game.labels)[-1].text
    assert told.count("track for") == 1
