"""A ruleset ready to play: programs for each number of players, made when they are first needed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.codegen import Probe, Program, compile_natively, fetch, program_of
from caylus.diagnostics.visible import is_line

from .game import Game
from .machine import Machine
from .machine_factory import machine_for, new_machine
from .names import Names, UnknownThing
from .random import seeded
from .setup_position import describe

if TYPE_CHECKING:
    from caylus.codegen.module import Source
    from caylus.layers.history import History
    from caylus.model import Model
    from caylus.syntax import File


class Meaning(NamedTuple):
    """What the texts of rules come to. `files` hold the definitions as the layers leave them, `history` tells how each part
    came about, `model` what it all means.
    """

    model: Model
    files: tuple[File, ...]
    history: History


class Ruleset:
    """Checked rules and the texts they were made from.

    `layers` are what it is made of, the lowest first, each a `manifest` and `sources` by path; `variants` the names of
    those above what was asked for; `manifest` is the lowest one with what the others say of seats and table in its
    place. What it all means is found out when it is first needed, which it is not for as long as programs are at hand.

    Threads may share a ruleset: what it makes when it is first asked for is made once, whoever asks, and never changes.
    """

    def __init__(
        self,
        layers: Sequence[Mapping[str, Any]],
        variants: Sequence[str],
        players: tuple[int, int],
        understand: Callable[[], Meaning],
        probe: Probe | None = None,
    ) -> None:
        self.layers = [dict(layer) for layer in layers]
        self.variants = tuple(variants)
        named = next(layer["manifest"] for layer in reversed(layers) if layer["manifest"]["name"] not in variants)
        self.name: str = named["name"]
        self.title: str = named["title"]
        self.version: str = named["version"]
        self.manifest: dict[str, Any] = dict(layers[0]["manifest"])
        for layer in layers[1:]:
            self._take_in(layer["manifest"])
        self.sources: dict[str, str] = {path: text for layer in layers for path, text in layer["sources"].items()}
        self.fewest_players, self.most_players = players
        self.probe = probe
        self._understand = understand
        self._meaning: Meaning | None = None
        self._lock = RLock()
        self._programs: dict[tuple[int, bool], Program] = {}

    def _take_in(self, manifest: Mapping[str, Any]) -> None:
        """A variant's seats replace those below; what it shows of a thing comes beside what they show, other panels last."""
        if "seats" in manifest:
            self.manifest["seats"] = manifest["seats"]
        if "table" in self.manifest:
            panels = [dict(panel) for panel in self.manifest["table"]]
            for panel in manifest.get("table", ()):
                there = next((one for one in panels if _shown(one) == _shown(panel)), None)
                if there is None:
                    panels.append(dict(panel))
                else:
                    shown = {key: names for key, names in panel.items() if isinstance(names, list)}
                    lists = {key: names for key, names in shown.items() if key != "show" or key in there}
                    there |= {key: list(dict.fromkeys([*there.get(key, ()), *names])) for key, names in lists.items()}
            self.manifest["table"] = panels

    @property
    def meaning(self) -> Meaning:
        with self._lock:
            if self._meaning is None:
                self._meaning = self._understand()
            return self._meaning

    @property
    def model(self) -> Model:
        return self.meaning.model

    @property
    def files(self) -> tuple[File, ...]:
        return self.meaning.files

    @property
    def history(self) -> History:
        return self.meaning.history

    @property
    def seats(self) -> tuple[str, ...]:
        """The names players go by when they bring none, one a seat."""
        named = tuple(self.manifest.get("seats", ()))
        return named + tuple(f"Player {i + 1}" for i in range(len(named), self.most_players))

    def program(self, players: int, traced: bool = True) -> Program:
        """The rules for a number of players; a traced program tells what it does, the other is faster."""
        key = (players, traced)
        with self._lock:
            if key not in self._programs:
                self._programs[key] = self._program(players, traced)
            return self._programs[key]

    def warm(self, players: int) -> None:
        """Makes all that games of so many players need, with events and without, so that none of them has to wait for it.

        It is kept with the ruleset, and where `CAYLUS_CACHE` says for later processes: a server calls this once for each
        number of players, from any thread. Called again it does nothing. Raises ValueError for players the rules do not admit.
        """
        self._names(players)
        for traced in (True, False):
            self.program(players, traced).unpack()

    def _program(self, players: int, traced: bool) -> Program:
        if self.probe is not None:
            return program_of(self._source(players, traced), self.probe)
        return fetch(self.identity, players, traced, lambda: self._source(players, traced))

    def _source(self, players: int, traced: bool) -> Source:
        from caylus.codegen.module import write_source

        return write_source(self.model, players, traced, self.probe)

    @cached_property
    def identity(self) -> str:
        """SHA-256 of all that the rules are made of: equal for equal rules, wherever they lie."""
        made_of = [[layer["manifest"], layer["sources"]] for layer in self.layers]
        return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()

    def compile(self, players: int) -> None:
        """Makes games of so many players, where nobody wants their events, run as machine code, now and in later processes.

        Takes mypyc (the extra `fast`) and a C compiler, and some seconds. Raises CannotCompile.
        """
        compile_natively(self.identity, players, lambda: self._source(players, False))
        self._programs.pop((players, False), None)

    def __reduce__(self) -> tuple[Callable[[str], Ruleset], tuple[str]]:
        """For the way from one process to another: the layers, from which the other makes it again, once; `probe` stays here."""
        from caylus.loading.library import _carried

        return _carried, (json.dumps({"layers": self.layers, "variants": self.variants}, sort_keys=True),)

    def probed(self, probe: Probe) -> Ruleset:
        """The same rules, whose games tell `probe` what they carry out and ask; they are slower."""
        return Ruleset(self.layers, self.variants, (self.fewest_players, self.most_players), lambda: self.meaning, probe)

    def new_game(
        self,
        players: int | Sequence[str],
        seed: int = 0,
        *,
        history: bool = True,
        events: bool = True,
        draws: Sequence[Sequence[str]] = (),
    ) -> Game:
        """A game at its first decision.

        `players` is their number or their names in seat order. Without `history` there is no undo, without `events` no
        log, and both save time. `draws` fixes the first random draws, in order. Raises ValueError for players the rules
        do not admit.
        """
        names = self._names(players)
        program = self.program(len(names), events)
        machine = new_machine(program)
        return self._begin(machine, names, seed, history, draws)

    def position(
        self,
        begin: str | None,
        given: Mapping[str, Any],
        players: int | Sequence[str],
        *,
        arguments: Mapping[str, Any] | None = None,
        seed: int = 0,
        setup: str | None = None,
        draws: Sequence[Sequence[str]] = (),
    ) -> Game:
        """A game that consists of one action, or of the whole game for None, begun in a described position (see `positions`).

        `setup` names an action to carry out first; `given` is written on top of what it leaves. Raises UnknownThing for a
        name the rules do not have, ValueError for players they do not admit or a setup that asks for decisions.
        """
        seats = self._names(players)
        program = self.program(len(seats))
        names = Names(program, seats)
        machine = machine_for(program, program.initial[:], [[0]])
        machine.s[0] = seeded(seed)
        if setup is not None:
            machine.stack.append(_frame(names, setup, {}))
            machine.fixed = _fixed(names, draws)
            machine.run()
            if machine.player >= 0:
                raise ValueError(f"`{setup}` asks for decisions, so it cannot be carried out as a setup")
        describe(names, machine.s, given)
        machine.refresh()
        machine.stack[:] = [[0], _frame(names, begin, arguments or {})]
        machine.log.clear()
        return self._begin(machine, seats, None, True, () if setup is not None else draws)

    def _begin(
        self, machine: Machine, names: tuple[str, ...], seed: int | None, history: bool, draws: Sequence[Sequence[str]]
    ) -> Game:
        game = Game(self, machine, names, seed, history)
        if seed is not None:
            machine.s[0] = seeded(seed)
        if draws:
            machine.fixed = _fixed(game.names, draws)
        machine.run()
        return game

    def _names(self, players: int | Sequence[str]) -> tuple[str, ...]:
        names = self.seats[:players] if isinstance(players, int) else tuple(players)
        count = players if isinstance(players, int) else len(names)
        if not self.fewest_players <= count <= self.most_players:
            raise ValueError(f"{self.title} is for {self.fewest_players} to {self.most_players} players, not {count}")
        if not all(name and is_line(name) for name in names):
            raise ValueError("a player's name is one line of letters that can be seen")
        if len(set(names)) < len(names):
            raise ValueError("two players have the same name")
        if names != self.seats[:count]:
            kinds = self.program(count).layout.components.kinds
            taken = {o.name for kind in kinds.values() for o in kind.objects} & set(names)
            if taken:
                raise ValueError(f"no player can be called `{min(taken)}`: the rules call something else that")
        return names


