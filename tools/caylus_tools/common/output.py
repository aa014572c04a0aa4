"""Output of a command, for people and programs: to which terminal, under which name, and how far the command is.

File names, arguments and what the system says may hold anything; nothing of it moves the cursor of a terminal, makes a line of
its own, or begins one that a build service would obey.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import TextIO


def is_terminal(stream: TextIO) -> bool:
    """Return whether it is one that moves its cursor and shows colours when it is told to."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO) -> int:
    """The width of a terminal."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80


STARTED_BY = "CAYLUS_STARTED_BY"
"""The environment variable in which a program that stands before this one (tools/run.py) says how it was started itself."""


def command() -> str:
    """The beginning of a command line that starts this program again: `caylus`, or the way it was started where that is not
    found.
    """
    if started_by := os.environ.get(STARTED_BY):
        return started_by
    program = Path(sys.argv[0])
    if program.parts[-2:] == ("caylus_tools", "__main__.py"):
        return f"{shlex.quote(Path(sys.executable).name)} -m caylus_tools"
    command_path = shutil.which("caylus")
    is_elsewhere = program.is_file() and (command_path is None or Path(command_path).resolve() != program.resolve())
    return shlex.quote(sys.argv[0]) if is_elsewhere and program.stem == "caylus" else "caylus"


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def tell(*lines: str, file: TextIO | None = None) -> None:
    """Prints lines, to standard output if no other stream is named."""
    from caylus.diagnostics import visible

    for line in lines:
        print(visible(line), file=file)


def json_text(document: object, indent: int | None = 1) -> str:
    """The document as JSON for standard output.

    What cannot be seen, begins an order, or is not in every encoding but UTF-8, is written as escapes of JSON.
    """
    is_unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    text = json.dumps(document, ensure_ascii=not is_unicode, allow_nan=False, indent=indent)
    return _QUOTED.sub(_as_json, text)


def _as_json(match: re.Match[str]) -> str:
    from caylus.diagnostics import visible

    if visible(match[0]) == match[0]:
        return match[0]
    return json.dumps(json.loads(match[0])).replace("##[", "#\\u0023[")


_OFTEN = 0.1
_SELDOM = 30.0
"""Seconds between two updates: on a terminal, and where each is a line more in a file or in the log of a build."""


class Progress:
    """A line on standard error, up to date while the `with` block runs and gone after it; where that cannot be, a line each
    half a minute.

    `done` of the `total` were there before, and say nothing about how long the others will take.
    """

    def __init__(self, what: str, total: int, initial_count: int = 0) -> None:
        self._what = what
        self._total = total
        self._done = self._before = initial_count
        self._begun = time.monotonic()
        self._is_terminal = is_terminal(sys.stderr)
        self._updated = 0.0 if self._is_terminal else self._begun

    def _show(self, line: str) -> None:
        if self._is_terminal:
            fitting = line[: columns(sys.stderr) - 1]  # a longer one would go on in the next, which nothing wipes
            print(f"\r{fitting}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def advance(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._updated <= (_OFTEN if self._is_terminal else _SELDOM):
            return
        self._updated = now
        self._show(f"{self._done}/{self._total} {self._what}, {self._rest(now)} left")

    def _rest(self, now: float) -> timedelta:
        """The time that what is left takes, if it goes on as since the beginning."""
        each = (now - self._begun) / (self._done - self._before)
        return timedelta(seconds=round(each * (self._total - self._done)))

    def __enter__(self) -> Progress:
        if self._is_terminal:
            self._show(f"{self._done}/{self._total} {self._what}")
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
