"""Measure the interpreter: `python tools/bench/run.py` prints one table. README.md beside this file says what it means.

Figures are taken again and again in turn, so that a slow moment of the machine falls on all alike. What is done within this
process is measured by the time that the processor spends on it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter")]

import caylus  # noqa: E402
from caylus.loading.library import list_rulesets  # noqa: E402

MIDDLE = 100
"""Random moves before a game of four is copied, saved and resumed."""
UNDONE = 20
_LOAD = """
import time
import caylus
begun = time.process_time()
caylus.load({name!r})
print((time.process_time() - begun) * 1e3)
"""


@dataclass
class Measure:
    """One figure; `sample` takes the number of the run."""

    what: str
    unit: str
    sample: Callable[[int], float]
    figures: list[float] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        figures = self.figures
        return {"what": self.what, "unit": self.unit, "median": median(figures), "low": min(figures), "high": max(figures)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    ruleset_names = [ruleset.name for ruleset in list_rulesets() if ruleset.extends is None]
    parser.add_argument(
        "rulesets", nargs="*", metavar="RULESET", default=ruleset_names, help=f"of {', '.join(ruleset_names)}; by default all"
    )
    parser.add_argument("--quick", action="store_true", help="a first impression: fewer and shorter runs")
    parser.add_argument("--runs", type=int, metavar="N", help="how often each figure is taken; 5, or 3 if quick")
    parser.add_argument("--only", action="append", choices=tuple(SECTIONS), help="only this part; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    os.environ["CAYLUS_CACHE"] = ""  # nothing is found here that has been worked out before
    loaded = [caylus.load(name) for name in arguments.rulesets]
    seconds = 0.1 if arguments.quick else 0.4
    measures = [measure for part in arguments.only or SECTIONS for rules in loaded for measure in SECTIONS[part](rules, seconds)]
    gc.freeze()  # going through all that has been made ready would fall on whatever is measured at that moment
    for run in range(arguments.runs or (3 if arguments.quick else 5)):
        for measure in measures:
            measure.figures.append(measure.sample(run))
    rows = [measure.data() for measure in measures]
    if arguments.json:
        print(json.dumps({"python": platform.python_version(), "machine": platform.machine(), "measures": rows}, indent=2))
        return
    print(f"Python {platform.python_version()} on {platform.machine()}: medians, in parentheses the lowest and the highest")
    for row in rows:
        print("{what:<50}{median:>12,.1f} {unit:<12} ({low:,.1f} to {high:,.1f})".format(**row))


# ---- random play


def measure_play(rules: caylus.Ruleset, seconds: float) -> Iterator[Measure]:
    for players in range(rules.fewest_players, rules.most_players + 1):
        for reads_events, what in ((False, ""), (True, ", with events")):
            play = decisions(rules, players, reads_events)
            yield Measure(f"{rules.name}, {players} players{what}", "decisions/s", rate(play, seconds))


def decisions(rules: caylus.Ruleset, players: int, reads_events: bool) -> Callable[[int], int]:
    """Plays the random game of a seed, and counts its decisions."""

    def play(seed: int) -> int:
        draw = Random(seed).random
        game = rules.new_game(players, seed)
        count = last = 0
        while moves := game.moves:
            game.play(int(draw() * len(moves)))
            count += 1
            if reads_events and (new := game.events_for(None, last)):
                last = new[-1].number
        return count

    play(0)  # what is made once for a number of players is not measured
    return play


def rate(play: Callable[[int], int], seconds: float) -> Callable[[int], float]:
    """Return how many decisions are made in a second."""

    def sample(run: int) -> float:
        count, seed = 0, 1000 * run
        start_time = time.process_time()
        while (elapsed := time.process_time() - start_time) < seconds:
            count += play(seed)
            seed += 1
        return count / elapsed

    return sample


# ---- one game


def measure_game(rules: caylus.Ruleset, _: float) -> Iterator[Measure]:
    game = start_middle(rules)
    text = json.dumps(game.save())
    yield Measure(f"{rules.name}, copy", "µs", micros(game.copy, 2000))
    yield Measure(f"{rules.name}, undo", "µs", undo(start_middle(rules)))
    yield Measure(f"{rules.name}, save", "µs", micros(lambda: json.dumps(game.save()), 20))
    yield Measure(f"{rules.name}, resume", "µs", micros(lambda: caylus.resume(json.loads(text)), 5))


def start_middle(rules: caylus.Ruleset) -> caylus.Game:
    game = rules.new_game(4, seed=1)
    play_on(game, Random(1), MIDDLE)
    return game


def play_on(game: caylus.Game, draw: Random, moves: int) -> None:
    for _ in range(moves):
        game.play(int(draw.random() * len(game.moves)))


def undo(game: caylus.Game) -> Callable[[int], float]:
    """Return how long it takes to take back one move of several."""

    def sample(run: int) -> float:
        play_on(game, Random(run), UNDONE)
        begun = time.process_time()
        for _ in range(UNDONE):
            game.undo()
        return (time.process_time() - begun) / UNDONE * 1e6

    return sample


def micros(do: Callable[[], object], times: int) -> Callable[[int], float]:
    """Return how many microseconds something takes."""

    def sample(_: int) -> float:
        start_time = time.process_time()
        for _ in range(times):
            do()
        return (time.process_time() - start_time) / times * 1e6

    return sample


# ---- a new process


def measure_process(rules: caylus.Ruleset, _: float) -> Iterator[Measure]:
    yield Measure(f"{rules.name}, load, nothing kept", "ms", lambda _: load(rules.name, ""))
    yield Measure(f"{rules.name}, load, kept", "ms", load_kept(rules.name))


def load_kept(name: str) -> Callable[[int], float]:
    def sample(_: int) -> float:
        with TemporaryDirectory() as cache:
            load(name, cache)
            return load(name, cache)

    return sample


def load(name: str, cache: str) -> float:
    """Milliseconds that a new process takes to load rules, with what the library imports at its first use.

    Its modules are compiled, as they are where they are installed.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "CAYLUS_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", _LOAD.format(name=name)]
    return float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout)  # noqa: S603 - our own


SECTIONS = {"play": measure_play, "game": measure_game, "process": measure_process}

if __name__ == "__main__":
    main()
