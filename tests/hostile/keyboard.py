"""Somebody who types anything at a game in a terminal: keys by chance, in pieces of any size, and the window resized.

`python -m hostile.keyboard --keys 10000 --seed 1` from the folder of the project, with `PYTHONPATH=interpreter:tools:tests`.
A program that ends otherwise than a person meant, leaves the terminal as it should not be, stands still, or loses a game is a
fault; it is told with the sitting's number, and `--only NUMBER` with the same seed types the same again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import string
import sys
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import caylus
import pexpect

GAMES = Path(__file__).parents[1] / "games"
SITTINGS: tuple[tuple[str, ...], ...] = (
    ("classic", "--seats", "human,human"),
    ("secret-goals", "--seats", "human,human"),
    ("1303", "--seats", "human,human,greedy"),
    (str(GAMES / "noughts"), "--seats", "human,random"),
    ("character-draft", "--seats", "human,human"),
    ("blind-bids", "--seats", "human,greedy,human"),
    ("secret-goals", "--seats", "human,human", "--plain"),
)
"""What is played, one after the other."""
MOST_KEYS = 400
"""Keys of one sitting, unless it is left before."""
PATIENCE = 30.0
"""Seconds in which a program must show that it is alive."""
_SIZES = ((80, 24), (100, 40), (160, 50), (79, 23), (60, 20), (30, 8), (200, 60), (5, 3), (1, 1))
_CRASHES = ("Traceback", "bugofours", "Error:", "Exception")
_LEFT = "Farewell."
_MARKS = re.compile(r"\x1b\[[0-9;:?<>=$]*[A-Za-z]")
"""Of colours and places, for the terminal alone."""
_WORDS = (
    "undo", "why church", "why 3", "w 16", "info castle", "i 6", "log", "log 3", "log x", "wish", "wish 1", "save", "s kept",
    "quit", "y", "n", "pass", "none", "help", "?", "stop", "no", "1", "2", "3", "k", "v1", "d", "~",
)  # fmt: skip
_PAGES = "LPTFBWIUSQ?"
_SPECIAL = (
    b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[5~", b"\x1b[6~", b"\x1b[H", b"\x1b[F", b"\x1b[3~", b"\t", b"\x1b",
    b"\x7f", b"\x1bOP", b"\x1b[15~", b"\x1b[1;5C", b"\x1b[Z", b"\x1b[I", b"\x1b[O", b"\x01", b"\x05", b"\x0b", b"\x15", b"\x17",
    b"\x1bx", b"\x1b[", b"\x1b[<", b"\x00",
)  # fmt: skip
_RAW_ONLY = (b"\x1a", b"\x13", b"\x11", b"\x10", b"\x0c", b"\x18")
"""Control keys that a terminal by lines keeps to itself."""
_LETTERS = (string.ascii_letters + string.digits + " .,-+→éßЖ字🂡\u0301\u200f").replace("q", "")


def _some_text(by: Random) -> bytes:
    return "".join(by.choices(_LETTERS, k=by.randint(1, 6))).encode()


def _some_mouse(by: Random) -> bytes:
    button, column, row = by.choice((0, 0, 0, 2, 64, 65)), by.randint(1, 120), by.randint(1, 40)
    return f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m".encode()


def _some_paste(by: Random) -> bytes:
    ends = by.choice(("\r", "\n", "\r\n", ""))
    return f"\x1b[200~{ends.join(by.choices(_WORDS, k=by.randint(0, 5)))}{ends}\x1b[201~".encode()


_KEYS: tuple[tuple[int, Callable[[Random], bytes]], ...] = (
    (30, lambda by: b"\r"),
    (22, lambda by: f"{by.randint(0, 12)}\r".encode()),
    (16, lambda by: by.choice(_PAGES).encode()),
    (14, lambda by: by.choice(_SPECIAL)),
    (10, lambda by: f"{by.choice(_WORDS)}\r".encode()),
    (8, _some_text),
    (4, _some_mouse),
    (3, _some_paste),
    (2, lambda by: by.choice(_RAW_ONLY)),
    (1, lambda by: by.choice((b"\x03", b"\x04"))),
    (1, lambda by: bytes(by.choices(range(0x80, 0x100), k=by.randint(1, 4)))),
)
"""How often which sort of key is pressed. None writes a `/`, so that nothing is saved out of the folder."""


def piece(by: Random, is_plain: bool) -> list[bytes]:
    """Some keys that are written at once: mostly few, sometimes many."""
    kinds = by.choices([kind for _, kind in _KEYS], [weight for weight, _ in _KEYS], k=by.choice((1, 1, 2, 2, 3, 5, 8, 20, 40)))
    keys = [kind(by) for kind in kinds]
    return [key for key in keys if not (is_plain and set(key) & {raw[0] for raw in _RAW_ONLY})]


@dataclass
class Typist:
    """Types sittings one after the other in a `folder` of its own. `faults` is what was found."""

    folder: Path
    seed: int
    environment: dict[str, str]
    faults: list[str] = field(default_factory=list)
    typed: int = 0
    sittings: int = 0

    def type(self, keys: int) -> None:
        """Sits down as often as it takes to press so many keys."""
        for number in count():
            if self.typed >= keys:
                return
            self.sit(number, keys - self.typed)

    def sit(self, number: int, most: int = MOST_KEYS) -> None:
        """Plays a game until it is left, killed, or enough was typed; in half the cases goes on with it where it was killed."""
        by = Random(f"{self.seed} {number}")
        words = SITTINGS[number % len(SITTINGS)]
        games = self.folder / str(number)
        games.mkdir()
        self.sittings += 1
        name = f"sitting {number}, {' '.join(words)}"
        first = Sitting(name, self, games, by, ("play", *words, "--seed", str(number)), "--plain" in words)
        first.run(min(most, MOST_KEYS))
        if first.is_killed and (before := list_kept_choices(games)) is not None:
            again = Sitting(f"{name}, resumed", self, games, by, ("resume", *words[3:]), "--plain" in words)
            again.run(20, before)


def list_kept_choices(games: Path) -> list[Any] | None:
    """The choices of the game that was kept there; None where none was. Raises what `caylus.resume` does."""
    files = sorted(games.glob("*.game.json"), key=lambda path: path.stat().st_mtime)
    kept = [path for path in files if path.stat().st_size]
    return list(caylus.resume(json.loads(kept[-1].read_text(encoding="utf-8"))).chosen) if kept else None


class Sitting:
    """One program in a terminal."""

    def __init__(self, name: str, typist: Typist, games: Path, by: Random, words: Sequence[str], is_plain: bool) -> None:
        self._name, self._typist, self._by, self._is_plain, self._games = name, typist, by, is_plain, games
        self._shown = ""
        self._keys: list[bytes] = []
        self.is_killed = False
        self._terminal = pexpect.spawn(
            sys.executable,
            ["-m", "caylus_tools", *words],
            env={**typist.environment, "TERM": "xterm-256color", "CAYLUS_GAMES": str(games)},
            cwd=str(games),
            dimensions=(24, 80),
            timeout=PATIENCE,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        self._modes = termios.tcgetattr(self._terminal.child_fd)[:4]

    def run(self, most: int, before: Sequence[Any] = ()) -> None:
        """Types so many keys. The game must begin with the choices `before`."""
        try:
            self._begin(before)
            pressed = 0
            while pressed < most and self._terminal.isalive():
                keys = piece(self._by, self._is_plain)
                pressed += len(keys)
                self._write(keys)
                if self._by.random() < 0.1:
                    self._resize(*self._by.choice(_SIZES))
                self._read(self._by.choice((0.0, 0.02, 0.1)))
            self._typist.typed += pressed
            if self._terminal.isalive():
                self._see_that_it_lives()
            self._end()
        except _Fault as fault:
            last = b" ".join(self._keys[-60:])
            self._typist.faults.append(
                f"{self._name}: {fault}\n  typed last: {last!r}\n  shown last: {_MARKS.sub(' ', self._shown[-8000:])[-1500:]!r}"
            )
        finally:
            self._terminal.close(force=True)

    def _begin(self, before: Sequence[Any]) -> None:
        end = time.monotonic() + PATIENCE
        while "> " not in self._shown:
            self._read(0.1)
            if time.monotonic() > end or not self._terminal.isalive():
                raise _Fault("does not begin")
        if before:
            now = list_kept_choices(self._games)
            if now is None or now[: len(before)] != list(before):
                raise _Fault(f"goes on with another game: {before}, then {now}")

    def _write(self, keys: list[bytes]) -> None:
        self._keys += keys
        try:
            self._terminal.send(b"".join(keys))
        except OSError:
            return  # it has ended: how is looked at in `_end`

    def _resize(self, width: int, height: int) -> None:
        self._keys.append(f"<{width}x{height}>".encode())
        self._terminal.setwinsize(height, width)

    def _read(self, seconds: float) -> bool:
        """Reads until nothing has come for so long; whether anything has."""
        before = len(self._shown)
        try:
            while True:
                shown = self._terminal.read_nonblocking(65536, seconds)
                self._shown = (self._shown + shown.decode(errors="replace"))[-200_000:]
                if not seconds:
                    break
        except (pexpect.TIMEOUT, pexpect.EOF):
            pass
        return len(self._shown) != before or before == 200_000

    def _see_that_it_lives(self) -> None:
        """A window of another size is drawn anew; an empty line is answered."""
        self._read(0.3)
        self._resize(91, 31)
        if self._is_plain:
            self._write([b"\r"])
        end = time.monotonic() + PATIENCE
        while not self._read(0.1) and self._terminal.isalive():
            if time.monotonic() > end:
                raise _Fault("stands still")

    def _end(self) -> None:
        """Kills what lives, and looks at how the rest has ended."""
        if self._terminal.isalive():
            self.is_killed = True
            self._terminal.kill(signal.SIGKILL)
            self._terminal.wait()
            return
        self._read(0.2)
        code = self._terminal.exitstatus if self._terminal.signalstatus is None else -self._terminal.signalstatus
        tail = "".join(_MARKS.sub("", self._shown[-50_000:]).split())  # a narrow window has broken it anywhere
        ends = (0, -signal.SIGINT) if _LEFT in tail else ()  # a Ctrl-C that was typed ahead meets the process as it ends
        if code not in ends or any(crash in tail for crash in _CRASHES):
            raise _Fault(f"ends with {code}")
        if self._shown.rfind("\x1b[?1049h") > self._shown.rfind("\x1b[?1049l"):
            raise _Fault("leaves the terminal on its own screen")
        if termios.tcgetattr(self._terminal.child_fd)[:4] != self._modes:
            raise _Fault("leaves the terminal in another mode")


class _Fault(Exception):
    pass


def main() -> int:
    parser = argparse.ArgumentParser(prog="hostile.keyboard", description=__doc__)
    parser.add_argument("--keys", type=int, default=10_000, help="how many to press (10,000)")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds press the same keys (1)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one sitting again")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        typist = Typist(Path(folder), arguments.seed, dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))))
        if arguments.only is None:
            typist.type(arguments.keys)
        else:
            typist.sit(arguments.only)
    print(*typist.faults, sep="\n\n")
    print(f"{typist.typed} keys in {typist.sittings} sittings, {len(typist.faults)} faults")
    return 1 if typist.faults else 0


if __name__ == "__main__":
    sys.exit(main())
