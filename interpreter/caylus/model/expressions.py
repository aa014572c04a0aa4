"""Formulas and lists (what `in` may stand before). Each has a `type`."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from caylus.records import Record

from .components import (
    FLAG,
    NUMBER,
    PAYMENT,
    SCALE,
    Alternatives,
    Kind,
    ListState,
    Property,
    Resource,
    Row,
    State,
    Type,
    Variable,
)

if TYPE_CHECKING:
    from .statements import Automaton, Condition, Value


class Derived(Record):
    """An expression that follows from its parts alone: it looks at nothing on the table, calls nothing and draws nothing."""


class AllOf(Derived):
    """Every object of a kind (for players: in seat order)."""

    kind: Kind
    type: Type = field(hash=False)


class RowMembers(Derived):
    """Every member of a row, by number."""

    row: Row
    type: Type = field(hash=False)


class PlayerRow(Derived):
    """Every member of the row of a player, by number."""

    row: Row
    player: Expr
    type: Type = field(hash=False)


class ListMembers(Record):
    """The members of a list state, in their order; `object` is whose list it is, None for one of the table."""

    list: ListState
    object: Expr | None
    type: Type = field(hash=False)


class Numbers(Derived):
    """From `low` to `high`, both included; empty where high is below low."""

    low: Expr
    high: Expr
    type: Type = field(hash=False)


class Shuffled(Record):
    """The members of a list, in an order drawn by lot."""

    list: ListExpr
    type: Type = field(hash=False)


class Rotated(Derived):
    """A list that goes round: `way` is from (begins with the member), after (behind it, without it) or before (so, backwards).

    As it stands where the member is not in it.
    """

    list: ListExpr
    way: str
    member: Expr
    type: Type = field(hash=False)


class Faces(Derived):
    """The members of a list, those alike together where the first of them stands; `once`: each but once."""

    list: ListExpr
    once: bool
    type: Type = field(hash=False)


class Behind(Derived):
    """The members that stand behind one of them in a list."""

    list: ListExpr
    member: Expr
    type: Type = field(hash=False)


class Gathered(Derived):
    """Several members chosen together, under the one name that they have."""

    name: str
    members: tuple[Expr, ...]
    type: Type = field(hash=False)


class Const(Derived):
    """A number, a flag (0 or 1), an object or none."""

    value: int
    type: Type = field(hash=False)


class ConstPayment(Derived):
    """A payment that is known before anybody plays."""

    alternatives: Alternatives
    type: Type = field(default=PAYMENT, hash=False)


class ConstScale(Derived):
    """A row of numbers; `start` is the index of the first."""

    start: int
    numbers: tuple[int, ...]
    type: Type = field(default=SCALE, hash=False)


class Local(Derived):
    """The value of a variable."""

    variable: Variable

    @property
    def type(self) -> Type:
        return self.variable.type


class SeatOf(Derived):
    """The player whose seat rules play."""

    automaton: Automaton
    type: Type = field(hash=False)


class Read(Record):
    """A state: of the table (`object` None) or of an object, for what it is kept for besides."""

    state: State
    object: Expr | None
    indices: tuple[Expr, ...]
    type: Type = field(hash=False)


class Holding(Record):
    """The amount that a player holds of the given resources together; with `which`, of that one of them."""

    resources: tuple[Resource, ...]
    player: Expr
    which: Expr | None = None
    type: Type = field(default=NUMBER, hash=False)


class Fixed(Derived):
    """A property of an object."""

    property: Property
    object: Expr
    type: Type = field(hash=False)


class PlaceInRow(Derived):
    """`object.number`: its number within its row, a player's among the seats; 0 for an object of no row and for none."""

    object: Expr
    type: Type = field(default=NUMBER, hash=False)


class ScaleItem(Derived):
    """`scale[index]`; beyond either end the number at that end."""

    scale: Expr
    index: Expr
    type: Type = field(default=NUMBER, hash=False)


class RowItem(Derived):
    """`row[index]`, none outside the row."""

    row: Row
    index: Expr
    type: Type = field(hash=False)


class ListItem(Record):
    """`list[index]` from 1, none outside; `object` is whose list it is, None for one of the table."""

    list: ListState
    object: Expr | None
    index: Expr
    type: Type = field(hash=False)


