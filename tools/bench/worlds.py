"""Worth of honest worlds: `python tools/bench/worlds.py 45 mcts:40 tests/games/cups ...` has a bot play against itself.

In each game one seat, each as often, keeps what it was told, and the others look at the table alone (`Game.imagine`); in
the next one it is the other way round. Told are shares of victories and seconds for a decision.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402
from caylus_tools.bots import bot_named, common, greedy, mcts  # noqa: E402

PLAYERS = 3
Imagine = Callable[[caylus.Game, Random], caylus.Game]


def _table_alone(game: caylus.Game, draw: Random) -> caylus.Game:
    return game.imagine(game.players[game.seat], draw.getrandbits(64))


def play(rules: caylus.Ruleset, bot: str, ways: Sequence[Imagine], seed: int, seconds: dict[Imagine, list[float]]) -> set[int]:
    """The seats that win a game in which each seat has its own way to worlds."""
    game = rules.new_game(len(ways), seed)
    bots = [bot_named(bot, seed * 100 + seat) for seat in range(len(ways))]
    while not game.over:
        way = ways[game.seat]
        for module in (greedy, mcts):
            vars(module)["imagine_game"] = way
        begun = time.process_time()
        move = bots[game.seat](game)
        seconds[way].append(time.process_time() - begun)
        game.play(move)
    return {seat for seat, player in enumerate(game.players) if player in game.winners}


def main(games: int, bot: str, *rulesets: str) -> None:
    honest: Imagine = common.imagine_game
    for path in rulesets:
        rules = caylus.load(path)
        seconds: dict[Imagine, list[float]] = {honest: [], _table_alone: []}
        for odd, other in ((honest, _table_alone), (_table_alone, honest)):
            won = 0.0
            for number in range(games):
                ways = [odd if seat == number % PLAYERS else other for seat in range(PLAYERS)]
                winners = play(rules, bot, ways, number // PLAYERS, seconds)
                won += (number % PLAYERS in winners) / len(winners)
            who = "honest against two that lie" if odd is honest else "lying against two that are honest"
            print(
                f"{rules.name}, {bot}: {who} wins {won / games:.0%} of {games} games; a fair share is {1 / PLAYERS:.0%}",
                flush=True,
            )
        for way, name in ((honest, "honest"), (_table_alone, "lying")):
            print(f"{rules.name}, {bot}: {name} {sum(seconds[way]) / len(seconds[way]):.3f} s for a decision")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
