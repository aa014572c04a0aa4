"""A ruleset ready to play: programs for each number of players, made when they are first needed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.cache import Shelf, object_shelf
from caylus.codegen import Probe, Program, fetch, is_kept, pack
from caylus.documents import accept
from caylus.panels import Panel, RowPanel, read_panels, values_shown

from .game import Game
from .machine import UNLIMITED, Limits
from .match import MatchTerms
from .names import Names
from .resuming import follow, retold
from .seats import admit, assign_seats, seating, seats_for
from .start import Position, Start, number_draws, plain, position_from_view

if TYPE_CHECKING:
    from caylus.codegen.module import Source
    from caylus.diagnostics.diagnostic import Span
    from caylus.layers.parts import History
    from caylus.model import Model
    from caylus.syntax import File


MEANINGS: Shelf[Any] = object_shelf("meaning")
"""A part of what rules mean, by what tells them from others and by the part's name."""


class Meaning(NamedTuple):
    """The meaning of the texts of rules.

    `files` hold the definitions as the layers leave them, `history` tells how each part came about, `model` what it all means.
    """

    model: Model
    files: tuple[File, ...]
    history: History


class Ruleset:
    """Checked rules and the texts they were made from.

    `limits` say how much a choice may cost in its games. `layers` are what it is made of, the lowest first, each a
    `manifest` and `sources` by path; `variants` the names of
    those above what was asked for; `manifest` is the lowest one with what the others say of seats and table in its
    place. `automata` are the seats that rules play, with their titles; they count as players. What it all means is found out when
    it is first needed, which it is not for as long as programs are at hand.

    Threads may share a ruleset: what it makes when it is first asked for is made once, whoever asks, and never changes. It
    pickles: another process takes one that it has loaded, or makes it from the layers.
    """

    def __init__(
        self,
        layers: Sequence[Mapping[str, Any]],
        variants: Sequence[str],
        players: tuple[int, int],
        automata: Mapping[str, str],
        understand: Callable[[], Meaning],
        remake: Callable[[str, tuple[str, ...], str], Ruleset],
    ) -> None:
        self.layers = [dict(layer) for layer in layers]
        self.variants = tuple(variants)
        manifest = next(layer["manifest"] for layer in reversed(layers) if layer["manifest"]["name"] not in variants)
        self.name: str = manifest["name"]
        self.title: str = manifest["title"]
        self.version: str = manifest["version"]
        self.manifest: dict[str, Any] = dict(layers[0]["manifest"])
        for layer in layers[1:]:
            self._merge_manifest(layer["manifest"])
        self.sources: dict[str, str] = {path: text for layer in layers for path, text in layer["sources"].items()}
        self.fewest_players, self.most_players = players
        self.automata: dict[str, str] = dict(automata)
        self.probe: Probe | None = None
        self.limits = UNLIMITED
        self._understand = understand
        self._remake = remake
        self._meaning: dict[str, Any] = {}
        self._lock = RLock()
        self._programs: dict[tuple[int, bool], Program] = {}

    def _merge_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Seats, path and match of a variant replace those below; what it shows of a thing comes beside theirs, other panels
        last.
        """
        for key in ("seats", "path", "project", "rounds", "match"):
            if key in manifest:
                self.manifest[key] = manifest[key]
        for key in ("values", "notices", "tables", "header"):
            if key in manifest:
                self.manifest[key] = list(dict.fromkeys([*self.manifest.get(key, ()), *manifest[key]]))
        for key in ("pieces", "icons", "tints", "short", "wishes", "warnings", "upon", "sources"):
            if key in manifest:
                self.manifest[key] = {**self.manifest.get(key, {}), **manifest[key]}
        if "rulebook" in manifest:
            below = self.manifest.get("rulebook", {})
            lists = {key: [*below.get(key, ()), *value] for key, value in manifest["rulebook"].items() if isinstance(value, list)}
            self.manifest["rulebook"] = {**below, **manifest["rulebook"], **lists}
        if "table" in self.manifest:
            panels = [dict(panel) for panel in self.manifest["table"]]
            for panel in manifest.get("table", ()):
                there = next((one for one in panels if _panel_subject(one) == _panel_subject(panel)), None)
                if there is None:
                    panels.append(dict(panel))
                else:
                    there |= {key: _together(there.get(key), own) for key, own in panel.items() if key != "show" or key in there}
            self.manifest["table"] = panels

    @cached_property
    def displayed_values(self) -> list[str]:
        """The values that a view holds: those of the manifest, and those that its notices, panels and wishes speak of."""
        manifest = self.manifest
        wishes = (wish["unless"] for wish in manifest.get("wishes", {}).values() if "unless" in wish)
        movers = (name for panel in self.panels if isinstance(panel, RowPanel) for name in panel.movers)
        return list(
            dict.fromkeys(
                [*manifest.get("values", ()), *manifest.get("notices", ()), *values_shown(self.panels), *wishes, *movers]
            )
        )

    @cached_property
    def match(self) -> MatchTerms | None:
        """The terms of the match of which its games are; None where each game stands for itself."""
        return MatchTerms.from_data(self.manifest["match"]) if "match" in self.manifest else None

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The panels of a table, from top to bottom; none where the manifests leave that to whoever shows it."""
        return read_panels(self.manifest)

    def know(self, meaning: Meaning) -> Ruleset:
        """The same, which need not find out what its texts mean, and keeps nothing on the disk of it."""
        self._meaning = meaning._asdict()
        return self

    @property
    def model(self) -> Model:
        model: Model = self._means("model")
        return model

    @property
    def files(self) -> tuple[File, ...]:
        files: tuple[File, ...] = self._means("files")
        return files

    @property
    def history(self) -> History:
        history: History = self._means("history")
        return history

    def _means(self, part: str) -> Any:
        """A part of the `Meaning`, by its name: as it was kept, or found out with the others."""
        with self._lock:
            if part not in self._meaning:
                kept_part = MEANINGS.get(self.identity, part)
                meaning_parts = {part: kept_part} if kept_part is not None else self._understand()._asdict()
                for name, value in meaning_parts.items() if kept_part is None else ():
                    MEANINGS.keep(value, self.identity, name)
                self._meaning = {**meaning_parts, **self._meaning}
            return self._meaning[part]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names players go by when they bring none, one a seat; those that rules play are none of them (see `seating`)."""
        seat_names = tuple(self.manifest.get("seats", ()))
        return seat_names + tuple(f"Player {i + 1}" for i in range(len(seat_names), self.most_players - len(self.automata)))

    def seating(self, players: int | Sequence[str]) -> tuple[str, ...]:
        """The seats of a game of so many players: of people, or whoever decides for them, and last those that rules play.

        Or the seats that are named, and behind them those that rules play.
        """
        return seating(self, players)

    def program(self, players: int, is_traced: bool = False) -> Program:
        """The rules for a number of players; a traced program tells what it does, the other is faster."""
        key = (players, is_traced)
        if key not in self._programs:
            with self._lock:
                if key not in self._programs:
                    self._programs[key] = self._program(players, is_traced)
        return self._programs[key]

    def warm(self, players: int) -> None:
        """Makes all that games of so many players need, with events and without, and whoever tells people of them, so that
        nobody has to wait for it.

        It is kept with the ruleset, and where `CAYLUS_CACHE` says for later processes: a server calls this once for each
        number of players, from any thread. Called again it does nothing. Raises ValueError for players the rules do not admit.
        """
        admit(self, players)
        for is_traced in (True, False):
            self.program(players, is_traced).unpack()
        self._means("model")

    def is_warm(self, players: int) -> bool:
        """Return whether `warm` has nothing to work out, because it did before, in this process or in an earlier one."""
        programs = (
            (players, is_traced) in self._programs or is_kept(self.identity, players, is_traced) for is_traced in (True, False)
        )
        return all(programs) and ("model" in self._meaning or MEANINGS.has(self.identity, "model"))

    def _program(self, players: int, is_traced: bool) -> Program:
        if self.probe is not None:
            return Program(pack(self._source(players, is_traced)), self.probe)
        return fetch(self.identity, players, is_traced, lambda: self._source(players, is_traced))

    def _source(self, players: int, is_traced: bool) -> Source:
        from caylus.codegen.module import write_source

        return write_source(self.model, players, is_traced, self.probe)

    @cached_property
    def tells_secrets(self) -> bool:
        """Return whether play may tell something of what is hidden in another way than by showing it or moving it."""
        from caylus.knowledge.variable_sources import tells_secrets

        return tells_secrets(self.model)

    @cached_property
    def decks(self) -> frozenset[Span]:
        """The definitions of the lists that are hidden from all, and that no rule looks into."""
        from caylus.knowledge.variable_sources import blind_lists

        return frozenset(list_.span for list_ in blind_lists(self.model))

    @cached_property
    def identity(self) -> str:
        """SHA-256 of all that the rules are made of: equal for equal rules, wherever they lie."""
        made_of = [[layer["manifest"], layer["sources"]] for layer in self.layers]
        return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()

    def with_limits(self, limits: Limits) -> Ruleset:
        """The same rules, whose games keep to these limits. All that is made of the rules is shared."""
        return self._twin(limits=limits)

    def _twin(self, **changes: Any) -> Ruleset:
        twin = Ruleset.__new__(Ruleset)
        vars(twin).update(vars(self), **changes)
        return twin

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[Any, ...]]:
        """For the way from one process to another: identity, layers and limits; `probe` stays here."""
        layers = json.dumps({"layers": self.layers, "variants": self.variants}, sort_keys=True)
        return _remade_limited, (self._remake, self.identity, self.variants, layers, self.limits)

    def __repr__(self) -> str:
        variants = f" with {', '.join(self.variants)}" if self.variants else ""
        return f"<Ruleset {self.name}{variants}: {self}>"

    def __str__(self) -> str:
        played = f", of whom rules play {', '.join(self.automata.values())}" if self.automata else ""
        return f"{self.title} {self.version} for {self.fewest_players} to {self.most_players} players{played}"

    def with_probe(self, probe: Probe) -> Ruleset:
        """The same rules, whose games tell `probe` what they carry out and ask; they are slower."""

        def understand() -> Meaning:
            return Meaning(self.model, self.files, self.history)

        return self._twin(probe=probe, limits=UNLIMITED, _programs={}, _understand=understand)

    def new_game(
        self,
        players: int | Sequence[str],
        seed: int = 0,
        *,
        draws: Sequence[Sequence[str | int]] = (),
        limits: Limits | None = None,
    ) -> Game:
        """A game at its first decision.

        `players` is their number; or the seats they take, in order; or, if not all of them are names of seats, what people
        call those who sit at the first of them: labels, which may be any words (see `Game.labels`). `draws` fixes the first
        random draws, in order. `limits` take the place of the ruleset's. Raises ValueError for players the rules do not admit,
        TypeError for what is no number of players or no seed.
        """
        seats, labels = seats_for(self, players)
        if not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number, not {seed!r}")
        names = Names(self.program(len(seats)), seats, labels)
        rules = self if limits is None else self.with_limits(limits)
        return Game.start_game(rules, names, Start(seed), number_draws(names, draws))

    def position(
        self,
        begin: str | Mapping[str, Any] | None,
        given_position: Mapping[str, Any] | None = None,
        players: int | Sequence[str] = (),
        *,
        arguments: Mapping[str, Any] | None = None,
        seed: int = 0,
        setup: str | None = None,
        draws: Sequence[Sequence[str | int]] = (),
        goes_on: bool = False,
        round: int = 0,
    ) -> Game:
        """Begin a game in a described position: one action, or the whole game for None. `given_position` is written on the table.

        `players` is their number, or the names of their seats. `draws` fixes the first random draws, as far as it says: `_` is
        whatever comes at its place, and what comes behind the last one named is left to chance. `given_position` has the names of
        players, objects, lists and states of the table, and what lies there (see rulesets/README.md). `setup` names an action
        to carry out first. The game is over after the action, unless it `goes_on`: then it is the action of a game in its
        `round`, with all that comes after it, and so the action must be one that games come to and may wait in.

        A whole view (`Game.view()`) in place of `begin` is a position too, and `given_position` is written on top: the phase it
        tells of begins anew on that table, and the game goes on from there. Where in the phase it was a view does not tell.

        Raises UnknownThing for a name or a value that the rules do not have, ValueError for players they do not admit, a setup
        that asks for decisions, an action from which no game goes on, and a view without a phase, RulesetError (E06xx) for the
        shape of a view.
        """
        if isinstance(begin, Mapping):
            view = accept(begin, "the view", "view").value
            position = position_from_view(view, given_position or {})
            seats, labels = assign_seats(self, *([player[key] for player in view["players"]] for key in ("name", "label")))
        else:
            position = Position(begin, plain(given_position or {}), plain(arguments or {}), setup, goes_on, round)
            seats, labels = seats_for(self, players) if isinstance(players, int) else assign_seats(self, seating(self, players))
        names = Names(self.program(len(seats)), seats, labels)
        start = Start(seed, position)
        return Game.start_game(self, names, start, number_draws(names, draws, is_open=True))

    def replay(
        self,
        choices: Mapping[str, Any] | Sequence[str],
        upto: int | None = None,
        *,
        players: int | Sequence[str] | None = None,
        seed: int = 0,
    ) -> Game:
        """The game of a transcript, or of the ids of choices made by `players` from `seed` on, after the first `upto` choices.

        What a transcript says of draws to come stays settled when it is cut off. Raises RulesetError: E06xx for the shape of a
        transcript, E0703 for the first choice that does not fit; ValueError for players the rules do not admit, for none with
        plain choices, and for an `upto` below 0.
        """
        if upto is not None and upto < 0:
            raise ValueError(f"there is no game after {upto} choices")
        if isinstance(choices, Mapping):
            return retold(self, choices, upto)
        if players is None:
            raise ValueError("choices alone do not tell who plays: give `players`, or a whole transcript")
        game = self.new_game(players, seed)
        follow(game, [(None, choice) for choice in choices[:upto]])
        return game


def _remade_limited(
    remake: Callable[[str, tuple[str, ...], str], Ruleset], identity: str, variants: tuple[str, ...], layers: str, limits: Limits
) -> Ruleset:
    rules = remake(identity, variants, layers)
    return rules if limits == rules.limits else rules.with_limits(limits)


def _panel_subject(panel: Mapping[str, Any]) -> tuple[str, str]:
    """The subject of a panel: a row, the objects of a kind, a table of the rules, lists, the stock, or players."""
    sort = next(iter(panel.keys() & {"row", "list", "objects", "grid", "players", "stock"}))
    return sort, panel[sort] if isinstance(panel[sort], str) else ""


def _together(below: Any, own: Any) -> Any:
    """The panel of a variant merged with those below: names beside names, anything else in its place."""
    if isinstance(below, list) and isinstance(own, list):
        return list(dict.fromkeys([*below, *own]))
    if isinstance(below, Mapping) and isinstance(own, Mapping):
        return {**below, **own}
    return own
