"""A decision as people and programs see it: who decides, what about, the legal options, and why another is not legal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from .in_flight import about, phase_of, rules_of, waiting
from .machine import Move
from .showing import Table, in_html, in_text

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen.metadata import OptionInfo, Place
    from caylus.payments import Ways

    from .in_flight import Bound
    from .machine import Machine
    from .names import Names

DECLINE = "decline"

_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""A number in an id: any that rules come to, and few that they do not."""


class IllegalChoice(Exception):
    """What was chosen is not legal now. `reasons` say why; nothing has changed."""

    def __init__(self, message: str, reasons: tuple[Reason, ...] = ()) -> None:
        super().__init__("\n".join([message, *(f"  {r.text} ({r.file}:{r.line})" for r in reasons)]))
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class Reason:
    """A condition that fails, in the words of the rule, and where the rule stands."""

    text: str
    file: str
    line: int
    see: str | None

    def __str__(self) -> str:
        return f"{self.text} ({self.file}:{self.line}{f', {self.see}' if self.see else ''})"


@dataclass(frozen=True, repr=False)
class Option:
    """A legal option.

    `id` is names and lasting (`place mill`, `pass`), the only thing a transcript needs; `text` is for people; `data`
    holds the option's name, its choices by name, and what it pays if the player picks a way of paying.
    """

    move: Move
    _decision: Decision

    @cached_property
    def id(self) -> str:
        return self._decision.id_of(self.move)

    @cached_property
    def text(self) -> str:
        return self._decision.text_of(self.move)

    @cached_property
    def data(self) -> dict[str, Any]:
        return self._decision.data_of(self.move)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Option {self.id!r} of {self._decision.player}>"

    def belongs_to(self, decision: Decision) -> bool:
        """Whether this is an option of a decision, asked for then or, at the same point of the same game, before or in a copy."""
        return self._decision is decision or (self._decision.is_like(decision) and self.move in decision.moves)


