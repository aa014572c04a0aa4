"""What `caylus check` can be pointed at, and how it answers where there is nothing to check."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus_tools.cli import main as cli

RULES = 'resource coin\nvalue score(player) = player.coin\ngame "Small" for 1 to 2 players { for each player in players { gain 1 coin } }\n'
MANIFEST = "name: small\ntitle: Small\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [all.rules]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with rules alone, with nothing, and with what is no text."""
    monkeypatch.chdir(tmp_path)
    for name, data in (("all.rules", RULES.encode()), ("binary.rules", b"\x00\x9f\xff"), ("binary.dat", b"\x7fELF\x9f\xff")):
        (tmp_path / name).write_bytes(data)
    for name, data in (("small", RULES.encode()), ("spoilt", b"\x00\x9f\xff")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(MANIFEST)
        (tmp_path / name / "all.rules").write_bytes(data)
    (tmp_path / "nothing").mkdir()
    return tmp_path


def type_input(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


@pytest.mark.parametrize(
    ("target", "code", "told"),
    [
        ("small", 0, "small: no faults"),
        ("small/ruleset.yaml", 0, "small/ruleset.yaml: no faults"),
        ("all.rules", 0, "all.rules: no faults"),
        ("missing.rules", 2, "error[E0601]: there is no file `missing.rules`"),
        ("missing", 2, "error[E0620]: there is no ruleset or variant `missing`"),
        ("nothing", 2, "error[E0601]: there is no file `nothing/ruleset.yaml`"),
        ("nothing/at/all", 2, "error[E0601]: there is no file `nothing/at/all`"),
        ("x" * 300 + ".rules", 2, "error[E0601]: "),
        ("binary.rules", 1, "error[E0602]: `binary.rules` is not UTF-8 text"),
        ("binary.dat", 2, "error[E0620]: `binary.dat` is no ruleset"),
        ("spoilt", 1, "error[E0602]: `spoilt/all.rules` is not UTF-8 text"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_each_target_has_its_answer_and_its_exit_code(
    capsys: pytest.CaptureFixture[str], target: str, code: int, told: str
) -> None:
    assert cli.main(["check", target]) == code
    assert capsys.readouterr().out.startswith(told)


@pytest.mark.parametrize(("text", "code"), [(RULES.encode(), 0), (b"", 1), (b"\x9f\xff", 1)], ids=["rules", "nothing", "bytes"])
def test_rules_on_standard_input_are_checked_as_in_a_file(monkeypatch: pytest.MonkeyPatch, text: bytes, code: int) -> None:
    type_input(monkeypatch, text)
    assert cli.main(["check", "-"]) == code


def test_what_is_named_twice_is_read_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    type_input(monkeypatch, RULES.encode())
    assert cli.main(["check", "-", "all.rules", "-", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["diagnostics"] == []


@pytest.mark.parametrize("target", ["-", "all.rules"])
def test_no_variant_goes_on_rules_alone(capsys: pytest.CaptureFixture[str], target: str) -> None:
    assert cli.main(["check", target, "--with", "salt"]) == 2
    assert f"`{target}` is rules alone" in capsys.readouterr().err


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A process whose standard input is closed."""
    roots = os.pathsep.join(str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools))
    return subprocess.run(
        ["bash", "-c", 'exec "$@" <&-', "bash", sys.executable, "-m", "caylus_tools", *words],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": roots, **environment},
    )


@pytest.mark.slow
def test_a_closed_standard_input_is_a_matter_of_usage() -> None:
    done = process("check", "-")
    assert (done.returncode, done.stderr) == (2, b"caylus check: standard input is closed\n")


@pytest.mark.slow
def test_a_terminal_that_lacks_signs_gets_others_of_the_same_width(folder: Path) -> None:
    (folder / "empty.rules").touch()
    done = process("check", "empty.rules", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"{ . }" in done.stdout
    done = process("check", "empty.rules", "--format", "json", PYTHONIOENCODING="ascii")
    assert "{ … }" in json.loads(done.stdout)["diagnostics"][0]["help"]
