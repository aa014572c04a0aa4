"""The checked model: what a ruleset means, every name resolved and every expression typed.

The checker makes it from syntax trees; the compiler turns it into a program and looks at nothing else. Nothing here
depends on the number of players: `Players` stands for all of them, and `SizeOf(Players)` is folded by the compiler.

Conventions. An object is a number: its place among all objects of its root kind, sub-kinds and rows in one piece
each; `none` is -1. Reading a field or a property of `none` gives the zero of its type (0, no, none, nothing).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from caylus.lang.span import Span

# ---- types


@dataclass(frozen=True, slots=True)
class Type:
    """`base` is number, flag, payment, scale, object or list; `kind` is set for object, and for list unless of numbers."""

    base: str
    kind: Kind | None = None

    def __str__(self) -> str:
        if self.base == "object":
            return self.kind.name if self.kind else "none"
        if self.base == "list":
            return f"list of {self.kind.name if self.kind else 'number'}"
        return self.base


NUMBER = Type("number")
FLAG = Type("flag")
PAYMENT = Type("payment")
SCALE = Type("scale")
NOBODY = Type("object")
"""The type of the literal `none`, before it meets a kind."""

# ---- what lies on the table

Amounts = tuple[tuple[int, int], ...]
"""One way of paying: (resource index, amount) pairs, amounts above 0, resources ascending."""

Alternatives = tuple[Amounts, ...]
"""The ways of paying a payment, distinct, in the order written; `nothing` is one way with no amounts."""


@dataclass(slots=True, eq=False)
class Resource:
    """A number each player holds. `supply` is the resource that gains are taken from and payments return to, if any."""

    name: str
    title: str
    index: int
    hidden: bool
    supply: Resource | None
    span: Span


@dataclass(slots=True, eq=False)
class Group:
    name: str
    members: tuple[Resource, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Property:
    """A fixed value of each object of `kind`. `values[id]` covers all objects of the root kind, those of others holding the zero.

    A value is an int, a bool, an object number, `Alternatives`, or for a scale `(start, numbers)`.
    """

    name: str
    type: Type
    kind: Kind
    values: list[object]
    span: Span


@dataclass(slots=True, eq=False)
class State:
    """A value that changes. `kind` None: one of the whole table; else one for each object of the root kind of `kind`.

    `index` is the kind of a second key, as in `marker[line]`. `initial[id]` is the value at the start, one for all
    where the state is a player's or the table's (`initial` then has one entry).
    """

    name: str
    type: Type
    kind: Kind | None
    index: Kind | None
    initial: list[int]
    span: Span


@dataclass(slots=True, eq=False)
class ListState:
    """An ordered list of different objects of a kind, empty at the start."""

    name: str
    kind: Kind
    span: Span


@dataclass(slots=True, eq=False)
class MemberAction:
    """An action each object of a kind defines for itself: `bodies[id]` over the root kind's, None where nothing happens."""

    name: str
    kind: Kind
    params: tuple[Variable, ...]
    bodies: list[Action | None]
    span: Span


@dataclass(slots=True, eq=False)
class Object:
    """`row` and `number` are set for the members of a row: `path 7` is number 7 of the row `path`."""

    name: str
    title: str
    kind: Kind
    id: int
    row: Row | None
    number: int
    see: str | None
    span: Span


@dataclass(slots=True, eq=False)
class Kind:
    """`first` and `size` bound its objects among those of its root. The built-in kind `player` has no size here (0).

    `called` names the state or property whose object lends a member its name, as a card does to its slot.
    """

    name: str
    plural: str
    parent: Kind | None
    called: str | None
    span: Span
    first: int = 0
    size: int = 0
    properties: dict[str, Property] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    actions: dict[str, MemberAction] = field(default_factory=dict)
    objects: list[Object] = field(default_factory=list)
    """All objects of the kind and of those below it, by number; for a root kind `objects[i].id == i`."""

    @property
    def root(self) -> Kind:
        kind = self
        while kind.parent:
            kind = kind.parent
        return kind

    @property
    def is_player(self) -> bool:
        return self.name == "player"

    def within(self, other: Kind) -> bool:
        kind: Kind | None = self
        while kind is not None and kind is not other:
            kind = kind.parent
        return kind is not None


@dataclass(slots=True, eq=False)
class Row:
    """Consecutive objects `first … first + size - 1` of a kind, numbered from 1."""

    name: str
    kind: Kind
    first: int
    size: int
    span: Span


# ---- where something stands


@dataclass(frozen=True, slots=True)
class Site:
    """The rule behind a statement: the definition's name and title, its citation, the statement's place."""

    rule: str
    title: str
    see: str | None
    span: Span


# ---- expressions. Each has a `type`.


@dataclass(slots=True, eq=False)
class Variable:
    """A parameter, a loop variable, an option's choice or a `let`."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Const:
    """A number, a flag (0 or 1), an object or none."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class ConstPayment:
    alternatives: Alternatives
    type: Type = PAYMENT


