"""What people see of a game: the table, what has happened, the choices; on a terminal as much as fits, in a pipe everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caylus.diagnostics import visible
from rich.console import Console, RenderableType
from rich.rule import Rule

from caylus_tools.verbalize.breakdown import breakdown, in_words
from caylus_tools.verbalize.log import Line, told
from caylus_tools.verbalize.objects import Objects

from . import log
from .choices import menu
from .handover import progress
from .labels import Labels
from .matching import Choice
from .panels import TableTop

if TYPE_CHECKING:
    from caylus import Decision, Game

_FORGET_EARLIER_LINES = "\x1b[3J"
_FEWEST_EVENTS = 6
_AROUND_LOG = 4
"""Lines around the log: its two borders, what it leaves out, and where one types."""


class Screen:
    """Of one game."""

    def __init__(self, game: Game, console: Console, is_watched: bool) -> None:
        self._game = game
        self._seat: str | None = None
        self._console = console
        self.is_watched = is_watched
        self._labels = Labels(game.rules, game.players)
        self._table = TableTop(game.rules, self._labels)
        self._objects = Objects(game.rules)

    def decision(self, decision: Decision, since: int) -> Sequence[Choice]:
        """The whole game as the player who decides sees it, and what has happened since they last did."""
        if self.is_watched:
            self._console.clear()
        player = decision.player
        view = self._game.view(player)
        table = self._table.draw(view, player, self._console.width)
        question = self._labels.line(f"{decision.label}: {decision.prompt}")
        question.append(f"   {'; '.join([log.citation(decision.title, decision.see), *progress(self._game)])}", style="dim")
        choices = menu(self._game, decision, view, self._labels, self._objects)
        self._console.print(table)
        news = self._news(player, since)
        self._seat = player
        self._told(news, self._room_beside(table, question, choices) if self.is_watched else None)
        self._console.print(question)
        self._console.print(choices)
        return [Choice(str(number), option, option.text) for number, option in enumerate(decision.options, 1)]

    def wipe(self) -> None:
        """Leaves nothing on the terminal, nor in what it keeps of earlier lines."""
        self._console.clear()
        self._console.file.write(_FORGET_EARLIER_LINES)
        self._console.file.flush()

    def log(self, most: int | None) -> None:
        """The last of what has happened, at most so many lines; all of them without a number."""
        self._told(self._news(self._seat), most)

    def _news(self, player: str | None, since: int = 0) -> list[Line]:
        """What a player is told of what has happened since the event with a number."""
        return told(self._game.events_for(player), self._game.rules, self._game.labels, since)

    def _told(self, lines: Sequence[Line], most: int | None = None) -> None:
        shown = lines if most is None else lines[max(0, len(lines) - most) :]
        self._console.print(Rule("what happened", style="dim"))
        if len(shown) < len(lines):
            self._console.print(f"… {len(lines) - len(shown)} more before; `log {len(lines)}` shows them", style="dim")
        self._console.print(log.lines(shown, self._labels))
        self._console.print(Rule(style="dim"))

    def result(self, player: str | None, since: int) -> None:
        """The end of the game."""
        news = self._news(player, since)
        self._console.print(self._table.draw(self._game.view(), None, self._console.width))
        if news:
            self._told(news)
        result, scores = self._game.result, self._game.scores
        for name, points in breakdown(self._game.events_for(player), self._game.rules, scores).items():
            self._console.print(self._labels.line(f"{self._game.labels[name]}: {in_words(points)}"))
        self._console.print(self._labels.line(f"{result.told(self._game.labels)}."))
        for standing in result.standings:
            for name in standing.players:
                self._console.print(self._labels.value(name), f"{scores[name]}{'  wins' if standing.has_won else ''}")

    def say(self, text: str) -> None:
        self._console.print("\n".join(map(visible, text.split("\n"))), soft_wrap=not self.is_watched)

    def _room_beside(self, *shown: RenderableType) -> int:
        """How many lines of the log fit on the terminal with what else is shown there."""
        taken = sum(len(self._console.render_lines(part)) for part in shown)
        return max(_FEWEST_EVENTS, self._console.height - taken - _AROUND_LOG)
