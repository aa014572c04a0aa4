"""Files are written whole or not at all; numbers of things are read as people write them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from caylus_tools.common.english import count_things, player_range, render_interval
from support.running import Caylus

COMMANDS = {
    "doc": ("doc", "village", "-o", "out.html"),
    "test": ("test", "village", "--junit", "out.html"),
    "fmt": ("fmt", "out.html"),
    "simulate": ("simulate", "village", "--games", "1", "--out", "out.csv"),
    "balance": ("balance", "village", "--games", "50", "--out", "out.html"),
}
OLD = "constant   wide = 1 -- caylus doc, caylus balance, <testsuites\n"
"""What stands in the file before: signed by the commands that replace only their own files; `fmt` has something to do about it."""
SCENARIO = "players: [Ann, Ben]\nscenarios:\n  - name: Nothing is asked\n    begin: nothing\n"


@pytest.fixture(
    params=[
        pytest.param(words, id=name, marks=pytest.mark.nightly if name == "balance" else ()) for name, words in COMMANDS.items()
    ]
)
def command(request: pytest.FixtureRequest, village: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A command whose file, its last word, lies in the folder `work` and is there already, if the command replaces it."""
    if request.param[0] == "balance":
        pytest.importorskip("numpy")
    work = village.parent / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    (work / "village").symlink_to(village)
    if request.param[0] == "test" and not (village / "scenarios").exists():
        (village / "scenarios").mkdir()
        (village / "scenarios" / "a.yaml").write_text(SCENARIO)
    if request.param[0] != "simulate":
        (work / request.param[-1]).write_text(OLD)
    return request.param


def there(*left_out: str) -> set[str]:
    return set(os.listdir()) - {"village", *left_out}


def test_a_link_that_waits_at_a_name_beside_it_is_passed_by(command: tuple[str, ...], caylus_: Caylus) -> None:
    out = Path(command[-1])
    Path("victim").write_text("precious")
    for ending in (".new", ".tmp", ".part", "~"):
        Path(f"{out}{ending}").symlink_to("victim")
    waiting = {f"{out}{ending}" for ending in (".new", ".tmp", ".part", "~")}
    done = caylus_(*command)
    assert done.code in (0, 1), done.err
    assert Path("victim").read_text() == "precious"
    assert waiting <= there()
    assert out.read_text() != OLD


def test_permissions_stay_and_nothing_is_left_beside(command: tuple[str, ...], caylus_: Caylus) -> None:
    out = Path(command[-1])
    if out.exists():
        out.chmod(0o600)
    done = caylus_(*command)
    assert done.code in (0, 1), done.err
    if command[0] == "simulate":
        assert there() == {"out.csv", "out.players.csv", "out.decisions.csv", "out.points.csv", "out.csv.journal"}
    else:
        assert (there(), out.stat().st_mode & 0o777) == ({out.name}, 0o600)


def test_a_full_disk_leaves_the_old_file_and_is_told(
    command: tuple[str, ...], caylus_: Caylus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = caylus_(*command)
    out = Path(command[-1])
    assert done.code == 2
    assert f"{out} cannot be written: No space left on device" in done.err
    assert (out.read_text() if out.exists() else OLD) == OLD
    assert there("out.csv.journal") <= {out.name}


def test_a_journal_that_is_a_link_or_a_pipe_is_left_alone(
    village: Path, caylus_: Caylus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(village.parent)
    Path("victim").write_text("precious")
    for make in (lambda at: at.symlink_to("victim"), lambda at: at.symlink_to("nothing"), os.mkfifo):
        make(Path("out.csv.journal"))
        done = caylus_(*COMMANDS["simulate"])
        assert (done.code, "cannot be written" in done.err) == (2, True)
        assert Path("victim").read_text() == "precious"
        assert not Path("nothing").exists()
        Path("out.csv.journal").unlink()


def test_a_variant_that_cannot_be_written_leaves_no_folder(
    village: Path, caylus_: Caylus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(village.parent)
    before = there()
    monkeypatch.setattr(Path, "write_bytes", full)
    done = caylus_("new", "mine", "--of", "village")
    assert (done.code, done.err) == (2, "caylus new: mine cannot be written: No space left on device\n")
    assert there() == before


@pytest.mark.parametrize("command", ["doc", "test", "balance"])
def test_a_file_that_another_program_wrote_is_never_replaced(
    command: str, village: Path, caylus_: Caylus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(village.parent)
    Path("out.html").write_text("precious")
    done = caylus_(*COMMANDS[command])
    assert (done.code, Path("out.html").read_text()) == (2, "precious")
    assert "name another file, or delete it first" in done.err


def test_a_file_with_two_names_keeps_both(village: Path, caylus_: Caylus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(village.parent)
    Path("out.html").write_text(OLD)
    Path("again.rules").hardlink_to("out.html")
    assert caylus_("fmt", "out.html").code == 0
    assert Path("again.rules").read_text() == Path("out.html").read_text() != OLD
    assert Path("again.rules").samefile("out.html")


@pytest.mark.parametrize(("number", "words"), [(0, "0 scenarios"), (1, "1 scenario"), (2, "2 scenarios")])
def test_one_thing_has_no_plural(number: int, words: str) -> None:
    assert count_things(number, "scenario") == words


@pytest.mark.parametrize(("fewest", "most", "words"), [(2, 5, "2 to 5 players"), (2, 2, "2 players"), (1, 1, "1 player")])
def test_a_range_of_one_number_is_that_number(fewest: int, most: int, words: str) -> None:
    assert player_range(fewest, most) == words


def test_an_interval_of_no_width_is_left_out() -> None:
    assert render_interval(12, 0.2, "better") == "about 12 points better"
    assert render_interval(12, 2, "better") == "about 12 points better (most likely 10 to 14)"
