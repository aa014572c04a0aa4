"""`caylus test`: coverage of the rules, results as JSON and JUnit's XML, and scenarios that are not played again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import caylus
import pytest
from caylus.codegen import Probe
from caylus.loading import library
from caylus_tools.bots import random_bot
from caylus_tools.testing import mutation, scenarios
from caylus_tools.testing.scenario_report import Replays
from caylus_tools.testing.scenarios import Scenario, load_rewritten, parse
from layers.garden import Variant, write
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


YEAR = """
players: [Ann, Ben]
scenarios:
  - name: Spring pays by the season
    begin: spring
    given: {season: 1, order: [Ann, Ben]}
    changes: {Ann: {coin: 3}, Ben: {coin: 3}}
  - name: The orchard costs a coin and gives an apple
    begin: autumn
    given: {order: [Ann], Ann: {coin: 1}}
    when: [{Ann: take orchard}, {Ann: decline}]
    changes: {Ann: {coin: -1, point: 2, apple: 1}}
  - name: The meadow is dearer
    begin: autumn
    given: {order: [Ann], Ann: {coin: 1}}
    when:
      - refused: [take meadow]
    asks: Ann
  - name: Who rests has an apple
    begin: autumn
    given: {order: [Ann]}
    changes: {Ann: {apple: 1}}
"""
CHANGES = {
    "change constant prize = 3": 1,
    "change constant prize = 2": 0,
    "change scale bonus = [1, 3, 3]": 1,
    "change field meadow { cost 1 coin }": 3,
    "change field orchard { worth 3 }": 1,
    "change field meadow { harvest { gain 2 coin } }": 0,
    "change field orchard { harvest { gain 1 pear } }": 1,
    'rule gift "Gift" { after spring() { for each player in order { gain 1 coin } } }': 1,
    'rule gift "Gift" { after tend(player, field) { gain 1 coin } }': 1,
    'rule gift "Gift" { after player gains apple { gain 1 coin } }': 4,
    'rule rent "Rent" { income(player) is more by 1 }': 1,
    'rule closed "Closed" { before autumn() { for each player in order { lose 1 coin } } }': 3,
    "field pond { cost 1 coin }\nchange table reward { pond | nothing | nothing }": 3,
    "change state season number = 1": 4,
}


def results(rules: caylus.Ruleset, texts: Iterable[str], replays: Replays | None = None) -> dict[str, bool]:
    """Whether each scenario of these texts holds."""
    all_results = {}
    for text in texts:
        admitted = [one for one in parse(text, "year.yaml") if scenarios.admits_players(rules, one.players)]
        played = replays.run_file(text, admitted) if replays is not None else [scenarios.run(rules, one) for one in admitted]
        all_results |= {result.name: result.is_passed for result in played}
    return all_results


@pytest.mark.parametrize("change", CHANGES)
def test_those_that_are_played_are_those_that_a_change_may_affect(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "cache"))
    write(tmp_path, a=Variant(change))
    base, rules = caylus.load(tmp_path / "garden"), caylus.load(tmp_path / "a")
    assert all(results(base, [YEAR], Replays(base)).values())
    played: list[Scenario] = []
    replays = Replays(rules)
    play = replays.play
    monkeypatch.setattr(replays, "play", lambda scenario: (played.append(scenario), play(scenario))[1])
    assert results(rules, [YEAR], replays) == results(rules, [YEAR])
    assert len(played) == CHANGES[change]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_under_each_shipped_variant_and_under_changes_of_the_rules_the_same_scenarios_hold(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "cache"))
    base = caylus.load(name)
    folder = scenarios.base_folders(Path(name))[name]
    texts = [file.read_text(encoding="utf-8") for file in scenarios.find(folder)]
    variants = [entry for entry in library.list_rulesets() if entry.extends == name]
    others = [caylus.load(variant.path) for variant in variants]
    mutants = mutation.find_mutants(base)[::90]
    rewritten = [load_rewritten(base, folder, {one.file: one.text(base.sources[one.file])}) for one in mutants]
    differing = 0
    results(base, texts, Replays(base))
    for rules in [*others, *(one for one in rewritten if one is not None)]:
        all_results = results(rules, texts)
        assert results(rules, texts, Replays(rules)) == all_results
        differing += not all(all_results.values())
    assert differing > len(others)
