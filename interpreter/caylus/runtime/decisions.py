"""A decision as people and programs see it: who decides, what about, the options, and why another is not legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from html import escape
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.codegen import Program
from caylus.codegen.metadata import OptionInfo, Place
from caylus.codegen.support import Words
from caylus.diagnostics.render import as_words, with_article
from caylus.english import TO_GAIN, UNOFFERED, Effect, Ground, Offer, Piece, Text, Thing, split_at_colon
from caylus.limits import MOST_COMBINATIONS, MOST_REASONS_TOLD
from caylus.model.components import DECLINE
from caylus.payments import Ways, unpack
from caylus.records import Record

from . import call_stack
from .call_stack import Bound, about, asking, current_phase, rules_in_flight, waiting
from .machine import Machine, Move
from .state_codec import UnknownThing
from .visibility import Sight, Table, render_html, render_text

if TYPE_CHECKING:
    from .names import Names


class Wording:
    """Speaks of the moment at which the state was `s` and the frame of the decision `f`."""

    def __init__(self, program: Program, names: Names, s: list[int], f: Sequence[Any], player: int) -> None:
        self.program = program
        self.names = names
        self.s = s
        self.f = f
        self.player = player
        self.block: int = f[0]
        self.at = program.decisions[self.block]

    def parts(self, move: Move) -> tuple[OptionInfo | None, tuple[int, ...], int | None]:
        """The option of a move (None: declined), its choices, and the way of paying picked, if any."""
        if move[0] >= len(self.at.options):
            return None, (), None
        option = self.at.options[move[0]]
        n = len(option.variables)
        return option, move[1 : n + 1], move[n + 1] if len(move) > n + 1 else None

    def ways(self, k: int, picked: tuple[int, ...]) -> Ways:
        """The ways of paying an option, affordable or not; none if they are more than anybody can choose among."""
        try:
            ways: Ways = self.explain("price", k, *picked)
        except OverflowError:
            return ()
        return ways

    def explain(self, what: str, k: int, *choices: int) -> Any:
        """The result of a function of an option (see `Program.explanation`)."""
        return self.program.explanation(what, self.block, k)(self.s, self.f, *choices)

    # ---- for people

    def question(self) -> Text:
        """The words with which the decision asks; none where the title of the rule does."""
        if self.at.gains:
            return [TO_GAIN]
        asked = self.names.words(self.s, self.program.explanation("prompt", self.block)(self.s, self.f))
        return [] if asked == [self.at.site.title] else asked

    def asks_by_offer(self, question: Text) -> bool:
        """Return whether the words that ask are those of the only option."""
        (option,) = self.at.options
        return not option.variables and self._offer(0, ())["words"] == question

    def errand(self) -> dict[str, Any]:
        """What the decision offers if it could be done: the words of its question, or else options without choices."""
        question = self.question()
        if question:
            return {"words": split_at_colon(question, is_last=True)[1]}
        if any(option.variables for option in self.at.options):
            return {}
        return {"offers": [self._offer(k, ()) for k in range(len(self.at.options))]}

    def id(self, move: Move) -> str:
        if self.at.gains:
            return f"gain {self.names.amounts_by_name(move[1])}"
        option, picked, way = self.parts(move)
        if option is None:
            return DECLINE
        values = (self.names.value(self.s, v.type, i) for v, i in zip(option.variables, picked, strict=True))
        name = " ".join((option.name, *values))
        if way is not None and len(self.ways(move[0], picked)) > 1:
            return f"{name} {self.names.amounts_by_name(way)}"
        if option.name == "pay" and not option.variables:
            return f"{name} {self.names.amounts_by_name(self.ways(move[0], picked)[0])}"
        return name

    def offer(self, move: Move) -> Offer:
        """The option of a move, as people are told of it."""
        if self.at.gains:
            gain: Effect = {"verb": "gain", "amount": [{"ways": [self.names.amounts(move[1])]}]}
            return {"words": [], "effects": [gain], "pays": {}, "apart": []}
        option, picked, way = self.parts(move)
        if option is None:
            return self._offer(move[0], ()) if self.at.declines else _make_offer([DECLINE])
        if way is None and option.price is not None:
            way = self.ways(move[0], picked)[0]
        return self._offer(move[0], picked, way or 0)

    def _offer(self, k: int, picked: tuple[int, ...], way: int = 0) -> Offer:
        offer_words = self.names.words(self.s, self.explain("words", k, *picked))
        effects: list[Effect] = []
        for verb, length in self.at.options[k].effects if k < len(self.at.options) else ():
            effects.append({"verb": verb, "amount": offer_words[1:length]})
            offer_words = offer_words[length:]
        return {"words": offer_words, "effects": effects, "pays": self.names.amounts(way), "apart": []}

    def partial_offer(self, move: Move, tells: Sequence[bool]) -> Offer:
        """The option of a move for those who are not told all of it: “some …” stands for each choice that `tells` leaves out."""
        option, picked, _ = self.parts(move)
        if option is None:
            return _make_offer([DECLINE])
        words: Text = [as_words(option.name)]
        for variable, i, is_visible in zip(option.variables, picked, tells, strict=True):
            words += [", " if len(words) > 1 else " ", self._told_value(variable, i) if is_visible else _some(variable)]
        return _make_offer(words)

    def _told_value(self, variable: m.Variable, value: int) -> Piece:
        kind = variable.type.kind
        return value if kind is None else {"name": self.names.name(kind, value), "title": self.names.title(self.s, kind, value)}

    def offers(self, moves: Sequence[Move]) -> dict[Move, Offer]:
        """The options of the moves: those that would have the same text are told apart by their choices, or their ids."""
        offers = {move: self.offer(move) for move in moves}
        english = self.names.english
        for tell in (self._distinct_choices, self._ids, self._ids):  # an id may make a text what another one is
            texts = {move: english.render(english.option(offer)) for move, offer in offers.items()}
            said = Counter(texts.values())
            if len(said) == len(texts):
                break
            alike = {text: [move for move in moves if texts[move] == text] for text, times in said.items() if times > 1}
            for moves_alike in alike.values():
                offers |= {move: {**offers[move], "apart": apart} for move, apart in tell(moves_alike).items()}
        return offers

    def _distinct_choices(self, moves: Sequence[Move]) -> dict[Move, list[Thing]]:
        """Those choices of each move that are not the same for all; the ids of different options."""
        option = self.parts(moves[0])[0]
        if option is None or len({move[0] for move in moves}) > 1:
            return self._ids(moves)
        differing = [i for i in range(len(option.variables)) if len({move[i + 1] for move in moves}) > 1]
        return {move: [self._choice_label(option.variables[i], move[i + 1]) for i in differing] for move in moves}

    def _choice_label(self, variable: m.Variable, value: int) -> Thing:
        kind = variable.type.kind
        if kind is None:
            return {"name": None, "title": f"{variable.name} {value}"}
        name = self.names.name(kind, value)
        return {"name": name, "title": name or "none"}

    def _ids(self, moves: Sequence[Move]) -> dict[Move, list[Thing]]:
        return {move: [{"name": None, "title": self.id(move)}] for move in moves}

    # ---- for programs

    def data(self, move: Move) -> dict[str, Any]:
        if self.at.gains:
            return {"option": "gain", "choices": {}, "pays": {}, "gains": self._limit_to_supply(move[1])}
        option, picked, way = self.parts(move)
        if option is None:
            return {"option": DECLINE, "choices": {}, "pays": {}, "gains": {}}
        choices: dict[str, Any] = {}
        for variable, i in zip(option.variables, picked, strict=True):
            kind = variable.type.kind
            choices[variable.name] = self.names.name(kind, i) if kind is not None else i
        if way is None and option.price is not None:
            way = self.ways(move[0], picked)[0]
        pays = self.names.amounts(way or 0)
        return {"option": option.name, "choices": choices, "pays": pays, "gains": self._gains(move[0], picked)}

    def _gains(self, k: int, picked: tuple[int, ...]) -> dict[str, int]:
        try:
            return self._limit_to_supply(self.explain("gains", k, *picked))
        except OverflowError:
            return {}

    def _limit_to_supply(self, way: int) -> dict[str, int]:
        """The amount that the decider gains, as far as the supplies reach."""
        slots = self.program.layout.resources
        gains = self.names.amounts(way)
        for resource in self.names.components.resources:
            if resource.supply is not None and resource.name in gains:
                gains[resource.name] = min(gains[resource.name], self.s[slots[resource.supply] + self.player])
        return {name: n for name, n in gains.items() if n > 0}

    def cells(self, move: Move) -> tuple[str, ...]:
        """The names of the objects chosen, each with the member of a row that holds it, if one does."""
        option, picked, _ = self.parts(move) if not self.at.gains else (None, (), None)
        cells_found: dict[str, None] = {}
        for variable, i in zip(option.variables if option is not None else (), picked, strict=True):
            kind = variable.type.kind
            if kind is not None and (name := self.names.name(kind, i)) is not None:
                holders = self.names.holders(self.s, kind, i)
                cells_found |= dict.fromkeys([name, *holders] if len(holders) == 1 else [name])
        return tuple(cells_found)


def _make_offer(words: Text) -> Offer:
    """An option in these words alone."""
    return {"words": words, "effects": [], "pays": {}, "apart": []}


def _some(variable: m.Variable) -> str:
    return "some number" if variable.type.kind is None else with_article(as_words(variable.type.kind.name))


_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""A number in an id: any that rules come to, and few that they do not."""


