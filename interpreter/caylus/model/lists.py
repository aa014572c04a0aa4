"""Lists: what `in` may stand before. Each has a `type` of base list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .components import Kind, ListState, Row, Type

if TYPE_CHECKING:
    from .expressions import Expr, ListExpr


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every object of a kind (for players: in seat order)."""

    kind: Kind
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class RowMembers:
    """Every member of a row, by number."""

    row: Row
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Every member of the row of a player, by number."""

    row: Row
    player: Expr
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class ListMembers:
    """The members of a list state, in their order; `object` is whose list it is, None for one of the table."""

    list: ListState
    object: Expr | None
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class Numbers:
    """From `low` to `high`, both included; empty where high is below low."""

    low: Expr
    high: Expr
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The members of a list, in an order drawn by lot."""

    list: ListExpr
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class Rotated:
    """A list that goes round: `way` is from (begins with the member), after (behind it, without it) or before (so, backwards).

    As it stands where the member is not in it.
    """

    list: ListExpr
    way: str
    member: Expr
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class Faces:
    """The members of a list, those alike together where the first of them stands; `once`: each but once."""

    list: ListExpr
    once: bool
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class Behind:
    """The members that stand behind one of them in a list."""

    list: ListExpr
    member: Expr
    type: Type = field(hash=False)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Several members chosen together, under the one name that they have."""

    name: str
    members: tuple[Expr, ...]
    type: Type = field(hash=False)
