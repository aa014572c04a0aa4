"""`caylus check --fix` and `--diff`: what has one right answer is written into the files, or shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from caylus_tools.cli import main as cli

FAULTY = """\
resource coin
// what everybody has in the end
value score(player) = plyer.coin
game "Small" for 1 to 2 players {
  for player in players { gain 1 coin; lose 1 coins }
}
"""
MENDED = """\
resource coin
-- what everybody has in the end
value score(player) = plyer.coin
game "Small" for 1 to 2 players {
  for each player in players { gain 1 coin, lose 1 coin }
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all.rules").write_text(FAULTY, encoding="utf-8")
    return tmp_path


def test_what_has_one_right_answer_is_written_and_the_rest_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--fix", "all.rules"]) == 1
    assert (folder / "all.rules").read_text(encoding="utf-8") == MENDED
    told = capsys.readouterr()
    assert told.err == "all.rules has changed\n"
    assert [line for line in told.out.split("\n") if line.startswith("error")] == [
        "error[E0204]: `plyer` is nothing in this ruleset"
    ]


def test_a_difference_is_shown_and_nothing_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--diff", "all.rules"]) == 1
    assert (folder / "all.rules").read_text(encoding="utf-8") == FAULTY
    lines = capsys.readouterr().out.split("\n")
    assert [line[1:] for line in lines if line.startswith("+") and not line.startswith("+++")] == [
        line for line in MENDED.split("\n") if line not in FAULTY.split("\n")
    ]


def test_a_report_says_how_many_can_be_mended(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "all.rules"]) == 1
    assert "`--fix`" in capsys.readouterr().out.rstrip().split("\n")[-1]


def test_programs_are_told_the_fixes(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--format", "json", "all.rules"]) == 1
    first = json.loads(capsys.readouterr().out)["diagnostics"][0]
    start, end = {"line": 2, "column": 1}, {"line": 2, "column": 3}
    assert first["fix"] == {
        "title": "write `--`",
        "edits": [{"span": {"file": "all.rules", "start": start, "end": end}, "text": "--"}],
    }


def test_what_a_variant_stands_on_is_not_its_to_mend(folder: Path) -> None:
    manifest = "name: {0}\ntitle: {0}\nversion: 1.0.0\nlanguage: 1\nrules: [all.rules]\n"
    for name, rules, more in (
        ("base", FAULTY, "seats: [Ann, Ben]\n"),
        ("house", "# mine\n", "extends: {name: base, version: '1'}\n"),
    ):
        (folder / name).mkdir()
        (folder / name / "ruleset.yaml").write_text(manifest.format(name) + more, encoding="utf-8")
        (folder / name / "all.rules").write_text(rules, encoding="utf-8")
    assert cli.main(["check", "--fix", "house"]) == 1
    assert (folder / "base" / "all.rules").read_text(encoding="utf-8") == FAULTY
    assert (folder / "house" / "all.rules").read_text(encoding="utf-8") == "-- mine\n"


def test_standard_input_is_not_mended(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--fix", "-"]) == 2
    assert capsys.readouterr().err.startswith("caylus check: nothing can be mended on standard input")
