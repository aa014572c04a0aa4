"""Measure how well bots keep their time: `python tools/bench/thinking.py` times decisions here and there in games.

By the clock, and by the processor: what only the clock tells is a machine that did something else meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402
from caylus_tools.bots import bot_named  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("budgets", nargs="*", type=int, default=[20, 100, 500, 1000, 2000], metavar="MILLISECONDS")
    parser.add_argument("--rulesets", nargs="+", default=["classic", "1303"], metavar="RULESET")
    parser.add_argument("--decisions", type=int, default=20, metavar="N", help="timed for each budget")
    chosen = parser.parse_args()
    for ruleset in chosen.rulesets:
        rules = caylus.load(ruleset)
        for budget in chosen.budgets:
            clock, processor = zip(*_shares(rules, budget, chosen.decisions), strict=True)
            print(
                f"{rules.title}, mcts:{budget}ms: {min(clock):.1%} to {max(clock):.1%} of its time, "
                f"median {statistics.median(clock):.1%}; of the processor's at most {max(processor):.1%}; "
                f"{chosen.decisions} decisions",
                flush=True,
            )


def _shares(rules: caylus.Ruleset, budget: int, decisions: int) -> list[tuple[float, float]]:
    """The time that each decision took, by the clock and by the processor, in parts of the budget."""
    bot = bot_named(f"mcts:{budget}ms", seed=1)
    draw = Random(1)
    shares = []
    for number in range(decisions):
        game = rules.new_game(players=4, seed=number)
        for _ in range(draw.randrange(150)):
            game.play(draw.randrange(len(game.moves)))
        begun = time.perf_counter(), time.process_time()
        bot(game)
        ended = time.perf_counter(), time.process_time()
        shares.append(((ended[0] - begun[0]) / (budget / 1000), (ended[1] - begun[1]) / (budget / 1000)))
    return shares


if __name__ == "__main__":
    main()
