"""Perft: how many ways there are to go on, so many decisions deep, from fixed positions. Engines that agree play alike.

A position is reached from the start of the game with seed 1 by random moves. Its count for a depth is the number of
sequences of so many choices; a choice that is forced is none, and a game that ends sooner counts for nothing. The counts
are kept in `counts.yaml`. They may change when the rules do, and never otherwise. This writes them anew:

    PYTHONPATH=interpreter:tests python -m perft.counting > tests/perft/counts.yaml
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import caylus

KEPT = Path(__file__).parent / "counts.yaml"
NOUGHTS = Path(__file__).parent.parent / "games" / "noughts"

EDITIONS = ("classic", "1303")
MOVES = (0, 30, 60, 90)
"""How many moves lie before each position."""
DEPTH = 4


def leaves(game: caylus.Game, depth: int) -> int:
    """The number of sequences of `depth` choices that begin here."""
    if depth == 1:
        return len(game.moves)
    count = 0
    for move in range(len(game.moves)):
        later = game.copy()
        later.play(move)
        count += leaves(later, depth - 1)
    return count


def counts(rules: caylus.Ruleset, players: int) -> dict[int, list[int]]:
    """By the moves before it, the counts of each position, for depths from 1."""
    return {moves: [leaves(game, depth) for depth in range(1, DEPTH + 1)] for moves, game in _positions(rules, players)}


def _positions(rules: caylus.Ruleset, players: int) -> Iterator[tuple[int, caylus.Game]]:
    game = rules.new_game(players, seed=1)
    draw = Random(1).random
    for moves in range(max(MOVES) + 1):
        if moves in MOVES:
            yield moves, game
        game.play(int(draw() * len(game.moves)))


def main() -> None:
    print("# Made by perft.counting: by edition, number of players and moves before the position, the counts for depths 1 to 4.")
    for edition in EDITIONS:
        rules = caylus.load(edition)
        print(f'"{edition}":')
        for players in range(rules.fewest_players, rules.most_players + 1):
            print(f"  {players}:")
            for moves, found in counts(rules, players).items():
                print(f"    {moves}: {found}")


if __name__ == "__main__":
    main()
