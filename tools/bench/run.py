"""How fast the interpreter is: `python tools/bench/run.py` prints one table. See README.md beside this file."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402

_COLD_LOAD = """
import sys, time
begun = time.perf_counter()
sys.path.insert(0, sys.argv[1])
import caylus
rules = caylus.load(sys.argv[2])
print(time.perf_counter() - begun)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="classic")
    parser.add_argument("--runs", type=int, default=5, help="how often each figure is taken; the median is shown")
    parser.add_argument("--games", type=int, default=30, help="games in one run of random play")
    chosen = parser.parse_args()
    rules = caylus.load(chosen.ruleset)

    print(f"{rules.title}, Python {sys.version.split()[0]}, medians of {chosen.runs} runs (slowest and fastest in brackets)\n")
    for players in range(rules.fewest_players, rules.most_players + 1):
        rates = [_random_play(rules, players, chosen.games, run) for run in range(chosen.runs)]
        _row(f"random play, {players} players", [decisions for decisions, _ in rates], "decisions/s", 0)
        _row("", [games for _, games in rates], "games/s", 1)
    middle = _middle_of_a_game(rules)
    text = json.dumps(middle.save())
    _row("copy", _micros(middle.copy, 2000, chosen.runs), "µs", 1)
    _row("undo", _micros(lambda: _there_and_back(middle), 200, chosen.runs), "µs, with the choice that is undone", 0)
    _row("save", _micros(lambda: json.dumps(middle.save()), 20, chosen.runs), f"µs, to {len(text):,} characters", 0)
    _row("resume", _micros(lambda: caylus.resume(json.loads(text)), 3, chosen.runs), "µs", 0)
    _row("cold load", [_cold_load(chosen.ruleset) * 1000 for _ in range(chosen.runs)], "ms, import, read, check", 0)
    _row("cold start", [_cold_help() * 1000 for _ in range(chosen.runs)], "ms, `caylus --help` as a process", 0)


def _random_play(rules: caylus.Ruleset, players: int, games: int, run: int) -> tuple[float, float]:
    """Decisions and games a second, untold and without undo, as simulations play."""
    draw = Random(run).random
    rules.new_game(players=players, seed=0, history=False, events=False)  # what is made once a number of players is not counted
    decisions = 0
    begun = time.perf_counter()
    for seed in range(games):
        game = rules.new_game(players=players, seed=seed, history=False, events=False)
        while moves := game.moves:
            game.play(int(draw() * len(moves)))
            decisions += 1
    seconds = time.perf_counter() - begun
    return decisions / seconds, games / seconds


def _middle_of_a_game(rules: caylus.Ruleset) -> caylus.Game:
    game = rules.new_game(players=rules.most_players, seed=1)
    draw = Random(1).random
    for _ in range(200):
        if game.moves:
            game.play(int(draw() * len(game.moves)))
    return game


def _there_and_back(game: caylus.Game) -> None:
    game.play(0)
    game.undo()


def _micros(do: Callable[[], object], times: int, runs: int) -> list[float]:
    figures = []
    for _ in range(runs):
        begun = time.perf_counter()
        for _ in range(times):
            do()
        figures.append((time.perf_counter() - begun) / times * 1e6)
    return figures


def _cold_load(ruleset: str) -> float:
    done = subprocess.run(  # noqa: S603 - our own interpreter, our own code
        [sys.executable, "-c", _COLD_LOAD, str(ROOT / "interpreter"), ruleset], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _cold_help() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "caylus_tools", "--help"], capture_output=True, check=True, cwd=ROOT / "tools")
    return time.perf_counter() - begun


def _row(what: str, figures: Sequence[float], unit: str, digits: int) -> None:
    low, middle, high = min(figures), statistics.median(figures), max(figures)
    print(f"{what:24}{middle:>12,.{digits}f}  {unit}  [{low:,.{digits}f} to {high:,.{digits}f}]")


if __name__ == "__main__":
    main()
