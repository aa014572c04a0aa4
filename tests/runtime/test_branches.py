"""A branch can go on in place of its game."""

from __future__ import annotations

import caylus
import pytest

pytestmark = pytest.mark.slow


def test_a_branch_tells_what_its_game_would_have_told() -> None:
    game = caylus.load("classic").new_game(2, 3)
    for _ in range(12):
        heard = game.events_for("Red")[-1].number
        branch = game.branch()
        for one in (branch, game):
            assert one.decision is not None
            one.choose(one.decision.options[0])
        assert [event.text for event in branch.events_for("Red", heard)] == [
            event.text for event in game.events_for("Red", heard)
        ]
        assert (branch.learnt, branch.chosen) == (game.learnt, game.chosen)
        game = branch
        game.forget_events()
    assert [event.text for event in game.events] == [event.text for event in game.branch().events]
