"""The layout of the state: one flat list of numbers for a given number of players.

Slot 0 is the random stream, slot 1 counts the rounds. Every indexed block has a slot in front of it, so that reading
with -1 (`none`) finds the zero of the type. An ordered list is its length followed by room for every member. Beside a state that
rules reveal lies, for each of its values, whether it has been turned over since it was last written. Last comes what is known of
what is hidden: what all know of each hidden value, and what each seat, and last whoever only watches, knows of cards (see
`caylus.knowledge`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from operator import mul

from caylus import model as m
from caylus.knowledge.cards import WIDTH

RANDOM = 0
ROUNDS = 1


@dataclass
class Layout:
    """`initial` is the state before anything has happened; the other tables give the slot of number 0 of each thing.

    From `notes` on lies what is known of what is hidden.

    `cards` are the kinds whose objects lie in hidden places, with the number of the first among all cards; `knowledge` is where
    seat 0's lies. `limits` of a hidden number are where the lowest that it may be lies, and behind all of these the highest;
    `candidates` of a hidden object are the set of what it may be, or minus where the list lies that it is from, or 0: what
    seats know of cards tells. `pools` are kinds of which several are alike, with where
    lies what seat 0 knows of those (see `caylus.batches`), one seat behind the other. `hands`
    are the lists out of which somebody picks what others may not see: these know no order.
    """

    components: m.Components
    players: int
    initial: list[int] = field(default_factory=list)
    resources: dict[m.Resource, int] = field(default_factory=dict)
    states: dict[m.State, int] = field(default_factory=dict)
    lists: dict[m.ListState, int] = field(default_factory=dict)
    face_up: dict[m.State, int] = field(default_factory=dict)
    notes: int = 0
    cards: dict[m.Kind, int] = field(default_factory=dict)
    knowledge: int = 0
    limits: dict[m.Resource | m.State, int] = field(default_factory=dict)
    candidates: dict[m.State, int] = field(default_factory=dict)
    pools: dict[m.Kind, int] = field(default_factory=dict)
    hands: list[m.ListState] = field(default_factory=list)

    @property
    def hides(self) -> bool:
        """Return whether anything lies there that somebody could not know."""
        return bool(self.cards or self.pools or self.limits or self.candidates)

    def size(self, kind: m.Kind) -> int:
        """Return how many objects the kind has in this game."""
        return kind.size_for(self.players)

    def rooms(self, state: m.State) -> list[int]:
        """Return how much room there is for each index of a state: every object of its kind, and `none`."""
        return [self.size(index.root) + 1 for index in state.indices]

    def strides(self, state: m.State) -> list[int]:
        """The distance between two objects' values of a state, and then, for each index, between its neighbours."""
        rooms = self.rooms(state)
        return [prod(rooms[place:]) for place in range(len(rooms) + 1)]

    def stride(self, state: m.State) -> int:
        """The distance between two objects' values of a state."""
        return self.strides(state)[0]

    def objects(self, thing: m.State | m.ListState) -> int:
        """Return how many objects have a state or a list; 1 for one of the table."""
        return 1 if thing.owner is None else self.size(thing.owner.root)

    def capacity(self, state: m.ListState) -> int:
        kind = state.kind.root
        return kind.count + kind.each * self.players

    def list_slot(self, state: m.ListState, owner: int = 0) -> int:
        """The slot of an object's list."""
        return self.lists[state] + owner * (1 + self.capacity(state))

    def place(self, thing: m.Resource | m.State) -> int:
        """The first slot of the values of a thing."""
        return self.resources[thing] if isinstance(thing, m.Resource) else self.states[thing]

    def span(self, thing: m.Resource | m.State) -> int:
        """Return how many slots they take."""
        return self.players if isinstance(thing, m.Resource) else self.stride(thing) * self.objects(thing)

    def values(self, thing: m.Resource | m.State) -> Iterator[tuple[int, int]]:
        """The slots of its values, each after the number of its object."""
        if isinstance(thing, m.Resource):
            yield from enumerate(range(self.resources[thing], self.resources[thing] + self.players))
            return
        for of in range(self.objects(thing)):
            yield from ((of, slot) for _, slot in self.keyed_slots(thing, of))

    def keyed_slots(self, state: m.State, of: int = 0) -> Iterator[tuple[tuple[int, ...], int]]:
        """The slots of the values of an object's state, after the numbers of the objects that each is kept for."""
        first, *strides = self.strides(state)
        base = self.states[state] + of * first
        for keys in product(*(range(index.first, index.first + self.size(index)) for index in state.indices)):
            yield keys, base + sum(map(mul, keys, strides))

    def owned_lists(self) -> dict[int, tuple[m.ListState, int]]:
        """Each list by where it lies: what it is, and whose."""
        return {self.list_slot(list_, owner): (list_, owner) for list_ in self.lists for owner in range(self.objects(list_))}

    def lists_with(self, kind: m.Kind) -> tuple[int, ...]:
        """The slots of all lists that may contain objects of a kind."""
        return tuple(base for base, (list_, _) in self.owned_lists().items() if list_.kind.root is kind.root)

    def candidate_slots(self, kind: m.Kind | None) -> Iterator[tuple[m.State, int, int, int]]:
        """The hidden states that hold objects of a root kind: each with its object, its slot, and that of its candidates."""
        for state, base in self.candidates.items():
            if kind is not None and state.type.kind is not None and state.type.kind.root is kind.root:
                yield from ((state, of, slot, base + slot - self.place(state)) for of, slot in self.values(state))

    @cached_property
    def numbers_of_players(self) -> tuple[int, ...]:
        """The slots of the numbers that players have, resources apart."""
        numbers = (state for state in self.states if state.type.base == "number")
        own = (state for state in numbers if state.kind is not None and state.kind.is_player)
        return tuple(slot for state in own for _, slot in self.values(state))

    @cached_property
    def things_by_slot(self) -> dict[int, tuple[m.Thing, int, tuple[int, ...]]]:
        """The content of each slot: of which object, and kept for which others; a list in its first slot."""
        things: dict[int, tuple[m.Thing, int, tuple[int, ...]]] = {}
        for resource, base in self.resources.items():
            things |= {base + player: (resource, player, ()) for player in range(self.players)}
        for state in self.states:
            things |= {slot: (state, of, keys) for of in range(self.objects(state)) for keys, slot in self.keyed_slots(state, of)}
        return things | {base: (list_, owner, ()) for base, (list_, owner) in self.owned_lists().items()}


