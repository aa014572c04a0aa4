"""Formulas as they are written."""

from __future__ import annotations

from dataclasses import dataclass

from .nodes import Name, Node


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`12`."""

    value: int


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """`yes`, `no`, `none`, `nothing` or `this`."""

    word: str


@dataclass(frozen=True, slots=True)
class Reference(Node):
    """A name inside a formula."""

    name: str


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`subject.name`."""

    subject: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """`label value`, an argument that says what it is: `less 2 coin`."""

    label: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`; the function is a `Reference`, or a `Member` for an object's own action."""

    function: Expr
    arguments: tuple[Expr | Labelled, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`subject[index]`; a state may be kept for several things at once: `subject[index, index]`."""

    subject: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`amount unit`: `2 coin`, `price(player, slot) coin`, `2 different good`, `2 ship.cargo`."""

    amount: Expr
    different: bool
    unit: Expr


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """Operands joined by operators of one level: `+ - less`, `* /`, `and`, `or`.

    `operators[i]` stands before `operands[i + 1]`.
    """

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`left operator right`; the operator is one of `<`, `<=`, `>`, `>=`, `is`, `is not`, `is in`, `is not in`, `can pay`."""

    left: Expr
    operator: str
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not operand`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-operand`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class SizeOf(Node):
    """`size of list`: the number of members."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low to high`, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Shuffled(Node):
    """`shuffled list`: its members in an order drawn from the game's random stream."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Rotated(Node):
    """`list from member`, `list after member` or `list before member`, all the way round; `way` is that word."""

    operand: Expr
    way: str
    member: Expr


@dataclass(frozen=True, slots=True)
class Random(Node):
    """`random list`: one of its members, drawn from the game's random stream."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Revealed(Node):
    """`reveal operand`: what it comes to is told on purpose, whatever it rests on."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`name in source`."""

    name: Name
    source: Expr


@dataclass(frozen=True, slots=True)
class Choice(Binder):
    """`[amount] name in source [where …]`, among the choices of an option; with an amount, so many members at once."""

    amount: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`count of`, `some`, `sum of`, `first` and `sort` over the members of a list.

    `kind` is that word; `body` is what is summed, or what `first … with` and `sort … by` rank by; `fewest` says it ranks upwards.
    """

    kind: str
    binder: Binder
    where: Expr | None
    body: Expr | None
    fewest: bool = False


@dataclass(frozen=True, slots=True)
class Words(Node):
    """A text for people, in its parts: words, their escapes resolved, and the formulas that stand in braces."""

    parts: tuple[str | Expr, ...]


Expr = (
    Number | Literal | Reference | Member | Call | Index | Quantity | Chain | Comparison | Not | Negative | SizeOf
    | Range | Shuffled | Rotated | Random | Query | Revealed
)  # fmt: skip
