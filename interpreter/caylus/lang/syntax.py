"""The syntax tree: frozen, slotted dataclasses that say what was written and where, and nothing else.

Names are text here; what they mean is found by `caylus.check`. Every node carries a `Span`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Union

from .span import Span as Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, its escapes resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Comment(Node):
    text: str


# ---- expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """`yes`, `no`, `none`, `nothing` or `this`."""

    word: str


@dataclass(frozen=True, slots=True)
class Reference(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`subject.name`."""

    subject: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`; the function is a `Reference`, or a `Member` for an object's own action."""

    function: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`subject[index]`."""

    subject: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`amount unit`: `2 coin`, `price(player, slot) coin`, `2 different good`."""

    amount: Expr
    different: bool
    unit: Name


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
    operand: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
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
class Binder(Node):
    """`name in source`."""

    name: Name
    source: Expr


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`count of`, `some`, `sum of` and `first` over the members of a list.

    `kind` is that word; `body` is what is summed, or what `first … by` ranks by; `fewest` says it ranks upwards.
    """

    kind: str
    binder: Binder
    where: Expr | None
    body: Expr | None
    fewest: bool = False


Expr = Union[
    Number, Literal, Reference, Member, Call, Index, Quantity, Chain, Comparison, Not, Negative, SizeOf, Range, Shuffled, Query
]


# ---- statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Transfer(Node):
    """`gain`, `pay` or `lose`: `verb` is that word; `subject` is None where the current `player` is meant.

    `name` is what a `pay … as name` calls what was paid.
    """

    verb: str
    subject: Expr | None
    amount: Expr
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Adjust(Node):
    """`raise target by amount` or `lower …`; `verb` is that word."""

    verb: str
    target: Expr
    amount: Expr


@dataclass(frozen=True, slots=True)
class Add(Node):
    member: Expr
    front: bool
    target: Expr


@dataclass(frozen=True, slots=True)
class Remove(Node):
    member: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Rearrange(Node):
    """`clear`, `reverse` or `shuffle` a list; `verb` is that word."""

    verb: str
    target: Expr


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """Several binders run side by side and end with the shortest."""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat [while … | until …] [at most … times] { … }`; `until` is stored as its negation's flag."""

    condition: Expr | None
    until: bool
    limit: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """Leaves the innermost `repeat`."""


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: Name | None
    binders: tuple[Binder, ...]
    where: Expr | None
    text: Text | None
    see: Text | None
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """A decision. `may` adds declining; `by` is who decides, None for the current `player`."""

    may: bool
    by: Expr | None
    prompt: Text | None
    options: tuple[Option, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expr
    reason: Text | None


@dataclass(frozen=True, slots=True)
class Do(Node):
    call: Expr


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Say(Node):
    text: Text


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """The statement `nothing`."""


Statement = Union[
    Transfer, Assign, Adjust, Add, Remove, Rearrange, ForEach, Repeat, Stop, If, Choose, Require, Do, Let, Say, Nothing
]


# ---- definitions


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """`name`, `scale from start` (name `scale`) or `set of name`."""

    name: str
    is_set: bool = False
    start: int = 1


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter; without a type its name is the name of its kind."""

    name: Name
    type: TypeName | None


@dataclass(frozen=True, slots=True)
class ResourceItem(Node):
    name: Name
    title: Text | None


@dataclass(frozen=True, slots=True)
class Resources(Node):
    """`from` names the resource each player's supply of these is counted in; None where it is without limit."""

    items: tuple[ResourceItem, ...]
    hidden: bool
    supply: Name | None


@dataclass(frozen=True, slots=True)
class Group(Node):
    name: Name
    members: tuple[Name, ...]
    excepted: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Constant(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Scale(Node):
    """A row of numbers; `start` is the index of the first. An index past either end reads the number at that end."""

    name: Name
    start: int
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Property(Node):
    """A fixed value that every object of a kind has; in `each … has`, what each holds and may change, as a state is."""

    name: Name
    index: Name | None
    type: TypeName
    default: Expr | None


@dataclass(frozen=True, slots=True)
class State(Node):
    """A value that changes during a game; of the whole table at top level, of each object inside a kind."""

    name: Name
    index: Name | None
    type: TypeName
    initial: Expr | None


@dataclass(frozen=True, slots=True)
class MemberAction(Node):
    """An action that each object of a kind may define for itself; `body` is what those do that do not."""

    name: Name
    params: tuple[Param, ...]
    body: Block | None


Field = Union[Property, State, MemberAction]


@dataclass(frozen=True, slots=True)
class Kind(Node):
    name: Name
    plural: Name | None
    called: Name | None
    parent: Name | None
    members: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class EachPlayer(Node):
    name: Name
    members: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ListState(Node):
    name: Name
    kind: Name


@dataclass(frozen=True, slots=True)
class Row(Node):
    name: Name
    size: Expr
    kind: Name


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """`name value` inside an object; a scale has several values."""

    name: Name
    values: tuple[Expr, ...]
    is_list: bool


@dataclass(frozen=True, slots=True)
class Behaviour(Node):
    """`name { … }` inside an object: its own version of an action of its kind."""

    name: Name
    body: Block


@dataclass(frozen=True, slots=True)
class Object(Node):
    kind: Name
    name: Name
    title: Text | None
    see: Text | None
    settings: tuple[Setting, ...]
    behaviours: tuple[Behaviour, ...]
    attachments: tuple[Attachment, ...]


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`value if condition`, or `value otherwise` (condition None)."""

    value: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Value(Node):
    name: Name
    params: tuple[Param, ...]
    see: Text | None
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Condition(Node):
    name: Name
    params: tuple[Param, ...]
    see: Text | None
    requires: tuple[Require, ...]


@dataclass(frozen=True, slots=True)
class Action(Node):
    """An action, or a phase: an action that stands in a sequence and has no parameters."""

    name: Name
    is_phase: bool
    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    body: Block


@dataclass(frozen=True, slots=True)
class TableRow(Node):
    name: Name
    cells: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Table(Node):
    """An action chosen by an object of a kind (`by`) and a number from 1 on (`column`), which follow its parameters in a call."""

    name: Name
    params: tuple[Param, ...]
    by: Name
    column: Name
    see: Text | None
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    name: Name
    title: Text | None
    see: Text | None
    members: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Game(Node):
    title: Text
    fewest: int
    most: int
    unit: Name
    see: Text | None
    body: Block


@dataclass(frozen=True, slots=True)
class Target(Node):
    """The head of an attachment: what it attaches to, and names for its parameters."""

    name: Name
    params: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Modify(Node):
    """`change` is `becomes`, `plus`, `minus`, `at least` or `at most`."""

    target: Target
    where: Expr | None
    change: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Restrict(Node):
    target: Target
    where: Expr | None
    requires: tuple[Require, ...]


@dataclass(frozen=True, slots=True)
class Around(Node):
    """`before`, `after` or `instead of` an action; `when` is `before`, `after` or `instead`."""

    when: str
    target: Target
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class AroundEach(Node):
    """`before each of` or `after each of` a sequence."""

    when: str
    sequence: Name
    body: Block


Attachment = Union[Modify, Restrict, Around, AroundEach]


@dataclass(frozen=True, slots=True)
class Rule(Node):
    name: Name
    title: Text | None
    see: Text | None
    attachments: tuple[Attachment, ...]


# ---- what a variant does to its base


@dataclass(frozen=True, slots=True)
class ChangeConstant(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class ChangeScale(Node):
    name: Name
    start: int | None
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ChangeGroup(Node):
    name: Name
    members: tuple[Name, ...]
    excepted: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ChangeResource(Node):
    """A resource's title, whether it is hidden, and its supply (`nothing`: none); of each, None where it stays as it was."""

    item: ResourceItem
    hidden: bool | None
    supply: Name | Literal | None

    @property
    def name(self) -> Name:
        return self.item.name


@dataclass(frozen=True, slots=True)
class ChangeKind(Node):
    """The named members of a kind, players' own among them, as they are said here."""

    name: Name
    members: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ChangeGame(Node):
    """The numbers of players, and the title if it is given."""

    title: Text | None
    fewest: int
    most: int
    unit: Name


@dataclass(frozen=True, slots=True)
class ChangeObject(Node):
    """The named parts of an object: what stands here takes the place of what the object had; attachments are added."""

    kind: Name
    name: Name
    title: Text | None
    see: Text | None
    settings: tuple[Setting, ...]
    behaviours: tuple[Behaviour, ...]
    attachments: tuple[Attachment, ...]


@dataclass(frozen=True, slots=True)
class ChangeTable(Node):
    """Whole rows of a table."""

    name: Name
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class OptionEdit(Node):
    """One option of the decisions in an action: `verb` is replace, add or remove (then without `option`)."""

    verb: str
    name: Name | None
    option: Option | None


@dataclass(frozen=True, slots=True)
class ChangeSteps(Node):
    """Single options in an action or a phase."""

    is_phase: bool
    name: Name
    edits: tuple[OptionEdit, ...]


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """The whole of a definition of the same name and sort."""

    definition: Value | Condition | Action | Table | Sequence | Game | Rule | Object

    @property
    def name(self) -> Name | None:
        return None if isinstance(self.definition, Game) else self.definition.name


@dataclass(frozen=True, slots=True)
class RemoveDefinition(Node):
    """`what` is the word of the language that defines it, or the name of an object's kind."""

    what: Name | str
    name: Name


@dataclass(frozen=True, slots=True)
class Insert(Node):
    """`name` comes `when` (before or after) `anchor` in a sequence or a group."""

    name: Name
    when: str
    anchor: Name
    sequence: Name


@dataclass(frozen=True, slots=True)
class Seal(Node):
    """No layer above may change, replace, remove or attach anything to what is named, and `why` says why."""

    name: Name
    why: Text


Edit = (
    ChangeConstant | ChangeScale | ChangeGroup | ChangeResource | ChangeKind | ChangeGame | ChangeObject | ChangeTable
    | ChangeSteps | Replace | RemoveDefinition | Insert | Seal
)  # fmt: skip

Definition = Union[
    Resources, Group, Constant, Scale, Kind, EachPlayer, ListState, State, Row, Object,
    Value, Condition, Action, Table, Sequence, Game, Rule, Edit,
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """One source file: its definitions and its comments, both in the order of the text.

    `unread` has every name that stands in a definition that could not be read, so that nobody calls it unknown elsewhere;
    with `hides_names` such a definition may even give a name that does not stand in it.
    `level` is the number of layers below the one that it belongs to.
    """

    path: str
    text: str
    definitions: tuple[Definition, ...]
    comments: tuple[Comment, ...]
    unread: frozenset[str] = frozenset()
    hides_names: bool = False
    level: int = 0


def same(one: object, other: object) -> bool:
    """Whether two pieces of syntax say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "span")
    return one == other
