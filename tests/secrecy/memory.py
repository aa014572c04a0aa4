"""The memory of a seat of things since they were last mixed, kept by watching a game: those not seen may have changed places.

It errs to the one side: what the seat may have seen counts as seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import caylus
from caylus import model as m

from .audiences import hidden_from
from .surfaces import events, seat_name


class Memory:
    """Of one seat at one game, from its beginning. Things are known by their root kind and number."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._mixed: dict[tuple[str, int], int] = {}
        self._draws = 0
        self._told = 0

    def watch(self, game: caylus.Game) -> None:
        """Takes in what has happened since the last time."""
        for number, (kind, order) in enumerate(game._machine.drawn[self._draws :], self._draws + 1):
            if kind:  # not a number
                self._mixed.update(dict.fromkeys(((kind, i) for i in order), number))
        self._draws = len(game._machine.drawn)
        told = events(game, self.seat, self._told)
        self._told = told[-1]["number"] if told else self._told
        decision = game.decision_for(seat_name(game, self.seat))
        words = set(
            _words([[told for told in told if told["kind"] != "draw"], decision and [decision.about, _options(decision)]])
        )
        for name, thing in game.names.things.items():
            if name in words:
                self._mixed.pop((thing.kind.root.name, thing.id), None)
        s, hidden = game._machine.s, hidden_from(game, self.seat).objects
        for slot, kind in _objects(game):
            if slot not in hidden:
                self._mixed.pop((kind.root.name, s[slot]), None)

    def exchange_numbers(self, game: caylus.Game, draw: Random) -> dict[tuple[str, int], int]:
        """Other numbers for things mixed together and not seen since, of which nothing else tells which is which.

        None for number 0, which is also what frames and lists hold that hold nothing; and none for copies, whose number is a face.
        """
        alike: dict[tuple[object, ...], list[int]] = {}
        for (kind, i), number in sorted(self._mixed.items()):
            own = game.names.components.kinds[kind]
            if i and not own.is_player and not own.has_copies:
                alike.setdefault((kind, number, *_own(game, kind, i)), []).append(i)
        found = {}
        for (kind, *_), members in alike.items():
            found.update(zip(((str(kind), i) for i in members), draw.sample(members, len(members)), strict=True))
        return found


def _options(decision: caylus.Decision) -> list[object]:
    return [option.data for option in decision.options]


def _words(value: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)


def _own(game: caylus.Game, kind: str, id_: int) -> Iterator[int]:
    """The contents of the states of an object itself."""
    s, layout = game._machine.s, game.names.layout
    for state, base in layout.states.items():
        if state.kind is not None and state.kind.root.name == kind:
            stride = layout.stride(state)
            yield from s[base + id_ * stride : base + (id_ + 1) * stride]


def _objects(game: caylus.Game) -> Iterator[tuple[int, m.Kind]]:
    """The places of objects, with their kind."""
    s, layout = game._machine.s, game.names.layout
    for state, base in layout.states.items():
        if state.type.kind is not None:
            yield from ((base + i, state.type.kind) for i in range(layout.stride(state) * layout.objects(state)))
    for base, (list_, _) in layout.owned_lists().items():
        yield from ((slot, list_.kind) for slot in range(base + 1, base + 1 + s[base]))
