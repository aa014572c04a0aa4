"""New processes: how long until rules are ready, with nothing kept of earlier ones and with, and how much memory they take."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .measure import Measure, Sample

_ROOTS = [str(Path(__file__).resolve().parents[2] / root) for root in ("interpreter", "tools")]

_LOADED = """
import time
begun = time.process_time()
import caylus
rules = caylus.load({name!r})
print((time.process_time() - begun) * 1e3)
"""
_BEGUN = """
import time
begun = time.process_time()
import caylus
caylus.load({name!r}).new_game(4).moves
print((time.process_time() - begun) * 1e3)
"""
_PLAYED = """
import random
import caylus
rules = caylus.load({name!r})
draw = random.Random(1).random
for seed in range({games}):
    game = rules.new_game(4, seed)
    while game.moves:
        game.play(int(draw() * len(game.moves)))
        {asks}
print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
"""The kernel's own count of the peak; what `getrusage` tells begins with that of the process it was started from."""


def measures(name: str, cache: str, quick: bool) -> Iterator[Measure]:
    """`cache` is a folder to keep things in."""
    section = "a new process"
    for kept, what in (("", "nothing kept"), (cache, "kept")):
        yield Measure(section, f"{name}, load and check, {what}", "ms", _run_program(_LOADED.format(name=name), kept))
        yield Measure(
            section, f"{name}, to the first decision of four, {what}", "ms", _run_program(_BEGUN.format(name=name), kept)
        )
        yield Measure(section, f"`caylus check {name}`, {what}", "ms", _whole(kept, "check", name))
    if not Path("/proc/self/status").exists():
        return
    many = 10 if quick else 100
    for what, games, asks in (
        ("loaded", 0, ""),
        (f"{many} random games", many, ""),
        ("a game whose events are read", 1, "game.events_for(None, 0)"),
    ):
        yield Measure("peak memory", f"{name}, {what}", "MB", _run_program(_PLAYED.format(name=name, games=games, asks=asks), ""))


def help_measure() -> Measure:
    return Measure("a new process", "`caylus --help`", "ms", _whole("", "--help"))


def _run_program(code: str, cache: str) -> Sample:
    """The number that a program prints, run before so that it finds what it has kept."""
    command = [sys.executable, "-c", code]
    _run(command, cache)
    return lambda run: float(_run(command, cache))


def _whole(cache: str, *arguments: str) -> Sample:
    """Return how long a command takes from nothing to its end, run before likewise."""
    command = [sys.executable, "-m", "caylus_tools", *arguments]
    _run(command, cache)

    def sample(_: int) -> float:
        begun = time.perf_counter()
        _run(command, cache)
        return (time.perf_counter() - begun) * 1e3

    return sample


def _run(command: list[str], cache: str) -> str:
    """With the modules compiled, as they are where they are installed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_ROOTS), "CAYLUS_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - our own
