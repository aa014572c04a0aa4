"""Bots against each other: `python tools/bench/tournament.py random greedy mcts:200` prints tables of win rates in Markdown.

Each bot plays in one seat, in every seat equally often, against each other one in all the others; the games of every pair
have the same seeds. A shared victory counts for its share.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402
from caylus_tools.balance.estimates import Estimate, rate  # noqa: E402
from caylus_tools.common.output import Progress  # noqa: E402
from caylus_tools.simulation.playing import Plan, play_one  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="as for `caylus simulate --policy`")
    parser.add_argument("--rulesets", nargs="+", default=["classic", "1303"], metavar="RULESET")
    parser.add_argument("--players", type=int, default=4, metavar="N")
    parser.add_argument(
        "--games", type=int, default=40, metavar="N", help="for each pair of bots, best a multiple of the players"
    )
    parser.add_argument("--against", nargs="+", metavar="BOT", help="who sits in the other seats; by default each of BOT")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    chosen = parser.parse_args()
    for ruleset in chosen.rulesets:
        _table(caylus.load(ruleset), chosen.bots, chosen.against or chosen.bots, chosen.players, chosen.games, chosen.seed)


def _table(rules: caylus.Ruleset, bots: Sequence[str], rivals: Sequence[str], players: int, games: int, seed: int) -> None:
    print(f"\n**{rules.title}**, {players} players, {games} games a pair, fair share {1 / players:.0%}\n")
    print("| wins of | " + " | ".join(f"against {players - 1} {rival}" for rival in rivals) + " |")
    print("|---" * (len(rivals) + 1) + "|")
    for bot in bots:
        cells = [_cell(_wins(rules, bot, rival, players, games, seed)) if bot != rival else "" for rival in rivals]
        print("| " + " | ".join([bot, *cells]) + " |", flush=True)


def _wins(rules: caylus.Ruleset, bot: str, rival: str, players: int, games: int, seed: int) -> Estimate:
    shares = []
    begun = time.perf_counter()
    with Progress(f"games of {bot} against {rival}", games) as progress:
        for number in range(games):
            seat = number % players
            policy = tuple(bot if other == seat else rival for other in range(players))
            winners = play_one(Plan(rules, players, seed, policy), number).winners
            shares.append((winners >> seat & 1) / winners.bit_count())
            progress.advance()
    print(f"{rules.name}: {bot} against {rival}: {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    return rate(np.array(shares), np.ones(games))


def _cell(wins: Estimate) -> str:
    return f"{wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%})"


if __name__ == "__main__":
    main()
