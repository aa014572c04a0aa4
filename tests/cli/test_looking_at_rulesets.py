"""`list`, `show`, `check`, `test` and `replay`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from support.running import Caylus, Run

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


def test_show_tells_what_variants_have_made_of_a_definition(run: Run) -> None:
    shown = run("show", "--with", "richer-start", "classic", "starting_deniers").stdout
    assert "-- starting_deniers changed by richer-start: change scale starting_deniers" in shown
    replaced = run("show", "--with", "simplified-favour", "classic", "use_favours").stdout
    assert replaced.startswith("-- simplified-favour/favours.rules:")
    removed = run("show", "--with", "first-printing", "classic", "jeweller").stdout
    assert "jeweller removed by first-printing" in removed
    assert "cost" not in removed


def test_show_tells_what_is_done_when_a_resource_is_gained(run: Run) -> None:
    assert "1. Favours are used at once: after player gains favour {" in run("show", "classic", "favour").stdout


def test_show_prints_a_definition_with_its_place_and_what_it_does(run: Run) -> None:
    shown = run("show", "classic", "market").stdout
    assert shown.startswith("-- classic/buildings.rules:")
    assert "cost 1 wood + 1 cube" in shown
    assert "You may pay 1 cube to gain 6 deniers." in shown


def test_show_prints_a_kind_to_its_end(run: Run) -> None:
    for name in ("building", "buildings"):
        lines = [line for line in run("show", "classic", name).stdout.splitlines() if not line.startswith("--")]
        assert (lines[0], lines[-1], len(lines) > 2) == ("kind building plural buildings {", "}", True)


def test_show_prints_what_is_attached_to_a_rule_in_order(run: Run) -> None:
    shown = run("show", "classic", "price").stdout
    places = [
        shown.index(words)
        for words in ("value price(player, space)", "-- 1. Three deniers", "price_after_pass", "-- 2. Inn", "guest_price")
    ]
    assert places == sorted(places)


def test_show_without_a_name_prints_every_definition(run: Run, rules: caylus.Ruleset) -> None:
    shown = run("show", "classic").stdout
    names = [*rules.model.values, *rules.model.conditions, *rules.model.rows, *rules.model.lists, "starting_deniers"]
    assert [name for name in names if f" {name}" not in shown] == []


def test_show_compiled_prints_python(run: Run) -> None:
    shown = run("show", "classic", "--compiled", "--players", "3").stdout
    compile(shown, "program", "exec")


def test_check_finds_nothing_in_the_shipped_rulesets(run: Run) -> None:
    done = run("check", "classic")
    assert done.returncode == 0, done.stdout
    assert done.stdout == "classic: no faults\n"


@pytest.mark.parametrize("by_file", [True, False], ids=["a file", "standard input"])
def test_check_reports_every_fault_with_its_place(run: Run, tmp_path: Path, by_file: bool) -> None:
    (tmp_path / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    done = run("check", "faulty.rules") if by_file else run("check", "-", typed=FAULTY)
    name = "faulty.rules" if by_file else "<standard input>"
    assert done.returncode == 1
    assert f"{name}:1:" in done.stdout
    assert f"{name}:3:" in done.stdout


def test_check_prints_json_on_demand(run: Run) -> None:
    done = run("check", "-", "--format", "json", typed=FAULTY)
    assert done.returncode == 1
    assert json.loads(done.stdout)["diagnostics"]


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"resource \xff", "E0602"), (b"x" * 10_000_000, "E0603"), (b"[" * 100_000, "E0109"), (b'resource coin "', "E0106")],
    ids=["not UTF-8", "10 MB", "brackets", "unclosed"],
)
def test_check_of_hostile_text_is_a_finding_with_a_code(run: Run, text: bytes, code: str) -> None:
    done = run("check", "-", typed=text)
    assert done.returncode == 1
    assert f"[{code}]" in done.stdout + done.stderr


def test_test_plays_the_scenarios_beside_a_ruleset(run: Run) -> None:
    done = run("test", "classic")
    assert done.returncode == 0
    assert done.stdout.startswith("Caylus: ")
    assert "scenarios passed" in done.stdout


def test_a_scenario_that_does_not_hold_is_a_finding_with_its_place(run: Run, rules: caylus.Ruleset, tmp_path: Path) -> None:
    shipped = next(found.path for found in library.list_rulesets() if found.name == "classic")
    copy = tmp_path / "copy"
    shutil.copytree(shipped, copy, ignore=shutil.ignore_patterns("scenarios"))
    (copy / "scenarios").mkdir()
    (copy / "scenarios" / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    done = run("test", copy)
    assert done.returncode == 1
    assert "FAILED X1 Income is a fortune" in done.stdout
    assert "wrong.yaml:" in done.stdout
    assert "1 of 1 scenario failed" in done.stdout


def test_replay_tells_the_same_story_of_a_save_and_of_its_transcript(run: Run, tmp_path: Path) -> None:
    run("play", "classic", "--seats", "random,random", "--seed", "4", "--save", "game.json")
    told = run("replay", "game.json")
    assert told.returncode == 0, told.stderr
    (tmp_path / "transcript.json").write_text(run("replay", "game.json", "--transcript").stdout, encoding="utf-8")
    assert run("replay", "transcript.json").stdout == told.stdout
    assert "and wins" in told.stdout
    assert "Phase 2" in told.stdout


def test_a_transcript_that_no_longer_fits_names_the_step(run: Run, tmp_path: Path) -> None:
    run("play", "classic", "--seats", "random,random", "--seed", "4", "--save", "game.json")
    transcript = json.loads(run("replay", "game.json", "--transcript").stdout)
    transcript["choices"][3]["choice"] = "place nowhere"
    done = run("replay", "-", typed=json.dumps(transcript))
    assert done.returncode == 1
    assert "E0703" in done.stderr
    assert "choice 4" in done.stderr


def test_show_invariants_prints_what_the_rules_conserve(run: Run) -> None:
    lines = run("show", "classic", "--invariants").stdout.splitlines()
    assert (
        "the guest of the inn, the stables, the castle's queue, workers and worker of each space: always 6 for each player"
        in lines
    )
