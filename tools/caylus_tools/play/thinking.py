"""A bot at work beside everything else."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from .steps import Think

if TYPE_CHECKING:
    from caylus import Game


class Thought:
    """Looks for the move that is wanted, in a thread of its own and on a copy of the game; tells `done` from there."""

    def __init__(self, request: Think, game: Game, done: Callable[[], None]) -> None:
        self.request = request
        self.is_done = False
        self._move = 0
        self._error: Exception | None = None
        Thread(target=self._work, args=(game.copy(), done), daemon=True).start()

    def _work(self, game: Game, done: Callable[[], None]) -> None:
        try:
            self._move = self.request.bot(game)
        except Exception as error:
            self._error = error
        self.is_done = True
        done()

    def move(self) -> int:
        """The move that has been found, once it is done. Raises what went wrong."""
        if self._error is not None:
            raise self._error
        return self._move
