"""The table of a game: what lies where, the random draws, and the names of all that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from caylus import model as m

NONE = -1
"""The number of no object."""


class Stream:
    """Random numbers by SplitMix64, from a seed. The state of the stream is its last number before mixing."""

    def __init__(self, seed: int) -> None:
        self.state = seed % 2**64

    def draw_bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        bits = self.state
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB % 2**64
        return bits ^ (bits >> 31)

    def draw_below(self, number: int) -> int:
        """Draw again while the bits lie in the last, incomplete run of `number`."""
        while (bits := self.draw_bits()) >= 2**64 - 2**64 % number:
            pass
        return bits % number

    def shuffle(self, members: Sequence[int]) -> tuple[int, ...]:
        """Swap each member, from the last one on, with one up to its place."""
        order = list(members)
        for at in range(len(order) - 1, 0, -1):
            other = self.draw_below(at + 1)
            order[at], order[other] = order[other], order[at]
        return tuple(order)


class Table:
    """What players hold, what states are, what lists contain, and which states are revealed.

    A state's place is the number of its object (0 for the table), then those of the objects in its brackets.
    """

    def __init__(self, model: m.Model, players: Sequence[str], seed: int) -> None:
        self.model = model
        self.players = tuple(players)
        self.stream = Stream(seed)
        self.round = 0
        self.amounts = {(resource, seat): 0 for resource in model.resources for seat in range(len(players))}
        self.states: dict[tuple[m.State, tuple[int, ...]], Any] = {}
        self.lists: dict[tuple[m.ListState, int], list[int]] = {}
        self.revealed: set[tuple[m.State, tuple[int, ...]]] = set()
        for thing in m.things(model):
            if isinstance(thing, m.State):
                for place in product(self.owners(thing), *map(self.objects, thing.indices)):
                    of = place[0] if place[0] < len(thing.initial) else 0
                    self.states[thing, place] = thing.initial[of] if thing.initial else zero(thing.type)
            elif isinstance(thing, m.ListState):
                self.lists |= {(thing, of): [] for of in self.owners(thing)}

    # ---- objects

    def objects(self, kind: m.Kind) -> range:
        """The different objects of a kind."""
        return range(kind.first, kind.first + kind.size + kind.each * len(self.players))

    def owners(self, thing: m.Thing) -> range:
        return range(1) if thing.owner is None else self.objects(thing.owner.root)

    def members(self, kind: m.Kind) -> tuple[int, ...]:
        """The objects of a kind, those that are alike as often as there are copies of them."""
        if kind.is_player:
            return tuple(self.objects(kind))
        there = (kind.root.objects[number] for number in self.objects(kind))
        return tuple(one.id for one in there for _ in range(one.copies))

    def copies(self, kind: m.Kind, number: int) -> int:
        return 1 if kind.is_player else kind.root.objects[number].copies

    # ---- what is read and written

    def amount(self, resource: m.Resource, seat: int) -> int:
        return self.amounts.get((resource, seat), 0)

    def read(self, state: m.State, place: tuple[int, ...]) -> Any:
        return self.states.get((state, place), zero(state.type))

    def write(self, state: m.State, place: tuple[int, ...], value: Any) -> None:
        """A state that is set lies open no more."""
        self.states[state, place] = value
        self.revealed.discard((state, place))

    def list(self, list_: m.ListState, of: int) -> list[int]:
        """The members, to be changed there; of none, a list that nobody has."""
        return self.lists.get((list_, of), [])

    # ---- names

    def name(self, kind: m.Kind, number: int) -> str | None:
        """The name of an object; None for none."""
        if number == NONE:
            return None
        if kind.is_player:
            return self.players[number]
        one = kind.root.objects[number]
        return one.name if one.owner < 0 else f"{self.players[one.owner]} {one.name}"

    def label(self, kind: m.Kind, number: int) -> str:
        """The word for an object in the id of an option: that of what it is `called` after, if that is open and alone."""
        name = self.name(kind, number) or "none"
        kinds = () if number == NONE or kind.is_player else tuple(_with_parents(kind.root.objects[number].kind))
        own = next((one for one in kinds if one.called is not None), None)
        if own is None or own.called is None:
            return name
        field: m.State | m.Property | None = None
        for one in kinds:
            field = field or one.states.get(own.called) or one.properties.get(own.called)
        if field is None or (isinstance(field, m.State) and not self.is_open(field, number)):
            return name
        lent: dict[int, Any] = {
            of: self.read(field, (of,)) if isinstance(field, m.State) else field.values[of] for of in self.objects(own)
        }
        lender = self.name(field.type.kind or own, lent[number])
        if lender is None:
            return name
        return lender if Counter(lent.values())[lent[number]] == 1 else f"{lender} at {name}"

    def is_open(self, state: m.State, number: int) -> bool:
        """Return whether nobody hides the state of an object: neither itself nor the row that the object stands in."""
        row = None if state.kind is None or state.kind.is_player else state.kind.root.objects[number].row
        return state.audience.is_public and (row is None or row.audience.is_public)


def zero(type_: m.Type) -> Any:
    """What is read from none."""
    return {"object": NONE, "payment": ((),), "scale": (0, (0,)), "list": ()}.get(type_.base, 0)


def _with_parents(kind: m.Kind | None) -> Iterator[m.Kind]:
    while kind is not None:
        yield kind
        kind = kind.parent
