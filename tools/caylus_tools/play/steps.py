"""The requests of a session that runs step by step: a terminal or a pipe answers them, each in its own way.

A session is a generator. It is sent the answer to each of its requests. `Leaving` is thrown into it instead where the person
wants to leave, `caylus.RuleFault` where a bot meets one as it thinks; whatever else is thrown ends it. Between two requests it
changes the game as a whole, and is not disturbed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from caylus import Decision, Game

    from caylus_tools.bots import Bot
    from caylus_tools.screen.scene import Choice


@dataclass(frozen=True, slots=True)
class Ask:
    """A person's line is wanted, without the blanks around it: one of the `choices`, or a command; without choices, an answer."""

    question: str
    choices: Sequence[Choice] | None = None


@dataclass(frozen=True, slots=True)
class Think:
    """The move of a bot is wanted; `player` is what people call it."""

    player: str
    bot: Bot


_Result = TypeVar("_Result")
Steps = Generator[Ask | Think, Any, _Result]


class Leaving(Exception):
    """The person who is asked, or waits for a bot, wants to leave."""


class Left(Exception):
    """A person has left the game before its end."""


class Front(Protocol):
    """The display that people see. Nothing of it waits for anybody."""

    @property
    def is_watched(self) -> bool:
        """Return whether somebody sits there, who can be asked again and must not see what is another's."""
        ...

    def decision(self, decision: Decision, since: int) -> Sequence[Choice]:
        """Shows the game as the player who decides sees it, and what has happened `since` the event with a number.

        Returns the choices.
        """
        ...

    def result(self, player: str | None, since: int) -> None:
        """Shows the end of the game, and what has happened since an event with a number that a player had been told of."""
        ...

    def page(self, letter: str, most: int | None = None) -> bool:
        """Shows the page of the screen that has a letter, or so many last lines of it; whether there is one."""
        ...

    def say(self, text: str) -> None: ...

    def warn(self, text: str) -> None:
        """Says what has to be read before a choice is made: keys typed until now do not confirm it."""
        ...

    def wipe(self) -> None:
        """Leaves nothing to be seen of what was shown and typed."""
        ...


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
