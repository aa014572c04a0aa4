"""Rulesets in use, by their hash. None comes into this process that has not been made ready before, by another one.

Programs are made where somebody plays by them, and not before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

from caylus import Ruleset
from caylus.loading import library

from caylus_tools.server import Refused

from .jobs import RulesetData

MOST = 64
"""Rulesets kept for whoever asks next; those of games in hand stay besides."""


class Stored(Protocol):
    """Rules as a database has them: the layers and the variants of a `Ruleset`."""

    @property
    def layers(self) -> Sequence[Mapping[str, Any]]: ...

    @property
    def variants(self) -> Sequence[str]: ...


class _Place:
    """A ruleset, once it is there, and the numbers of players that it is ready for."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.rules: Ruleset | None = None
        self.ready: set[int] = set()


class RulesetCache:
    """`stored` knows rules by their hash, which is their `identity`; `warmed` makes them ready in another process, and raises
    Refused where that takes too much. Any thread may use it."""

    def __init__(self, stored: Callable[[str], Stored | None], warmed: Callable[[RulesetData, int], object]) -> None:
        self._stored = stored
        self._warmed = warmed
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._lock = Lock()

    def rules(self, hash_: str, players: int) -> Ruleset:
        """Ready for so many players. Raises Refused where nobody knows such rules, or they take too much."""
        place = self._place(hash_)
        with place.lock:
            if place.rules is None or players not in place.ready:
                data = self._data(hash_) if place.rules is None else RulesetData(place.rules.layers, place.rules.variants)
                known = (
                    place.rules
                    or library.find_loaded(lambda rules: rules.identity == hash_)
                    or library.load_layers_from_cache(data.layers, data.variants)
                )
                if known is None or not known.is_warm(players):
                    self._warmed(data, players)
                place.rules = known or library.from_layers(data.layers, data.variants)
                place.ready.add(players)
            return place.rules

    def take(self, data: RulesetData, players: int) -> Ruleset:
        """Rules that another process has made ready for so many players just now."""
        rules = library.from_layers(data.layers, data.variants)
        place = self._place(rules.identity)
        with place.lock:
            place.rules = place.rules or rules
            place.ready.add(players)
            return place.rules

    def _data(self, hash_: str) -> RulesetData:
        stored = self._stored(hash_)
        if stored is None:
            raise Refused("no_ruleset", "The rules of this table are not known here.")
        return RulesetData(list(stored.layers), tuple(stored.variants))

    def _place(self, hash_: str) -> _Place:
        with self._lock:
            place = self._places.setdefault(hash_, _Place())
            self._places.move_to_end(hash_)
            while len(self._places) > MOST:
                self._places.popitem(last=False)
            return place