@dataclass(frozen=True, slots=True)
class ConstScale:
    start: int
    numbers: tuple[int, ...]
    type: Type = SCALE


@dataclass(frozen=True, slots=True)
class Local:
    variable: Variable

    @property
    def type(self) -> Type:
        return self.variable.type


@dataclass(frozen=True, slots=True)
class Read:
    """A state: of the table (`object` None), of an object, or of an object and a second key."""

    state: State
    object: Expr | None
    index: Expr | None
    type: Type


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player holds of the given resources together."""

    resources: tuple[Resource, ...]
    player: Expr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class Fixed:
    """A property of an object."""

    property: Property
    object: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class PlaceInRow:
    """`object.number`: its number within its row, 0 for an object of no row and for none."""

    object: Expr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class ScaleItem:
    scale: Expr
    index: Expr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class RowItem:
    """`row[index]`, none outside the row."""

    row: Row
    index: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class ListItem:
    """`list[index]` from 1, none outside."""

    list: ListState
    index: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`op` is + - * / (rounded down; by zero gives 0) min or max."""

    op: str
    left: Expr
    right: Expr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class Absolute:
    operand: Expr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class Compare:
    """`op` is == != < <= > >=, both sides numbers, flags, or objects of one root kind."""

    op: str
    left: Expr
    right: Expr
    type: Type = FLAG


@dataclass(frozen=True, slots=True)
class Contains:
    list: ListExpr
    member: Expr
    type: Type = FLAG


@dataclass(frozen=True, slots=True)
class Logic:
    """`op` is and or or."""

    op: str
    operands: tuple[Expr, ...]
    type: Type = FLAG


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expr
    type: Type = FLAG


@dataclass(frozen=True, slots=True)
class SizeOf:
    list: ListExpr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class Query:
    """`kind` is count, some, sum or first. `body`: what is summed, or what `first` ranks by; the earlier wins ties."""

    kind: str
    variable: Variable
    source: ListExpr
    where: Expr | None
    body: Expr | None
    fewest: bool
    type: Type


@dataclass(frozen=True, slots=True)
class CallValue:
    value: Value
    arguments: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return self.value.type


@dataclass(frozen=True, slots=True)
class CallCondition:
    condition: Condition
    arguments: tuple[Expr, ...]
    type: Type = FLAG


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two values: what a short value becomes where it stands in the place of its call."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount, known only in play, of one of the given resources; of several: any mix, `different`: no two alike."""

    amount: Expr
    resources: tuple[Resource, ...]
    different: bool
    type: Type = PAYMENT


@dataclass(frozen=True, slots=True)
class CanPay:
    """Whether a player holds what a payment asks for, in any of its ways."""

    player: Expr
    payment: Expr
    type: Type = FLAG


@dataclass(frozen=True, slots=True)
class AmountIn:
    """How much of the given resources together is in a payment of one way."""

    resources: tuple[Resource, ...]
    payment: Expr
    type: Type = NUMBER


@dataclass(frozen=True, slots=True)
class CombinePayments:
    """`op` is + (both), or (either) or less (the right one's amounts waived from the left, never below none)."""

    op: str
    left: Expr
    right: Expr
    type: Type = PAYMENT


# Lists: what `in` may stand before. Each has a `type` of base list.


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every object of a kind (for players: in seat order)."""

    kind: Kind
    type: Type


@dataclass(frozen=True, slots=True)
class RowMembers:
    row: Row
    type: Type


@dataclass(frozen=True, slots=True)
class ListMembers:
    list: ListState
    type: Type


@dataclass(frozen=True, slots=True)
class Numbers:
    """From `low` to `high`, both included; empty where high is below low."""

    low: Expr
    high: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Shuffled:
    list: ListExpr
    type: Type


ListExpr = Union[AllOf, RowMembers, ListMembers, Numbers, Shuffled, Local]

Expr = Union[
    Const, ConstPayment, ConstScale, Local, Read, Holding, Fixed, PlaceInRow, ScaleItem, RowItem, ListItem, Arithmetic,
    Absolute, Compare, Contains, Logic, Not, SizeOf, Query, CallValue, CallCondition, Quantity, CanPay, AmountIn, CombinePayments,
    Choice, AllOf, RowMembers, ListMembers, Numbers, Shuffled,
]  # fmt: skip

# ---- statements


@dataclass(frozen=True, slots=True)
class Transfer:
    """`verb` is gain, pay (at the head of an option) or lose (never below none). Several ways to gain are `player`'s choice."""

    verb: str
    player: Expr
    payment: Expr
    site: Site
    given: Variable | None = None
    """Of a payment: the name for what is paid, a payment of one way."""


