"""A game of another kind, in the same language: tracks between towns, each kept for both of them at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus_tools.verbalize.log import render_log
from hypothesis import given, settings, strategies as st
from support.whole_games import options_are_complete, play, saving_keeps_everything, undo_restores

pytestmark = pytest.mark.slow

RULES = caylus.load(str(Path(__file__).parent / "rails"))


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

    assert play(RULES, players, seed, picks, check).winners


def test_the_log_tells_of_a_track_in_one_direction() -> None:
    game = RULES.new_game(2, 1)
    game.choose(next(option for option in game.decision.options if option.data["option"] == "lay"))
    told = render_log(game.events, RULES, game.labels)[-1].text
    assert told.count("track for") == 1
