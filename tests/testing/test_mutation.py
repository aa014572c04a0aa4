"""Changes of the rules are noticed by scenarios, or told with a scenario that would notice them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import caylus
import pytest
from caylus_tools.testing import mutation, scenarios
from caylus_tools.testing.mutation import find_mutants
from support.running import Caylus
from support.texts import read_rules

pytestmark = pytest.mark.slow

MANIFEST = "name: wells\ntitle: Wells\nversion: 1.0.0\nlanguage: 1\nseats: [North, South]\nrules: [wells.rules]\n"
RULES = read_rules(__file__, "mutation")
SCENARIOS = """\
players: [North, South]

scenarios:
  - name: W1 The old well gives four
    begin: {do: draw, with: {player: North}}
    given:
      North: {coin: 3, water: 1}
    when:
      - North: draw old_well
    changes:
      North: {coin: -2, water: 4}
  - name: W2 A full bucket
    begin: {do: draw, with: {player: North}}
    given:
      North: {coin: 3, water: 4}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "wells"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "wells.rules").write_text(RULES)
    (folder / "scenarios" / "wells.yaml").write_text(SCENARIOS)
    return folder


def run(folder: Path) -> mutation.Mutation:
    plan = mutation.Plan(str(folder), tuple(map(str, scenarios.find(folder))))
    mutation._prepare.cache_clear()
    return mutation.mutate(plan, jobs=1)


@pytest.fixture(scope="module")
def found(folder: Path) -> mutation.Mutation:
    return run(folder)


def test_changes_are_of_amounts_resources_comparisons_directions_and_of_what_is_left_out(folder: Path) -> None:
    told = {(mutant.line, str(mutant)) for mutant in find_mutants(caylus.load(folder))}
    assert (5, "`price 2 }` -> `price 3 }`") in told
    assert (20, "`player.water < 4` -> `player.water <= 4`") in told
    assert (20, '`require player.water < 4 "the bucket is full"` -> left out') in told
    assert (21, "`well.price coin` -> `well.price water`") in told
    assert (23, "`{ lose 1` -> `{ gain 1`") in told
    assert (23, "`lose 1 coin` -> left out") in told


def test_texts_values_that_are_only_shown_and_the_base_of_a_variant_stay_as_they_are(folder: Path) -> None:
    assert 10 not in {mutant.line for mutant in find_mutants(caylus.load(folder))}
    salt = find_mutants(caylus.load("salt"))
    assert salt
    assert {mutant.file for mutant in salt} == {"salt/salt.rules"}
    assert not [mutant for mutant in salt if "outlook" in mutant.old]


def test_a_change_is_noticed_by_the_scenario_that_fails(found: mutation.Mutation) -> None:
    noticed = {str(verdict.mutant): verdict.reason for verdict in found.of(mutation.NOTICED)}
    assert noticed["`gain 2 *` -> `gain 3 *`"] == "W1 The old well gives four"
    assert noticed['`require player.water < 4 "the bucket is full"` -> left out'] == "W2 A full bucket"


def test_what_no_scenario_notices_is_told_with_the_shortest_scenario_that_would(folder: Path, found: mutation.Mutation) -> None:
    unguarded = {(verdict.mutant.line, str(verdict.mutant)): verdict for verdict in found.of(mutation.UNGUARDED)}
    three = unguarded[13, "`gain 3 coin` -> `gain 4 coin`"]
    assert three.reason == "North, coin is 4, not 3; South, coin is 4, not 3"
    for verdict in unguarded.values():
        (scenario,) = scenarios.parse(verdict.scenario, "new")
        assert scenarios.run(caylus.load(folder), scenario).is_passed, verdict.scenario
        assert len(scenario.when) <= 2, verdict.scenario
    assert 0 < found.score < 100


def test_a_scenario_that_is_kept_raises_the_score(folder: Path, found: mutation.Mutation, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "wells")
    for number, verdict in enumerate(found.of(mutation.UNGUARDED)):
        (copy / "scenarios" / f"new{number}.yaml").write_text(verdict.scenario)
    after = run(copy)
    assert after.score > found.score
    assert len(after.of(mutation.UNGUARDED)) <= len(found.of(mutation.UNGUARDED)) / 3


def test_changes_that_make_no_other_game_and_lines_that_no_game_reaches_count_for_nothing(found: mutation.Mutation) -> None:
    assert "`= 1 }` -> `= 2 }`" not in map(str, (verdict.mutant for verdict in found.of(mutation.UNREACHED)))
    never = {verdict.mutant.line for verdict in found.of(mutation.UNREACHED)}
    assert never == {23}  # nobody ever gets more than six water
    assert all(verdict.scenario == "" for verdict in found.of(mutation.SAME, mutation.UNREACHED, mutation.NOTICED))


def test_the_command_tells_the_score_and_fails_below_the_least(folder: Path, caylus_: Caylus) -> None:
    done = caylus_("test", folder, "--mutate", "--jobs", 1, "--min", 99)
    assert done.code == 1
    assert "changes of the rules noticed" in done.out
    assert "no scenario notices: wells/wells.rules:13: `gain 3 coin` -> `gain 4 coin`" in done.out
    assert caylus_("test", folder, "--mutate", "--jobs", 1, "--min", 1, "--most", 5).code == 0
    told = json.loads(caylus_("test", folder, "--mutate", "--jobs", 1, "--most", 12, "--json").out)
    assert told["rulesets"][0]["mutation"]["tried"] == 12
    assert caylus_("test", folder, "--most", 5).code == 2


@pytest.mark.nightly
def test_processes_judge_alike(folder: Path) -> None:
    plan = mutation.Plan(str(folder), tuple(map(str, scenarios.find(folder))))
    assert mutation.mutate(plan, jobs=2, most=10) == mutation.mutate(plan, jobs=1, most=10)
