"""`caylus doc` as people run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.running import Caylus, Run

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_it_says_where_it_has_written_the_page(piped: Caylus, tmp_path: Path) -> None:
    for _ in range(2):  # what it has written itself it replaces
        done = piped("doc", "classic", "--with", "salt")
        assert (done.code, done.out) == (0, f"Caylus with Salt: written to {tmp_path}/classic-salt.html\n")
    assert [file.name for file in tmp_path.iterdir()] == ["classic-salt.html"]


@pytest.mark.nightly
def test_a_file_of_somebody_elses_is_left_alone(piped: Caylus, tmp_path: Path) -> None:
    notes = tmp_path / "classic.md"
    notes.write_text("mine\n", encoding="utf-8")
    for words in ([], ["-o", "classic.md"]):
        done = piped("doc", "classic", "--format", "markdown", *words)
        assert (done.code, notes.read_text(encoding="utf-8")) == (2, "mine\n")
        assert "name another file" in done.err


@pytest.mark.nightly
def test_it_writes_a_page_to_standard_output(run: Run) -> None:
    done = run("doc", "classic", "-o", "-")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<!DOCTYPE html>\n")
    assert done.stdout.endswith("</html>\n")


@pytest.mark.nightly
def test_it_writes_markdown_to_a_file(piped: Caylus, tmp_path: Path) -> None:
    done = piped("doc", "1303", "--with", "apprentice", "--format", "markdown", "-o", "reference.md")
    assert (done.code, done.out) == (0, f"Caylus 1303 with The Apprentice: written to {tmp_path}/reference.md\n")
    assert "\n# Caylus 1303 with The Apprentice\n" in (tmp_path / "reference.md").read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["reference.md"]


@pytest.mark.nightly
def test_it_writes_the_same_bytes_whatever_the_hash_seed(tmp_path: Path, environment: dict[str, str]) -> None:
    asked = ["doc", "classic", "--with", "salt", "--with", "new-tiles", "-o", "-", "--format"]
    write = (
        f"from caylus_tools.cli.main import main; sys.exit(any([main([*{asked}, format]) for format in ('html', 'markdown')]))"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; {write}"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={**environment, "PYTHONHASHSEED": seed, "CAYLUS_CACHE": ""},
        ).stdout
        for seed in ("0", "1", "2024")
    }
    (both_written,) = written
    assert b"</html>\n" in both_written
    assert b"\n# Caylus with" in both_written


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("doc",), "RULESET"),
        (("doc", "clasic"), "did you mean `classic`?"),
        (("doc", "classic", "--with", "sald"), "did you mean `salt`?"),
        (("doc", "no/such/folder"), "no/such/folder"),
        (("doc", "classic", "--format", "pdf"), "there is no 'pdf'"),
        (("doc", "classic", "-o", "no/such/folder/page.html"), "cannot be written"),
        (("doc", "classic", "-o", "."), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_2(piped: Caylus, arguments: tuple[str, ...], said: str) -> None:
    done = piped(*arguments)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_faults_in_the_rules_are_findings(piped: Caylus, tmp_path: Path) -> None:
    manifest = "name: faulty\ntitle: Faulty\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [all.rules]\n"
    (tmp_path / "faulty").mkdir()
    (tmp_path / "faulty" / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / "faulty" / "all.rules").write_text("resource\n", encoding="utf-8")
    done = piped("doc", "faulty", "-o", "page.html")
    assert done.code == 1
    assert "all.rules:1" in done.err
    assert not (tmp_path / "page.html").exists()
