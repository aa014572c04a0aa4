"""A game at the keyboard, through a pseudo-terminal: line by line, and on the whole of it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
from support import tiny

pytestmark = pytest.mark.slow

FORGET_EARLIER_LINES = "\x1b[3J"
ASKED = r"Red[^>\n]*> "
NOUGHTS = Path(__file__).parents[1] / "games" / "noughts"
WHOLE, PART = "\x1b[?1049h", "\x1b[?1049l"


def plain(environment: dict[str, str], folder: Path, *words: str) -> pexpect.spawn:
    return terminal(environment, folder, *words, "--plain")


def terminal(environment: dict[str, str], folder: Path, *words: str) -> pexpect.spawn:
    quiet = {**environment, "TERM": "xterm"}
    arguments = ["-m", "caylus_tools", *words]
    return pexpect.spawn(
        sys.executable,
        arguments,
        env=quiet,
        cwd=str(folder),
        dimensions=(50, 80),
        encoding="utf-8",
        timeout=60,
        codec_errors="replace",
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # which `nohup pytest` has it ignore
    )


@pytest.mark.parametrize("is_whole", [False, True])
def test_a_game_is_played_to_its_end(environment: dict[str, str], tmp_path: Path, is_whole: bool) -> None:
    game = (terminal if is_whole else plain)(
        environment, tmp_path, "play", str(NOUGHTS), "--seats", "human,random", "--seed", "5"
    )
    cells = iter(range(1, 10))
    while game.expect(["Nought[^>\n]*>", "the game is over"]) == 0:
        game.send(f"{next(cells)}\r")
    game.send("s over\r")
    game.expect(r"replay over\.json` tells it again")
    game.send("q\r")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    assert (tmp_path / "over.json").exists()


@pytest.mark.nightly
def test_bytes_that_are_no_text_are_passed_over(environment: dict[str, str], tmp_path: Path) -> None:
    game = terminal(environment, tmp_path, "play", str(NOUGHTS), "--seats", "human,random", "--seed", "5")
    game.expect("Nought[^>\n]*>")
    for spoilt in (b"\xff\xfe", b"\xe9\r", b"\xe2\x82", b"\r"):
        os.write(game.child_fd, spoilt)
        time.sleep(0.2)
    game.send("w 1\r")
    game.expect("is offered")
    game.send("\x03\x03")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0


@pytest.mark.nightly
def test_leaving_offers_to_save_and_the_game_goes_on_from_there(environment: dict[str, str], tmp_path: Path) -> None:
    game = plain(environment, tmp_path, "play", "classic", "--players", "2", "--seed", "5")
    game.expect(ASKED)
    game.send("v2\r")
    game.expect(ASKED)
    game.send("\x04")  # Ctrl-D
    game.expect("save it first")
    game.send("2\r")  # what was meant for the game is not taken for a file
    game.expect("nor the name of a file[\\s\\S]*save it first")
    game.send("kept.json\r")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    again = plain(environment, tmp_path, "resume", "kept.json")
    again.expect(ASKED)
    again.send("q\r")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0


@pytest.mark.nightly
def test_who_presses_ctrl_c_by_mistake_plays_on(environment: dict[str, str], tmp_path: Path) -> None:
    game = plain(environment, tmp_path, "play", "classic", "--seats", "human,mcts:20s", "--seed", "5", "--save", "kept.json")
    game.expect(ASKED)
    for where in (ASKED, " thinks"):
        game.send("\x03")
        game.expect("leave the game\\? it is saved in kept.json")
        game.send("n\r")
        game.expect(where)
        if where == ASKED:
            game.send("pass\r")
            game.expect(" thinks")
    game.close()


def test_people_who_keep_secrets_never_look_at_the_screen_together(environment: dict[str, str], tmp_path: Path) -> None:
    game = plain(environment, tmp_path, "play", "secret-goals", "--seats", "human,human", "--seed", "3")
    game.expect("Red is next, and nobody else may look. Red, press Enter>")
    assert "Place a worker" not in game.before
    game.send("\r")
    game.expect(ASKED)
    game.send("pass\r")
    game.expect_exact(FORGET_EARLIER_LINES)
    game.expect("Green is next")
    assert "Place a worker" not in game.before
    game.send("\r")
    game.expect(r"Place a worker[\s\S]*Green[^>\n]*> ")
    game.send("quit\r")
    game.expect_exact(FORGET_EARLIER_LINES)
    game.expect("save it first")
    game.close()


def test_people_who_choose_at_once_hand_over_the_keyboard_and_see_how_many_have_chosen(
    environment: dict[str, str], tmp_path: Path
) -> None:
    tiny.write(tmp_path, GIFTS)
    game = plain(environment, tmp_path, "play", ".", "--seats", "human,random,human", "--seed", "3")
    game.expect("0 of 3 have chosen. Ann is next, and nobody else may look. Ann, press Enter>")
    game.send("\r")
    game.expect(r"0 of 3 have chosen[\s\S]*Ann[^>\n]*> ")
    game.send("much\r")
    game.expect_exact(FORGET_EARLIER_LINES)
    game.expect("2 of 3 have chosen. Cem is next")
    game.send("\r")
    game.expect(r"Cem[^>\n]*> ")
    assert "Ann: much" not in _strip_colours(game.before)
    game.send("little\r")
    game.expect("the game is over; ")
    assert "Ann: much" in _strip_colours(game.before)
    game.close()


def _strip_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


GIFTS = """
resource coin "coin"
action main() {
  for each player in players at once {
    choose "How much" {
      option little "little" { gain 1 coin }
      option much "much" { gain 3 coin }
    }
  }
}
value score(player) = player.coin
"""


def test_people_without_secrets_follow_each_other_at_once(environment: dict[str, str], tmp_path: Path) -> None:
    game = plain(environment, tmp_path, "play", "classic", "--seats", "human,human", "--seed", "3")
    game.expect(ASKED)
    game.send("pass\r")
    game.expect(r"Green[^>\n]*> ")
    assert "is next" not in game.before
    game.close()


def test_who_interrupts_a_bot_that_thinks_is_asked_whether_to_save(environment: dict[str, str], tmp_path: Path) -> None:
    game = plain(environment, tmp_path, "play", "classic", "--seats", "human,mcts:20s", "--seed", "3")
    game.expect(ASKED)
    game.send("pass\r")
    game.expect(" thinks")
    game.send("\x03")  # Ctrl-C
    game.expect("save it first")
    game.send("kept.json\r")
    game.expect("saved in kept.json")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0


@pytest.mark.nightly
@pytest.mark.parametrize("where", ["asked", "thinking"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_process_that_is_asked_to_end_saves_the_game_and_leaves_the_terminal_as_it_was(
    environment: dict[str, str], tmp_path: Path, number: int, where: str
) -> None:
    game = plain(environment, tmp_path, "play", "classic", "--seats", "human,mcts:20s", "--seed", "3", "--save", "kept.json")
    game.expect(ASKED)
    if where == "thinking":
        game.send("pass\r")
        game.expect(" thinks")
    game.kill(number)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 128 + number
    assert "Traceback" not in game.before
    assert "save it first" not in game.before
    save = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert len(save["choices"]) == (where == "thinking")


@pytest.mark.nightly
def test_whoever_presses_ctrl_c_again_and_again_loses_no_save(environment: dict[str, str], tmp_path: Path) -> None:
    game = plain(environment, tmp_path, "play", "classic", "--seats", "human,mcts:20s", "--seed", "3", "--save", "kept.json")
    game.expect(ASKED)
    game.send("pass\r")
    game.expect(" thinks")
    for _ in range(5):
        game.send("\x03")
    game.expect("saved in kept.json")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus in (0, 130) or game.signalstatus == signal.SIGINT  # too late to be heard by anybody
    assert len(json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))["choices"]) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_bots_among_themselves_are_interrupted_with_their_game_saved(
    environment: dict[str, str], tmp_path: Path, number: int
) -> None:
    words = [sys.executable, "-m", "caylus_tools", "play", "classic", "--seats", "mcts:40,mcts:40", "--save", "kept.json"]
    for patience in (0.5, 5, 30):  # as much as this machine takes to play two moves
        bots = subprocess.Popen(
            words, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        while not (tmp_path / "kept.json").exists():
            time.sleep(0.05)
        time.sleep(patience)
        bots.send_signal(number)
        _, err = bots.communicate(timeout=60)
        played = len(json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))["choices"])
        assert err == b""
        assert bots.returncode == 128 + number or (not played and bots.returncode == -number)  # before the first move
        if played > 1:
            break
        (tmp_path / "kept.json").unlink()
    assert played > 1


def test_on_the_whole_of_a_terminal_a_signal_saves_the_game_and_leaves_it_as_it_was(
    environment: dict[str, str], tmp_path: Path
) -> None:
    game = terminal(
        environment, tmp_path, "play", str(NOUGHTS), "--seats", "human,mcts:20s", "--seed", "3", "--save", "kept.json"
    )
    game.expect_exact(WHOLE)
    game.expect("Nought[^>\n]*>")
    game.send("5\r")
    game.expect("thinks")
    game.kill(signal.SIGTERM)
    game.expect_exact(PART)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 128 + signal.SIGTERM
    assert "Traceback" not in game.before
    assert len(json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))["choices"]) == 1


@pytest.mark.nightly
@pytest.mark.parametrize(("variables", "size"), [({"TERM": "dumb"}, (50, 80)), ({}, (20, 80)), ({}, (50, 70))])
def test_a_terminal_that_cannot_show_a_table_gets_lines(
    environment: dict[str, str], tmp_path: Path, variables: dict[str, str], size: tuple[int, int]
) -> None:
    words = ["-m", "caylus_tools", "play", str(NOUGHTS), "--seats", "human,random"]
    changed = {**environment, "TERM": "xterm", **variables}
    game = pexpect.spawn(sys.executable, words, env=changed, cwd=str(tmp_path), dimensions=size, encoding="utf-8", timeout=60)
    game.expect("Nought[^>\n]*> ")
    assert WHOLE not in game.before
    game.close()
