"""A game played to its end, or until a person leaves it: shows the table, asks people, lets bots move.

A signal is heard while somebody thinks or looks, and never between a choice and what follows from it: the game can then be
saved as it is.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from caylus import UnknownThing
from caylus.limits import MOST_DECISIONS

from caylus_tools.bots import Bot
from caylus_tools.common.endless import endless
from caylus_tools.common.errors import UsageError
from caylus_tools.common.interrupts import Attention, Stopped
from caylus_tools.verbalize.events import worth_telling

from .handover import Handover
from .info import Info
from .keyboard import EndOfInput, Keyboard
from .matching import alike, exact, ids
from .saving import SaveFile
from .screen import Screen

if TYPE_CHECKING:
    from caylus import Decision, Event, Game, Option, Reason

_HELP = """\
  a number, or words that only one choice has: choose it
  u, undo          go back to your last decision, if nobody has learnt anything since
  w, why NAME      why something is not offered: a thing, a space, a choice as in `why pass`
  i, info NAME     what NAME is and does: a choice's number, a space, a thing, a kind of things
  l, log [N]       everything that has happened, or the last N lines of it
  s, save FILE     save the game; without FILE where it was saved before
  q, quit          leave the game
  ?, h, help       this
  an empty line    shows the table again"""


class _Mark(NamedTuple):
    """A decision that a person made: whose, how many moves came before it, and how much of the log they had seen by then."""

    player: str
    moves: int
    seen: int


class Left(Exception):
    """A person has left the game before its end."""


class Session:
    """`seats` holds the bot of each player, None for a person. The game is saved whenever a person has decided."""

    def __init__(self, game: Game, seats: Mapping[str, Bot | None], screen: Screen, keyboard: Keyboard, file: SaveFile) -> None:
        self._game = game
        self._seats = seats
        self._screen = screen
        self._keyboard = keyboard
        self._save_file = file
        self._about = Info(game.rules, screen.objects)
        self._attention = Attention()
        self._handover = Handover(game, seats, screen, keyboard)
        self._moves = 0
        self._by_bots = 0  # of these moves, since a person last decided
        self._marks: list[_Mark] = []
        self._seen = dict.fromkeys(game.players, 0)  # how many of the events each may see had happened when they last decided

    def run(self) -> None:
        """Returns at the end of the game. Raises `Left` when a person leaves it, `UsageError` when piped input ends too soon.

        Raises `Stopped` when a signal ends it, after saving it where it has a place, and `caylus.RuleFault` when a rule breaks
        or bots go on among themselves without end.
        """
        with self._attention:
            try:
                self._play()
            except Stopped as stopped:
                if stopped.number == signal.SIGINT and self._keyboard.is_terminal:
                    self._leave()
                self._save_file.save(self._game)
                raise

    def _play(self) -> None:
        while self._game.decision is not None:
            decision = self._game.decision_for(self._game.decision.player)
            assert decision is not None
            bot = self._seats[decision.player]
            if bot is None:
                self._person_decides(decision)
            else:
                self._bot_decides(decision.player, bot)
        self._save()
        self._screen.result(self._news(self._marks[-1].player) if self._marks else [])

    def _bot_decides(self, player: str, bot: Bot) -> None:
        with self._attention.heard(), self._screen.thinking(player):
            if self._by_bots == MOST_DECISIONS:
                raise endless(self._game, lambda game: (self._seats[game.players[game.seat]] or bot)(game))
            move = bot(self._game)
        self._game.play(move)
        self._moves += 1
        self._by_bots += 1

    def _news(self, player: str) -> list[Event]:
        """What has happened since a player last decided."""
        return worth_telling(self._game.events_for(player)[self._seen[player] :])

    # ---- a person's decision

    def _person_decides(self, decision: Decision) -> None:
        try:
            with self._attention.heard():
                self._handover.to(decision.player)
                self._screen.decision(decision, self._news(decision.player))
        except EndOfInput:
            self._leave_at_end_of_input()
        if not self._marks:
            self._screen.say("? tells what can be typed")
        decided = False
        while not decided:
            try:
                with self._attention.heard():
                    line = self._keyboard.ask(f"{decision.player}> ", [option.id for option in decision.options])
            except EndOfInput:
                self._leave_at_end_of_input()
            decided = self._answered(decision, line)

    def _answered(self, decision: Decision, line: str) -> bool:
        """Does what the line says; True where the decision is made, taken back, or to be shown again, as by an empty line."""
        if not line:
            return True
        if option := exact(line, decision.options):
            self._choose(decision.player, option)
            return True
        word, _, rest = line.partition(" ")
        if command := self._command(word, decision):
            return command(rest.strip()) is True
        return self._guessed(decision, line)

    def _guessed(self, decision: Decision, line: str) -> bool:
        found = alike(line, decision, self._game.rules)
        if len(found) == 1:
            self._choose(decision.player, *found.values())
        elif found:
            self._screen.say(f"`{line}` may be {', '.join(map(str, found))}: more words, or the number?")
        elif not self._refused(decision, line):
            self._screen.say(f"`{line}` is no choice here and no command; ? tells what there is")
        return len(found) == 1

    def _choose(self, player: str, option: Option) -> None:
        self._marks.append(_Mark(player, self._moves, self._seen[player]))
        self._seen[player] = len(self._game.events_for(player))
        self._game.choose(option)
        self._moves += 1
        self._by_bots = 0
        self._save()

    def _command(self, word: str, decision: Decision) -> Callable[[str], object] | None:
        """What a command does with the rest of its line; the result is True where that opens another decision."""
        commands: dict[str, Callable[[str], object]] = {
            "undo": lambda _: self._undo(decision.player),
            "help": lambda _: self._screen.say(_HELP),
            "why": lambda text: self._why_not(decision, text),
            "info": lambda name: self._info(decision, name),
            "log": lambda most: self._log(decision.player, most),
            "save": self._save_as,
            "quit": lambda _: self._leave(),
        }
        name = "help" if word == "?" else next((name for name in commands if word in (name, name[0])), None)
        return commands[name] if name else None

    def _undo(self, player: str) -> bool:
        own = [number for number, mark in enumerate(self._marks) if mark.player == player]
        if not own:
            self._screen.say("there is no decision of yours to go back to")
            return False
        undone = self._marks[own[-1] :]
        number = len(self._game.chosen) - self._moves + undone[0].moves
        bots = [name for name, bot in self._seats.items() if bot is not None]
        if not self._game.can_undo_to(number, player, willing=bots):
            self._screen.say("there is no going back: somebody has learnt something since, or another person has chosen")
            return False
        del self._marks[own[-1] :]
        self._game.undo_to(number)
        self._moves = undone[0].moves
        for mark in reversed(undone):
            self._seen[mark.player] = mark.seen
        return True

    def _info(self, decision: Decision, name: str) -> None:
        try:
            for line in self._about.tell(name, decision, self._game.view(decision.player)):
                self._screen.say(line)
        except UsageError as error:
            self._screen.say(str(error))

    def _why_not(self, decision: Decision, text: str) -> None:
        if not text:
            self._screen.say(f"why is what not offered? as in `why {decision.options[-1].id}`")
            return
        called = ids(text, decision, self._game.rules)
        if exact(text, decision.options) or any(option.id in called for option in decision.options):
            self._screen.say(f"`{text}` is offered")
        elif not self._refused(decision, text):
            self._screen.say(
                f"nothing called `{text}` could be offered here; choices are called like `{decision.options[-1].id}`"
            )

    def _refused(self, decision: Decision, text: str) -> bool:
        """Tells why a choice is not offered, if it ever could be."""
        refused: dict[str, tuple[Reason, ...]] = {}
        for id_ in ids(text, decision, self._game.rules):
            with suppress(UnknownThing):
                refused[id_] = decision.why_not(id_)
        for id_, reasons in refused.items():
            self._screen.say(f"`{id_}` is not offered:")
            for reason in reasons:
                self._screen.say(f"  {reason.text}   ({reason.file}:{reason.line}{f', {reason.see}' if reason.see else ''})")
        return bool(refused)

    def _log(self, player: str, most: str) -> None:
        events = worth_telling(self._game.events_for(player))
        if not most:
            self._screen.log(events)
        elif most.isascii() and most.isdigit():
            self._screen.log(events, int(most[:9]))
        else:
            self._screen.say(f"`{most}` is not a number of lines")

    # ---- leaving and saving

    def _leave_at_end_of_input(self) -> NoReturn:
        if not self._keyboard.is_terminal:
            raise UsageError("standard input ended before the game did")
        self._leave()

    def _leave(self) -> NoReturn:
        self._handover.end()
        file = ""
        if self._keyboard.is_terminal and not self._save_file.path:
            with suppress(EndOfInput), self._attention.heard():
                file = self._keyboard.ask("save to which file (none: do not save)? ")
        if file or self._save_file.path:
            self._save_as(file)
        raise Left

    def _save_as(self, file: str) -> None:
        before = self._save_file.path
        self._save_file.path = Path(file) if file else before
        if not self._save_file.path:
            self._screen.say("save where? `save FILE`")
        elif self._save():
            self._screen.say(str(self._save_file))
        else:
            self._save_file.path = before

    def _save(self) -> bool:
        """Whether the game could be saved, or need not be; if not, it goes on all the same."""
        try:
            self._save_file.save(self._game)
        except UsageError as error:
            self._screen.say(str(error))
            return False
        return True