class Decision:
    """The decision in hand. It speaks of the moment it was made at; after a choice, ask the game for the next."""

    def __init__(self, machine: Machine, names: Names) -> None:
        self._machine = machine
        self._names = names
        self._program = machine.program
        self._block = machine.stack[-1][0]
        self._s = machine.s[:]
        self._stack = [frame[:] for frame in machine.stack]
        self._f = self._stack[-1]
        self._at = self._program.decisions[self._block]
        self.moves = machine.options
        self.player_index = machine.player
        site = self._at.site
        self.rule, self.title, self.see = site.rule, site.title, site.see
        self.file, self.line = site.span.file, site.span.line

    @property
    def player(self) -> str:
        """The name of the player who decides."""
        return self._names.players[self.player_index]

    @property
    def label(self) -> str:
        """What people call the player who decides."""
        return self._names.labels[self.player_index]

    @property
    def prompt(self) -> str:
        return self._at.prompt if self._at.prompt is not None else f"{self.title}: choose what to gain"

    @cached_property
    def phase(self) -> dict[str, Any] | None:
        """The phase in hand: its `name`, `title` and `citation` (None if it has none); None outside of every phase."""
        return phase_of([place for place, _ in self._waiting])

    @cached_property
    def rules(self) -> tuple[dict[str, Any], ...]:
        """The rules that led here, outermost first: the game, sequences, phases, actions, and what is hung on them.

        Each is a `name`, a `title`, a `citation` (None if it has none), and the `file` and `line` that it has come to. The last
        is the rule that asks.
        """
        return tuple(rules_of([place for place, _ in self._waiting]))

    @cached_property
    def about(self) -> dict[str, str]:
        """The things it is about, by the names that the rules in flight give them: `{"plot": "field 7", "crop": "wheat"}`.

        Of two of one name the inner one. What a member of a row is called after comes along with it; whoever decides is left out.
        """
        bound = [pair for _, variables in self._waiting for pair in variables]
        return about(self._names, self._s, bound, self.player_index)

    @cached_property
    def _waiting(self) -> list[tuple[Place, list[Bound]]]:
        return waiting(self._names, self._stack)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every legal option, never none, in the order of the rules."""
        return tuple(Option(move, self) for move in self.moves)

    def __repr__(self) -> str:
        return f"<Decision of {self.player}: {self.prompt!r}, {len(self.moves)} options>"

    def __str__(self) -> str:
        return f"{self.question}\n{in_text([self._table()])}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.question)}</p>{in_html([self._table()])}"

    @property
    def question(self) -> str:
        """Who decides what, and where the rules say so, in a line."""
        return f"{self.label}: {self.prompt} ({', '.join(filter(None, (self.title, self.see)))})"

    def _table(self) -> Table:
        return Table(["", "option", "id"], [[str(number), o.text, o.id] for number, o in enumerate(self.options, 1)])

    def is_like(self, other: Decision) -> bool:
        """Whether both speak of the same point of games under the same rules."""
        a, b = self._program, other._program
        same = a is b or (a.shape == b.shape and self._names.players == other._names.players)
        return same and (self._block, self._s, self._f) == (other._block, other._s, other._f)

    def find(self, id_: str) -> Option:
        """The legal option with an id; raises IllegalChoice that says why there is none."""
        for option in self.options:
            if option.id == id_:
                return option
        raise IllegalChoice(f"`{id_}` is not an option now", self.why_not(id_))

    # ---- why not

    def why_not(self, id_: str, *choices: str) -> tuple[Reason, ...]:
        """The conditions that keep an option from being legal now: by its id, or by its name and the names of its choices.

        Empty if it is legal, or if no option of this decision could ever be called that.
        """
        wanted = " ".join((id_, *choices))
        best: tuple[Reason, ...] = ()
        for k, option in enumerate(self._at.options):
            if wanted.split(" ")[0] != option.name:
                continue
            for picked in self._candidates(option, wanted):
                ways = self._meant(k, option, picked, wanted)
                if ways is not None:
                    reasons = self._reasons(k, picked, ways)
                    if not reasons:
                        return ()
                    best = best or reasons
        return best

    def _meant(self, k: int, option: OptionInfo, picked: tuple[int, ...], wanted: str) -> Ways | None:
        """The ways of paying that an id speaks of: the one it names, or all; None if it is not the id of these choices."""
        name = self._choices_named(option, picked)
        if not wanted.startswith(name):
            return None
        ways = self._ways(k, picked)
        if wanted == name:
            return ways
        return tuple(way for way in ways if wanted == f"{name} {self._names.amounts(way)}") or None

    def _candidates(self, option: OptionInfo, wanted: str) -> list[tuple[int, ...]]:
        """The choices that an id may speak of, legal or not: of all objects, and of the numbers that it holds."""
        numbers = dict.fromkeys(int(word) for word in wanted.split(" ") if _NUMBER.fullmatch(word))
        found: list[tuple[int, ...]] = [()]
        for variable in option.variables:
            kind = variable.type.kind
            members = range(self._program.layout.size(kind.root)) if kind is not None else numbers
            longer = ((*picked, i) for picked in found for i in members)
            found = [picked for picked in longer if wanted.startswith(self._choices_named(option, picked))]
        return found

    def _choices_named(self, option: OptionInfo, picked: tuple[int, ...]) -> str:
        values = (self._names.value(self._s, v.type, i) for v, i in zip(option.variables, picked, strict=False))
        return " ".join((option.name, *values))

    def _reasons(self, k: int, picked: tuple[int, ...], ways: Ways) -> tuple[Reason, ...]:
        option = self._at.options[k]
        found, price = option.requires, option.price
        failed = self._program.reasons(self._block, k)(self._s, self._f, *picked)
        result = [_reason(found[i].reason, found[i].site) for i in failed if i < len(found)]
        dear = len(found) in failed  # or legal, but not to be paid in the way that the id names
        if option.ways and not failed:
            dear = not any((k, *picked, way) in self.moves for way in ways)
        if price is not None and dear:
            cost = " or ".join(self._names.amounts(way) for way in ways[:4])
            result.append(_reason(f"that costs {cost}" if cost else "that cannot be paid", price))
        return tuple(dict.fromkeys(result))

    # ---- what a move says

    def _parts(self, move: Move) -> tuple[OptionInfo | None, tuple[int, ...], int | None]:
        """The option of a move (None: declined), its choices, and the way of paying picked, if any."""
        if move[0] >= len(self._at.options):
            return None, (), None
        option = self._at.options[move[0]]
        n = len(option.variables)
        return option, move[1 : n + 1], move[n + 1] if len(move) > n + 1 else None

    def id_of(self, move: Move) -> str:
        if self._at.prompt is None:
            return f"gain {self._names.amounts(move[1])}"
        option, picked, way = self._parts(move)
        if option is None:
            return DECLINE
        name = self._choices_named(option, picked)
        if way is not None and len(self._ways(move[0], picked)) > 1:
            return f"{name} {self._names.amounts(way)}"
        if option.name == "pay" and not option.variables:
            return f"{name} {self._price(move[0], picked)}"
        return name

    def _ways(self, k: int, picked: tuple[int, ...]) -> Ways:
        """The ways of paying an option, affordable or not; none if they are more than anybody can choose among."""
        try:
            return self._program.price(self._block, k)(self._s, self._f, *picked)
        except OverflowError:
            return ()

    def _price(self, k: int, picked: tuple[int, ...]) -> str:
        return self._names.amounts(self._ways(k, picked)[0])

    def text_of(self, move: Move) -> str:
        if self._at.prompt is None:
            return self.id_of(move)
        option, picked, way = self._parts(move)
        if option is None:
            return DECLINE
        words = self._names.words(self._s, self._program.words(self._block, move[0])(self._s, self._f, *picked))
        if way is not None:
            return f"{words}: pay {self._names.amounts(way)}"
        priced = option.price is not None and self._ways(move[0], picked) != (0,)
        return f"{words}: pay {self._price(move[0], picked)}" if priced and not words.startswith("pay ") else words

    def data_of(self, move: Move) -> dict[str, Any]:
        if self._at.prompt is None:
            return {"option": "gain", "choices": {}, "pays": None, "gains": self._names.amounts(move[1])}
        option, picked, way = self._parts(move)
        if option is None:
            return {"option": DECLINE, "choices": {}, "pays": None}
        choices: dict[str, Any] = {}
        for variable, i in zip(option.variables, picked, strict=True):
            kind = variable.type.kind
            choices[variable.name] = self._names.name(kind, i) if kind is not None else i
        pays = None
        if way is not None:
            pays = self._names.amounts(way)
        elif option.price is not None:
            pays = self._price(move[0], picked)
        return {"option": option.name, "choices": choices, "pays": pays}


def _reason(text: str, site: m.Site) -> Reason:
    return Reason(text, site.span.file, site.span.line, site.see)
