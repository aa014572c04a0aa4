"""A variant is played under the scenarios of its base, and answers for those that no longer hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from caylus_tools.cli import main as cli

from .garden import Variant, write

pytestmark = pytest.mark.slow

YEAR = """
players: [Ann, Ben]
scenarios:
  - name: G1 Ann and Ben have three coins in their first spring
    begin: spring
    given: {season: 1, order: [Ann, Ben]}
    changes: {Ann: {coin: 3}, Ben: {coin: 3}}
  - name: G2 G3 Frost takes a pear
    begin: autumn
    given: {order: [Ann], Ann: {pear: 2}}
    changes: {Ann: {pear: -1, apple: 1}}
"""
FOUR = """
players: [Ann]
scenarios:
  - name: G4 Alone one earns four coins in the second spring
    begin: spring
    given: {season: 2, order: [Ann]}
    changes: {Ann: {coin: 4}}
"""
OWN = """
players: [Ann, Ben]
scenarios:
  - name: Spring is rich
    begin: spring
    given: {season: 1, order: [Ann]}
    changes: {Ann: {coin: 9}}
"""
RICH = "change constant prize = 8"


def outcome(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str = RICH, changes: list[str] | None = None
) -> tuple[int, list[str]]:
    """What `caylus test --inherited` says of a variant, after the line on its own scenarios, and its exit code."""
    write(folder, a=Variant(rules, {"changes": changes} if changes else {}))
    for path, text in (("garden/scenarios/year.yaml", YEAR), ("garden/scenarios/four.yaml", FOUR), ("a/scenarios/own.yaml", OWN)):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    code = cli.main(["test", str(folder / "a"), "--inherited"])
    return code, [line.strip() for line in capsys.readouterr().out.splitlines()[1:]]


def test_a_scenario_that_no_longer_holds_has_to_be_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (count, first, cause, second, _) = outcome(tmp_path, capsys)
    assert code == 1
    assert count == "2 of 3 scenarios of its base failed"
    assert first.startswith(
        "FAILED G4 Alone one earns four coins in the second spring: holds no more, and `changes` does not say so"
    )
    assert "four.yaml:4" in first
    assert second.startswith("FAILED G1 ")
    assert cause == "it holds without `change constant prize = 8`   (a/all.rules:1)"


def test_the_check_names_the_rules_that_scenarios_of_the_base_are_due_to_and_what_new_objects_join(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = f"{RICH}\nconstant idle = 1\nfield pond {{ cost idle coin }}\nchange table reward {{ pond | nothing | nothing }}"
    outcome(tmp_path, capsys, rules)
    cli.main(["check", str(tmp_path / "a")])
    told = capsys.readouterr().out
    assert "`pond` joins `fields`, " in told
    assert "2 of the 3 scenarios of its base come out otherwise:" in told
    assert "  G4 Alone one earns four coins in the second spring (by `change constant prize = 8` (a/all.rules:1))" in told


@pytest.mark.parametrize(
    "changes",
    [
        ["G1 Ann and Ben have three coins in their first spring", "G4 Alone one earns four coins in the second spring"],
        ["G1", "G4"],
        ["G1 Ann and Ben", "four"],
    ],
)
def test_it_is_listed_by_its_name_its_first_words_or_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: list[str]
) -> None:
    assert outcome(tmp_path, capsys, changes=changes) == (0, ["2 of 3 scenarios of its base failed"])


def test_what_is_listed_has_to_have_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (_, *faults) = outcome(tmp_path, capsys, changes=["G1", "G2", "G4"])
    assert (code, faults) == (1, ["FAILED G2 G3 Frost takes a pear: `changes` lists it, and it still holds"])


def test_what_is_listed_has_to_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (_, *faults) = outcome(tmp_path, capsys, changes=["G1", "G4", "G", "G5", "fou"])
    assert code == 1
    assert faults == [f"FAILED {entry}: `changes` lists it, and there is no such scenario" for entry in ("G", "G5", "fou")]


def test_scenarios_for_players_that_the_variant_does_not_admit_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (count,) = outcome(tmp_path, capsys, f"{RICH}\nchange game for 2 to 3 players", ["G1"])
    assert (code, count) == (0, "1 of 2 scenarios of its base failed")


def test_programs_are_told_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome(tmp_path, capsys, changes=["G1"])
    cli.main(["test", str(tmp_path / "a"), "--inherited", "--json"])
    inherited = json.loads(capsys.readouterr().out)["rulesets"][0]["inherited"]
    assert (inherited["played"], inherited["changed"], len(inherited["faults"])) == (3, 2, 1)


@pytest.mark.parametrize("before", ["", "changes: [\n  G2, G9\n]\n", "changes:\n  - G1\n\n  - G2 G3\n", "changes: [G1 Ann]\n"])
def test_the_list_is_written_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str) -> None:
    outcome(tmp_path, capsys)
    manifest = tmp_path / "a" / "ruleset.yaml"
    head = manifest.read_text(encoding="utf-8")
    manifest.write_text(f"{before}{head}", encoding="utf-8")
    assert cli.main(["test", str(tmp_path / "a"), "--write"]) == 0
    listed = manifest.read_text(encoding="utf-8")
    first = "G1 Ann" if "Ann" in before else "G1"
    assert sorted(listed.splitlines()) == sorted([*head.splitlines(), "changes:", *(f"  - {entry}" for entry in (first, "G4"))])
    assert "FAILED G" not in capsys.readouterr().out
