"""The way out of a game: nobody leaves by a slip of the hand, and the game is kept where they say."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus.diagnostics import visible

from caylus_tools.common.errors import UsageError
from caylus_tools.common.output import command

from .saving import SaveFile
from .steps import Ask, Front, Leaving, Left, Steps, Think

if TYPE_CHECKING:
    from caylus import Game


_ENDING = ".json"
_YES, _NO = ("y", "yes"), ("n", "no", "")
_WHERE = f"save it first? NAME{_ENDING}: there; y: leave without; n: stay> "


class Door:
    """Of one game at one terminal."""

    def __init__(self, game: Game, front: Front, file: SaveFile) -> None:
        self._game = game
        self._front = front
        self._file = file

    def ask_or_leave(self, request: Ask | Think) -> Steps[Any]:
        """The answer to a request; whoever wants to leave instead is asked whether they mean it. Raises `Left`."""
        while True:
            try:
                return (yield request)
            except Leaving:
                yield from self.leave(is_sure=False)

    def ask_yes_no(self, question: str) -> Steps[bool]:
        """Return whether a question is answered by yes. Raises `Left`."""
        while (said := (yield from self.ask_or_leave(Ask(f"{question} (y/n)> "))).lower()) not in _YES + _NO:
            self._front.say(f"`{said}` is neither yes nor no")
        return said in _YES

    def leave(self, is_sure: bool = True) -> Steps[None]:
        """Returns where they would rather play on, else saves the game where it has a place. Raises `Left`.

        Who wants to leave again instead of an answer means it. In a pipe nobody can be asked.
        """
        try:
            if self._file.path is None and self._front.is_watched:
                if not (yield from self._may_be_saved()):
                    return
            elif not is_sure and (yield Ask(f"leave the game? it is saved in {self._file.path} (y/n)> ")).lower() not in _YES:
                return
        except Leaving:
            pass
        if self._file.path is not None and self.save():
            self._front.say(self.where)
        elif self._file.path is None and self._file.kept is not None:
            self._front.say(f"the game is kept: `{command()} resume` goes on with it")
        raise Left

    def _may_be_saved(self) -> Steps[bool]:
        """Return whether they leave, after the game was saved if they named a file."""
        while True:
            said = yield Ask(_WHERE)
            if said.lower() in _YES + _NO:
                return said.lower() in _YES
            name = said.removeprefix("save ").removeprefix("s ")
            if name == said and not said.endswith(_ENDING):
                self._front.say(f"`{said}` is neither y nor n, nor the name of a file that ends in {_ENDING}")
            elif self.save_as(name):
                return True

    def save_as(self, name: str) -> bool:
        """Return whether the game is saved, in a file of that name, or without one where it was saved before; says what went
        wrong.
        """
        if visible(name) != name:
            self._front.say(f"`{name}` is nothing that a file can be called")
            return False
        before = self._file.path
        path = _named_path(name) if name else before
        if path is None:
            return False
        if path != before and path.exists():
            self._front.say(f"{path} is there already; save under another name")
            return False
        self._file.path = path
        if self.save():
            return True
        self._file.path = before
        return False

    @property
    def kept_phrase(self) -> str:
        """The end of a sentence that says that the game is kept without being named."""
        return f"; `{command()} resume` goes on with this game" if self._file.kept and not self._file.path else ""

    @property
    def where(self) -> str:
        """A sentence that says where the game is saved, and what can be done with it there."""
        return self._file.hint(self._game)

    def save(self) -> bool:
        """Return whether the game could be saved, or need not be; if not, it goes on all the same."""
        try:
            self._file.save(self._game)
        except UsageError as error:
            self._front.say(str(error))
            return False
        return True


def _named_path(name: str) -> Path:
    path = Path(name)
    return path if path.suffix else path.with_name(path.name + _ENDING) if path.name else path


class Handover:
    """Nothing is left of what one person saw and typed, and nothing is shown to the next before they sit there alone.

    Only where several `people` play rules that keep something from anybody. In a pipe nobody looks on.
    """

    def __init__(self, game: Game, people: Collection[str], front: Front, door: Door) -> None:
        self._game = game
        self._is_needed = front.is_watched and len(people) > 1 and game.keeps_secrets
        self._front = front
        self._door = door
        self._looking = ""

    def to(self, player: str) -> Steps[None]:
        """Returns when the player alone looks at the screen."""
        if self._is_needed and player != self._looking:
            self._looking = ""
            self._front.wipe()
            name = self._game.labels[player]
            told = "".join(f"{told}. " for told in progress(self._game))
            yield from self._door.ask_or_leave(Ask(f"{told}{name} is next, and nobody else may look. {name}, press Enter> "))
        self._looking = player

    def end(self) -> None:
        """Leaves nothing of what the last of them saw when they leave the game."""
        if self._is_needed:
            self._front.wipe()


def progress(game: Game) -> list[str]:
    """Return how many have chosen of those who choose at once; nothing where the decision in hand is the only one."""
    ready, waiting = len(game.ready), len(game.waiting)
    return [f"{ready} of {ready + waiting} have chosen"] if ready + waiting > 1 else []
