"""The cards that a seat does not see, dealt anew to where each may lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus.codegen.rt_knowledge import layers_of, set_of
from caylus.knowledge import Layer, Layers, members, seen
from caylus.model.components import Type

from . import random
from .arranging import arranged

if TYPE_CHECKING:
    from caylus.codegen.metadata import FrameType
    from caylus.model.components import Kind, Variable

    from .names import Names
    from .sight import Sight

Change = Callable[[int], int]
"""Of what a slot holds."""


class Deal:
    """Of a state and the frames in flight, as they are in truth."""

    def __init__(self, names: Names, sight: Sight, stack: Sequence[list[Any]]) -> None:
        self.first = names.layout.cards
        self.frames = [frame[:] for frame in stack]
        self.secret = names.secret_variables
        self.metadata = names.program.metadata
        s, layout = sight.s, names.layout
        self.pools: dict[Kind, list[int]] = {}  # where those lie that have their like
        self.lists: list[tuple[Kind, int, list[int]]] = []  # those that are not seen, with the cards that lie there
        seat = sight.seat if sight.seat is not None and sight.seat >= 0 else layout.players
        layers = layers_of(s, layout.knowledge, seat) if self.first else ()
        cards: dict[int, None] = {}  # in the order of where they lie
        unordered: list[Layer] = []
        for base, (list_, owner) in layout.owned().items():
            kind = list_.kind.root
            if kind in layout.pools and not sight.sees(list_, owner):
                self.pools.setdefault(kind, []).extend(range(base + 1, base + 1 + s[base]))
            if kind not in self.first:
                continue
            lying = [self.first[kind] + i for i in s[base + 1 : base + 1 + s[base]]]
            cards |= dict.fromkeys(lying)
            if sight.sees(list_, owner):
                layers = _all_seen(layers, lying)
                continue
            self.lists.append((kind, base, lying))
            if list_ in layout.hands:
                unordered.append(Layer(set_of(lying)))
        self.states: list[tuple[Kind, int, int]] = []
        for state, base in layout.candidates.items():
            for of, slot in layout.values(state):
                if s[slot] >= 0 and not s[base + slot - layout.place(state)] and not sight.sees(state, of):
                    assert state.type.kind is not None
                    self.states.append((state.type.kind.root, slot, self.first[state.type.kind.root] + s[slot]))
        cards |= dict.fromkeys(card for _, _, card in self.states)
        unknown = dict.fromkeys(card for layer in layers for card in members(layer.cards))
        nowhere = sorted(card for card in unknown if card not in cards)
        self.layers = (*layers, Layer(set_of(nowhere)), *unordered)
        self.cards = [*cards, *nowhere]

    def out(self, s: list[int]) -> list[list[Any]]:
        """Deals the cards of a state by its own stream of chance; the frames as they then are."""
        s[0], held = arranged(self.layers, self.cards, s[0])
        becomes = dict(zip(self.cards, held, strict=True))
        for kind, base, lying in self.lists:
            s[base + 1 : base + 1 + len(lying)] = [becomes[card] - self.first[kind] for card in lying]
        for kind, slot, card in self.states:
            s[slot] = becomes[card] - self.first[kind]
        for slots in self.pools.values():
            s[0], lying = random.shuffled(s[0], sorted(s[slot] for slot in slots))
            for slot, id_ in zip(slots, lying, strict=True):
                s[slot] = id_
        return [self._frame(frame, becomes) for frame in self.frames]

    # ---- frames

    def _frame(self, frame: list[Any], becomes: dict[int, int]) -> list[Any]:
        """What an action that waits has in mind of cards goes along, if it is secret; what it once had in mind is forgotten."""
        place = self.metadata.places.get(frame[0])
        new = frame[:]
        if place is None:
            return new
        types = self.metadata.frames[frame[0]]
        held = {at for _, at in (*place.bound, *place.loops)}
        for at, type_ in enumerate(types, 1):
            if at not in held and _is_of_cards(type_, self.first):
                new[at] = 0
        for variable, at in place.bound:
            change = self._change(variable, becomes)
            new[at] = tuple(map(change, frame[at])) if isinstance(frame[at], tuple) else change(frame[at])
        for variables, at in place.loops:
            changes = [self._change(variable, becomes) for variable in variables]
            if len(changes) == 1:
                new[at] = tuple(map(changes[0], frame[at]))
            else:
                new[at] = tuple(tuple(change(i) for change, i in zip(changes, row, strict=True)) for row in frame[at])
        return new

    def _change(self, variable: Variable, becomes: dict[int, int]) -> Change:
        kind = variable.type.kind
        if kind is None or kind.root not in self.first or variable not in self.secret:
            return lambda held: held
        first = self.first[kind.root]
        return lambda held: becomes.get(first + held, first + held) - first if held >= 0 else held


def _is_of_cards(type_: FrameType, cards: Mapping[Kind, int]) -> bool:
    """Whether a place of a frame is for objects that may lie hidden."""
    types = type_ if isinstance(type_, tuple) else (type_,) if isinstance(type_, Type) else ()
    return any(type_.kind is not None and type_.kind.root in cards for type_ in types)


def _all_seen(layers: Layers, cards: Sequence[int]) -> Layers:
    for card in cards:
        layers = seen(layers, card)
    return layers
