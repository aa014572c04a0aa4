"""Who may know what: the one place that says what of a table, and of what happens there, is shown at a seat.

Views, readings, events, decisions, scores, saves and transcripts all ask here; nothing else looks at an audience.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caylus.analysis.secrets import NOBODY
from caylus.payments import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import model as m
    from caylus.codegen.metadata import DecisionInfo, ValueInfo

    from .call_stack import Bound
    from .machine import Move
    from .names import Names


class Sight:
    """What is seen of a table on which `s` lies from a seat, by its number; everything where `seat` is None."""

    def __init__(self, names: Names, s: list[int], seat: int | None) -> None:
        self.names = names
        self.s = s
        self.seat = seat

    # ---- things on the table

    def sees(self, thing: m.Resource | m.State | m.ListState, of: int = 0) -> bool:
        """Whether what a thing is of an object, by its number among those of the root kind, lies open to the seat."""
        return self.seat is None or thing.audience.is_public or (thing.audience.seen_by == "owner" and of == self.seat)

    def amount(self, resource: m.Resource, player: int) -> int | None:
        """What a player holds; None where that is hidden."""
        return self.s[self.names.layout.resources[resource] + player] if self.sees(resource, player) else None

    def value(self, info: ValueInfo, of: Sequence[int]) -> bool:
        """Whether nothing that a named value of these objects rests on is hidden."""
        return self.seat is None or not any(at == NOBODY or of[at] != self.seat for at in info.secrets)

    # ---- what happens

    def moved(self, player: int, way: int) -> int:
        """The part of a packed amount, gained or paid by a player, of which the seat is told."""
        if self.seat is None:
            return way
        resources = self.names.components.resources
        return pack([(i, n) for i, n in unpack(way) if self.sees(resources[i], player)])

    def hears_draws(self) -> bool:
        """Whether the seat is told what was drawn: what comes of it is seen where it lands."""
        return self.seat is None

    def draws_openly(self, kind: str) -> bool:
        """Whether nothing drawn of a root kind, or of numbers, can come to lie where the seat may not see it."""
        return self.seat is None or not self._hides(kind)

    def _hides(self, kind: str) -> bool:
        """Whether anything on the table that holds objects of a root kind, or numbers, is hidden."""
        return not kind and any(not resource.audience.is_public for resource in self.names.components.resources)

    # ---- what is asked

    def options(self, player: int, asked: DecisionInfo) -> bool:
        """Whether the seat may know what a player can choose from."""
        return self.seat in (None, player) or asked.is_open

    def choices(self, player: int, asked: DecisionInfo, move: Move) -> tuple[bool, ...] | None:
        """Of each choice in a player's move, whether the seat is told; None where it learns nothing of the move at all."""
        tells = asked.options[move[0]].tells if move[0] < len(asked.options) else ()
        if self.seat in (None, player):
            return (True,) * len(tells)
        return None if asked.is_secret else tells

    def whole(self, player: int, asked: DecisionInfo, move: Move) -> bool:
        """Whether the seat may know all of a player's move; a way of paying where it may know what ways there were."""
        tells = self.choices(player, asked, move)
        return tells is not None and all(tells) and (len(move) <= len(tells) + 1 or self.options(player, asked))

    def beforehand(self, player: int) -> bool:
        """Whether the seat is told what a player has chosen at once with others before all have chosen."""
        return self.seat in (None, player)

    def public(self, bound: Sequence[Bound]) -> list[Bound]:
        """Those variables whose contents all may know; every one for who sees everything."""
        return [pair for pair in bound if self.seat is None or pair[0] not in self.names.secret_variables]
