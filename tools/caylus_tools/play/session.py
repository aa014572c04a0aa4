"""A game played to its end, or until a person leaves it: shows the table, asks people, lets bots move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from rich.console import Console
from rich.rule import Rule

from ..bots import Bot
from ..describe import Describer
from ..files import write_json
from ..outcome import UsageError
from . import log
from .about import About
from .choices import menu
from .keyboard import EndOfInput, Keyboard
from .panels import TableTop
from .words import Words

if TYPE_CHECKING:
    from caylus import Decision, Event, Game

_RECENT = 12
_HELP = """\
  a number, or the words of a choice as its id has them: choose it
  u, undo          go back to your last decision
  w, why CHOICE    why something is not offered; CHOICE as in `why pass`
  i, info NAME     what NAME is and does: a choice's number, a space, a thing, a kind of things
  l, log           everything that has happened
  s, save FILE     save the game; without FILE where it was saved before
  q, quit          leave the game
  ?, h, help       this"""


class _Mark(NamedTuple):
    """A decision that a person made: whose, how many moves came before it, and how much of the log had been told by then."""

    player: str
    moves: int
    told: int


class Left(Exception):
    """A person has left the game before its end."""


class Session:
    """`seats` holds the bot of each player, None for a person. `save` is where the game is kept whenever a person has decided."""

    def __init__(
        self, game: Game, seats: Mapping[str, Bot | None], console: Console, keyboard: Keyboard, save: Path | None
    ) -> None:
        self._game = game
        self._seats = seats
        self._console = console
        self._keyboard = keyboard
        self._save = save
        self._words = Words(game.rules, game.players)
        self._table = TableTop(game.rules, self._words)
        self._describer = Describer(game.rules)
        self._about = About(game.rules, self._describer)
        self._moves = 0
        self._marks: list[_Mark] = []
        self._told = dict.fromkeys(game.players, 0)  # how many of the events each may see had happened when they last decided

    def run(self) -> None:
        """Returns at the end of the game. Raises `Left` when a person leaves it, `UsageError` when piped input ends too soon."""
        while (decision := self._game.decision) is not None:
            bot = self._seats[decision.player]
            if bot is None:
                self._person_decides(decision)
            else:
                with self._thinking(decision.player):
                    move = bot(self._game)
                self._game.play(move)
                self._moves += 1
        if self._save:
            self._write(self._save)
        self._show_result()

    def _thinking(self, player: str) -> AbstractContextManager[object]:
        """A note on a terminal for as long as a bot takes."""
        return self._console.status(self._words.line(f"{player} thinks")) if self._keyboard.is_terminal else nullcontext()

    # ---- a person's decision

    def _person_decides(self, decision: Decision) -> None:
        self._show(decision)
        decided = False
        while not decided:
            try:
                line = self._keyboard.ask(f"{decision.player}> ", [option.id for option in decision.options])
            except EndOfInput:
                self._leave_at_end_of_input()
            decided = self._chosen(decision, line) or self._commanded(decision, line)

    def _chosen(self, decision: Decision, line: str) -> bool:
        options = {option.id: option for option in decision.options}
        options |= {str(number): option for number, option in enumerate(decision.options, 1)}
        if line not in options:
            return False
        player = decision.player
        self._marks.append(_Mark(player, self._moves, self._told[player]))
        self._told[player] = len(self._game.events_for(player))
        self._game.choose(options[line])
        self._moves += 1
        if self._save:
            self._write(self._save)
        return True

    def _commanded(self, decision: Decision, line: str) -> bool:
        """Does what the line says; True where that opens another decision."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], object]] = {
            "help": lambda _: self._say(_HELP),
            "why": lambda option: self._why_not(decision, option),
            "info": lambda name: self._info(decision, name),
            "log": lambda _: self._show_log(self._game.events_for(decision.player)),
            "save": self._save_as,
            "quit": lambda _: self._leave(),
        }
        if word in ("u", "undo"):
            return self._undo(decision.player)
        name = "help" if word == "?" else next((name for name in commands if word in (name, name[0])), None)
        if name:
            commands[name](rest.strip())
        else:
            self._say(f"`{line}` is no choice here and no command; ? tells what there is")
        return False

    def _undo(self, player: str) -> bool:
        own = [number for number, mark in enumerate(self._marks) if mark.player == player]
        if not own:
            self._say("there is no decision of yours to go back to")
            return False
        undone = self._marks[own[-1] :]
        del self._marks[own[-1] :]
        while self._moves > undone[0].moves:
            self._game.undo()
            self._moves -= 1
        for mark in reversed(undone):
            self._told[mark.player] = mark.told
        return True

    def _info(self, decision: Decision, name: str) -> None:
        try:
            for line in self._about.tell(name, decision, self._game.view(decision.player)):
                self._say(line)
        except UsageError as error:
            self._say(str(error))

    def _why_not(self, decision: Decision, option: str) -> None:
        if any(option == offered.id for offered in decision.options):
            self._say(f"`{option}` is offered")
            return
        reasons = decision.why_not(option)
        for reason in reasons:
            self._say(f"  {reason.text}   ({reason.file}:{reason.line}{f', {reason.see}' if reason.see else ''})")
        if not reasons:
            self._say(f"nothing called `{option}` could be offered here")

    # ---- leaving and saving

    def _leave_at_end_of_input(self) -> NoReturn:
        if not self._keyboard.is_terminal:
            raise UsageError("standard input ended before the game did")
        self._leave()

    def _leave(self) -> NoReturn:
        if self._keyboard.is_terminal and not self._save:
            try:
                file = self._keyboard.ask("save to which file (none: do not save)? ")
            except EndOfInput:
                file = ""
            if file:
                self._write(Path(file))
        raise Left

    def _save_as(self, file: str) -> None:
        if file:
            self._save = Path(file)
        if not self._save:
            self._say("save where? `save FILE`")
            return
        if self._write(self._save):
            self._say(f"saved in {self._save}; `caylus resume {self._save}` goes on from here")

    def _write(self, path: Path) -> bool:
        """Whether it could be written; if not, the game goes on all the same."""
        try:
            write_json(path, self._game.save())
        except UsageError as error:
            self._say(str(error))
            return False
        return True

    # ---- showing

    def _show(self, decision: Decision) -> None:
        if self._keyboard.is_terminal:
            self._console.clear()
        player = decision.player
        view = self._game.view(player)
        self._console.print(self._table.draw(view, player, self._console.width))
        recent = log.telling(self._game.events_for(player)[self._told[player] :])
        self._show_log(recent[-_RECENT:], left_out=len(recent) - _RECENT)
        self._console.print(
            self._words.line(f"{player}: {decision.prompt}").append(
                f"   {log.citation(decision.title, decision.see)}", style="dim"
            )
        )
        self._console.print(menu(self._game, decision, view, self._words, self._describer))

    def _show_log(self, events: Sequence[Event], left_out: int = 0) -> None:
        self._console.print(Rule("what happened", style="dim"))
        if left_out > 0:
            self._console.print(f"… {left_out} more before; `log` shows everything", style="dim")
        self._console.print(log.lines(events, self._words))
        self._console.print(Rule(style="dim"))

    def _show_result(self) -> None:
        self._console.print(self._table.draw(self._game.view(), None, self._console.width))
        for name in sorted(self._game.players, key=lambda name: -self._game.scores[name]):
            won = "  wins" if name in self._game.winners else ""
            self._console.print(self._words.value(name), f"{self._game.scores[name]}{won}")

    def _say(self, text: str) -> None:
        self._console.print(text, soft_wrap=True)
