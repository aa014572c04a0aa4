"""The requests of a session that runs step by step, the files it is saved in, and the way out, which nobody takes by a slip.

A session is a generator. It is sent the answer to each of its requests. `Leaving` is thrown into it instead where the person
wants to leave, `caylus.RuleFault` where a bot meets one as it thinks; whatever else is thrown ends it. Between two requests it
changes the game as a whole, and is not disturbed.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from caylus.diagnostics import visible
from caylus.records import Record

from caylus_tools.common.errors import UsageError
from caylus_tools.common.files import data_folder, write_json
from caylus_tools.common.output import command

if TYPE_CHECKING:
    from caylus import Decision, Game, Match

    from caylus_tools.bots import Bot
    from caylus_tools.screen.scene import Choice


class Ask(Record):
    """A person's line is wanted, without the blanks around it: one of the `choices`, or a command; without choices, an answer.

    `empty` is what an empty line shows, where that is not the table once more.
    """

    question: str
    choices: Sequence[Choice] | None = None
    empty: str = ""


class Think(Record):
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

    def signs(self) -> list[str]:
        """Return a line for each sign that the screen may show."""
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

    def __init__(self, request: Think, game: Game, on_finish: Callable[[], None]) -> None:
        self.request = request
        self.is_done = False
        self._move = 0
        self._error: Exception | None = None
        Thread(target=self._work, args=(game.copy(), on_finish), daemon=True).start()

    def _work(self, game: Game, on_finish: Callable[[], None]) -> None:
        try:
            self._move = self.request.bot(game)
        except Exception as error:
            self._error = error
        self.is_done = True
        on_finish()

    def move(self) -> int:
        """The move that has been found, once it is done. Raises what went wrong."""
        if self._error is not None:
            raise self._error
        return self._move


MOST_KEPT = 20
"""Games that are kept without having been named; the oldest go first."""
_KEPT = re.compile(r"[a-z0-9_-]+\.\d{8}-\d{6}-[0-9a-f]{6}\.game\.json")


class SaveFile:
    """`policies` are those of the seats; they are saved with the game, and so are its `match` and the `lessons` told to each
    person, None where nobody learns. `kept` is where it is saved while nobody names a file.
    """

    def __init__(
        self,
        path: Path | None,
        policies: Sequence[str],
        kept_file: Path | None = None,
        match: Match | None = None,
        lessons: dict[str, list[str]] | None = None,
    ) -> None:
        self.path = path
        self.kept = kept_file
        self.match = match
        self.lessons = lessons
        self._policies = policies

    def save(self, game: Game) -> None:
        """Saves the game, where it has a place. Raises `UsageError` where it cannot be written; a kept game is then given up."""
        kept_file, self.kept = self.kept, None
        if path := self.path or kept_file:
            write_json(path, game.save(policies=self._policies, match=self.match, lessons=self.lessons))
        self.kept = kept_file

    def hint(self, game: Game) -> str:
        """A sentence that says where the game is, and what can be done with it there."""
        is_over = game.over and (self.match is None or self.match.add(game).is_over)
        todo, what = ("replay", "tells it again") if is_over else ("resume", "goes on from here")
        return f"saved in {self.path}; `{command()} {todo} {shlex.quote(str(self.path))}` {what}"


def name_next_game(path: Path, number: int) -> Path:
    """The file of the next game of a match, beside that of the game of a number: `game-2.json` after `game.json`."""
    return path.with_stem(f"{path.stem.removesuffix(f'-{number}')}-{number + 1}")


def games_folder() -> Path | None:
    """The folder of kept games; None where none are to be kept: CAYLUS_GAMES names another folder, or none at all."""
    folder = os.environ.get("CAYLUS_GAMES")
    if folder is not None:
        return Path(folder) if folder else None
    with suppress(RuntimeError):
        return data_folder() / "games"
    return None


def list_kept_games() -> list[Path]:
    """The games that were kept, the newest first."""
    folder = games_folder()
    files: list[tuple[float, Path]] = []
    with suppress(OSError):
        for path in folder.iterdir() if folder is not None else ():
            with suppress(OSError):
                if _KEPT.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                    files.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(files, reverse=True)]


def new_kept_game(name: str) -> Path | None:
    """The file for a new game of a ruleset, readable by this user alone. Makes room for it. None where it cannot be."""
    folder = games_folder()
    if folder is None:
        return None
    path = folder / f"{name}.{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}.game.json"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except (OSError, ValueError):
        return None
    for old in list_kept_games()[MOST_KEPT:]:
        with suppress(OSError):
            old.unlink()
    return path


def newest_kept_game() -> Path:
    """The game that was played last. Raises `UsageError` where there is none."""
    for path in list_kept_games():
        if path.stat().st_size:
            return path
    raise UsageError("there is no game to go on with; name the file that one is saved in")


_ENDING = ".json"
_YES, _NO = ("y", "yes"), ("n", "no", "")
_WHERE = f"leave without saving the game? (y/n, or NAME{_ENDING} to save it first)> "


class Door:
    """Of one game at one terminal."""

    def __init__(self, game: Game, front: Front, file: SaveFile) -> None:
        self._game = game
        self._front = front
        self._file = file

    def ask_or_leave(self, request: Ask | Think) -> Steps[Any]:
        """The answer to a request; whoever wants to leave instead is asked where nothing keeps the game. Raises `Left`."""
        while True:
            try:
                return (yield request)
            except Leaving:
                yield from self.leave()

    def ask_yes_no(self, question: str) -> Steps[bool]:
        """Return whether a question is answered by yes. Raises `Left`."""
        while (answer := (yield from self.ask_or_leave(Ask(f"{question} (y/n)> "))).lower()) not in _YES + _NO:
            self._front.say(f"`{answer}` is neither yes nor no")
        return answer in _YES

    def leave(self) -> Steps[None]:
        """Returns where they would rather play on, else saves the game where it has a place. Raises `Left`.

        Who wants to leave again instead of an answer means it. In a pipe nobody can be asked.
        """
        try:
            is_lost = self._file.path is None and self._file.kept is None
            if is_lost and self._front.is_watched and not (yield from self._may_be_saved()):
                return
        except Leaving:
            pass
        if self._file.path is not None and self.save():
            self._front.say(self.where)
        elif self._file.path is None and self._file.kept is not None and self.save():
            self._front.say(f"the game is kept: `{command()} resume` goes on with it")
        raise Left

    def _may_be_saved(self) -> Steps[bool]:
        """Return whether they leave, after the game was saved if they named a file."""
        while True:
            answer = yield Ask(_WHERE)
            if answer.lower() in _YES + _NO:
                return answer.lower() in _YES
            name = answer.removeprefix("save ").removeprefix("s ")
            if name == answer and not answer.endswith(_ENDING):
                self._front.say(f"`{answer}` is neither y nor n, nor the name of a file that ends in {_ENDING}")
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
            text = "".join(f"{text}. " for text in progress(self._game))
            yield from self._door.ask_or_leave(Ask(f"{text}{name} is next, and nobody else may look. {name}, press Enter> "))
        self._looking = player

    def end(self) -> None:
        """Leaves nothing of what the last of them saw when they leave the game."""
        if self._is_needed:
            self._front.wipe()


def progress(game: Game) -> list[str]:
    """Return how many have chosen of those who choose at once; nothing where the decision in hand is the only one."""
    ready, waiting = len(game.ready), len(game.waiting)
    return [f"{ready} of {ready + waiting} have chosen"] if ready + waiting > 1 else []
