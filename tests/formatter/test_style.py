"""How rules are laid out, by `caylus fmt` too, and that laying out changes nothing else."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from caylus.formatter import format_text
from caylus_tools.cli import main as cli
from support.texts import read_pairs

LAID_OUT = read_pairs(Path(__file__).with_name("style.txt")).items()
STYLE = {title: (f"{text}\n", f"{expected}\n") for title, (text, expected) in LAID_OUT} | {
    "words stand one blank apart, and nothing stands around dots and inside brackets": (
        "constant  a=1+2*( 3-4 )\nvalue\tscore( player ,x:number )=player . coin [ 1 ]+size  of  huts\n",
        "constant a = 1 + 2 * (3 - 4)\nvalue score(player, x: number) = player.coin[1] + size of huts\n",
    ),
    "one empty line is kept of several, and none at the ends of a block": (
        "\n\nresource coin\n\n\n\naction a() {\n\n  stop\n\n  stop\n\n}\n\n",
        "resource coin\n\naction a() {\n  stop\n\n  stop\n}\n",
    ),
    "tabs go and the line ends of other systems stay": ("action a() {\r\n\tstop\r\n}\r\n", "action a() {\r\n  stop\r\n}\r\n"),
    "nothing stays nothing": ("\n  \n", ""),
}


@pytest.mark.parametrize(("text", "expected"), STYLE.values(), ids=STYLE)
def test_style(text: str, expected: str) -> None:
    assert format_text(text, "x.rules") == expected
    assert format_text(expected, "x.rules") == expected


def test_a_block_on_one_line_stays_there_while_it_fits() -> None:
    short = "action a(player) { if player.coin > 1 { lose 1 coin } else { gain 1 coin } }\n"
    assert format_text(short, "x.rules") == short


def test_a_block_that_does_not_fit_on_its_line_is_opened_from_outside() -> None:
    inner = f"if player.{'x' * 40} > 1 {{ lose 1 coin }} else {{ gain 1 coin }}"
    text = f"action {'a' * 40}(player) {{ {inner}, stop }}\n"
    assert format_text(text, "x.rules") == f"action {'a' * 40}(player) {{\n  {inner}\n  stop\n}}\n"


def test_statements_that_do_not_fit_beside_each_other_stand_below_each_other() -> None:
    long = f"set {'x' * 60} to {'y' * 60}"
    assert format_text(f"action a() {{\n  {long}, stop\n}}\n", "x.rules") == f"action a() {{\n  {long}\n  stop\n}}\n"


def test_a_reason_that_does_not_fit_beside_its_condition_stands_below_it_in_the_column_of_the_others() -> None:
    long = f"require {'x' * 60} is {'y' * 60}"
    text = f'condition a() {{\n  {long} "one"\n  require player.coin > 1 "two"\n}}\n'
    below = " " * len("  require player.coin > 1  ") + '"one"'
    assert format_text(text, "x.rules") == f'condition a() {{\n  {long}\n{below}\n  require player.coin > 1  "two"\n}}\n'


def test_a_row_of_a_table_that_is_too_long_does_not_widen_the_columns() -> None:
    long = f"top | nothing | {'x' * 60}.use | do {'y' * 60}()"
    text = f"table a() by line, column {{\n  {long}\n  bottom | stop | nothing | nothing\n}}\n".replace(
        f"{'x' * 60}.use", f"do {'x' * 60}()"
    )
    first, second = format_text(text, "x.rules").splitlines()[1:3]
    assert first.startswith("  top    | nothing | do xxx")
    assert second == "  bottom | stop | nothing | nothing"


UGLY, TIDY = "resource   coin\n", "resource coin\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file to be laid out and one that is, in which commands run."""
    (tmp_path / "more").mkdir()
    (tmp_path / "ugly.rules").write_text(UGLY)
    (tmp_path / "more" / "tidy.rules").write_text(TIDY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def type_input(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


def test_every_file_in_a_folder_is_laid_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fmt", "."]) == 0
    assert capsys.readouterr().out == "ugly.rules has changed\n"
    assert [file.read_text() for file in sorted(folder.rglob("*.rules"))] == [TIDY, TIDY]


def test_check_says_what_would_change_and_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fmt", "--check", "."]) == 1
    assert capsys.readouterr().out == "ugly.rules would change\n"
    assert (folder / "ugly.rules").read_text() == UGLY
    assert cli.main(["fmt", "--check", "more"]) == 0


def test_a_link_out_of_a_folder_is_not_followed_and_one_that_is_named_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "more" / "tidy.rules").unlink()
    (folder / "more" / "link.rules").symlink_to("../ugly.rules")
    assert cli.main(["fmt", "more"]) == 1
    assert "E0621" in capsys.readouterr().err
    assert (folder / "ugly.rules").read_text() == UGLY
    assert cli.main(["fmt", "more/link.rules"]) == 0
    assert (folder / "ugly.rules").read_text() == TIDY
    assert (folder / "more" / "link.rules").is_symlink()


def test_diff_shows_what_would_change_and_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fmt", "--diff", "ugly.rules"]) == 1
    assert f"-{UGLY}+{TIDY}" in capsys.readouterr().out
    assert (folder / "ugly.rules").read_text() == UGLY


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    type_input(monkeypatch, 'resource  oil "Öl"\r\n'.encode())
    assert cli.main(["fmt", "-"]) == 0
    assert capfdbinary.readouterr().out == 'resource oil "Öl"\r\n'.encode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_stay_as_they_are_and_are_nothing_to_complain_of(folder: Path, end: str) -> None:
    file = folder / "ugly.rules"
    for text, code in [(UGLY + UGLY.replace("coin", "oil"), 1), (TIDY + TIDY.replace("coin", "oil"), 0)]:
        file.write_text(text, newline=end)
        assert cli.main(["fmt", "--check", str(file)]) == code
    file.write_text(f"{UGLY}resource oil\n", newline=end)
    assert cli.main(["fmt", str(file)]) == 0
    assert file.read_bytes().decode() == f"{TIDY}resource oil\n".replace("\n", end)


def test_standard_input_can_be_tried(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    type_input(monkeypatch, UGLY.encode())
    assert cli.main(["fmt", "--check", "-"]) == 1
    assert capsys.readouterr().out == "<standard input> would change\n"


def test_a_file_with_faults_is_left_alone_and_the_others_are_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a_fault.rules").write_text("resource   coin,\n")
    assert cli.main(["fmt", "."]) == 1
    told = capsys.readouterr()
    assert "a_fault.rules:1" in told.err
    assert (folder / "a_fault.rules").read_text() == "resource   coin,\n"
    assert (folder / "ugly.rules").read_text() == TIDY


@pytest.mark.parametrize("path", ["no_such_file.rules", "empty"])
def test_what_is_not_there_is_a_matter_of_usage(folder: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    assert cli.main(["fmt", path]) == 2
    assert path in capsys.readouterr().err


def test_a_link_leads_to_the_file_that_is_laid_out_and_its_mode_stays(folder: Path) -> None:
    (folder / "ugly.rules").chmod(0o640)
    (folder / "link.rules").symlink_to("ugly.rules")
    assert cli.main(["fmt", "link.rules"]) == 0
    assert (folder / "link.rules").is_symlink()
    assert (folder / "ugly.rules").read_text() == TIDY
    assert os.stat(folder / "ugly.rules").st_mode & 0o777 == 0o640
    assert sorted(file.name for file in folder.iterdir()) == ["link.rules", "more", "ugly.rules"]


def test_a_file_already_laid_out_is_not_written(folder: Path) -> None:
    before = os.stat(folder / "more" / "tidy.rules").st_mtime_ns
    assert cli.main(["fmt", "more/tidy.rules"]) == 0
    assert os.stat(folder / "more" / "tidy.rules").st_mtime_ns == before
