"""What a game gives out has the shape that the schemas say, all through a game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus.documents import accept, read_json

PROJECT = Path(__file__).parents[2]


def decision_as_data(decision: caylus.Decision) -> dict[str, Any]:
    options = [{part: getattr(o, part) for part in ("id", "text", "offer", "data", "cells")} for o in decision.options]
    names = ("player", "prompt", "rule", "title", "see", "file", "line", "phase", "rules", "about")
    return json.loads(json.dumps({"options": options, **{name: getattr(decision, name) for name in names}}))  # type: ignore[no-any-return]


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("classic", 5), ("1303", 3)])
def test_views_and_decisions_have_their_shape_at_every_step_of_a_game(name: str, players: int) -> None:
    game = caylus.load(name).new_game(players, seed=3)
    step = 0
    while (decision := game.decision) is not None:
        if step % 7 == 0:
            accept(decision_as_data(decision), "decision", "decision")
            for seat in (None, *game.players):
                accept(game.view(seat), "view", "view")
        step += 1
        game.play(step * 7919 % len(game.moves))
    accept(game.view(), "view", "view")
    assert step > 50


@pytest.mark.slow
def test_saves_and_transcripts_have_their_shape_and_come_back_through_json() -> None:
    game = caylus.load("classic").new_game(3, seed=5)
    for step in range(60):
        game.play(step * 7919 % len(game.moves))
    save = read_json(json.dumps(game.save()), "save.json", "save")
    assert caylus.resume(save.value) == game
    transcript = read_json(json.dumps(game.transcript()), "transcript.json", "transcript")
    assert caylus.replay(transcript.value) == game


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "rulesets/PYTHON.md", "rulesets/SIMULATIONS.md"])
def test_whatever_is_linked_to_is_there(document: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (PROJECT / document).read_text(encoding="utf-8"))
    assert [link for link in links if not (PROJECT / document).parent.joinpath(link).exists()] == []


def test_the_rules_in_the_readme_are_the_rules_of_the_game() -> None:
    excerpts = re.findall(r"```rules\n(.*?)```", (PROJECT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    lines = {line.strip() for excerpt in excerpts for line in excerpt.splitlines() if line.strip() not in ("", "…")}
    rules = {
        line.strip() for file in (PROJECT / "rulesets").rglob("*.rules") for line in file.read_text(encoding="utf-8").splitlines()
    }
    assert lines
    assert lines - rules == set()
