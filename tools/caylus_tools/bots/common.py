"""The interface of bots, the way they look at a game without looking into anybody's hand, and the time that they may take."""

from __future__ import annotations

import gc
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from random import Random
from typing import NamedTuple

import caylus
from caylus import KeptWorlds, NoWorld, Stream

_WRITTEN = re.compile(r"(?P<iterations>[0-9]{1,9})|(?P<number>[0-9]{1,9}(\.[0-9]{1,3})?)(?P<unit>s|ms)")


class Budget(NamedTuple):
    """Whichever ends first. `plays` are choices in games that are played on: as good as a time, and the same on every machine."""

    iterations: int = sys.maxsize
    seconds: float = inf
    plays: int = sys.maxsize


def parse(text: str) -> Budget | None:
    """The budget written as a time, `2s`, `0.5s`, `500ms`, or as a number of iterations, `500`; None for anything else."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    if match["iterations"]:
        budget = Budget(iterations=int(match["iterations"]))
    else:
        budget = Budget(seconds=float(match["number"]) / (1 if match["unit"] == "s" else 1000))
    return budget if min(budget) > 0 else None


KEPT_BACK = 0.05
"""The part of the time that is left for what nobody can foresee, such as a machine that is busy with something else."""


class Deadline:
    def __init__(self, seconds: float) -> None:
        self._begin = time.perf_counter()
        self._end = self._begin + (1 - KEPT_BACK) * seconds

    def has_passed(self) -> bool:
        return time.perf_counter() >= self._end

    def left_after(self, steps: int) -> float:
        """The number of steps that there is time for, if they take as long as those that are done."""
        now = time.perf_counter()
        return steps * (self._end - now) / max(now - self._begin, 1e-9)


@contextmanager
def freeze_garbage_collector() -> Iterator[None]:
    """Keeps the garbage collector from what was there before.

    To go through all that rules are made of takes it longer than a bot may be late.
    """
    if gc.get_freeze_count():  # somebody else's, and not to be undone
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


Bot = Callable[["caylus.Game"], int]
"""Takes a game with a decision open and returns an index into `game.moves`; leaves the game as it was.

A copy of a bot, by `copy.deepcopy` or `pickle`, goes on as the bot itself would.
"""


MOST_REPLAYED = 600
"""Choices that are played again to find one game that a seat could be in. To look longer costs seconds, and seldom helps."""


_SHORTEST_PAUSE = 8
"""Choices after a failure in which no game is looked for."""


class Imagination:
    """The games that whoever decides could be in for all they see, as one bot draws them.

    Where play tells of secrets, they go on from decision to decision while they agree with what the seat is told; then others are
    found by playing the game again. Where that fails, games are made up by what lies on the table alone, after each failure for
    more choices, and counted as `made_up`; always, and uncounted, if the bot never `replays`, which takes `most` choices at most.
    """

    def __init__(self, draw: Random, replays: bool = True, most: int | None = None) -> None:
        self._draw = draw
        self._replays = replays
        self._most = MOST_REPLAYED if most is None else most
        self._failure = 0
        self._pause = 0
        self._kept: dict[str, KeptWorlds] = {}
        self.made_up = 0

    def imagine(self, game: caylus.Game) -> caylus.Game:
        """A game that whoever decides could be in. What comes of a move must be looked at in such a one only."""
        player, seed = game.players[game.seat], self._draw.getrandbits(64)
        if game.rules.tells_secrets and self._replays:
            if not 0 <= len(game.chosen) - self._failure < self._pause:
                try:
                    return self._kept.setdefault(player, KeptWorlds()).draw(game.worlds(player), seed, self._most)
                except NoWorld:
                    self._failure, self._pause = len(game.chosen), max(_SHORTEST_PAUSE, 2 * self._pause)
            self.made_up += 1
        return game.imagine(player, seed)


def count_made_up(bot: Bot) -> int:
    """The number of times that a bot found no world that agrees with all it was told, and made do with a made-up one."""
    parts = getattr(bot, "args", ())
    own = sum(part.made_up for part in parts if isinstance(part, Imagination))
    return own + sum(count_made_up(part) for part in parts if isinstance(part, partial))


def imagine_game(game: caylus.Game, draw: Random) -> caylus.Game:
    """A game that whoever decides could be in for all they see. What comes of a move must be looked at in such a one only."""
    return sample_world(game, game.players[game.seat], draw.getrandbits(64))


def sample_world(game: caylus.Game, player: str, seed: int) -> caylus.Game:
    """A game that a player could be in; where none is found in time, one that is made up by what lies on the table alone."""
    if not game.rules.tells_secrets:
        return game.imagine(player, seed)
    try:
        return game.worlds(player).draw(seed, MOST_REPLAYED)
    except NoWorld:
        return game.imagine(player, seed)


def random_bot(seed: int) -> Bot:
    return partial(choose_any, Stream(seed))


def choose_any(draw: Stream, game: caylus.Game) -> int:
    return draw.draw_below(len(game.moves))
