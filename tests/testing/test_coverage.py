"""`caylus test`: coverage of the rules, results as JSON and JUnit's XML."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import caylus
import pytest
from caylus.codegen import Probe
from caylus_tools.bots import random_bot
from support.running import Caylus
from support.village import RULES

REST = """
players: [Ann, Ben]
scenarios:
  - name: V1 Resting brings the wage and a coin for each player
    begin: noon
    given: {days: 1}
    changes:
      Ann: {coin: 4}
      Ben: {coin: 4}
"""
MILL = """
players: [Ann, Ben]
scenarios:
  - name: V2 The mill brings grain
    begin: noon
    given: {days: 2, Ann: {coin: 1}}
    when:
      - Ann: work mill
    changes:
      Ann: {coin: -1, grain: 2}
      Ben: {coin: 4}
"""
WRONG = MILL.replace("grain: 2", "grain: 5").replace("V2", "V3 <wrong>")


def find_line(text: str) -> int:
    return next(number for number, line in enumerate(RULES.strip("\n").splitlines(), 1) if text in line)


@pytest.fixture
def tested(village: Path) -> Path:
    """The small game with one scenario."""
    (village / "scenarios").mkdir()
    (village / "scenarios" / "rest.yaml").write_text(REST, encoding="utf-8")
    return village


def gaps(caylus_: Caylus, *words: str | Path) -> dict[int, str]:
    """What is not covered, by line."""
    (ruleset,) = json.loads(caylus_("test", *words, "--coverage", "--json").out)["rulesets"]
    return {gap["line"]: gap["what"] for gap in ruleset["coverage"]["gaps"]}


def test_what_no_scenario_carries_out_or_asks_is_listed_with_its_place(caylus_: Caylus, tested: Path) -> None:
    found = gaps(caylus_, tested)
    assert found[find_line("raise player.jobs by 1")] == "never carried out"
    assert found[find_line("phase morning")] == "never carried out"
    assert found[find_line("require player.jobs < 2")] == "always held"
    assert found[find_line("for each player in players where player.grain > 2")] == "never asked, never carried out"
    assert find_line("option rest { gain pay_of(player) coin }") not in found
    assert find_line("value pay_of(player)") not in found


def test_another_scenario_covers_more(caylus_: Caylus, tested: Path) -> None:
    before = gaps(caylus_, tested)
    (tested / "scenarios" / "mill.yaml").write_text(MILL, encoding="utf-8")
    after = gaps(caylus_, tested)
    assert find_line("raise player.jobs by 1") in before
    assert find_line("raise player.jobs by 1") not in after
    assert set(after) < set(before)


def test_random_games_are_added_on_demand(caylus_: Caylus, tested: Path) -> None:
    assert find_line("phase morning") not in gaps(caylus_, tested, "--games", "5")


@pytest.mark.parametrize(("least", "code"), [("1", 0), ("99.5", 1)])
def test_too_little_coverage_is_a_finding(caylus_: Caylus, tested: Path, least: str, code: int) -> None:
    done = caylus_("test", tested, "--coverage", "--min", least)
    assert done.code == code
    assert "lines run (" in done.out


@pytest.mark.nightly
def test_the_shipped_editions_are_covered_by_their_scenarios(caylus_: Caylus) -> None:
    done = caylus_("test", "classic", "--coverage", "--min", "95")
    assert done.code == 0, done.out


@pytest.mark.slow
def test_a_variant_answers_for_its_own_text_only(caylus_: Caylus) -> None:
    (ruleset,) = json.loads(caylus_("test", "salt", "--coverage", "--json").out)["rulesets"]
    assert ruleset["coverage"]["lines"]["all"] < 10
    assert all(gap["file"].startswith("salt/") for gap in ruleset["coverage"]["gaps"])


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_watched_games_go_as_all_others(name: str) -> None:
    rules = caylus.load(name)
    for players in range(rules.fewest_players, rules.most_players + 1):
        ends = set()
        for watched in (rules, rules.with_probe(Probe())):
            game, bot = watched.new_game(players, seed=11), random_bot(3)
            while game.moves:
                game.play(bot(game))
            ends.add((game.digest(), tuple(event.text for event in game.events)))
        assert len(ends) == 1


@pytest.mark.slow
def test_a_watch_knows_the_same_points_for_every_number_of_players() -> None:
    probe = Probe()
    rules = caylus.load("classic").with_probe(probe)
    counts = []
    for players in range(rules.fewest_players, rules.most_players + 1):
        rules.program(players)
        counts.append(len(probe.points))
    assert counts[0] > 200
    assert len(set(counts)) == 1


def test_junit_and_json_tell_what_failed_and_where(caylus_: Caylus, tested: Path) -> None:
    (tested / "scenarios" / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    file = tested.parent / "report.xml"
    done = caylus_("test", tested, "--json", "--junit", file)
    assert done.code == 1
    (ruleset,) = json.loads(done.out)["rulesets"]
    assert [(s["name"].split()[0], s["passed"]) for s in ruleset["scenarios"]] == [("V1", True), ("V3", False)]
    (suite,) = ElementTree.parse(file).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    (case,) = [case for case in suite if len(case)]
    assert case.get("name") == "V3 <wrong> The mill brings grain"
    assert (case.get("file") or "").endswith("wrong.yaml")
    assert "expected 5" in (case[0].text or "")


@pytest.mark.parametrize("words", [("--min", "5"), ("--games", "5"), ("--coverage", "--min", "x"), ("--junit", "no/such/x.xml")])
def test_options_that_cannot_be_are_a_matter_of_usage(caylus_: Caylus, tested: Path, words: tuple[str, ...]) -> None:
    assert caylus_("test", tested, *words).code == 2
