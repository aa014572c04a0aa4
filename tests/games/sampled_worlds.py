"""Worlds of whoever decides, held against all that is possible: `PYTHONPATH=interpreter:tools:tests python -m games.sampled_worlds 1000`.

The number is of decisions, for both games together. Told are worlds that contradict what the seat was told, by `Game.worlds` and
by `Game.imagine`, which only looks at the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import caylus

from .hidden_states import Table, dice, possible_dice, possible_masks, worn_card


class Game(NamedTuple):
    """The functions to read what is hidden in a game, and to work out what it may be."""

    read: Callable[[caylus.Game], Table]
    possible: Callable[[caylus.Game, str], set[Table]]
    rare: str
    """The choice that ends things early, which is seldom made here."""


GAMES = {
    "cups": Game(dice, possible_dice, "doubt"),
    "masks": Game(worn_card, possible_masks, "leave"),
}


@dataclass
class Tally:
    """Of so many decisions: how many had worlds that cannot be, and how many had none within the bound."""

    decisions: int = 0
    impossible: int = 0
    imagined_impossible: int = 0
    none_found: int = 0


@cache
def load_rules(name: str) -> caylus.Ruleset:
    return caylus.load(str(Path(__file__).parent / name))


def decisions(name: str, seed: int) -> Iterator[caylus.Game]:
    """A game at each of its decisions, as random players play it who seldom end things early."""
    draw = Random(seed)
    game = load_rules(name).new_game(2 + seed % 3, seed)
    while not game.over:
        yield game
        options = [option.id for option in game.decision.options] if game.decision else []
        usual = [option for option in options if option != GAMES[name].rare]
        game.choose(draw.choice(usual if usual and draw.random() < 0.8 else options))


def sample(name: str, count: int, first_seed: int = 0) -> Tally:
    """So many decisions of a game, of one game after the other."""
    tally, seed, rules = Tally(), first_seed, GAMES[name]
    while True:
        for game in decisions(name, seed):
            if tally.decisions == count:
                return tally
            seat = game.players[game.seat]
            possible = rules.possible(game, seat)
            assert rules.read(game) in possible, "the truth has to be possible"
            tally.decisions += 1
            try:
                world = game.worlds(seat).draw(seed)
                tally.impossible += rules.read(world) not in possible or world.view(seat) != game.view(seat)
            except caylus.NoWorld:
                tally.none_found += 1
            tally.imagined_impossible += rules.read(game.imagine(seat, seed)) not in possible
        seed += 1


def main(count: int) -> int:
    impossible = 0
    for number, name in enumerate(GAMES):
        begun = time.process_time()
        tally = sample(name, count // len(GAMES) + (number < count % len(GAMES)), 1000)
        print(f"{name}: {tally}, {time.process_time() - begun:.1f} s")
        impossible += tally.impossible
    return 1 if impossible else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
