"""What programs that learn do by the example and the README."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import caylus
import caylus_tools.learning
import pytest
from caylus_tools.learning import example
from support import tiny
from support.texts import read_rules

pytestmark = pytest.mark.slow

FIELDS = read_rules(__file__, "example_fields")


def test_it_learns_to_sow_and_beats_who_takes_what_counts_at_once() -> None:
    rules = tiny.rules(FIELDS)
    generations = example.learn(rules, 2, 80, seed=1)
    next(generations)
    weights = next(generations)
    before, after = (
        example.play_match(example.Match(rules, 2, 0, learned, "greedy"), 20) for learned in (example.BEGINNER, weights)
    )
    assert before < 0.8 <= after


def test_its_program_tells_how_each_generation_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["1303", "--minutes", "0", "--games", "2", "--match", "2", "--jobs", "1", "--against", "random"]
    monkeypatch.setattr(sys, "argv", ["example", *told])
    example.main()
    generation, best = capsys.readouterr().out.splitlines()
    assert generation.startswith("generation 1, ")
    assert best.endswith("of 4 other games")


@pytest.mark.nightly
def test_it_learns_classic_and_beats_a_bot_that_looks_one_move_ahead() -> None:
    rules = caylus.load("classic")
    weights = next(example.learn(rules, 2, 200, seed=1, jobs=2))
    assert example.play_match(example.Match(rules, 2, 1_000_000, weights, "normal:50"), 16, 2) > 0.5


README = (Path(caylus_tools.learning.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_examples_run_one_after_the_other_and_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    exec("\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL)), {})
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed[:3]] == ["player_0", "player_1", "player_2"]
    assert f"# {printed[3]}\n" in README
    assert "road 1.tile guild_for_four" in printed


def test_every_argument_is_explained() -> None:
    rows = "".join(re.findall(r"^\| (`.*?) \|", README, re.MULTILINE))
    assert re.findall(r"`(\w+)`", rows) == [*inspect.signature(caylus_tools.learning.raw_env).parameters]
