"""The jobs that processes of tests do."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

from caylus_tools.server import Refused


def number_of_process() -> int:
    return os.getpid()


def spin(*_: object) -> None:
    while True:
        pass


def spin_on(*_: object) -> None:
    """Catches whatever would stop it."""
    while True:
        with contextlib.suppress(BaseException):
            spin()


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def hold(number_of_bytes: int) -> int:
    return len(bytearray(number_of_bytes))


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise Refused("bad", "No.", [{"text": "Because."}])


def fail(*_: object) -> None:
    raise KeyError("nothing")


def write(path: Path, size: int) -> None:
    path.write_bytes(b"x" * size)


def niceness() -> int:
    return os.nice(0)