class Reason(Record):
    """A condition that fails, in the words of the rule, and where the rule stands; `ground` are the parts of the text."""

    text: str
    file: str
    line: int
    see: str | None
    ground: Ground = field(default_factory=lambda: Ground(kind="condition"), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.text} ({self.file}:{self.line}{f', {self.see}' if self.see else ''})"


class Refusals:
    """`legal` are the moves open now."""

    def __init__(self, wording: Wording, legal: Sequence[Move]) -> None:
        self._wording = wording
        self._names = wording.names
        self._legal = legal

    def why_not(self, wanted_text: str) -> tuple[Reason, ...]:
        """The failed conditions of an id or a cell; nothing for a legal one. Raises UnknownThing for what means nothing here."""
        if wanted_text in map(self._wording.id, self._legal):
            return ()
        matches = [
            self._reasons(k, picked, ways) for k, picked, ways in self._match_options(wanted_text)
        ] or self._out_of_question(wanted_text)
        if not matches and (thing := self._names.find(wanted_text)) is not None:
            matches = self._touching(wanted_text, *thing)
        if not matches:
            spellings = self._known_spellings()
            raise UnknownThing((wanted_text,), f"`{wanted_text}` is nothing that could be chosen here", wanted_text, spellings)
        return () if () in matches else tuple(dict.fromkeys(reason for reasons in matches for reason in reasons))

    # ---- ids

    def _out_of_question(self, wanted_text: str) -> list[tuple[Reason, ...]]:
        """The refusal of what anybody understands although no option is called so: to decline, to gain something else."""
        at = self._wording.at
        if wanted_text == DECLINE:
            return [(make_reason(self._names, {"kind": "obligation"}, at.site),)]
        if at.gains and self._names.way(wanted_text.removeprefix("gain ")) is not None and wanted_text.startswith("gain "):
            return [(make_reason(self._names, {"kind": "unoffered"}, at.site),)]
        return []

    def _match_options(self, wanted_text: str) -> Iterator[tuple[int, tuple[int, ...], Ways]]:
        """The options that an id could be that of, legal or not: number, choices, and the ways of paying it speaks of.

        None of the ways if it speaks of paying something else.
        """
        numbers = dict.fromkeys(int(word) for word in wanted_text.split(" ") if _NUMBER.fullmatch(word))
        for k, option in enumerate(self._wording.at.options):
            spellings: list[tuple[tuple[int, ...], str]] = [((), option.name)]
            for variable in option.variables:
                spelled = list(self._spellings(variable, numbers))
                longer = (((*picked, i), f"{said} {word}") for picked, said in spellings for i, word in spelled)
                spellings = [(picked, said) for picked, said in longer if f"{wanted_text} ".startswith(f"{said} ")]
            for picked, said in spellings:
                if not f"{wanted_text} ".startswith(f"{said} "):
                    continue
                ways = self._wording.ways(k, picked)
                if wanted_text == said:
                    yield k, picked, ways
                elif option.price is not None and (way := self._names.way(wanted_text[len(said) + 1 :])) is not None:
                    yield k, picked, (way,) if way in ways else ()

    def _spellings(self, variable: m.Variable, numbers: Sequence[int] | dict[int, None]) -> Iterator[tuple[int, str]]:
        """The spellings of a choice: all its names."""
        kind = variable.type.kind
        if kind is None:
            yield from ((i, str(i)) for i in numbers)
        else:
            for name, i in self._names.ids(kind.root).items():
                yield from ((i, word) for word in dict.fromkeys((self._names.label(self._wording.s, kind, i), name)))

    def _known_spellings(self) -> Iterator[str]:
        """The spellings that somebody may have meant: ids, those of one choice also where they are not legal now."""
        yield from map(self._wording.id, self._legal)
        for option in self._wording.at.options:
            if len(option.variables) < 2:
                spelled = self._spellings(option.variables[0], ()) if option.variables else ()
                yield from (" ".join((option.name, word)) for _, word in spelled)

    # ---- cells

    def _touching(self, wanted_text: str, root: m.Kind, id_: int) -> list[tuple[Reason, ...]]:
        """The reasons of each option that would touch a thing, or the member of a row that holds it."""
        cells = [wanted_text, *self._names.holders(self._wording.s, root, id_)]
        if any(not set(cells).isdisjoint(self._wording.cells(move)) for move in self._legal):
            return [()]
        things = [(root, id_), *filter(None, map(self._names.find, cells[1:]))]
        reasons: list[tuple[Reason, ...]] = []
        said = self._wording
        for k, option in enumerate(said.at.options):
            for at, variable in enumerate(option.variables):
                for i in (i for kind, i in things if variable.type.kind is not None and variable.type.kind.root is kind):
                    touching = said.explain("touching", k, at, i)
                    reasons += (self._reasons(k, picked, said.ways(k, picked)) for picked in islice(touching, MOST_COMBINATIONS))
        return reasons

    # ---- reasons

    def _reasons(self, k: int, picked: tuple[int, ...], ways: Ways) -> tuple[Reason, ...]:
        option = self._wording.at.options[k]
        failed = self._wording.explain("why", k, *picked)
        asked = list(enumerate(option.requires))
        words = {i: self._names.words(self._wording.s, failed[i]) for i, _ in asked if i in failed}
        grounds: list[tuple[Ground, m.Site]] = [
            ({"kind": "condition", "words": words[i]}, site) for i, site in asked if i in words
        ]
        dear = len(option.requires) in failed  # or legal, but not to be paid in the way that the id names
        if not failed and (option.ways or not ways):
            dear = not any((k, *picked, way) in self._legal for way in ways)
        if option.price is not None and dear:
            dues = [*map(self._names.amounts, (ways or self._wording.ways(k, picked))[:4])]
            grounds.append(({"kind": "price", "ways": dues}, option.price))
        return tuple(dict.fromkeys(make_reason(self._names, ground, site) for ground, site in grounds))


