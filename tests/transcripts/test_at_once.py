"""Transcripts of games in which all choose at once, told again in the order of arrival."""

from __future__ import annotations

from typing import Any

import pytest
from caylus_tools.transcripts import divergence, replay_steps, why_event, why_not
from support.pots import RULES, wishing


@pytest.fixture
def told() -> dict[str, Any]:
    """The last of three chooses first, and two of them want the same."""
    game = wishing()
    for player in reversed(game.waiting):
        game.choose("take red", player)
    game.choose("decline")
    return game.transcript()


def test_each_step_is_of_whoever_made_it(told: dict[str, Any]) -> None:
    steps = list(replay_steps(told, RULES))
    assert [step.player for step in steps[1:]] == [entry["player"] for entry in told["choices"]]
    assert [event.kind for event in steps[4].events] == ["ready"]
    assert steps[-1].game.transcript()["choices"] == told["choices"]


def test_why_another_choice_was_not_to_be_had_is_told_of_the_one_who_chose(told: dict[str, Any]) -> None:
    steps = list(replay_steps(told, RULES))
    first, *_ = why_not(steps, 4, "brag")
    assert first.startswith(f"Choice 4: {told['choices'][3]['player']}, Which pot")


def test_what_comes_to_nothing_has_a_rule_and_a_choice_behind_it(told: dict[str, Any]) -> None:
    steps = list(replay_steps(told, RULES))
    lapse = next(n for step in steps for n, event in enumerate(step.events, step.first) if event.kind == "lapse")
    lines = list(why_event(told, RULES, lapse))
    assert "comes to nothing (somebody has it)" in lines[0]


def test_a_game_under_its_own_rules_is_the_same_game(told: dict[str, Any]) -> None:
    assert divergence(told, RULES, RULES) is None
