"""Greedy games by the thousand, looked at on the way: `PYTHONPATH=interpreter:tools:tests python -m support.greedy_games classic 10000`.

Prints how many games were played and every one in which a rule broke or something was lost.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import islice

import caylus
from caylus_tools.bots import bot_named

from .whole_games import nothing_is_negative

EVERY = 10
"""After how many decisions a game is looked at; at its end it always is."""

CHECKS = {
    "classic": ("classic.test_whole_games", ("workers_are_conserved", "tiles_are_conserved", "houses_are_counted")),
    "1303": (
        "edition_1303.test_whole_games",
        (
            "workers_are_conserved",
            "tiles_are_conserved",
            "characters_are_conserved",
            "nobody_builds_an_eleventh_house",
            "the_second_worker_has_a_first",
            "the_provost_stays_on_the_road",
        ),
    ),
}


def look(edition: str, seed: int) -> tuple[int, str]:
    """Plays one game, by 2 to 5 players in turn; the number of decisions, and what went wrong."""
    module, names = CHECKS[edition]
    checks = [nothing_is_negative, *(getattr(import_module(module), name) for name in names)]
    rules = import_module(module).RULES
    game = rules.new_game(2 + seed % 4, seed)
    bot = bot_named("greedy", seed)
    decisions = 0
    try:
        while game.moves:
            game.play(bot(game))
            decisions += 1
            if decisions % EVERY == 0 or not game.moves:
                for check in checks:
                    check(game)
    except (AssertionError, caylus.RuleFault) as wrong:
        return decisions, f"seed {seed}, decision {decisions}: {type(wrong).__name__}: {wrong}"
    return decisions, ""


def main(edition: str, games: int, jobs: int = 2) -> int:
    decisions, wrong = 0, []
    with ProcessPoolExecutor(jobs) as pool:
        for taken, fault in pool.map(look, [edition] * games, range(games), chunksize=50):
            decisions += taken
            wrong += [fault] if fault else []
    print(f"{edition}: {games} greedy games, {decisions} decisions, {len(wrong)} games in which something is wrong")
    print("\n".join(islice(wrong, 20)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:])))
