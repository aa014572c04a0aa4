"""Any move, each as likely as the next."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .common import Bot

if TYPE_CHECKING:
    from caylus import Game


def random_bot(seed: int) -> Bot:
    draw = Random(seed).random

    def choose(game: Game) -> int:
        return int(draw() * len(game.moves))

    return choose
