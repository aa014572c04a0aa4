"""What `caylus check --format` writes for other programs."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import caylus
import caylus_tools
import jsonschema
import pytest
from caylus import Diagnostic, Note, Severity
from caylus.diagnostics import Edit, Fix
from caylus.diagnostics.render import page
from caylus.syntax import Span
from caylus_tools.cli import main as cli
from caylus_tools.formats import FORMATS, render_diagnostics

SARIF = json.loads(Path(__file__).with_name("sarif.schema.json").read_text(encoding="utf-8"))
JSON = json.loads((Path(__file__).parents[2] / "schemas" / "diagnostics.schema.json").read_text(encoding="utf-8"))

FAULTY = """\
resource coin, coin
kind hut plural huts { price number }
hut barn { prize 3 }
value score(player) = player.coin + plyer.coin
game "Faulty" for 1 to 2 players {
  if unknown { stop }
  for each hut in huts { gain hut.price }
}
"""


def place_at(line: int, file: str = "a.rules") -> Span:
    return Span(file, line, 3, line, 7)


ODD = Span("a folder, 100%: it is/ö.rules", 2, 3, 4, 1)
DIAGNOSTICS = (
    *(Diagnostic("W1001", f"warning {n}", place_at(n), severity=Severity.WARNING) for n in range(1, 13)),
    *(Diagnostic("E0204", f"error {n}", place_at(n)) for n in range(20, 31)),
    Diagnostic("E0101", "100% wrong:\nall of it", ODD, "here", (Note("as here", place_at(1)), Note("a fact")), "mend it, now"),
    Diagnostic("E0601", "there is no file `x`", None),
    Diagnostic("E9999", "of a code without a page", place_at(99)),
)


def sarif() -> dict[str, Any]:
    log: dict[str, Any] = json.loads(render_diagnostics("sarif", DIAGNOSTICS))
    return log


MENDABLE = Diagnostic("E0114", "`si` is no word", place_at(3), fix=Fix("write `is`", (Edit(place_at(3), "is"),)))


# ---- SARIF


@pytest.mark.parametrize("diagnostics", [DIAGNOSTICS, ()], ids=["many", "none"])
def test_sarif_has_the_shape_that_its_schema_says(diagnostics: tuple[Diagnostic, ...]) -> None:
    jsonschema.Draft202012Validator(SARIF).validate(json.loads(render_diagnostics("sarif", diagnostics)))


def test_sarif_has_every_diagnostic_with_its_code_and_level() -> None:
    (run,) = sarif()["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == sorted({d.code for d in DIAGNOSTICS})
    found = sorted((r["ruleId"], r["level"], r["message"]["text"].split("\n")[0]) for r in run["results"])
    assert found == sorted((d.code, d.severity.value, d.message.split("\n")[0]) for d in DIAGNOSTICS)
    assert [rules[r["ruleIndex"]] for r in run["results"]] == [r["ruleId"] for r in run["results"]]


def test_sarif_says_how_a_fault_is_mended() -> None:
    log = json.loads(render_diagnostics("sarif", (MENDABLE,)))
    jsonschema.Draft202012Validator(SARIF).validate(log)
    (change,) = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"]
    region = {"startLine": 3, "startColumn": 3, "endLine": 3, "endColumn": 7}
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "is"}}]


def test_the_json_of_a_fault_that_can_be_mended_has_the_shape_that_its_schema_says() -> None:
    jsonschema.Draft202012Validator(JSON).validate(json.loads(render_diagnostics("json", (MENDABLE,))))


def test_an_annotation_says_how_a_fault_is_mended() -> None:
    assert render_diagnostics("github", (MENDABLE,)).endswith("%0Afix: write `is`")


def test_sarif_says_where_and_what_else_bears_on_it() -> None:
    (run,) = sarif()["runs"]
    (result,) = [r for r in run["results"] if r["ruleId"] == "E0101"]
    place = {
        "artifactLocation": {"uri": "a%20folder%2C%20100%25%3A%20it%20is/%C3%B6.rules"},
        "region": {"startLine": 2, "startColumn": 3, "endLine": 4, "endColumn": 1},
    }
    assert result["locations"] == [{"physicalLocation": place, "message": {"text": "here"}}]
    assert [location["message"]["text"] for location in result["relatedLocations"]] == ["as here"]
    assert result["message"]["text"].endswith("note: a fact\nhelp: mend it, now")


def test_sarif_takes_no_brace_for_the_place_of_an_argument() -> None:
    fault = Diagnostic("E0101", "`{` closes nothing", place_at(1), "write {0}")
    (run,) = json.loads(render_diagnostics("sarif", [fault]))["runs"]
    (result,) = run["results"]
    assert result["message"]["text"] == "`{{` closes nothing"
    assert result["locations"][0]["message"]["text"] == "write {{0}}"


def test_sarif_says_once_what_bears_on_it_twice() -> None:
    log = json.loads(
        render_diagnostics(
            "sarif", [Diagnostic("E0101", "x", place_at(1), notes=(Note("here", place_at(2)), Note("here", place_at(2))))]
        )
    )
    jsonschema.Draft202012Validator(SARIF).validate(log)
    assert len(log["runs"][0]["results"][0]["relatedLocations"]) == 1


def test_sarif_finds_a_file_whose_name_is_no_text() -> None:
    (run,) = json.loads(render_diagnostics("sarif", [Diagnostic("E0101", "x", place_at(1, os.fsdecode(b"a\xff.rules")))]))["runs"]
    (location,) = run["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "a%FF.rules"


def test_sarif_explains_the_codes_that_have_a_page() -> None:
    (run,) = sarif()["runs"]
    by_code = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert by_code["E0204"]["shortDescription"]["text"] == "unknown name"
    assert "help" not in by_code["E9999"]


# ---- GitHub


def test_github_has_at_most_ten_of_each_severity_the_errors_first() -> None:
    lines = render_diagnostics("github", DIAGNOSTICS).splitlines()
    sorts = [line.split(" ")[0] for line in lines]
    assert sorts == ["::error"] * 10 + ["…"] + ["::warning"] * 10 + ["…"]
    assert lines[10] == "… and 4 more errors"
    assert lines[21] == "… and 2 more warnings"


def test_github_finds_the_place_whatever_is_in_the_name_and_in_the_message() -> None:
    (line,) = [line for line in render_diagnostics("github", DIAGNOSTICS).splitlines() if "title=E0101" in line]
    place = "file=a folder%2C 100%25%3A it is/ö.rules,line=2,endLine=4,title=E0101"
    assert line == f"::error {place}::100%25 wrong:%0Aall of it%0Anote: a fact%0Ahelp: mend it, now"


def test_github_has_columns_where_the_place_is_on_one_line_and_none_without_a_place() -> None:
    lines = render_diagnostics("github", DIAGNOSTICS).splitlines()
    assert "::error file=a.rules,line=20,endLine=20,col=3,endColumn=7,title=E0204::error 20" in lines
    assert "::error title=E0601::there is no file `x`" in lines


def test_a_file_below_the_current_folder_is_called_as_seen_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (line,) = render_diagnostics(
        "github", [Diagnostic("E0101", "x", place_at(1, str(tmp_path / "sub" / "a.rules")))]
    ).splitlines()
    assert line.startswith("::error file=sub/a.rules,")
    (run,) = json.loads(render_diagnostics("sarif", [Diagnostic("E0101", "x", place_at(1, "/elsewhere/a.rules"))]))["runs"]
    (location,) = run["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "file:///elsewhere/a.rules"


# ---- the command


@pytest.mark.parametrize("format", ["text", *FORMATS])
def test_all_formats_tell_of_the_same_codes_and_end_alike(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.rules").write_text(FAULTY)
    assert cli.main(["check", "faulty.rules", "--format", format]) == 1
    codes = re.findall(r"""(?:error\[|"code": "|"ruleId": "|title=)([EW]\d{4})""", capsys.readouterr().out)
    cli.main(["check", "faulty.rules", "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(JSON).validate(document)
    assert len(codes) >= 4
    assert codes == [diagnostic["code"] for diagnostic in document["diagnostics"]]


@pytest.mark.slow
@pytest.mark.parametrize("format", ["json", "sarif"])
def test_a_ruleset_without_faults_makes_an_empty_document(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "classic", "--format", format]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["diagnostics"] if format == "json" else document["runs"][0]["results"]) == []


def test_without_faults_there_are_no_annotations(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "classic", "--format", "github"]) == 0
    assert capsys.readouterr().out == ""


def test_standard_input_that_is_no_text_is_told_of_in_the_format_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"resource \xff")))
    assert cli.main(["check", "-", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=<standard input>,line=1,endLine=1,col=10,endColumn=11,title=E0602::")


def test_the_rulesets_anywhere_in_a_folder_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "more/two", ".hidden/three"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "ruleset.yaml").write_text("name: [\n")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["check", ".", "--format", "json"]) == 1
    faults = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [fault["span"]["file"] for fault in faults] == ["more/two/ruleset.yaml", "one/ruleset.yaml"]


@pytest.mark.nightly
def test_no_byte_depends_on_the_seed_of_hashes(tmp_path: Path) -> None:
    told = {"E0101", "E0206", "E0301", "E0314", "E0409", "W1003"}
    (tmp_path / "faulty.rules").write_text(FAULTY)
    for known in filter(None, map(page, told)):
        (tmp_path / f"{known.code}.rules").write_text(known.bad)
    roots = os.pathsep.join(str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools))
    formats = ("text", *FORMATS)
    targets = sorted(file.name for file in tmp_path.iterdir())
    script = f"from caylus_tools.cli.main import main\nfor f in {formats}: main(['check', *{targets}, '--format', f])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": roots, "PYTHONHASHSEED": str(seed), "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in range(6)
    }
    assert len(outputs) == 1
    assert told <= set(re.findall(r"[EW]\d{4}", outputs.pop().decode()))
