"""`caylus new` writes a variant, or a game, to begin with."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from caylus_tools.testing import scenarios
from support.running import Caylus

pytestmark = pytest.mark.slow


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
