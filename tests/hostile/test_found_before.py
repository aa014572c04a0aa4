"""What hostile inputs and new authors have broken before."""

from __future__ import annotations

import os
from pathlib import Path

import caylus
import pytest
from caylus_tools.cli import main as cli

from .originals import OWN, Folder, folders

pytestmark = pytest.mark.slow


def write_ruleset(folder: Folder, into: Path, old: str = "", new: str = "") -> Path:
    """A ruleset in a folder of its own, with something changed in its rules."""
    path = into / folder.name
    path.mkdir()
    (path / "ruleset.yaml").write_text(folder.manifest, encoding="utf-8")
    for name, text in folder.rules.items():
        (path / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return path


def shipped_rules(name: str) -> Folder:
    return next(folder for folder in folders() if folder.name == name)


def test_a_price_of_nothing_can_be_played(tmp_path: Path) -> None:
    path = write_ruleset(shipped_rules("1303"), tmp_path, "        pay 1 worker\n", "        pay 0 worker\n")
    assert "pay 0 worker" in (path / "characters.rules").read_text(encoding="utf-8")
    assert caylus.load(path).new_game(3).decision is not None


def test_rules_that_say_nothing_of_players_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", str(OWN)]) == 0
    assert cli.main(["show", str(OWN), "player"]) == 2
    assert "does not say" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("check", "."), ("check", "./salt"), ("test", "./salt")])
def test_a_folder_is_meant_by_its_path_whatever_shipped_ruleset_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, str]
) -> None:
    path = write_ruleset(shipped_rules("salt"), tmp_path, "wood_building", "wood_bilding")
    (path / "scenarios").mkdir()
    (path / "scenarios" / "one.yaml").write_text(next(iter(shipped_rules("salt").scenarios.values())), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.main(command) == 1


def test_a_current_folder_that_is_no_more_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    os.rmdir(tmp_path / "gone")
    assert caylus.load("classic").name == "classic"