def lay_out(model: m.Model, players: int) -> Layout:
    components = m.Components(model.resources, model.kinds, model.rows, model.states, model.lists, model.tables)
    layout = Layout(components, players)
    slots = layout.initial
    slots += [0, 0]
    for resource in model.resources:
        slots.append(0)
        layout.resources[resource] = len(slots)
        slots += [0] * players
    for state in _states(model):
        zero = -1 if state.type.base == "object" else 0
        slots += [zero] * sum(layout.strides(state))  # so far in front one may be read for `none`, wherever that may stand
        layout.states[state] = len(slots)
        for i in range(layout.objects(state)):
            initial = state.initial[i if i < len(state.initial) else 0] if state.initial else zero
            slots += _values(initial, zero, layout.rooms(state))
    for list_ in _lists(model):
        room = 1 + layout.capacity(list_)
        slots += [0] * (0 if list_.owner is None else room)  # the empty list of none
        layout.lists[list_] = len(slots)
        slots += [0] * room * layout.objects(list_)
    for state in _revealed_states(model):
        slots += [0] * layout.stride(state) if state.kind is not None else []
        layout.face_up[state] = len(slots)
        slots += [0] * layout.span(state)
    layout.notes = len(slots)
    _lay_out_knowledge(model, layout)
    return layout


def _values(initial: int, zero: int, rooms: list[int]) -> list[int]:
    """The values of one object: behind those for all objects of an index, those for none."""
    values = [initial]
    for room in reversed(rooms):
        values = values * (room - 1) + [zero] * len(values)
    return values


def _lay_out_knowledge(model: m.Model, layout: Layout) -> None:
    slots = layout.initial
    cards = 0
    for thing in m.hidden_things(model):
        kind = thing.holds
        if kind is not None and kind.root.has_copies:
            layout.pools[kind.root] = 0
        elif kind is not None and kind.root not in layout.cards:
            layout.cards[kind.root] = cards
            cards += layout.size(kind.root)
        if isinstance(thing, m.ListState):
            continue
        base = layout.place(thing)
        begins = slots[base : base + layout.span(thing)]
        if isinstance(thing, m.State) and kind is not None:
            layout.candidates[thing] = len(slots)
            slots += [1 << value if value >= 0 else 0 for value in begins]
        else:
            layout.limits[thing] = len(slots)
            slots += begins * 2
    if cards:
        layout.knowledge = len(slots)
        slots += [0] * WIDTH * (layout.players + 1)
    for kind in layout.pools:
        layout.pools[kind] = len(slots)
        slots += [0] * WIDTH * (layout.players + 1)


def _lists(model: m.Model) -> list[m.ListState]:
    return [*model.lists.values(), *(list_ for kind in model.kinds.values() for list_ in kind.lists.values())]


def _revealed_states(model: m.Model) -> list[m.State]:
    """The states that a rule reveals to all, which then lie open until they change."""
    from caylus.model.walk import every_statement  # not what a game in progress needs

    reveals = (part for part in every_statement(model) if isinstance(part, m.Reveal) and part.to is None)
    return list(dict.fromkeys(part.target.state for part in reveals if isinstance(part.target, m.Read)))


def _states(model: m.Model) -> list[m.State]:
    states = list(model.states.values())
    for kind in model.kinds.values():
        states += kind.states.values()
    return states
