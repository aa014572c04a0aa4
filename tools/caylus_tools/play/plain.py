"""A session line by line, at a terminal that only prints or in a pipe."""

from __future__ import annotations

import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from caylus.diagnostics import visible

from caylus_tools.common.errors import UsageError
from caylus_tools.common.interrupts import Attention, Stopped

from .steps import Ask, Leaving, Think

if TYPE_CHECKING:
    from caylus import Game
    from rich.console import Console

    from .session import Session


def run(session: Session, game: Game, console: Console, is_watched: bool) -> None:
    """Returns at the end of the game. Raises what `Session.play` does, and `UsageError` when piped input ends too soon.

    A signal is heard while somebody thinks or types, and never between a choice and what follows from it: the game can then
    be saved as it is. Raises `Stopped` when one ends it, after saving it where it has a place.
    """
    steps = session.play()
    lines = Lines(game, console, is_watched)
    with Attention() as attention:
        try:
            request = next(steps)
            while True:
                try:
                    with attention.heard():
                        answer = lines.answer(request)
                except Stopped as stopped:
                    if stopped.number != signal.SIGINT or not is_watched:
                        session.save()
                        raise
                    request = steps.throw(Leaving())
                except Leaving as leaving:
                    request = steps.throw(leaving)
                else:
                    request = steps.send(answer)
        except StopIteration:
            return


class Lines:
    """Answers requests: persons type a line, bots think here and now."""

    def __init__(self, game: Game, console: Console, is_watched: bool) -> None:
        self._game = game
        self._console = console
        self._is_watched = is_watched

    def answer(self, request: Ask | Think) -> Any:
        """Raises `Leaving`."""
        match request:
            case Ask(question=question):
                return self._line(question)
            case Think(player=player, bot=bot):
                with self._thinking(player):
                    return bot(self._game)

    def _line(self, question: str) -> str:
        """In a pipe what was answered is printed, so that the output reads as on a terminal."""
        if self._is_watched:
            try:
                return input(visible(question)).strip()
            except EOFError:
                raise Leaving from None
        if sys.stdin is None:
            raise UsageError("standard input is closed")
        line = sys.stdin.readline()
        if not line:
            raise UsageError("standard input ended before the game did")
        self._console.print(question + visible(line.strip()))
        return line.strip()

    def _thinking(self, player: str) -> AbstractContextManager[object]:
        """A note on a terminal for as long as a bot takes."""
        return self._console.status(f"{player} thinks") if self._is_watched else nullcontext()
