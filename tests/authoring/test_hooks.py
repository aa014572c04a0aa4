"""The hooks for pre-commit are commands that work as it calls them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from caylus_tools.cli import main as cli

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
HOOKS: dict[str, Any] = {
    hook["id"]: hook for hook in yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}


def call(hook: str, *files: str) -> int:
    """Calls a hook with the files that have changed."""
    entry = HOOKS[hook]
    program, *words = shlex.split(entry["entry"])
    changed = [file for file in files if re.search(entry["files"], file)]
    assert program == "caylus"
    assert changed
    return cli.main([*words, *entry.get("args", []), *(changed if entry.get("pass_filenames", True) else [])])


def test_each_hook_has_what_pre_commit_needs() -> None:
    assert sorted(HOOKS) == ["caylus-check", "caylus-fmt"]
    for hook in HOOKS.values():
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert hook["language"] == "python"


def test_fmt_lays_out_the_rules_that_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.rules").write_text("resource   coin\n")
    assert call("caylus-fmt", "mine.rules", "notes.md") == 0
    assert Path("mine.rules").read_text() == "resource coin\n"


def test_check_looks_at_the_folders_of_the_repository_whatever_they_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("salt").mkdir()
    manifest = (
        "name: salt\ntitle: Mine\nversion: 1.0.0\nlanguage: 1\nabout: Mine.\nextends: {name: classic}\nrules: [mine.rules]\n"
    )
    Path("salt/ruleset.yaml").write_text(manifest)
    Path("salt/mine.rules").write_text("change constant lawyer_worth = two\n")
    assert call("caylus-check", "salt/mine.rules") == 1
    assert "salt/mine.rules:1" in capsys.readouterr().out


@pytest.mark.nightly
def test_check_looks_at_every_ruleset_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    head = "name: mine\ntitle: Mine\nversion: 1.0.0\nlanguage: 1\nabout: Mine.\n"
    manifest = head + 'extends: {name: classic, version: "1"}\nrules: [one.rules, two.rules]\n'
    Path("mine/ruleset.yaml").write_text(manifest)
    Path("mine/one.rules").write_text("change constant lawyer_worth = two\n")
    Path("mine/two.rules").write_text("constant two = 2\n")
    assert call("caylus-check", "mine/one.rules") == 0, capsys.readouterr().out
    Path("mine/two.rules").write_text("constant three = 3\n")
    assert call("caylus-check", "mine/one.rules") == 1
    assert "mine/one.rules:1" in capsys.readouterr().out
