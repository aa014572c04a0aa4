"""Ids, texts, data and cells of the options of one decision, and the reasons why others are refused or nothing can be chosen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.render import as_words, with_article
from caylus.english import TO_GAIN, UNOFFERED, Ground, split_at_colon
from caylus.limits import MOST_COMBINATIONS, MOST_REASONS_TOLD
from caylus.model.components import DECLINE
from caylus.payments import unpack
from caylus.records import Record

from .machine import Move
from .state_codec import UnknownThing

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen import Program
    from caylus.codegen.metadata import OptionInfo
    from caylus.codegen.support import Words
    from caylus.english import Effect, Offer, Piece, Text, Thing
    from caylus.payments import Ways

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
