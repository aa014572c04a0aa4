"""A game in which a choice may be made over and over ends in a fault that names it, whoever plays."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus.limits import MOST_DECISIONS
from caylus_tools.simulation.playing import Plan, play_to_the_end
from caylus_tools.testing.fuzz import fuzz
from support.running import Caylus

pytestmark = pytest.mark.slow

CIRCLE = Path(__file__).parents[1] / "games" / "circle"


@pytest.fixture(scope="module")
def circle() -> caylus.Ruleset:
    """Two players who may wait for each other for ever."""
    return caylus.load(CIRCLE)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("simulate", CIRCLE, "--games", "3", "--bots", "greedy"), marks=pytest.mark.slow),
        pytest.param(("simulate", CIRCLE, "--games", "3", "--jobs", "2"), marks=pytest.mark.slow),
        pytest.param(("balance", CIRCLE, "--games", "40", "--json"), marks=pytest.mark.slow),
        pytest.param(("play", CIRCLE, "--seats", "greedy,random"), marks=pytest.mark.slow),
        ("check", CIRCLE, "--deep"),
    ],
    ids=lambda words: " ".join(words[:1] + words[2:]),
)
def test_a_game_without_an_end_is_broken_off_and_told(caylus_: Caylus, words: tuple[str | Path, ...]) -> None:
    done = caylus_(*words)
    assert done.code == 1
    told = done.out if words[0] == "check" else done.err
    assert "error[E0904]: a game does not end within 10,000 decisions; of the next 100 choices " in told
    assert "at “What now”" in told
    assert "circle/circle.rules:9:3" in told


def test_the_choice_that_is_made_over_and_over_is_named(circle: caylus.Ruleset) -> None:
    with pytest.raises(caylus.RulesetError) as caught:
        play_to_the_end(Plan(circle, 2, 1, ("greedy", "greedy")), 0)
    (fault,) = caught.value.diagnostics
    assert fault.message.endswith("; of the next 100 choices 50 are `wait`, by Ann at “What now”")
    assert fault.span is not None
    assert fault.span.line == 9
    assert f"after {MOST_DECISIONS} decisions" in fault.notes[0].text


def test_random_games_stop_at_the_first_that_does_not_end_and_keep_no_scenario_of_it(circle: caylus.Ruleset) -> None:
    played: list[None] = []
    (broken,) = fuzz(circle, 200, lambda: played.append(None)).broken
    assert (broken.fault.code, broken.scenario) == ("E0904", "")
    assert not played
