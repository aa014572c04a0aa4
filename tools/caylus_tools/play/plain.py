"""A session line by line, in a pipe or at a terminal that can do no more."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any

from caylus import RuleFault
from caylus.diagnostics import visible

from caylus_tools.common.errors import UsageError
from caylus_tools.common.interrupts import Attention, Stopped
from caylus_tools.screen.compose import compose, page, pages
from caylus_tools.screen.looks import Looks, is_dark_terminal
from caylus_tools.screen.marked import Line
from caylus_tools.screen.scene import Choice, Scene
from caylus_tools.screen.signs import describe_signs

from .steps import Ask, Leaving, Think

if TYPE_CHECKING:
    from caylus import Decision, Game
    from rich.console import Console

    from .session import Session


_FORGET_EARLIER_LINES = "\x1b[3J"


class Plain:
    """Runs a session of a game, and is what people see of it (`steps.Front`)."""

    def __init__(self, game: Game, console: Console) -> None:
        self.is_watched = sys.stdin is not None and sys.stdin.isatty() and console.is_terminal
        self._game = game
        self._console = console
        self._looks = Looks(game, is_dark_terminal())
        self._scene = Scene(game, None, 0)
        self._prompt: Line = ()

    def play(self, session: Session) -> None:
        """Returns at the end of the game. Raises what `Session.play` does, and `UsageError` when piped input ends too soon.

        A signal is heard while somebody thinks or types, and never between a choice and what follows from it: the game can then
        be saved as it is. Raises `Stopped` when one ends it, after saving it where it has a place.
        """
        steps = session.play()
        with Attention() as attention:
            try:
                request = next(steps)
                while True:
                    try:
                        with attention.listen():
                            answer = self._answer(request)
                    except Stopped as interruption:
                        if interruption.number != signal.SIGINT or not self.is_watched:
                            session.save()
                            raise
                        request = steps.throw(Leaving())
                    except (Leaving, RuleFault) as error:
                        request = steps.throw(error)
                    else:
                        request = steps.send(answer)
            except StopIteration:
                return

    def _answer(self, request: Ask | Think) -> Any:
        """A person's line, or the move of a bot, which thinks here and now. Raises `Leaving`."""
        match request:
            case Ask(question=question, choices=choices):
                self._console.print(self._looks.text(self._prompt) if choices else visible(question), end="", soft_wrap=True)
                return self._line()
            case Think(player=player, bot=bot):
                with self._console.status(f"{visible(player)} thinks") if self.is_watched else nullcontext():
                    return bot(self._game)

    def _line(self) -> str:
        """In a pipe what was answered is printed, so that the output reads as on a terminal."""
        if self.is_watched:
            try:
                return input().strip()
            except EOFError:
                raise Leaving from None
        if sys.stdin is None:
            raise UsageError("standard input is closed")
        line = sys.stdin.readline()
        if not line:
            raise UsageError("standard input ended before the game did")
        self._console.print(visible(line.strip()), soft_wrap=True)
        return line.strip()

    # ---- what people see

    def decision(self, decision: Decision, since: int) -> Sequence[Choice]:
        self._scene = Scene(self._game, decision, since, self._game.seed)
        self._show()
        return self._scene.choices

    def result(self, player: str | None, since: int) -> None:
        self._scene = Scene(self._game, None, since, self._game.seed)
        self._show()

    def _show(self) -> None:
        if self.is_watched:
            self._console.clear()
        composition = compose(self._scene, self._console.width)
        self._prompt = composition.prompt
        self._print(composition.lines)

    def page(self, letter: str, most: int | None = None) -> bool:
        if letter not in pages(self._scene):
            return False
        lines = page(self._scene, letter, self._console.width)
        self._print(lines if most is None else lines[max(0, len(lines) - most) :])
        return True

    def signs(self) -> list[str]:
        return describe_signs(self._scene)

    def say(self, text: str) -> None:
        self._console.print("\n".join(map(visible, text.split("\n"))), soft_wrap=not self.is_watched)

    def warn(self, text: str) -> None:
        self.say(text)
        if self.is_watched:
            _drop_typed()

    def wipe(self) -> None:
        """Leaves nothing on the terminal, nor in what it keeps of earlier lines."""
        if self._console.is_dumb_terminal:
            self._console.print("\n" * self._console.height)
            return
        self._console.clear()
        self._console.file.write(_FORGET_EARLIER_LINES)
        self._console.file.flush()

    def _print(self, lines: Sequence[Line]) -> None:
        self._console.print(self._looks.text(*lines), soft_wrap=True)


def _drop_typed() -> None:
    """Drop the lines that were typed at the terminal and not read, where the system can do that."""
    if sys.platform != "win32":
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