def make_reason(names: Names, ground: Ground, site: m.Site) -> Reason:
    text = names.english.render(names.english.reason(ground))
    return Reason(text, site.span.file, site.span.line, site.see, ground)


Refused = tuple[int, tuple[int, ...], "dict[int, Words]"]
"""An option by its number, its choices, and its requirements that fail, by position; the price last."""


def find_impediments(said: Wording) -> list[Ground]:
    """The reasons why the player can choose nothing: what can only not be paid, else the conditions that fewest options fail."""
    refused = [one for one in _refused_options(said) if (UNOFFERED,) not in one[2].values()]
    dear = [(k, picked) for k, picked, failed in refused if [*failed] == [len(said.at.options[k].requires)]]
    if dear:
        return [_lack(said, [said.ways(k, picked) for k, picked in dear])]
    if not refused:
        return [{"kind": "absent"}]
    fewest = min(len(failed) for _, _, failed in refused)
    nearest = [_reasons_in_words(said, k, failed) for k, _, failed in refused if len(failed) == fewest]
    impediments = Counter(chain.from_iterable(nearest))
    shared = [words for words, times in impediments.items() if times == len(nearest)]
    reasons = shared[:1] or [words for words, _ in impediments.most_common(MOST_REASONS_TOLD)]
    return [{"kind": "condition", "words": said.names.words(said.s, words)} for words in reasons]


def _reasons_in_words(said: Wording, k: int, failed: dict[int, Words]) -> list[Words]:
    """The reasons that an author has put in words."""
    in_source = said.at.options[k].in_source
    return [words for i, words in failed.items() if i < len(in_source) and not in_source[i]]


def _refused_options(said: Wording) -> Iterator[Refused]:
    for k in range(len(said.at.options)):
        for picked in islice(said.explain("touching", k, -1, 0), MOST_COMBINATIONS):
            if failed := said.explain("why", k, *picked):
                yield k, picked, failed


def _lack(said: Wording, prices: list[Ways]) -> Ground:
    """The amounts held of what every way to pay lacks; without such, of all that one or another lacks."""
    resources, slots = said.names.components.resources, said.program.layout.resources
    asked = [unpack(way) for ways in prices for way in ways]
    if not asked:
        return {"kind": "price", "ways": []}
    amounts = {r: said.s[slots[resources[r]] + said.player] for way in asked for r, _ in way}
    lacking = [{r for r, n in way if amounts[r] - resources[r].least < n} for way in asked]
    lacking_resources = set.intersection(*lacking) or set.union(*lacking)
    return {"kind": "lack", "held": {resources[r].name: amounts[r] for r in sorted(lacking_resources)}}


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
