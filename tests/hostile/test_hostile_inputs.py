"""Nothing that a file holds or that is typed breaks anything, nor does anything that has before.

`python -m hostile` carries 10,000 of such inputs and 1,000 rulesets that go to the bounds of engines, and measures.
"""

from __future__ import annotations

import os
from pathlib import Path

import caylus
import pytest
from caylus_tools.cli import main as cli

from .attacks import attacks
from .extremes import extreme
from .inputs import hostile
from .keyboard import Typist
from .originals import OWN, Folder, folders
from .running import carry

pytest.importorskip("resource", reason="processes cannot be confined here")

INPUTS = 8
MOST_MEMORY = 256 * 1024


@pytest.mark.nightly
def test_every_attack_ends_in_its_code_and_takes_little_memory() -> None:
    report = carry("attacks", 0, len(attacks()))
    assert report.defects == {}
    assert report.kinds.total() == len(attacks())
    assert max(report.largest)[0] < MOST_MEMORY


@pytest.mark.nightly
def test_inputs_spoilt_by_chance_break_nothing_and_take_little_memory() -> None:
    report = carry("inputs", 0, INPUTS)
    assert report.defects == {}
    assert report.kinds.total() == INPUTS
    assert max(report.largest)[0] < MOST_MEMORY


@pytest.mark.nightly
def test_the_same_number_is_the_same_input() -> None:
    assert [hostile(number) for number in range(20)] == [hostile(number) for number in range(20)]


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


@pytest.mark.slow
def test_a_price_of_nothing_can_be_played(tmp_path: Path) -> None:
    path = write_ruleset(shipped_rules("1303"), tmp_path, "        pay 1 worker\n", "        pay 0 worker\n")
    assert "pay 0 worker" in (path / "characters.rules").read_text(encoding="utf-8")
    assert caylus.load(path).new_game(3).decision is not None


@pytest.mark.slow
def test_rules_that_say_nothing_of_players_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", str(OWN)]) == 0
    assert cli.main(["show", str(OWN), "player"]) == 2
    assert "does not say" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("command", [("check", "."), ("check", "./salt"), ("test", "./salt")])
def test_a_folder_is_meant_by_its_path_whatever_shipped_ruleset_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, str]
) -> None:
    path = write_ruleset(shipped_rules("salt"), tmp_path, "wood_building", "wood_bilding")
    (path / "scenarios").mkdir()
    (path / "scenarios" / "one.yaml").write_text(next(iter(shipped_rules("salt").scenarios.values())), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.main(command) == 1


@pytest.mark.slow
def test_a_current_folder_that_is_no_more_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    os.rmdir(tmp_path / "gone")
    assert caylus.load("classic").name == "classic"


@pytest.mark.nightly
@pytest.mark.parametrize("number", [1, 3])
def test_keys_by_chance_in_pieces_of_any_size_break_nothing(number: int, environment: dict[str, str], tmp_path: Path) -> None:
    typist = Typist(tmp_path, 1, environment)
    typist.sit(number, 100)
    assert typist.faults == []
    assert typist.typed


pytest.importorskip("resource", reason="processes cannot be confined here")


@pytest.mark.slow
@pytest.mark.parametrize(("first", "count"), [(0, 6), pytest.param(6, 60, marks=pytest.mark.nightly)])
def test_rulesets_at_the_bounds_of_engines_break_none(first: int, count: int) -> None:
    report = carry("extremes", first, count)
    assert report.defects == {}
    assert report.sound.total() >= count // 3


def test_the_same_number_is_the_same_ruleset() -> None:
    assert [extreme(number) for number in range(20)] == [extreme(number) for number in range(20)]
