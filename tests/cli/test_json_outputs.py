"""What commands print as JSON has the shape that the schemas say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from caylus.documents import read_json
from support.running import Caylus
from support.village import write_variant

pytestmark = pytest.mark.slow

TWIST = """
change constant wage = 5
change hut mill { cost 4 coin }
remove hut store
replace sequence day "Day" = noon, morning, evening
change phase noon { replace option rest { gain 9 coin } }
replace condition may_work(player, hut) { require player.jobs < 3 "three jobs" }
"""
SCENARIOS = """
players: [Ann]
scenarios:
  - name: V1 The right wage
    begin: noon
    changes: {Ann: {coin: 3}}
  - name: V2 The wrong wage
    begin: noon
    changes: {Ann: {coin: 4}}
"""


def differences(caylus_: Caylus, *words: str | Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_json(caylus_("diff", *words, "--json").out, "output", "differences").value["differences"]
    return found


def test_every_sort_of_difference_has_the_shape_that_the_schema_says(caylus_: Caylus, village: Path) -> None:
    twist = write_variant(village.parent, TWIST)
    found = [*differences(caylus_, village, twist), *differences(caylus_, twist, village)]
    assert {difference["change"] for difference in found} == {"added", "removed", "changed", "moved"}
    assert {bool(difference["lines"]) for difference in found} == {True, False}


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "any_"), [(("classic", "classic"), False), (("classic", "1303", "--with-b", "apprentice"), True)]
)
def test_differences_of_shipped_rulesets_have_it_too(caylus_: Caylus, words: tuple[str, ...], any_: bool) -> None:
    assert bool(differences(caylus_, *words)) == any_


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--coverage",),
        ("--inherited",),
        ("--coverage", "--inherited", "--games", "1"),
        ("--mutate", "--most", "3", "--jobs", "1"),
    ],
)
def test_results_of_scenarios_have_the_shape_that_the_schema_says(caylus_: Caylus, village: Path, words: tuple[str, ...]) -> None:
    twist = write_variant(village.parent, "change constant wage = 5")
    for folder in (village, twist):
        (folder / "scenarios").mkdir()
        (folder / "scenarios" / "wages.yaml").write_text(SCENARIOS, encoding="utf-8")
    told = read_json(caylus_("test", village, twist, *words, "--json").out, "output", "test-results").value["rulesets"]
    assert [ruleset["failed"] for ruleset in told] == [1, 2]
    assert [ruleset["coverage"] is not None for ruleset in told] == ["--coverage" in words] * 2
    assert [ruleset["inherited"] is not None for ruleset in told] == [False, "--inherited" in words]
    assert [ruleset["mutation"] is not None for ruleset in told] == ["--mutate" in words] * 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [pytest.param(1, marks=pytest.mark.nightly), 2])
def test_reports_on_variants_have_the_shape_that_the_schema_says(
    caylus_: Caylus, village: Path, tmp_path: Path, players: int
) -> None:
    twist = write_variant(tmp_path, "change hut mill { use { gain 9 coin } }\nhut tower { use { gain 3 coin } }")
    words = ("--games", "40", "--bots", "random", "--players", str(players), "--json")
    told = read_json(caylus_("balance", village, twist, *words).out, "output", "balance").value
    assert [ruleset["variants"] for ruleset in told["rulesets"]] == [[], ["twist"]]
    assert [verdict["title"] for verdict in told["verdicts"]] == ["Village", "Twist"]
    assert any(None in number["estimates"] for number in told["parts"][0]["numbers"]["winning"]) == (players > 1)
    read_json(caylus_("balance", village, *words).out, "output", "balance")
