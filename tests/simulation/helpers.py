"""Small things for the tests of simulations: tasks that other processes find by name, waiting, a game that may break."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

NOUGHTS = Path(__file__).parents[1] / "games" / "noughts"

MAY_BREAK = """
resource a, b, c, d, e
group all = a, b, c, d, e
state n number
game "Tiny" for 1 to 4 players { repeat at most 3 times { do main() } }
value score(player) = player.a
action main() {
  for each player in players {
    choose { option grow { raise n by 1 }, option stay { gain 1 a } }
    if n > 10 { set n to 60, gain n all }
  }
}
"""
"""A rule breaks in the rare game where so many grow that there are too many ways to choose what they gain."""


def square(number: int) -> int:
    return number * number


def fail_from_seven_on(number: int) -> int:
    if number >= 7:
        raise ArithmeticError(f"no {number}")
    return number


def is_deaf(number: int) -> bool:
    """Return whether this process has not heard a Ctrl-C since before it ran any Python."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def die_at_seven(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def never_end_from_four_on(number: int) -> int:
    while number >= 4:
        time.sleep(1)
    return number


def wait_until(happened: Callable[[], bool], seconds: float = 60) -> None:
    """Raises TimeoutError if it never happens."""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0