def _shown(panel: Mapping[str, Any]) -> tuple[str, str]:
    """What a panel shows: a row, the objects of a kind, lists, or players."""
    sort = next(iter(panel.keys() & {"row", "list", "objects", "players"}))
    return sort, panel[sort] if isinstance(panel[sort], str) else ""


def _frame(names: Names, name: str | None, arguments: Mapping[str, Any]) -> list[Any]:
    """The frame of an action about to begin; None is the whole game."""
    program = names.program
    if name is None:
        return program.begin[:]
    if name not in program.entries:
        raise UnknownThing((name,), f"`{name}` is not an action of this ruleset", name, program.entries)
    entry = program.entries[name]
    if set(arguments) != {p.name for p in entry.params}:
        wanted = ", ".join(p.name for p in entry.params) or "nothing"
        raise UnknownThing((name,), f"`{name}` is carried out with {wanted}")
    values = [names.argument(param, arguments[param.name], (name, param.name)) for param in entry.params]
    return [entry.block, *values, *[0] * entry.zeros]


def _fixed(names: Names, draws: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """Draws by name -> by number. What is drawn is recognised by its names."""
    ids: dict[str, int] = {}
    for kind in names.model.kinds.values():
        if kind.parent is None and not kind.is_player:
            ids.update({o.name: o.id for o in kind.objects})
    ids.update({name: i for i, name in enumerate(names.players)})
    fixed = []
    for i, draw in enumerate(draws):
        for name in draw:
            if name not in ids:
                raise UnknownThing(("draws", str(i)), f"`{name}` is not an object or a player", name, ids)
        fixed.append(tuple(ids[name] for name in draw))
    return fixed
