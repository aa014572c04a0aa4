"""Whatever the streams, the folders and the user of a process are like, a command ends in words and an exit code."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import caylus
import pytest
from caylus_tools.cli import print_diagnostics, streams
from caylus_tools.common.output import json_text
from support.running import Run

NOUGHTS = Path(__file__).parents[1] / "games" / "noughts"
MANY = {
    "list": "list",
    "play": "play {game} --seats random,random --seed 1",
    "resume": "resume {folder}/game.json --seats random,random",
    "replay": "replay {folder}/game.json",
    "check": "check {game}",
    "check --deep": "check {game} --deep --games 2",
    "test": "test salt",
    "show": "show {game}",
    "diff": "diff classic {game}",
    "doc": "doc {game} -o -",
    "why": "why {folder}/game.json",
    "fmt": "fmt --check {game}",
    "explain": "explain E0101",
    "completion": "completion bash",
    "simulate": "simulate {game} --games 3",
    "simulate --jobs": "simulate {game} --games 3 --jobs 2 --json",
    "balance --out": "balance {game} --games 40 --out {folder}/balance.html",
    "new": "new mine --of classic --in {folder}",
    "--help": "--help",
    "--version": "--version",
    "no command": "dance",
    "no file": "replay nothing.json",
}
COMMANDS = [pytest.param(name, marks=pytest.mark.nightly) for name in MANY]
STREAMS = {
    "output closed": ">&-",
    "input and errors closed": "<&- 2>&-",
    "all closed": "<&- >&- 2>&-",
    "output full": ">/dev/full",
    "errors full": "2>/dev/full",
}
TRIED_WITH_ALL = ("list", "play", "doc", "simulate --jobs", "no command")
"""Commands that print at once, ask somebody, write bytes, start processes and fail; of the others every third is tried with one kind of streams."""
PAIRS = [
    pytest.param(name, streams, marks=pytest.mark.nightly)
    for number, name in enumerate(MANY)
    if name in TRIED_WITH_ALL or number % 3 == 0
    for streams in (STREAMS if name in TRIED_WITH_ALL else (("output full", "input and errors closed")[number % 2],))
]
PRINTS_NOTHING = ("fmt", "no command", "no file")

Shell = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def saved() -> str:
    """A game between its beginning and its end."""
    game = caylus.load(NOUGHTS).new_game(2, 1)
    game.play(0)
    return json.dumps(game.save())


@pytest.fixture
def shell(tmp_path: Path, environment: dict[str, str], saved: str) -> Shell:
    """Runs a command of `MANY` in a line of the shell, whose `{}` is the command."""
    (tmp_path / "game.json").write_text(saved, encoding="utf-8")

    def carry(name: str, line: str = "{}", program: str = "-m caylus_tools", **changes: str) -> subprocess.CompletedProcess[str]:
        shutil.rmtree(tmp_path / "mine", ignore_errors=True)
        words = MANY[name].format(game=shlex.quote(str(NOUGHTS)), folder=shlex.quote(str(tmp_path)))
        command = f"{shlex.quote(sys.executable)} {program} {words}"
        return subprocess.run(
            ["sh", "-c", line.replace("{}", command)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            cwd=tmp_path,
            env={**environment, **changes},
        )

    return carry


_USUAL: dict[str, int] = {}


def usual(shell: Shell, name: str) -> int:
    """The exit code of a command where nothing is wrong."""
    if name not in _USUAL:
        _USUAL[name] = shell(name).returncode
    return _USUAL[name]


def assert_no_fault_of_ours(done: subprocess.CompletedProcess[str]) -> None:
    told = done.stdout + done.stderr
    assert done.returncode in (0, 1, 2), told
    for words in ("Traceback", "ignored", "a bug of ours"):
        assert words not in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize(("name", "streams"), PAIRS)
def test_streams_that_are_closed_or_full_are_no_bug(shell: Shell, name: str, streams: str) -> None:
    done = shell(name, "{} " + STREAMS[streams])
    assert_no_fault_of_ours(done)
    if streams in ("output closed", "output full") and name not in PRINTS_NOTHING:
        assert done.returncode == 2
        reason = {"output closed": "it is closed", "output full": "No space left on device"}[streams]
        assert done.stderr.endswith(f": nothing can be written to standard output: {reason}\n")
    elif streams in ("input and errors closed", "errors full"):
        assert done.returncode == usual(shell, name)


@pytest.mark.slow
def test_a_person_who_plays_without_an_input_is_told_so(environment: dict[str, str], tmp_path: Path) -> None:
    line = f"{shlex.quote(sys.executable)} -m caylus_tools play {shlex.quote(str(NOUGHTS))} <&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (2, "caylus play: standard input is closed\n")


@pytest.mark.slow
def test_letters_that_are_no_text_are_no_choice(run: Run) -> None:
    done = run("play", NOUGHTS, typed=b"\xff\xfe\nq\n")
    assert done.returncode == 0, done.stderr
    assert "is no choice here" in done.stdout


@pytest.mark.slow
def test_a_file_that_a_command_opens_never_gets_the_place_of_a_closed_stream(shell: Shell, tmp_path: Path) -> None:
    shell("balance --out", "{} >&- 2>&-")
    assert (tmp_path / "balance.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed")
@pytest.mark.parametrize("name", COMMANDS[::4])
def test_a_current_folder_that_is_gone_is_no_bug(shell: Shell, name: str) -> None:
    assert_no_fault_of_ours(shell(name, "mkdir gone; cd gone; rmdir ../gone; {}"))


@pytest.mark.parametrize(
    ("text", "ascii_text", "latin_text"),
    [
        ("── seed │ 1 · ›a", "-- seed | 1 . >a", "-- seed | 1 · >a"),
        ("● ■ ◆ ▲ ▪ ✓ ▶ …", "o # * ^ : + > .", "o # * ^ : + > ."),
        ("5 ± 1 − 2 ≤ 3 ÷ 4 ≠ “x”", '5 ~ 1 - 2 < 3 / 4 # "x"', '5 ± 1 - 2 < 3 ÷ 4 # "x"'),
        ("🧱|⚑|", "??|?|", "??|?|"),
        ("é ж \ud800", "\\xe9 \\u0436 \\ud800", "é \\u0436 \\ud800"),
    ],
)
def test_signs_that_a_terminal_lacks_become_others_of_their_width(text: str, ascii_text: str, latin_text: str) -> None:
    assert text.encode("ascii", streams.SIGNS) == ascii_text.encode()
    assert text.encode("latin-1", streams.SIGNS) == latin_text.encode("latin-1")


@pytest.mark.parametrize(("value", "is_coloured"), [(None, True), ("", True), ("1", False)])
def test_faults_have_colours_unless_no_color_says_something(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str | None, is_coloured: bool
) -> None:
    monkeypatch.setattr(print_diagnostics, "is_terminal", lambda _: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if value is not None:
        monkeypatch.setenv("NO_COLOR", value)
    print_diagnostics.print_faults((caylus.Diagnostic("E0101", "a fault", None),), {}, sys.stdout)
    assert ("\x1b[" in capsys.readouterr().out) is is_coloured


@pytest.mark.parametrize("text", ["é · … 🧱 \ud800", "ascii"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
def test_json_is_exact_in_every_encoding(monkeypatch: pytest.MonkeyPatch, encoding: str, text: str) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding, streams.SIGNS))
    print(json_text([text]), flush=True)
    assert json.loads(sys.stdout.buffer.getvalue().decode(encoding)) == [text]  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform == "win32", reason="every user has a home")
@pytest.mark.parametrize("name", COMMANDS[::2])
def test_a_user_without_a_home_or_letters_beyond_ascii_needs_none(shell: Shell, tmp_path: Path, name: str) -> None:
    homeless = (
        "import os, pwd\nos.environ.pop('HOME', None)\nos.environ.pop('CAYLUS_CACHE', None)\npwd.getpwuid = {}.__getitem__\n"
    )
    homeless += "from caylus_tools.__main__ import main\nif __name__ == '__main__':\n    raise SystemExit(main())\n"
    (tmp_path / "homeless.py").write_text(homeless, encoding="utf-8")
    changes = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii", "XDG_CACHE_HOME": ""}
    done = shell(name, program="homeless.py", **changes)
    assert_no_fault_of_ours(done)
    assert name == "doc" or (done.stdout + done.stderr).isascii()  # a page is UTF-8 wherever it is written
    assert done.returncode == usual(shell, name)


@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() == 0, reason="nothing is forbidden to root")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_that_may_not_be_written_to_is_no_bug(shell: Shell, tmp_path: Path, name: str) -> None:
    done = shell(name, "chmod a-w .; {}; code=$?; chmod u+w .; exit $code")
    assert_no_fault_of_ours(done)


@pytest.mark.slow
def test_the_version_is_told(run: Run) -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"caylus {caylus.__version__}\n")
