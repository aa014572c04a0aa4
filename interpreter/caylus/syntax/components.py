"""Definitions of what there is: resources, numbers, kinds and their objects, rows, lists and states."""

from __future__ import annotations

from .expressions import Expr, Literal, Name, Node, Number, Text
from .rules import Attachment, Param, TypeName
from .statements import Block


class Audience(Node):
    """`hidden`, `hidden from all`, `hidden sum`, `not hidden`, `for rules only`, `hidden except for` (with `holder`)."""

    words: str
    holder: Name | None = None


class ResourceItem(Node):
    """One of the resources that a definition names. `supply` is what comes after `from`; `nothing`, or None, is no limit.

    `least` is how low it can go, where that is not 0.
    """

    name: Name
    title: Text | None
    plural: Text | None
    audience: Audience | None
    supply: Name | Literal | None
    least: Expr | None = None


class Resources(Node):
    """`resource name "title" plural "titles" hidden from supply, …`."""

    items: tuple[ResourceItem, ...]


class Group(Node):
    """`group name "title" plural "titles" = member, member except member`."""

    name: Name
    title: Text | None
    plural: Text | None
    members: tuple[Name, ...]
    excepted: tuple[Name, ...]


class Constant(Node):
    """`constant name = value`."""

    name: Name
    value: Expr


class Scale(Node):
    """A row of numbers; `start` is the index of the first. An index past either end reads the number at that end."""

    name: Name
    start: int
    values: tuple[Expr, ...]


class Property(Node):
    """A fixed value that every object of a kind has; in `each … has`, what each holds and may change, as a state is."""

    name: Name
    indices: tuple[Name, ...]
    title: Text | None
    type: TypeName
    default: Expr | None
    audience: Audience | None = None


class State(Node):
    """A value that changes during a game; of the whole table at top level, of each object inside a kind.

    `indices` are the kinds for whose objects there is one each: `name[kind, kind]`.
    """

    name: Name
    indices: tuple[Name, ...]
    title: Text | None
    type: TypeName
    initial: Expr | None
    audience: Audience | None = None


class MemberAction(Node):
    """An action that each object of a kind may define for itself.

    `declined` are the words for declining what it offers; `body` is what those objects do that define none.
    """

    name: Name
    params: tuple[Param, ...]
    declined: Text | None
    body: Block | None


class PlayerRow(Node):
    """`name "title" row of size kind` in `each … has`: a row for each player."""

    name: Name
    title: Text | None
    size: Expr
    kind: Name


Field = Property | State | MemberAction | PlayerRow


class Kind(Node):
    """`kind name plural … is parent called … { … }`."""

    name: Name
    plural: Name | None
    called: Name | None
    parent: Name | None
    members: tuple[Field, ...]


class EachPlayer(Node):
    """`each player has { … }`; the name is `player`."""

    name: Name
    members: tuple[Field, ...]


class ListState(Node):
    """`list name "title" of kind`."""

    name: Name
    title: Text | None
    kind: Name
    audience: Audience | None = None


class Row(Node):
    """`row name "title" of size kind`, or `row name of [member, member]`, whose members are objects of their own."""

    name: Name
    title: Text | None
    size: Expr | None
    kind: Name | None
    members: tuple[Name, ...]
    audience: Audience | None = None


class Setting(Node):
    """`name value` inside an object; a scale has several values."""

    name: Name
    values: tuple[Expr, ...]
    is_list: bool


class About(Node):
    """`about "…"` inside an object: what people are told of it."""

    text: Text


class Behaviour(Node):
    """`name { … }` inside an object: its own version of an action of its kind."""

    name: Name
    body: Block


class Object(Node):
    """`kind name "title" { … }`, with a number in front so many of them, all alike; `held` is what it says as a resource."""

    kind: Name
    name: Name
    title: Text | None
    see: Text | None
    abouts: tuple[About, ...]
    settings: tuple[Setting, ...]
    behaviours: tuple[Behaviour, ...]
    attachments: tuple[Attachment, ...]
    copies: Number | None
    held: ResourceItem | None = None
