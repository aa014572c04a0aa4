"""Transcripts told again, under other rules too, and `caylus why`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus_tools.transcripts import divergence, replay_steps, why_event, why_not
from support.pots import RULES, wishing
from support.running import Caylus
from support.village import write_variant

BONUS = 'rule bonus "Bonus" { after noon() where days is 3 { for each player in players { gain 5 coin } } }'


@pytest.fixture
def game(village: Path, tmp_path: Path) -> Path:
    """A saved game of the small game with a bonus on the third day, in which Ann goes to the mill on the second."""
    rules = caylus.load(write_variant(village.parent, f"{BONUS}\nchange hut mill {{ cost 2 coin }}"))
    game = rules.new_game(["Ann", "Ben"])
    for choice in ("work mill", "rest", "rest", "rest"):
        game.choose(choice)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.save()), encoding="utf-8")
    return file


def event_number(caylus_: Caylus, game: Path, text: str) -> str:
    """The number of the first event of this text."""
    (line, *_) = [line for line in caylus_("why", game).out.splitlines() if line.endswith(f"  {text}")]
    return line.split()[0]


def test_without_more_every_event_has_a_number_below_its_choice(caylus_: Caylus, game: Path) -> None:
    done = caylus_("why", game)
    assert done.code == 0
    lines = done.out.splitlines()
    assert [line for line in lines if not line.startswith("   ")] == [
        "1. Ann: work mill",
        "2. Ben: rest",
        "3. Ann: rest",
        "4. Ben: rest",
    ]
    numbers = [int(line.split()[0]) for line in lines if line.startswith("   ")]
    assert numbers == list(range(1, len(numbers) + 1))


def test_an_event_is_explained_by_its_rule_its_line_its_layer_and_the_choice_before(caylus_: Caylus, game: Path) -> None:
    done = caylus_("why", game, event_number(caylus_, game, "Ann gains 2 grain"))
    assert done.code == 0
    _, rule, line, layer, change, choice = done.out.splitlines()
    assert rule == "  rule: Mill (mill)"
    assert line.startswith("  line: hut mill") or "gain 2 grain" in line
    assert layer == "  layer: village"
    assert change == "  mill.cost: change by twist   (twist/rules.rules:2)"
    assert choice == "  after choice 1, `work mill` by Ann"


@pytest.mark.slow
def test_the_values_and_conditions_that_made_an_event_are_told(caylus_: Caylus, game: Path) -> None:
    story = caylus_("why", game).out.split("3. Ann: rest\n")[1]
    (gain, *_) = [line.split()[0] for line in story.splitlines() if line.endswith("  Ann gains 4 coin")]
    lines = caylus_("why", game, gain).out.splitlines()
    assert "  value: value pay_of(player) = wage + size of players   (village/rules.rules:47)" in lines
    (bonus, *_) = [line.split()[0] for line in story.splitlines() if line.endswith("  Ann gains 5 coin")]
    lines = caylus_("why", game, bonus).out.splitlines()
    assert [line for line in lines if line.startswith("  held: rule bonus")] != []


def test_what_a_variant_adds_is_explained_by_its_layer(caylus_: Caylus, game: Path) -> None:
    done = caylus_("why", game, event_number(caylus_, game, "Ben gains 5 coin"))
    assert "  rule: Bonus (bonus)\n" in done.out
    assert "  layer: twist\n" in done.out


def test_what_could_not_be_chosen_is_explained_by_every_condition_in_its_way(caylus_: Caylus, game: Path) -> None:
    done = caylus_("why", game, "2", "work", "inn")
    assert done.code == 2
    assert "`work inn` is nothing that could be chosen here" in done.err
    refused = caylus_("why", game, "1", "work", "none")
    assert refused.code == 2


@pytest.mark.slow
def test_a_price_that_could_not_be_paid_is_explained(caylus_: Caylus, tmp_path: Path) -> None:
    game = caylus.load("classic").new_game(2, seed=1)
    game.choose("place trading_post")
    while not game.over and len(game.chosen) < 12:
        game.play(0)
    file = tmp_path / "transcript.json"
    file.write_text(json.dumps(game.transcript()), encoding="utf-8")
    done = caylus_("why", file, "2", "place", "trading_post")
    assert done.code == 0
    assert "`place trading_post` was not offered" in done.out
    assert "because another worker stands there" in done.out
    assert "(classic/turn.rules:" in done.out
    offered = caylus_("why", file, "1", "place trading_post")
    assert "was offered, and taken" in offered.out


@pytest.mark.parametrize("asked", [("0",), ("99999",), ("x",), ("0", "pass"), ("99", "pass")])
def test_what_is_not_in_the_game_is_a_matter_of_usage(caylus_: Caylus, game: Path, asked: tuple[str, ...]) -> None:
    done = caylus_("why", game, *asked)
    assert done.code == 2
    assert done.err.startswith("caylus why: ")


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
