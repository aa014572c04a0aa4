"""Options that nobody took, and numbers of players that nobody played."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.balance.report import Report, report
from caylus_tools.balance.sample import Study, observe_all
from caylus_tools.simulation.playing import Plan
from support.village import write_variant

pytestmark = pytest.mark.slow

DEAR = 'hut palace "Palace" { cost 99 coin }\nhut inn "Inn" { use { gain 1 coin } }\n'
GAMES = 30


@pytest.fixture
def played(village: Path, tmp_path: Path) -> Report:
    """On a variant with a hut that nobody can ever pay, and one that anybody can have."""
    folder = write_variant(tmp_path, DEAR)
    rulesets = [caylus.load(village), caylus.load(village, variants=[folder])]
    study = Study(rulesets, 2, 1, ("random",) * 2, GAMES)
    for number in range(GAMES):
        study.add(observe_all([[Plan(rules, 2, 1, study.policy) for rules in rulesets]], number)[0])
    return report([study], 0.01)


def test_what_a_variant_adds_and_nobody_ever_chooses_is_named(played: Report) -> None:
    assert "Of what it adds nobody chose, in 30 games, “work Palace”." in played.verdicts[1].sentences


def test_numbers_of_players_that_nobody_played_are_named(played: Report) -> None:
    assert played.untested_player_counts == (1, 3)
    assert "games of 1 or 3 were not played, and nothing here is said of them" in played.facts
