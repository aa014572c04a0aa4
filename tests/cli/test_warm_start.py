"""What a second `caylus list` or `caylus check` need not work out again, and when it has to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from caylus import shipped
from caylus.loading import listing
from support.running import Caylus

RULES = """\
resource coin
game "Small" for 1 to 2 players { do turn() }
phase turn "Turn" { for each player in players { choose { option take { gain 1 coin }, option leave { } } } }
value score(player) = player.coin
"""
MANIFEST = "name: small\ntitle: Small\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [small.rules]\n"
WRONG = "- name: Nobody takes it\n  players: [Ann]\n  begin: turn\n  when:\n    - Ann chooses takes\n"


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "small.rules").write_text(RULES, encoding="utf-8")
    return folder


def add_scenario(folder: Path) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "wrong.yaml").write_text(WRONG, encoding="utf-8")


def take_a_rule_away(folder: Path) -> None:
    (folder / "small.rules").write_text(RULES.replace("resource coin", ""), encoding="utf-8")


def lose_a_file(folder: Path) -> None:
    (folder / "small.rules").unlink()


def rename(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text(MANIFEST.replace("name: small", "name: tall"), encoding="utf-8")


@pytest.mark.parametrize("change", [add_scenario, take_a_rule_away, lose_a_file, rename])
def test_a_ruleset_that_was_sound_is_checked_again_when_anything_of_it_changes(
    caylus_: Caylus, small: Path, change: Callable[[Path], None]
) -> None:
    for _ in range(2):
        assert (caylus_("check", "small").code, caylus_("check", "small").out) == (0, "small: no faults\n")
    change(small)
    for _ in range(2):
        assert caylus_("check", "small").out != "small: no faults\n"


def test_rules_alone_are_checked_again_when_a_manifest_comes_to_lie_beside_them(caylus_: Caylus, small: Path) -> None:
    manifest = small / "ruleset.yaml"
    manifest.unlink()
    assert caylus_("check", "small/small.rules").code == 0
    manifest.write_text(MANIFEST.replace("small.rules", "other.rules"), encoding="utf-8")
    assert caylus_("check", "small/small.rules").code != 0


@pytest.mark.slow
def test_variants_that_were_sound_apart_are_checked_together(caylus_: Caylus, small: Path) -> None:
    for name, number in (("one", 1), ("two", 2)):
        folder = small.parent / name
        folder.mkdir()
        text = f"name: {name}\ntitle: {name}\nversion: 1.0.0\nlanguage: 1\nextends: {{name: small, version: 1.0.0}}\nrules: [own.rules]\n"
        (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
        (folder / "own.rules").write_text(f"replace value score(player) = player.coin + {number}\n", encoding="utf-8")
        for _ in range(2):
            assert caylus_("check", "small", "--with", f"./{name}").code == 0
    assert caylus_("check", "small", "--with", "./one", "--with", "./two").code == 1


def test_a_ruleset_that_comes_along_later_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shipped"
    shutil.copytree(tmp_path / "small", folder / "small")
    monkeypatch.setattr(shipped, "folder", lambda _: folder)
    monkeypatch.setattr(listing, "shipped_folder", lambda _: folder)
    monkeypatch.setattr("caylus.loading.manifest.folder", lambda _: folder)
    first = listing.list_rulesets()
    assert listing.list_rulesets() == first
    assert [(one.name, one.fewest_players, one.most_players, one.automata) for one in first] == [("small", 1, 2, ())]
    shutil.copytree(tmp_path / "small", folder / "tall")
    assert [one.name for one in listing.list_rulesets()] == ["small", "tall"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("check", "small"),
        *(pytest.param(words, marks=pytest.mark.nightly) for words in (("list",), ("check", "small", "--json"))),
    ],
)
def test_what_is_remembered_takes_nothing_that_reads_rules(words: tuple[str, ...]) -> None:
    code = """
import sys
from caylus_tools.cli.main import main
main(sys.argv[1:])
print(*(name for name in sys.modules if name.startswith(("caylus.syntax", "caylus.runtime", "jsonschema", "yaml"))), file=sys.stderr)
"""
    run = [sys.executable, "-c", code, *words]
    environment = os.environ | {"PYTHONPATH": ":".join(sys.path)}
    first, second = (subprocess.run(run, capture_output=True, text=True, check=True, env=environment) for _ in range(2))
    assert first.stdout == second.stdout
    assert first.stderr.strip()
    assert not second.stderr.strip()
