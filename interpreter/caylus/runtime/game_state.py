"""The state of a game, and the part of it that a seat sees."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .call_stack import pending_moves, phases, seats_to_ask
from .decisions import Decision
from .events import Result, standings
from .machine import Machine, Move
from .names import Names
from .seats import Seat, seat_number
from .start import Start
from .views import Table, project_points, read, render_html, render_text, rule_tables, tables, value, values, view
from .visibility import Sight, keeps_secrets

if TYPE_CHECKING:
    from .ruleset import Ruleset


class GameState:
    """The half of a game that changes nothing; see `Game`."""

    rules: Ruleset
    names: Names
    start: Start
    chosen: list[Move]
    _machine: Machine
    _decision: Decision | None

    @property
    def players(self) -> tuple[str, ...]:
        return self.names.players

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the players, by seat."""
        return dict(zip(self.names.players, self.names.labels, strict=True))

    @property
    def seed(self) -> int | None:
        """The seed of the random stream, which foretells all draws and is for no seat; None where it is not told (see `save`)."""
        return self.start.seed

    @property
    def over(self) -> bool:
        return self._machine.player < 0

    @property
    def seat(self) -> int:
        """The number of the player who decides, among `players`; -1 when the game is over."""
        return self._machine.player

    @property
    def decision(self) -> Decision | None:
        """The decision in hand, whole, of several the first; None when the game is over.

        What a seat may know of it is `Game.decision_for`.
        """
        if self._machine.player < 0:
            return None
        if self._decision is None:
            self._decision = Decision(self._machine, self.names, self._machine.player)
        return self._decision

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have to decide, in the order in which they are asked: several only where they choose at once."""
        return tuple(self.players[seat] for seat in seats_to_ask(self._machine))

    def visible_choices(self, move: Move, player: Seat) -> tuple[int | None, ...]:
        """The part of one of `moves` that a seat will see when it is made: None for each hidden choice, () for nothing."""
        machine, seat = self._machine, self._seat(player)
        if seat in (None, machine.player) or not machine.program.hides:
            return move
        asked = machine.program.decisions[machine.stack[-1][0]]
        sight = Sight(self.names, machine.s, seat)
        tells = sight.choices(machine.player, asked, move)
        if tells is None:
            return ()
        way = move[len(tells) + 1 :] if sight.options(machine.player, asked) else ()
        return (move[0], *(i if is_visible else None for i, is_visible in zip(move[1:], tells, strict=False)), *way)

    @property
    def ready(self) -> tuple[str, ...]:
        """The seats that have chosen at once, while somebody is missing; those without a choice are not among them."""
        return tuple(self.players[seat] for seat in pending_moves(self._machine))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decision in hand of each who has to decide (see `waiting`), to be made in any order."""
        return tuple(map(self._find_decision, seats_to_ask(self._machine)))

    def _find_decision(self, seat: int) -> Decision:
        """The decision of one of those who have to decide."""
        if self.decision is not None and self.decision.player_index == seat:
            return self.decision
        return Decision(self._machine, self.names, seat)

    @property
    def moves(self) -> Sequence[Move]:
        """The legal options as tuples of numbers, in the order of `decision.options`; () when the game is over."""
        return self._machine.options

    def _legal_moves(self, seat: int) -> Sequence[Move]:
        """The legal options of a seat; () for one that has nothing to decide."""
        if seat == self._machine.player:
            return self._machine.options
        return self._find_decision(seat).moves if seat in seats_to_ask(self._machine) else ()

    def _seat(self, player: Seat) -> int | None:
        """The number of a seat from which something is hidden; None for one that may see everything, as all may at the end."""
        seat = seat_number(player, self.players)
        return None if self.over else seat

    def _sight(self, player: Seat) -> Sight:
        return Sight(self.names, self._machine.s, self._seat(player))

    @property
    def keeps_secrets(self) -> bool:
        """Return whether the rules keep something from anybody: on the table, or until all have chosen who choose at once."""
        return bool(self._machine.program.at_once) or keeps_secrets(self.names.secrets)

    @property
    def lies_open(self) -> bool:
        """Return whether every seat, and whoever watches, sees and is told the same all the time: the rules hide nothing."""
        return not (self._machine.program.hides or self._machine.program.at_once)

    @property
    def learnt(self) -> tuple[int, int]:
        """The number of draws so far, and of moments when something hidden may have come to light.

        Where both are what they were, nobody has learnt anything since but what was chosen (see `Game.can_undo_to`).
        """
        return len(self._machine.drawn), self._machine.opened

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player, by seat, whatever is hidden; a view tells what a seat may see of them."""
        score = self._machine.program.values["score"]
        return {name: score(self._machine.s, p) for p, name in enumerate(self.players)}

    @property
    def result(self) -> Result:
        """The result of the game; before it is over, that if it ended now, whatever is hidden."""
        machine = self._machine
        return Result(standings(machine.program.values, machine.s, self.players), self._why_over())

    def _why_over(self) -> str | None:
        """The reason that the rules gave when they ended the game; None if they gave none."""
        s, stack = self._machine.s, self._machine.stack
        if not self.over or len(stack) == 1:
            return None
        block, *block_values = stack[-1]
        reason = self.names.program.metadata.endings[block]
        words = self.names.words(s, [part if isinstance(part, str) else (part[0], block_values[part[1] - 1]) for part in reason])
        return self.names.english.render(words)

    @property
    def winners(self) -> list[str]:
        """The winners, by seat: whoever has the highest score, unless the rules say more of it (see `result`)."""
        won = self.result.winners
        return [name for name in self.players if name in won]

    def outlook(self, player: str) -> int:
        """The estimate of a player's standing by the ruleset's `outlook`, or by the score if it has none."""
        values = self._machine.program.values
        value: int = values.get("outlook", values["score"])(self._machine.s, self.players.index(player))
        return value

    def project_points(self, name: str) -> dict[str, int] | None:
        """The points of each player, by seat, if an action were carried out now and the game ended with it.

        `name` may also be a value of each player. Whatever is hidden counts: ask a copy that a seat could be in (see
        `Game.determinize`) for what it may know. None where the action asks somebody something, or cannot be carried out now.
        Raises UnknownThing for what is neither an action without parameters nor a value of one player.
        """
        return project_points(self._machine, self.names, name)

    @property
    def rounds(self) -> int:
        """The number of rounds: how often the body of the game's outermost loop has begun."""
        return self._machine.s[1]

    def read(self, name: str, of: str | None = None, player: Seat = None) -> Any:
        """One thing on the table, as `view` would show it to a seat, and far quicker.

        A state of the table (`"day"`), a list, a row; a player or an object with all its states, or one of them after a dot
        or with the owner named apart: `read("Ann.coin")`, `read("coin", "Ann")`, `read("path 7.owner")`, and so on where a
        state has several values: `read("Ann.liking.cat")`, `read("way.bern.oslo")`. What is hidden from the seat is None. Raises
        UnknownThing, with what was probably meant.
        """
        return read(self._sight(player), name if of is None else f"{of}.{name}")

    def value(self, name: str, arguments: Sequence[str], player: Seat = None) -> Any:
        """A value of the rules, for objects and players by their names. None where it rests on what a seat may not see.

        Raises UnknownThing for what is no value that can be shown, or takes others than these.
        """
        return value(self._sight(player), name, arguments)

    def view(self, player: Seat = None) -> dict[str, Any]:
        """The table as JSON data (schemas/view): what a seat may see; for None everything."""
        sight = self._sight(player)
        sight.shows_internal = player is None  # a seat sees everything when a game is over, but no bookkeeping
        scores, decision = self.scores, self.decision
        rests_on = self.names.program.metadata.values["score"]
        visible_scores = {name: score if sight.value(rests_on, (p,)) else None for p, (name, score) in enumerate(scores.items())}
        return {
            "ruleset": self.rules.name,
            "title": self.rules.title,
            "over": self.over,
            "round": self.rounds,
            "phase": decision and decision.phase,
            "phases": phases(self.names),
            "values": values(sight, self.rules.displayed_values),
            "tables": rule_tables(self.names, self.rules.manifest.get("tables", ())),
            "decides": decision and decision.player,
            "waiting": list(self.waiting),
            **view(sight),
            "scores": visible_scores,
            "winners": self.winners if self.over else [],
            "result": self.result.data(self.labels) if self.over else None,
        }

    def digest(self) -> str:
        """SHA-256 of the state: equal for equal games, in every process. Of what is hidden it tells enough to guess it."""
        return hashlib.sha256(",".join(map(str, self._machine.s)).encode()).hexdigest()

    def __repr__(self) -> str:
        now = "over" if (decision := self.decision) is None else f"{decision.player} decides: {decision.prompt!r}"
        return f"<Game of {self.rules.title}: {', '.join(self.players)}; round {self.rounds}, {len(self.chosen)} choices, {now}>"

    def __str__(self) -> str:
        return f"{self._heading()}\n\n{render_text(self._tables())}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._heading())}</p>{render_html(self._tables())}"

    def _heading(self) -> str:
        if self.decision is not None:
            return f"{self.rules.title}, round {self.rounds}. {self.decision.question}"
        return f"{self.rules.title}, over after round {self.rounds}: {self.result.render(self.labels)}"

    def _tables(self) -> Iterator[Table]:
        return tables(self.view(), self.rules.panels, self.names)
