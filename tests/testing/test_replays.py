"""Scenarios that are not played again hold: those whose outcome may differ are played, and some others are not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from caylus_tools.testing import mutation, scenarios
from caylus_tools.testing.replays import Replays
from caylus_tools.testing.scenarios import Scenario, load_rewritten, parse
from layers.garden import Variant, write

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
