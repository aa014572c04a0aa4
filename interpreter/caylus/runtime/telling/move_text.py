"""Ids, texts, data and cells of the options of one decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.words import as_words, with_article
from caylus.english import TO_GAIN, split_at_colon
from caylus.model.components import DECLINE

from ..running.machine import Move

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen import Program
    from caylus.codegen.metadata import OptionInfo
    from caylus.english import Effect, Offer, Piece, Text, Thing
    from caylus.payments import Ways

    from ..names import Names


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
            return self.program.price(self.block, k)(self.s, self.f, *picked)
        except OverflowError:
            return ()

    # ---- for people

    def question(self) -> Text:
        """The words with which the decision asks; none where the title of the rule does."""
        if self.at.gains:
            return [TO_GAIN]
        asked = self.names.words(self.s, self.program.prompt(self.block)(self.s, self.f))
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
        told = self.names.words(self.s, self.program.words(self.block, k)(self.s, self.f, *picked))
        effects: list[Effect] = []
        for verb, length in self.at.options[k].effects if k < len(self.at.options) else ():
            effects.append({"verb": verb, "amount": told[1:length]})
            told = told[length:]
        return {"words": told, "effects": effects, "pays": self.names.amounts(way), "apart": []}

    def partial_offer(self, move: Move, tells: Sequence[bool]) -> Offer:
        """The option of a move for those who are not told all of it: “some …” stands for each choice that `tells` leaves out."""
        option, picked, _ = self.parts(move)
        if option is None:
            return _make_offer([DECLINE])
        words: Text = [as_words(option.name)]
        for variable, i, told in zip(option.variables, picked, tells, strict=True):
            words += [", " if len(words) > 1 else " ", self._told_value(variable, i) if told else _some(variable)]
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
            return self._limit_to_supply(self.program.gains(self.block, k)(self.s, self.f, *picked))
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
        found: dict[str, None] = {}
        for variable, i in zip(option.variables if option is not None else (), picked, strict=True):
            kind = variable.type.kind
            if kind is not None and (name := self.names.name(kind, i)) is not None:
                holders = self.names.holders(self.s, kind, i)
                found |= dict.fromkeys([name, *holders] if len(holders) == 1 else [name])
        return tuple(found)


def _make_offer(words: Text) -> Offer:
    """An option in these words alone."""
    return {"words": words, "effects": [], "pays": {}, "apart": []}


def _some(variable: m.Variable) -> str:
    return "some number" if variable.type.kind is None else with_article(as_words(variable.type.kind.name))
