"""Engines that play rules, and the comparison of two of them.

An engine is a function that starts a game: of a ruleset, a number of players and a seed. Everything that the comparison needs to know
of a game in play is in `Play`. Another engine needs a class of that shape, and its place in `ENGINES`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple, Protocol

import caylus
from caylus import model as m
from caylus.codegen import Probe
from caylus.runtime.names import Names
from caylus.runtime.start import Start, start_machine

from .game import Game
from .payments import TooLarge

Asked = Sequence[tuple[str, Sequence[str]]]
"""The seats that have to choose now, in order, with the ids of their options."""


class Broken(Exception):
    """A rule broke: the game goes no further."""


class Play(Protocol):
    """A game in play. What its rules break at, when it starts or at a choice, raises Broken."""

    def asked(self) -> Asked: ...

    def choose(self, seat: str, number: int) -> None:
        """Take an option of a seat by its number in `asked`."""

    def contents(self) -> Mapping[str, Any]:
        """All that lies on the table, by names: `Ann.coin`, `praise[inn][street 2]`, `order`."""

    def outcome(self) -> Any:
        """The scores of all seats, and the winners if the game is over."""


Engine = Callable[[caylus.Ruleset, int, int], Play]


class PythonPlay:
    """A game of the generated Python program."""

    def __init__(self, rules: caylus.Ruleset, players: int, seed: int) -> None:
        try:
            self.game = self.begin(rules, players, seed)
        except caylus.RuleFault as fault:
            raise _broken(fault) from fault
        self._read = _readers(self.game)

    def begin(self, rules: caylus.Ruleset, players: int, seed: int) -> caylus.Game:
        return rules.new_game(players, seed)

    def asked(self) -> Asked:
        return [(decision.player, [option.id for option in decision.options]) for decision in self.game.decisions]

    def choose(self, seat: str, number: int) -> None:
        decision = next(one for one in self.game.decisions if one.player == seat)
        try:
            self.game.choose(decision.options[number])
        except caylus.RuleFault as fault:
            raise _broken(fault) from fault

    def contents(self) -> Mapping[str, Any]:
        s = self.game._machine.s
        return {name: read(s) for name, read in self._read.items()}

    def outcome(self) -> Any:
        return list(self.game.scores.values()), self.game.winners if self.game.over else []


class TracedPlay(PythonPlay):
    """A game of the program that tells what it does."""

    def begin(self, rules: caylus.Ruleset, players: int, seed: int) -> caylus.Game:
        names = Names(rules.program(players, is_traced=True), rules.seating(players))
        machine = start_machine(names.program, names, Start(seed), ())
        game = caylus.Game(rules, machine, names, Start(seed))
        machine.run()
        return game


class PlainPlay(PythonPlay):
    """A game of a program without shortcuts."""

    def begin(self, rules: caylus.Ruleset, players: int, seed: int) -> caylus.Game:
        return _add_probe(rules).new_game(players, seed)


@lru_cache(maxsize=1)
def _add_probe(rules: caylus.Ruleset) -> caylus.Ruleset:
    return rules.with_probe(Probe())


def _broken(fault: caylus.RuleFault) -> Broken:
    assert fault.code == "E0902", f"{fault.code}: {fault}"
    return Broken(str(fault).removeprefix("a rule could not be carried out: "))


Reader = Callable[[list[int]], Any]


def _read_list(names: Names, kind: m.Kind, slot: int, state: list[int]) -> list[str | None]:
    return [names.name(kind, number) for number in state[slot + 1 : slot + 1 + state[slot]]]


def _read_object(names: Names, kind: m.Kind, slot: int, state: list[int]) -> str | None:
    return names.name(kind, state[slot])


def _readers(game: caylus.Game) -> dict[str, Reader]:
    """What finds each thing in the numbers of a state, by the name of the thing."""
    layout, names = game.names.layout, game.names
    readers: dict[str, Reader] = {"the round": lambda s: s[1], "the random stream": lambda s: s[0]}
    faces: dict[str, int] = {}
    for slot, (thing, of, keys) in layout.things_by_slot.items():
        own = thing.name if isinstance(thing, m.Resource) or thing.owner is not None else None
        owner = game.players[of] if isinstance(thing, m.Resource) else names.name(thing.owner, of) if thing.owner else None
        indices = thing.indices if isinstance(thing, m.State) else ()
        kept_for = "".join(f"[{names.name(kind, key)}]" for kind, key in zip(indices, keys, strict=True))
        name = f"{owner}.{own}{kept_for}" if own is not None else f"{thing.name}{kept_for}"
        if isinstance(thing, m.ListState):
            readers[name] = partial(_read_list, names, thing.kind, slot)
        elif thing.holds is not None:
            readers[name] = partial(_read_object, names, thing.holds, slot)
        else:
            readers[name] = itemgetter(slot)
        if thing in layout.face_up:
            faces[name] = slot + layout.face_up[thing] - layout.states[thing]
    readers["revealed"] = lambda s: sorted(name for name, slot in faces.items() if s[slot])
    return readers


class ReferencePlay:
    """A game of the walk through the model."""

    game_class = Game

    def __init__(self, rules: caylus.Ruleset, players: int, seed: int) -> None:
        try:
            self.game = self.game_class(rules.model, rules.seating(players), seed)
        except TooLarge as fault:
            raise Broken(str(fault)) from fault

    def asked(self) -> Asked:
        players = self.game.table.players
        return [(players[seat], [option.id for option in options]) for seat, options in self.game.questions]

    def choose(self, seat: str, number: int) -> None:
        asked = next(one for one in self.game.questions if self.game.table.players[one.seat] == seat)
        try:
            self.game.choose(asked.seat, asked.options[number])
        except TooLarge as fault:
            raise Broken(str(fault)) from fault

    def contents(self) -> Mapping[str, Any]:
        table = self.game.table
        contents: dict[str, Any] = {"the round": table.round, "the random stream": table.stream.state}
        for (resource, seat), number in table.amounts.items():
            contents[f"{table.players[seat]}.{resource.name}"] = number
        for (state, place), value in table.states.items():
            contents[self._name(state, place)] = table.name(state.holds, value) if state.holds else value
        for (list_, of), members in table.lists.items():
            contents[self._name(list_, (of,))] = [table.name(list_.kind, member) for member in members]
        return {**contents, "revealed": sorted(self._name(state, place) for state, place in table.revealed)}

    def _name(self, thing: m.State | m.ListState, place: tuple[int, ...]) -> str:
        name = self.game.table.name
        own = thing.name if thing.owner is None else f"{name(thing.owner, place[0])}.{thing.name}"
        indices = thing.indices if isinstance(thing, m.State) else ()
        return own + "".join(f"[{name(kind, number)}]" for kind, number in zip(indices, place[1:], strict=True))

    def outcome(self) -> Any:
        return self.game.scores(), [] if self.game.questions else self.game.winners()


ENGINES: dict[str, Engine] = {"python": PythonPlay, "traced": TracedPlay, "plain": PlainPlay, "reference": ReferencePlay}


def digest(play: Play) -> str:
    """SHA-256 of all that lies on the table: equal for equal tables, whatever the engine."""
    return hashlib.sha256(json.dumps(play.contents(), sort_keys=True).encode()).hexdigest()


class Difference(AssertionError):
    """Two engines do not play the same game."""


class Played(NamedTuple):
    """A game that was the same in all engines: how many choices were made, and what ended it."""

    choices: int
    end: str


def compare(rules: caylus.Ruleset, players: int, seed: int, most: int = 5_000, engines: Mapping[str, Engine] = ENGINES) -> Played:
    """Play a game with random choices in all engines at once, of at most so many choices. Raises Difference where they part."""
    draw = Random(seed)
    made: list[str] = []

    def part(what: str, results: Mapping[str, Any]) -> Any:
        first, *others = results.values()
        if any(other != first for other in others):
            told = "\n".join(f"  {name}: {result}" for name, result in results.items())
            raise Difference(f"{players} players, seed {seed}, after {made}: {what} differ\n{told}")
        return first

    starts = {name: _try(partial(engine, rules, players, seed)) for name, engine in engines.items()}
    broken = part("faults at the start", {name: play if isinstance(play, str) else "" for name, play in starts.items()})
    while not broken:
        part("tables", _differing({name: play.contents() for name, play in starts.items()}))
        asked = part("options", {name: [(seat, [*ids]) for seat, ids in play.asked()] for name, play in starts.items()})
        if not asked or len(made) == most:
            outcome = part("outcomes", {name: _try(play.outcome) for name, play in starts.items()})
            return Played(len(made), "broken score" if isinstance(outcome, str) else "over" if not asked else "cut off")
        seat, ids = draw.choice(asked)
        number = draw.randrange(len(ids))
        made.append(f"{seat}: {ids[number]}")
        faults = {name: _try(partial(play.choose, seat, number)) or "" for name, play in starts.items()}
        broken = part("faults", faults)
    return Played(len(made), broken)


def _try(do: Callable[[], Any]) -> Any:
    """The result, or the words of the fault."""
    try:
        return do()
    except (Broken, TooLarge, OverflowError) as fault:
        return str(fault)


def _differing(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What differs of each table."""
    first, *others = tables.values()
    names = {name for table in tables.values() for name in table} if any(other != first for other in others) else ()
    parts = [name for name in sorted(names) if any(other.get(name) != first.get(name) for other in others)]
    return {engine: {name: table.get(name) for name in parts} for engine, table in tables.items()}
