"""A game in progress."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .decisions import Decision, IllegalChoice, Option
from .determinize import determinize
from .events import Event, Log
from .faults import RuleFault
from .machine import Machine, Move
from .machine_factory import moved
from .names import Names
from .seats import Seat, number_of
from .views import view

if TYPE_CHECKING:
    from .ruleset import Ruleset


class Game:
    """`seed` is None for a game that began in a described position: such a game has no transcript.

    Made by `Ruleset.new_game`, `Ruleset.position`, `caylus.resume` and `caylus.replay`.
    """

    def __init__(self, rules: Ruleset, machine: Machine, players: Sequence[str], seed: int | None, history: bool) -> None:
        self.rules = rules
        self.players = tuple(players)
        self.seed = seed
        self.names = Names(machine.program, players)
        self.chosen: list[Move] = []
        self._machine = machine
        self._history: list[tuple[list[int], list[list[Any]], int, int, list[tuple[int, ...]]]] | None = [] if history else None
        self._decision: Decision | None = None
        self._untold = 0  # how many events happened before the first that the log has
        self._listen(machine)

    # ---- deciding

    @property
    def over(self) -> bool:
        return self._machine.player < 0

    @property
    def seat(self) -> int:
        """The number of the player who decides, among `players`; -1 when the game is over."""
        return self._machine.player

    @property
    def decision(self) -> Decision | None:
        """The decision in hand; None when the game is over."""
        if self._machine.player < 0:
            return None
        if self._decision is None:
            self._decision = Decision(self._machine, self.names)
        return self._decision

    @property
    def moves(self) -> Sequence[Move]:
        """The legal options as tuples of numbers, in the order of `decision.options`; () when the game is over."""
        return self._machine.options

    def choose(self, option: Option | str) -> None:
        """Takes an option and goes on to the next decision.

        Raises IllegalChoice if it is not legal now, RuleFault if a rule breaks on the way; both change nothing, the latter in
        a game with history.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice("the game is over")
        if isinstance(option, str):
            option = decision.find(option)
        if option.move not in self._machine.options:
            raise IllegalChoice(f"`{option.id}` is not an option now", decision.why_not(option.id))
        self._play(option.move)

    def play(self, index: int) -> None:
        """Takes the option at an index of `moves`: the quick way, for programs."""
        self._play(self._machine.options[index])

    def _play(self, move: Move) -> None:
        machine = self._machine
        self._decision = None
        self.chosen.append(move)
        if self._history is None:
            machine.choose(move)
            return
        stack = [f[:] for f in machine.stack]
        self._history.append((machine.s[:], stack, len(machine.log), len(machine.drawn), machine.fixed[:]))
        try:
            machine.choose(move)
        except RuleFault:
            self.undo()
            raise

    def undo(self) -> None:
        """Back to the decision before. Raises IllegalChoice at the first one, or in a game without history."""
        if not self._history:
            raise IllegalChoice("there is nothing to undo")
        machine = self._machine
        s, stack, log, drawn, machine.fixed = self._history.pop()
        machine.s[:] = s
        machine.stack[:] = stack
        machine.refresh()
        del machine.log[log:]
        del machine.drawn[drawn:]
        self.chosen.pop()
        self._decision = None
        machine.run()

    # ---- looking

    @property
    def events(self) -> list[Event]:
        """What happened since the game, or this copy of it, began; empty without a log."""
        return self.events_for(None)

    def events_for(self, player: Seat, since: int = 0) -> list[Event]:
        """What happened after the event with the number `since`, as a seat may see it; None sees all.

        Numbers stay what they are, so whoever asks again with the last number seen is told what is new, all of it and
        only that; unless choices have been taken back, after which numbers are given anew.
        """
        since = max(since - self._untold, 0)
        return Log(self.names, self._seat(player)).events(self._machine.log[since:], self._untold + since + 1)

    def _seat(self, player: Seat) -> int | None:
        """The number of a seat from which something is hidden; None for one that may see everything, as all may at the end."""
        seat = number_of(player, self.players)
        return None if self.over else seat

    @property
    def scores(self) -> dict[str, int]:
        score = self._machine.program.values["score"]
        return {name: score(self._machine.s, p) for p, name in enumerate(self.players)}

    @property
    def winners(self) -> list[str]:
        """Whoever has the highest score; all who share it."""
        scores = self.scores
        best = max(scores.values())
        return [name for name, score in scores.items() if score == best]

    def outlook(self, player: str) -> int:
        """How well a player stands by the ruleset's `outlook`, or by the score if it has none."""
        values = self._machine.program.values
        value: int = values.get("outlook", values["score"])(self._machine.s, self.players.index(player))
        return value

    @property
    def rounds(self) -> int:
        """How often the body of the game's outermost loop has begun."""
        return self._machine.s[1]

    def view(self, player: Seat = None) -> dict[str, Any]:
        """The table as JSON data (schemas/view): what a seat may see; for None everything."""
        seat = self._seat(player)
        scores = self.scores
        hidden = bool(self._machine.program.hidden) and not self.over
        shown = {n: None if hidden and seat is not None and n != player else score for n, score in scores.items()}
        return {
            "ruleset": self.rules.name,
            "title": self.rules.title,
            "over": self.over,
            "round": self.rounds,
            "phase": decision.phase if (decision := self.decision) is not None else None,
            "decides": self.players[self._machine.player] if not self.over else None,
            **view(self.names, self._machine.s, seat),
            "scores": shown,
            "winners": self.winners if self.over else [],
        }

    # ---- keeping

    def copy(self, events: bool = False) -> Game:
        """An equal game that goes its own way. It has no history, and without `events` no log, which suits searching."""
        machine = self._machine
        same = machine.program.traced is events
        twin = machine.copy() if same else moved(machine, self.rules.program(len(self.players), events))
        twin.fixed = machine.fixed[:]
        twin.drawn = machine.drawn[:]
        game = Game.__new__(Game)
        game.rules = self.rules
        game.players = self.players
        game.seed = self.seed
        game.names = self.names if same else Names(twin.program, self.players)
        game.chosen = self.chosen[:]
        game._machine = twin
        game._history = None
        game._decision = None
        game._untold = self._untold + len(machine.log)
        game._listen(twin)
        return game

    def determinized(self, player: str, seed: int) -> Game:
        """A copy that the player could be in for all they see (see `determinize`): nothing in it tells what is hidden from them.

        Equal seeds give equal draws from here on. It has no transcript.
        """
        twin = self.copy()
        twin.seed = None
        determinize(twin._machine, len(self.players), self.players.index(player), seed)
        return twin

    def digest(self) -> str:
        """SHA-256 of the state: equal for equal games, in every process."""
        return hashlib.sha256(",".join(map(str, self._machine.s)).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Whether both stand at the same point under the same rules: same state, same frames in flight."""
        if not isinstance(other, Game):
            return NotImplemented
        a, b = self._machine, other._machine
        return self.rules.sources == other.rules.sources and self.players == other.players and (a.s, a.stack) == (b.s, b.stack)

    __hash__ = None  # type: ignore[assignment]

    def save(self) -> dict[str, Any]:
        """The game as JSON data (schemas/save), with the rules it is played by."""
        from .saves import save

        return save(self)

    def transcript(self) -> dict[str, Any]:
        """Every draw and every decision so far (schemas/transcript); with the ruleset it reproduces the game."""
        from .saves import transcript

        return transcript(self)

    def _listen(self, machine: Machine) -> None:
        """Puts into words what the machine has to tell.

        One that tells nothing is left without a way to its game: a copy is in no circle and goes when nobody wants it any more.
        """
        if not machine.program.traced:
            return
        machine.describe = self._describe
        machine.spell = lambda words: self.names.words(machine.s, words)

    def _describe(self, block: int, player: int, move: Move) -> tuple[str, str]:
        """The id and the text of a move about to be taken, forced ones included."""
        decision = Decision(self._machine, self.names)
        return decision.id_of(move), decision.text_of(move)