@dataclass(frozen=True, slots=True)
class Assign:
    target: Read | Holding
    value: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class Adjust:
    """Adds `sign` (1 or -1) times the amount."""

    target: Read | Holding
    sign: int
    amount: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class AddTo:
    """A member already there moves to its new end."""

    list: ListState
    member: Expr
    front: bool
    site: Site


@dataclass(frozen=True, slots=True)
class RemoveFrom:
    list: ListState
    member: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class Rearrange:
    """`verb` is clear, reverse or shuffle."""

    verb: str
    list: ListState
    site: Site


@dataclass(frozen=True, slots=True)
class ForEach:
    """The lists are taken as they stand at the start; `where` is asked when each member's turn comes."""

    variables: tuple[Variable, ...]
    sources: tuple[ListExpr, ...]
    where: Expr | None
    body: Body
    site: Site


@dataclass(frozen=True, slots=True)
class Repeat:
    """While `condition` holds (None: for ever), at most `limit` times (None: no bound, so the body decides something)."""

    condition: Expr | None
    limit: Expr | None
    body: Body
    site: Site


@dataclass(frozen=True, slots=True)
class Stop:
    site: Site


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Body
    otherwise: Body
    site: Site


@dataclass(frozen=True, slots=True)
class Require:
    condition: Expr
    reason: str
    site: Site


@dataclass(frozen=True, slots=True)
class Option:
    """`head`: what has to hold and be paid, before `body` happens. `name` is the first word of its id.

    `text` holds words and, where a choice stands in braces, expressions.
    """

    name: str
    variables: tuple[Variable, ...]
    sources: tuple[ListExpr, ...]
    where: Expr | None
    head: tuple[Require | Transfer, ...]
    body: Body
    text: tuple[str | Expr, ...]
    site: Site


@dataclass(frozen=True, slots=True)
class Choose:
    """`player` decides; one legal option is taken unasked; none at all runs `otherwise`.

    A `may` has a last option `decline` that does nothing.
    """

    player: Expr
    prompt: str
    options: tuple[Option, ...]
    may: bool
    otherwise: Body
    site: Site


@dataclass(frozen=True, slots=True)
class Do:
    action: Action
    arguments: tuple[Expr, ...]
    site: Site


@dataclass(frozen=True, slots=True)
class DoMember:
    """The object's own version of an action; nothing for none."""

    action: MemberAction
    object: Expr
    arguments: tuple[Expr, ...]
    site: Site


@dataclass(frozen=True, slots=True)
class Let:
    variable: Variable
    value: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class Say:
    """Words for the log."""

    text: tuple[str | Expr, ...]
    site: Site


Statement = Union[
    Transfer, Assign, Adjust, AddTo, RemoveFrom, Rearrange, ForEach, Repeat, Stop, If, Choose, Do, DoMember, Let, Say
]
Body = tuple[Statement, ...]

# ---- definitions


@dataclass(frozen=True, slots=True)
class Modifier:
    """`change` is becomes, plus, minus, at least or at most: applied in that order, and within one in the order of the text."""

    where: Expr | None
    change: str
    value: Expr
    site: Site


@dataclass(slots=True, eq=False)
class Value:
    """`cases`: (condition, value) tried in order, the last condition None. Modifiers stand in the order in which they apply."""

    name: str
    params: tuple[Variable, ...]
    type: Type
    cases: list[tuple[Expr | None, Expr]]
    modifiers: list[Modifier]
    site: Site


@dataclass(slots=True, eq=False)
class Condition:
    """All of `requires` have to hold; a restriction with a `where` stands here as `not where or condition`."""

    name: str
    params: tuple[Variable, ...]
    requires: list[Require]
    site: Site


@dataclass(slots=True, eq=False)
class Action:
    """Its attachments are woven into `body`: before, then instead (or the action's own body), then after.

    `is_phase` for phases; sequences and tables are actions too, `attached` names the rules woven in.
    """

    name: str
    params: tuple[Variable, ...]
    body: Body
    is_phase: bool
    attached: list[Site]
    site: Site


@dataclass(slots=True, eq=False)
class Model:
    """A whole ruleset. `start` is what the game does; the highest `score` wins, ties share.

    `resources` and `kinds` are in the order of the text; `kinds` includes `player`. `states` and `lists` are those of
    the table. `actions` holds every action, phases, sequences and tables included, but not objects' own.
    """

    title: str
    fewest_players: int
    most_players: int
    resources: list[Resource]
    groups: dict[str, Group]
    kinds: dict[str, Kind]
    rows: dict[str, Row]
    states: dict[str, State]
    lists: dict[str, ListState]
    constants: dict[str, Const | ConstPayment]
    scales: dict[str, ConstScale]
    values: dict[str, Value]
    conditions: dict[str, Condition]
    actions: dict[str, Action]
    start: Action
    score: Value
    outlook: Value | None
    """How well a player stands, for bots that look ahead: the value of that name, if the ruleset has one."""
