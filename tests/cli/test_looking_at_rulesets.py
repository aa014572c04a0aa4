"""`list`, `show`, `check`, `test` and `replay`, for people and as JSON; `caylus new` writes a variant, or a game, to begin with."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus.documents import read_json
from caylus.loading import library
from caylus_tools.testing import scenarios
from support.running import Caylus
from support.village import write_variant

pytestmark = pytest.mark.slow

WRONG = """
players: [Red, Green]
scenarios:
  - name: X1 Income is a fortune
    begin: income
    given:
      turn_order: [Red, Green]
    changes:
      Red: {denier: 2000}
      Green: {denier: 2}
"""
FAULTY = "resource\nresource coin\ngroup\n"


def test_list_tells_what_games_and_variants_are_within_80_columns(caylus_: Caylus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAYLUS_STARTED_BY", "caylus")
    lines = caylus_("list").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "classic: Caylus, for 2 to 5 players" in lines
    assert lines.index("Variants of Caylus, to play with `caylus play classic --with NAME`") < lines.index(
        "richer-start: A richer start"
    )
    assert "partners: Partners, for 4 players" in lines
    assert [lines[at + 1][:2] for at, line in enumerate(lines) if not line.startswith(" ") and ": " in line] == ["  "] * len(
        library.list_rulesets()
    )


def test_list_tells_all_of_one_and_where_it_lies(caylus_: Caylus) -> None:
    told = " ".join(caylus_("list", "barter").out.split())
    assert told.startswith("barter: Barter 1.0.0, a variant of classic, for 2 to 5 players ")
    assert "Whoever is asked gives it, or does not." in told
    assert Path(told.split("It lies in ")[1].removesuffix(".")).is_dir()


def test_show_tells_what_variants_have_made_of_a_definition(piped: Caylus) -> None:
    shown = piped("show", "--with", "richer-start", "classic", "starting_deniers").out
    assert "-- starting_deniers changed by richer-start: change scale starting_deniers" in shown
    replaced = piped("show", "--with", "simplified-favour", "classic", "use_favours").out
    assert replaced.startswith("-- simplified-favour/favours.rules:")
    removed = piped("show", "--with", "first-printing", "classic", "jeweller").out
    assert "jeweller removed by first-printing" in removed
    assert "cost" not in removed


def test_show_tells_what_is_done_when_a_resource_is_gained(piped: Caylus) -> None:
    assert "1. Favours used at once: after player gains favour {" in piped("show", "classic", "favour").out


def test_show_prints_a_definition_with_its_place_and_what_it_does(piped: Caylus) -> None:
    shown = piped("show", "classic", "market").out
    assert shown.startswith("-- classic/buildings.rules:")
    assert "cost 1 wood + 1 cube" in shown
    assert "You may pay 1 cube to gain 6 deniers." in shown


def test_show_prints_a_kind_to_its_end(piped: Caylus) -> None:
    for name in ("building", "buildings"):
        lines = [line for line in piped("show", "classic", name).out.splitlines() if not line.startswith("--")]
        assert (lines[0], lines[-1], len(lines) > 2) == ("kind building plural buildings {", "}", True)


def test_show_prints_what_is_attached_to_a_rule_in_order(piped: Caylus) -> None:
    paragraph, shown = piped("show", "classic", "price").out.split("\n\n", 1)
    assert "| A worker costs one denier" in paragraph
    assert "{guest_price in words}" in paragraph
    places = [
        shown.index(words)
        for words in ("value price(player, space)", "-- 1. Dearer after", "price_after_pass", "-- 2. Inn", "guest_price")
    ]
    assert places == sorted(places)


def test_show_without_a_name_prints_every_definition(piped: Caylus, rules: caylus.Ruleset) -> None:
    shown = piped("show", "classic").out
    names = [*rules.model.values, *rules.model.conditions, *rules.model.rows, *rules.model.lists, "starting_deniers"]
    assert [name for name in names if f" {name}" not in shown] == []


def test_show_compiled_prints_the_part_of_a_name_alone_with_its_slots(piped: Caylus, rules: caylus.Ruleset) -> None:
    whole = piped("show", "classic", "--compiled", "--players", "3").out
    part = piped("show", "classic", "bank", "--compiled", "--players", "3").out
    compile(part, "program", "exec")
    legend = [line for line in part.splitlines() if line.startswith("# s[") and line[4].isdigit()]
    code = [line for line in part.splitlines() if line and not line.startswith("#")]
    assert set(code) <= set(whole.splitlines())
    assert 10 < len(code) < len(whole.splitlines()) / 10
    assert {int(slot) for slot in re.findall(r"\bs\[(\d+)", "\n".join(code))} == {
        int(line[4 : line.index("]")]) for line in legend
    }
    assert piped("show", "classic", "income", "--compiled").out != part


def test_show_compiled_says_that_nothing_is_compiled_of_a_name_alone(piped: Caylus) -> None:
    done = piped("show", "classic", "starting_deniers", "--compiled")
    assert (done.code, "starting_deniers" in done.err) == (2, True)


def test_test_plays_scenarios_under_other_variants_too(piped: Caylus) -> None:
    assert piped("test", "salt", "--with", "three-castles").out.startswith("Salt with Three castles: ")
    failed = piped("test", "salt", "--with", "no-bribing", "--mutate")
    assert (failed.code, "--with does not go with" in failed.err) == (2, True)


def test_a_scenario_that_does_not_hold_is_a_finding_with_its_place(piped: Caylus, rules: caylus.Ruleset, tmp_path: Path) -> None:
    shipped = next(found.path for found in library.list_rulesets() if found.name == "classic")
    copy = tmp_path / "copy"
    shutil.copytree(shipped, copy, ignore=shutil.ignore_patterns("scenarios"))
    (copy / "scenarios").mkdir()
    (copy / "scenarios" / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    done = piped("test", copy)
    assert done.code == 1
    assert "FAILED X1 Income is a fortune" in done.out
    assert "wrong.yaml:" in done.out
    assert "1 of 1 scenario failed" in done.out


def test_replay_tells_the_same_story_of_a_save_and_of_its_transcript(piped: Caylus, tmp_path: Path) -> None:
    piped("play", "classic", "--seats", "random,random", "--seed", "4", "--save", "game.json")
    told = piped("replay", "game.json")
    assert told.code == 0, told.err
    (tmp_path / "transcript.json").write_text(piped("replay", "game.json", "--transcript").out, encoding="utf-8")
    assert piped("replay", "transcript.json").out == told.out
    assert "and wins" in told.out
    assert "Phase 2" in told.out


def test_show_invariants_prints_what_the_rules_conserve(piped: Caylus) -> None:
    lines = piped("show", "classic", "--invariants").out.splitlines()
    assert (
        "the guest of the inn, the stables, the castle's queue, workers and worker of each space: always 6 for each player"
        in lines
    )


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


@pytest.mark.parametrize("base", ["classic", pytest.param("1303", marks=pytest.mark.nightly), "salt"])
def test_a_new_variant_has_no_fault_changes_nothing_and_its_scenario_holds(caylus_: Caylus, tmp_path: Path, base: str) -> None:
    assert caylus_("new", "my-rules", "--of", base, "--in", tmp_path).code == 0
    assert library.check_path(tmp_path / "my-rules").diagnostics == ()
    assert caylus_("diff", base, tmp_path / "my-rules").code == 0
    done = caylus_("test", tmp_path / "my-rules")
    assert done.code == 0, done.out
    assert "1 scenario passed" in done.out


@pytest.mark.nightly
@pytest.mark.parametrize("base", ["classic", "1303"])
def test_every_example_in_it_fits_the_base(caylus_: Caylus, tmp_path: Path, base: str) -> None:
    caylus_("new", "my-rules", "--of", base, "--in", tmp_path)
    file = tmp_path / "my-rules" / "my-rules.rules"
    head, *blocks = file.read_text(encoding="utf-8").split("\n\n")
    assert len(blocks) >= 4
    for block in blocks:
        _, *example = [line.removeprefix("-- ") for line in block.splitlines()]
        if not example[0].startswith("remove "):  # something else may need what is removed
            file.write_text("\n".join([head, *example, ""]), encoding="utf-8")
            assert [fault for fault in library.check_path(tmp_path / "my-rules").diagnostics if fault.is_error] == []


def test_a_new_game_is_without_a_fault_and_its_scenario_holds(caylus_: Caylus, tmp_path: Path) -> None:
    assert caylus_("new", "my-game", "--game", "--in", tmp_path).code == 0
    assert library.check_path(tmp_path / "my-game").diagnostics == ()
    assert "1 scenario passed" in caylus_("test", tmp_path / "my-game").out
    assert caylus_("fmt", "--check", tmp_path / "my-game").code == 0


def test_a_new_game_is_played_to_its_end_by_bots(caylus_: Caylus, tmp_path: Path) -> None:
    caylus_("new", "my-game", "--game", "--title", 'A "fair"', "--in", tmp_path)
    done = caylus_("simulate", tmp_path / "my-game", "--games", "3", "--players", "4")
    assert done.code == 0
    assert done.out.startswith('A "fair": 3 games of 4 players')


def test_a_new_game_is_a_variant_of_nothing(caylus_: Caylus, tmp_path: Path) -> None:
    assert caylus_("new", "mine", "--game", "--of", "classic", "--in", tmp_path).code == 2
    assert list(tmp_path.iterdir()) == []


def test_it_takes_the_title_given_whatever_is_in_it(caylus_: Caylus, tmp_path: Path) -> None:
    caylus_("new", "quotes", "--of", "classic", "--title", 'König: "1" # yes', "--in", tmp_path)
    assert caylus.load(tmp_path / "quotes").title == 'König: "1" # yes'


def test_without_a_title_it_is_called_after_its_name(caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert caylus_("new", "long-days", "--of", "classic").code == 0
    assert caylus.load("long-days/ruleset.yaml").title == "Long days"


def test_what_is_there_already_is_not_overwritten(caylus_: Caylus, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("keep", encoding="utf-8")
    done = caylus_("new", "mine", "--of", "classic", "--in", tmp_path)
    assert done.code == 2
    assert "is there already" in done.err
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["notes"]


def test_a_variant_of_a_game_in_a_folder_lies_next_to_it(caylus_: Caylus, village: Path, tmp_path: Path) -> None:
    assert caylus_("new", "mine", "--of", village).code == 0
    (file,) = scenarios.find(village.parent / "mine")
    assert caylus_("test", file).code == 0
    elsewhere = caylus_("new", "other", "--of", village, "--in", tmp_path / "elsewhere")
    assert elsewhere.code == 2
    assert "next to it" in elsewhere.err


@pytest.mark.parametrize("words", [("My Rules", "classic"), ("../up", "classic"), ("salt", "classic"), ("mine", "clasic")])
def test_names_that_cannot_be_are_a_matter_of_usage(caylus_: Caylus, tmp_path: Path, words: tuple[str, str]) -> None:
    done = caylus_("new", words[0], "--of", words[1], "--in", tmp_path)
    assert done.code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_cannot_be_is_met_with_one_that_can(caylus_: Caylus, tmp_path: Path) -> None:
    assert "`meine-regeln` would do" in caylus_("new", "Meine Regeln!", "--of", "classic", "--in", tmp_path).err


def test_who_names_no_base_is_told_of_those_there_are(caylus_: Caylus, tmp_path: Path) -> None:
    done = caylus_("new", "mine", "--in", tmp_path)
    assert done.code == 2
    assert "--of 1303 or --of classic" in done.err
    assert "--game" in done.err


@pytest.mark.parametrize("name", ["nul", "con", "com1"])
def test_no_folder_is_called_as_a_device_of_windows(caylus_: Caylus, tmp_path: Path, name: str) -> None:
    done = caylus_("new", name, "--game", "--in", tmp_path)
    assert (done.code, "names a device" in done.err) == (2, True)
    assert [*tmp_path.iterdir()] == []
