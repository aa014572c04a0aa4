"""A game played to its end, or until a person leaves it: shows the table, asks people, lets bots move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from rich.console import Console, RenderableType
from rich.rule import Rule

from ..bots import Bot
from ..describe import Describer
from ..outcome import UsageError
from ..retelling import telling
from . import log
from .about import About
from .choices import menu
from .keeping import Keeping
from .keyboard import EndOfInput, Keyboard
from .naming import alike, exact, ids
from .panels import TableTop
from .words import Words

if TYPE_CHECKING:
    from caylus import Decision, Event, Game, Option

_FEWEST_RECENT = 6
_AROUND_LOG = 4
"""Lines around the log: its two borders, what it leaves out, and where one types."""
_HELP = """\
  a number, or words that only one choice has: choose it
  u, undo          go back to your last decision
  w, why NAME      why something is not offered: a thing, a space, a choice as in `why pass`
  i, info NAME     what NAME is and does: a choice's number, a space, a thing, a kind of things
  l, log [N]       everything that has happened, or the last N lines of it
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
    """`seats` holds the bot of each player, None for a person. The game is kept whenever a person has decided."""

    def __init__(
        self, game: Game, seats: Mapping[str, Bot | None], console: Console, keyboard: Keyboard, keeping: Keeping
    ) -> None:
        self._game = game
        self._seats = seats
        self._console = console
        self._keyboard = keyboard
        self._keeping = keeping
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
        self._keep()
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
            decided = self._answered(decision, line)

    def _answered(self, decision: Decision, line: str) -> bool:
        """Does what the line says; True where that opens another decision."""
        option = exact(line, decision.options)
        word, _, rest = line.partition(" ")
        command = None if option else self._command(word, decision)
        if command:
            return command(rest.strip())
        found = {} if option else alike(line, decision.options)
        if len(found) == 1:
            (option,) = found.values()
        if option:
            self._choose(decision.player, option)
        elif found:
            self._say(f"`{line}` may be {', '.join(map(str, found))}: more words, or the number?")
        elif line and not self._refused(decision, line):
            self._say(f"`{line}` is no choice here and no command; ? tells what there is")
        return option is not None

    def _choose(self, player: str, option: Option) -> None:
        self._marks.append(_Mark(player, self._moves, self._told[player]))
        self._told[player] = len(self._game.events_for(player))
        self._game.choose(option)
        self._moves += 1
        self._keep()

    def _command(self, word: str, decision: Decision) -> Callable[[str], bool] | None:
        """What a command does with the rest of its line, and whether that opens another decision."""
        commands: dict[str, Callable[[str], object]] = {
            "undo": lambda _: self._undo(decision.player),
            "help": lambda _: self._say(_HELP),
            "why": lambda said: self._why_not(decision, said),
            "info": lambda name: self._info(decision, name),
            "log": lambda most: self._log(decision.player, most),
            "save": self._save_as,
            "quit": lambda _: self._leave(),
        }
        name = "help" if word == "?" else next((name for name in commands if word in (name, name[0])), None)
        return (lambda rest: commands[name](rest) is True) if name else None

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

    def _why_not(self, decision: Decision, said: str) -> None:
        if not said:
            self._say(f"why is what not offered? as in `why {decision.options[-1].id}`")
            return
        called = ids(said, decision, self._game.rules)
        if exact(said, decision.options) or any(option.id in called for option in decision.options):
            self._say(f"`{said}` is offered")
        elif not self._refused(decision, said):
            self._say(f"nothing called `{said}` could be offered here; choices are called like `{decision.options[-1].id}`")

    def _refused(self, decision: Decision, said: str) -> bool:
        """Tells why what was said is not offered, if it ever could be."""
        refused = {id_: reasons for id_ in ids(said, decision, self._game.rules) if (reasons := decision.why_not(id_))}
        for id_, reasons in refused.items():
            self._say(f"`{id_}` is not offered:")
            for reason in reasons:
                self._say(f"  {reason.text}   ({reason.file}:{reason.line}{f', {reason.see}' if reason.see else ''})")
        return bool(refused)

    # ---- leaving and saving

    def _leave_at_end_of_input(self) -> NoReturn:
        if not self._keyboard.is_terminal:
            raise UsageError("standard input ended before the game did")
        self._leave()

    def _leave(self) -> NoReturn:
        file = ""
        if self._keyboard.is_terminal and not self._keeping.path:
            with suppress(EndOfInput):
                file = self._keyboard.ask("save to which file (none: do not save)? ")
        if file or self._keeping.path:
            self._save_as(file)
        raise Left

    def _save_as(self, file: str) -> None:
        before = self._keeping.path
        self._keeping.path = Path(file) if file else before
        if not self._keeping.path:
            self._say("save where? `save FILE`")
        elif self._keep():
            self._say(str(self._keeping))
        else:
            self._keeping.path = before

    def _keep(self) -> bool:
        """Whether the game could be kept, or need not be; if not, it goes on all the same."""
        try:
            self._keeping.keep(self._game)
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
        table = self._table.draw(view, player, self._console.width)
        question = self._words.line(f"{player}: {decision.prompt}")
        question.append(f"   {log.citation(decision.title, decision.see)}", style="dim")
        choices = menu(self._game, decision, view, self._words, self._describer)
        self._console.print(table)
        self._show_log(self._new_to(player), self._room_beside(table, question, choices))
        self._console.print(question)
        self._console.print(choices)

    def _new_to(self, player: str) -> list[Event]:
        return telling(self._game.events_for(player)[self._told[player] :])

    def _room_beside(self, *shown: RenderableType) -> int | None:
        """How many lines of the log fit on a terminal with what else is shown there; a pipe has room for all."""
        if not self._keyboard.is_terminal:
            return None
        taken = sum(len(self._console.render_lines(part)) for part in shown)
        return max(_FEWEST_RECENT, self._console.height - taken - _AROUND_LOG)

    def _log(self, player: str, most: str) -> None:
        if most and not (most.isascii() and most.isdigit() and len(most) < 9):
            self._say(f"`{most}` is not a number of lines")
            return
        self._show_log(telling(self._game.events_for(player)), int(most) if most else None)

    def _show_log(self, events: Sequence[Event], most: int | None) -> None:
        """The last of the events, `most` of them if that is not None."""
        shown = events if most is None else events[max(0, len(events) - most) :]
        self._console.print(Rule("what happened", style="dim"))
        if len(shown) < len(events):
            self._console.print(f"… {len(events) - len(shown)} more before; `log {len(events)}` shows them", style="dim")
        self._console.print(log.lines(shown, self._words))
        self._console.print(Rule(style="dim"))

    def _show_result(self) -> None:
        self._console.print(self._table.draw(self._game.view(), None, self._console.width))
        if self._marks:
            self._show_log(self._new_to(self._marks[-1].player), None)
        for name in sorted(self._game.players, key=lambda name: -self._game.scores[name]):
            won = "  wins" if name in self._game.winners else ""
            self._console.print(self._words.value(name), f"{self._game.scores[name]}{won}")

    def _say(self, text: str) -> None:
        self._console.print(text, soft_wrap=not self._keyboard.is_terminal)
