"""A position that came about unwatched: of what is hidden nobody knows more than what lies where they see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caylus.knowledge.batch_learning import keep_batches
from caylus.knowledge.layers import Layers, card_set, mix_layers
from caylus.knowledge.learning import keep, unknown

from ..seats import BESIDE
from ..viewing.visibility import Sight

if TYPE_CHECKING:
    from caylus.model.components import Kind

    from ..names import Names


def forget(names: Names, s: list[int]) -> None:
    """Changes the state."""
    layout = names.layout
    for thing, base in layout.limits.items():
        unknown(s, base, layout.span(thing))
    for state, base in layout.candidates.items():
        s[base : base + layout.span(state)] = [0] * layout.span(state)
    for seat in range(layout.players + 1) if layout.cards else ():
        sight = Sight(names, s, seat if seat < layout.players else BESIDE)
        layers: Layers = ()
        for kind, first in layout.cards.items():
            layers = mix_layers(layers, card_set(range(layout.size(kind)), first) & ~_visible_cards(sight, kind, first))
        keep(s, layout.knowledge, seat, layers)
    for base in layout.pools.values():
        for seat in range(layout.players + 1):
            keep_batches(s, base, seat, ())


def _visible_cards(sight: Sight, kind: Kind, first: int) -> int:
    """The cards of a kind that lie in the open, or where only the seat sees them."""
    s, layout = sight.s, sight.names.layout
    cards = 0
    for base, (list_, owner) in layout.owned_lists().items():
        if list_.kind.root is kind and sight.sees(list_, owner):
            cards |= card_set(s[base + 1 : base + 1 + s[base]], first)
    for state in layout.candidates:
        if state.type.kind is not None and state.type.kind.root is kind:
            cards |= card_set([s[slot] for of, slot in layout.values(state) if s[slot] >= 0 and sight.sees(state, of)], first)
    return cards