class Item(Derived):
    """The member of any other list at `index` from 1; none, or 0, outside."""

    list: ListExpr
    index: Expr
    type: Type = field(hash=False)


class Random(Record):
    """One member of a list, drawn by lot; none, or 0, of an empty one."""

    list: ListExpr
    type: Type = field(hash=False)


class Arithmetic(Derived):
    """`op` is + - * / (rounded down) % (what that leaves; both by zero give 0) min or max."""

    op: str
    left: Expr
    right: Expr
    type: Type = field(default=NUMBER, hash=False)


class Absolute(Derived):
    """A number without its sign."""

    operand: Expr
    type: Type = field(default=NUMBER, hash=False)


class Compare(Derived):
    """`op` is == != < <= > >=, both sides numbers, flags, or objects of one root kind."""

    op: str
    left: Expr
    right: Expr
    type: Type = field(default=FLAG, hash=False)


class Contains(Derived):
    """A flag: something is a member of a list."""

    list: ListExpr
    member: Expr
    type: Type = field(default=FLAG, hash=False)


class Logic(Derived):
    """`op` is and or or."""

    op: str
    operands: tuple[Expr, ...]
    type: Type = field(default=FLAG, hash=False)


class Not(Derived):
    """The opposite of a flag."""

    operand: Expr
    type: Type = field(default=FLAG, hash=False)


class SizeOf(Derived):
    """The number of members of a list."""

    list: ListExpr
    type: Type = field(default=NUMBER, hash=False)


class Query(Record):
    """`kind` is count, some, sum, first or sort. `body`: what is summed, or ranked by; of equals the earlier comes first."""

    kind: str
    variable: Variable
    source: ListExpr
    where: Expr | None
    body: Expr | None
    fewest: bool
    type: Type = field(hash=False)


class CallValue(Record):
    """The result of a value."""

    value: Value
    arguments: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return self.value.type


class CallCondition(Record):
    """A flag: a condition holds."""

    condition: Condition
    arguments: tuple[Expr, ...]
    type: Type = field(default=FLAG, hash=False)


class Choice(Derived):
    """One of two values: what a short value becomes where it stands in the place of its call."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type = field(hash=False)


class Quantity(Derived):
    """An amount of one of the given resources; of several: any mix, `different`: no two alike, or the one that `which` is."""

    amount: Expr
    resources: tuple[Resource, ...]
    different: bool
    which: Expr | None = None
    type: Type = field(default=PAYMENT, hash=False)


class CanPay(Record):
    """A flag: a player holds what a payment asks for, in any of its ways."""

    player: Expr
    payment: Expr
    type: Type = field(default=FLAG, hash=False)


class AmountIn(Derived):
    """The amount of the given resources together in a payment of one way; with `which`, of that one of them."""

    resources: tuple[Resource, ...]
    payment: Expr
    which: Expr | None = None
    type: Type = field(default=NUMBER, hash=False)


class CombinePayments(Derived):
    """`op` is + (both), or (either), less (the right one's amounts waived from the left, never below none) or * (the right one
    as many times as the number on the left).
    """

    op: str
    left: Expr
    right: Expr
    type: Type = field(default=PAYMENT, hash=False)


class Revealed(Record):
    """The value of an expression, told on purpose."""

    operand: Expr

    @property
    def type(self) -> Type:
        return self.operand.type


ListExpr = (
    AllOf | RowMembers | PlayerRow | ListMembers | Numbers | Shuffled | Rotated | Faces | Behind | Gathered | Query | Local
    | CallValue | Choice
)  # fmt: skip

Expr = (
    Const | ConstPayment | ConstScale | Local | Read | Holding | Fixed | PlaceInRow | ScaleItem | RowItem | ListItem | Item
    | Random | Arithmetic | Absolute | Compare | Contains | Logic | Not | SizeOf | Query | CallValue | CallCondition | Quantity
    | CanPay | AmountIn | CombinePayments | Choice | Revealed | AllOf | RowMembers | ListMembers | Numbers | Shuffled | Rotated
    | Faces | Behind | Gathered | PlayerRow | SeatOf
)  # fmt: skip
