"""A decision as people and programs see it: who decides, what about, the legal options, and why another is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from . import call_stack
from .call_stack import about, asking, current_phase, rules_in_flight, waiting
from .machine import Move
from .move_text import Reason, Refusals, Wording, make_reason
from .state_codec import UnknownThing
from .views import Table, render_html, render_text
from .visibility import Sight

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen.metadata import Place
    from caylus.english import Offer

    from .call_stack import Bound
    from .machine import Machine
    from .names import Names


class IllegalChoice(Exception):
    """The choice is not legal now. `reasons` say why; nothing has changed."""

    def __init__(self, message: str, reasons: tuple[Reason, ...] = ()) -> None:
        super().__init__("\n".join([message, *(f"  {r.text} ({r.file}:{r.line})" for r in reasons)]))
        self.reasons = reasons


class Option:
    """A legal option.

    `id` is names and lasting (`place mill`, `pass`), the only thing a transcript needs; `text` is for people, and no two
    options of a decision have the same; `offer` are its parts (see `caylus.english`). `data` holds the `option`'s name, its
    `choices` by name, and amounts by the names of resources: what it `pays`, and what it surely `gains`. That is what the
    decider gains before anybody is asked again, as far as it is settled now; there may be more to gain. Both are empty where
    there is nothing to tell. `cells` are the objects it touches, by the names that the view has for them: those chosen, and
    where they lie.
    """

    def __init__(self, move: Move, decision: Decision) -> None:
        self.move = move
        self._decision = decision

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return self.move == other.move and self._decision is other._decision

    def __hash__(self) -> int:
        return hash(self.move)

    @property
    def player(self) -> str:
        """The name of the player to whom it is offered."""
        return self._decision.player

    @cached_property
    def id(self) -> str:
        return self._decision.render_id(self.move)

    @cached_property
    def text(self) -> str:
        english = self._decision._names.english
        return english.render(english.option(self.offer))

    @property
    def offer(self) -> Offer:
        return self._decision._offers[self.move]

    @cached_property
    def data(self) -> dict[str, Any]:
        return self._decision._wording.data(self.move)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        return self._decision._wording.cells(self.move)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Option {self.id!r} of {self._decision.player}>"

    def is_from(self, decision: Decision) -> bool:
        """Return whether it is one of the options of this very decision."""
        return self._decision is decision

    def belongs_to(self, decision: Decision) -> bool:
        """Return whether this is an option of a decision, asked for then or, at the same point of the same game, before or in a
        copy.
        """
        return self._decision is decision or (self._decision.is_like(decision) and self.move in decision.moves)


class Decision:
    """The decision in hand, of one of those who have to decide.

    It speaks of the moment it was made at; after a choice, ask the game for the next. At a seat that may not know what there
    is to choose from it `is_sealed`: who decides and what about, and no options. One that may not know the words that ask
    (`hears_question`) has the title of the rule for them.
    """

    def __init__(self, machine: Machine, names: Names, player: int, seat: int | None = None) -> None:
        machine.is_looked_at = True
        self._names = names
        self._s = machine.s
        self._stack = machine.stack
        self._program = machine.program
        self._seat = seat
        self.player_index = player
        self._moves = machine.options
        if machine.stack[-1][0] in machine.program.at_once:
            asked = call_stack.frame_for_seat(machine, player)
            self._stack = [*machine.stack[:-1], asked]
            self._moves = call_stack.options(machine, asked)

    @cached_property
    def _wording(self) -> Wording:
        return Wording(self._program, self._names, self._s, self._stack[-1], self.player_index)

    @cached_property
    def _sight(self) -> Sight:
        return Sight(self._names, self._s, self._seat)

    @property
    def hears_question(self) -> bool:
        return self._sight.question(self.player_index, self._wording.at)

    @property
    def is_sealed(self) -> bool:
        return self._seat is not None and not self._sight.options(self.player_index, self._wording.at)

    @property
    def moves(self) -> Sequence[Move]:
        """The legal options as tuples of numbers, in the order of `options`."""
        return () if self.is_sealed else self._moves

    @property
    def _site(self) -> m.Site:
        return self._wording.at.site

    @property
    def rule(self) -> str:
        """The name of the definition that asks."""
        return self._site.rule

    @property
    def title(self) -> str:
        """The title of the decision."""
        return self._site.title

    @property
    def see(self) -> str | None:
        """Its citation."""
        return self._site.see

    @property
    def file(self) -> str:
        return self._site.span.file

    @property
    def line(self) -> int:
        return self._site.span.line

    @property
    def player(self) -> str:
        """The name of the player who decides."""
        return self._names.players[self.player_index]

    @property
    def label(self) -> str:
        """The label of the player who decides."""
        return self._names.labels[self.player_index]

    @property
    def prompt(self) -> str:
        """The question, the rule that asks it, and its place; the title of the rule to those who may not know the words."""
        if not self.hears_question:
            return self.title
        question, object_ = self._wording.question(), self._asking
        parts = [] if object_ is None else [self._names.title_where_it_lies(self._s, object_)]
        if self._wording.at.gains or not question:
            parts += [] if object_ is not None and object_.title == self.title else [self.title]
        question_text = self._names.english.render(question) if question else ""
        if question_text[-1:].isalnum() and len(self._wording.at.options) == 1 and self._wording.asks_by_offer(question):
            question_text = f"{question_text[:1].upper()}{question_text[1:]}?"  # what is offered stands for a question
        if object_ is not None and len(parts) == 1 and question_text.startswith(object_.title):
            follows = question_text.removeprefix(object_.title)
            if not follows[:1].isalnum():  # the author names the object already
                return parts[0] + follows
        return ": ".join([*parts, question_text] if question_text else parts)

    @property
    def place(self) -> str | None:
        """The member of a row where the thing lies whose rule asks; None without one, and to those who may not know."""
        object_ = self._asking if self.hears_question else None
        holders = [] if object_ is None else self._names.holders(self._s, object_.kind, object_.id)
        return holders[0] if len(holders) == 1 else None

    @cached_property
    def phase(self) -> dict[str, Any] | None:
        """The phase in hand: its `name`, `title` and `citation` (None if it has none); None outside of every phase."""
        return current_phase(self._names, self._stack)

    @cached_property
    def rules(self) -> tuple[dict[str, Any], ...]:
        """The rules that led here, outermost first: the game, sequences, phases, actions, and what is hung on them.

        Each is a `name`, a `title`, a `citation` (None if it has none), and the `file` and `line` that it has come to. The last
        is the rule that asks.
        """
        return tuple(rules_in_flight([place for place, _ in self._waiting]))

    @cached_property
    def about(self) -> dict[str, str]:
        """The things it is about, by the names that the rules in flight give them: `{"plot": "field 7", "crop": "wheat"}`.

        Of two of one name the inner one. What a member of a row is called after comes along with it; whoever decides is left out.
        """
        bound = self._sight.public([pair for _, variables in self._waiting for pair in variables])
        return about(self._names, self._s, bound, self.player_index)

    @cached_property
    def _offers(self) -> dict[Move, Offer]:
        return self._wording.offers(self.moves)

    @cached_property
    def _asking(self) -> m.Object | None:
        return asking(self._names, [place for place, _ in self._waiting])

    @cached_property
    def _waiting(self) -> list[tuple[Place, list[Bound]]]:
        return waiting(self._names, self._stack)

    @cached_property
    def options(self) -> Sequence[Option]:
        """Every legal option, in the order of the rules; none of a decision that is sealed, never none of another."""
        return tuple(Option(move, self) for move in self.moves)

    @property
    def usual(self) -> Option | None:
        """The option that most players take: of an offer that costs nothing; None where that is not one option."""
        offered_moves = (
            [move for move in self.moves if self._wording.parts(move)[0] is not None] if self._wording.at.is_gift else []
        )
        return Option(offered_moves[0], self) if len(offered_moves) == 1 else None

    def __repr__(self) -> str:
        options = "sealed" if self.is_sealed else f"{len(self.moves)} options"
        return f"<Decision of {self.player}: {self.prompt!r}, {options}>"

    def __str__(self) -> str:
        return self.question if self.is_sealed else f"{self.question}\n{render_text([self._table()])}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.question)}</p>{'' if self.is_sealed else render_html([self._table()])}"

    @property
    def question(self) -> str:
        """The decision in a line: who decides, about what, and where the rules say so."""
        return f"{self.label}: {self.prompt} ({', '.join(filter(None, (self.title, self.see)))})"

    def _table(self) -> Table:
        return Table(["", "option", "id"], [[str(number), o.text, o.id] for number, o in enumerate(self.options, 1)])

    def is_like(self, other: Decision) -> bool:
        """Return whether both speak of the same point of games under the same rules."""
        a, b = self._program, other._program
        same = a is b or (a.shape == b.shape and self._names.players == other._names.players)
        return same and (self._s, self._stack) == (other._s, other._stack)

    def find(self, id_: str) -> Option:
        """The legal option with an id; raises IllegalChoice that says why there is none."""
        for option in self.options:
            if option.id == id_:
                return option
        try:
            reasons = self.why_not(id_)
        except UnknownThing as unknown:
            raise IllegalChoice(str(unknown)) from None
        raise IllegalChoice(f"`{id_}` is not an option now", reasons)

    def why_not(self, wanted_option: str | Option, *choices: str) -> tuple[Reason, ...]:
        """The reasons against a choice now: an option, or one by its id, or by its name and the names of its choices,
        or whatever would touch a thing on the table, by the name that the view has for it.

        The conditions that fail, of all the options meant; none if one of them is legal. Objects are called as in ids or as in
        the view, numbers may be any. Of a decision that is sealed no more is said than that. Raises UnknownThing for what no
        option of this decision could ever mean.
        """
        if self.is_sealed:
            return (make_reason(self._names, {"kind": "sealed", "player": self.player}, self._site),)
        option_id = wanted_option.id if isinstance(wanted_option, Option) else wanted_option
        return Refusals(self._wording, self.moves).why_not(" ".join((option_id, *choices)))

    def render_id(self, move: Move) -> str:
        """The id of a move of this decision."""
        return self._wording.id(move)
