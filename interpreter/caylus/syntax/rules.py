"""Definitions of what happens: values, conditions, actions, what is attached to them, and the names that every ruleset has."""

from __future__ import annotations

from .expressions import Expr, Name, Node, Range, Text, Words
from .statements import Block, Require

PLAYER = "player"


PLAYERS = "players"


RESOURCE = "resource"


RESOURCES = "resources"


ALL = "all"
"""What nobody may see is hidden from these, and these of a list are put elsewhere; a name like any other beside that."""


HERE = "here"
THIS = "this"
"""What an attachment of an object names a place that the object lies on, and the object itself."""


FUNCTIONS = {"abs": 1, "min": 2, "max": 2}
"""The built-in functions and how many numbers each takes."""


MEANT_BY_NAME = ("score", "tie_break", "team", "may_win", "outlook")
"""Values that have a meaning by their names, and with it a parameter."""
RESERVED = {PLAYER, PLAYERS, RESOURCE, RESOURCES, "number", "flag", "payment", *FUNCTIONS}


class TypeName(Node):
    """`name`, `name from low to high`, `scale from start` (name `scale`) or `list of name`."""

    name: str
    start: int = 1
    is_list: bool = False
    bounds: Range | None = None


class Param(Node):
    """A parameter; without a type its name is the name of its kind. Its `label` stands before its arguments: `less`, `for`."""

    label: str | None
    name: Name
    title: Text | None
    type: TypeName | None


class Case(Node):
    """`value if condition`, or `value otherwise` (condition None)."""

    value: Expr
    condition: Expr | None


class Value(Node):
    """`value name(params) = …`, or with cases."""

    name: Name
    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    about: Words | None
    cases: tuple[Case, ...]


class Condition(Node):
    """`condition name(params) { require … }`."""

    name: Name
    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    about: Words | None
    requires: tuple[Require, ...]


class Action(Node):
    """An action, or a phase: an action that stands in a sequence and has no parameters."""

    name: Name
    is_phase: bool
    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    about: Words | None
    body: Block


class TableRow(Node):
    """`name | cell | cell` in a table."""

    name: Name
    cells: tuple[Block, ...]


class Table(Node):
    """An action chosen by an object of a kind (`by`) and a number from 1 on (`column`), which follow its parameters in a call."""

    name: Name
    params: tuple[Param, ...]
    by: Name
    column: Name
    title: Text | None
    see: Text | None
    about: Words | None
    rows: tuple[TableRow, ...]


class Sequence(Node):
    """`sequence name = member, member`."""

    name: Name
    title: Text | None
    see: Text | None
    about: Words | None
    members: tuple[Name, ...]


class Game(Node):
    """`game "title" for fewest to most players { … }`."""

    title: Text
    fewest: int
    most: int
    unit: Name
    see: Text | None
    body: Block


class Takes(Node):
    """`takes option(choices) in action where … with most …`; `owner` is the object whose own action it is: `in owner.action`."""

    option: Name
    choices: tuple[Name, ...]
    owner: Name | None
    action: Name | None
    where: Expr | None
    body: Expr | None
    fewest: bool


class Seat(Node):
    """`seat name "title" { takes … }`: a player whom the rules play."""

    name: Name
    title: Text | None
    see: Text | None
    takes: tuple[Takes, ...]


class Target(Node):
    """The head of an attachment: what it attaches to, and names for its parameters.

    `here` and `this` in the place of a name say which it is: a member of a row that the object lies on, or the object itself.
    """

    name: Name
    params: tuple[Name, ...]


class Modify(Node):
    """`target is value where …`: `change` is `becomes`, `plus` (`is more by`), `minus` (`is less by`), `at least` (`is never
    less than`) or `at most` (`is never more than`).
    """

    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr | None
    change: str
    value: Expr


class Forbid(Node):
    """`forbid target where … "reason"`."""

    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr
    reason: Words


class ForbidOption(Node):
    """`forbid option(choices) in action where … "reason"`; `owner` is the object whose own action it is: `in owner.action`."""

    option: Name
    choices: tuple[Name, ...]
    owner: Name | None
    action: Name
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr
    reason: Words

    @property
    def target(self) -> Target:
        """The action that asks, with names for what is chosen there."""
        return Target(self.span, self.action, self.choices)


class Around(Node):
    """`before`, `after` or `instead of` an action; `when` is `before`, `after` or `instead`."""

    when: str
    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr | None
    body: Block

    @property
    def is_always_instead(self) -> bool:
        """Return whether it stands instead of an action in all cases: no `where`, `here` or `this` narrows it."""
        is_narrowed = any(param.text in (HERE, THIS) for param in self.target.params)
        return self.when == "instead" and self.where is None and not is_narrowed


class AroundEach(Node):
    """`before each of` or `after each of` a sequence."""

    when: str
    sequence: Name
    title: Text | None
    see: Text | None
    about: Words | None
    body: Block


class Trigger(Node):
    """`after player gains what as given where … { … }`: the target is a resource or a group, its names are the other two."""

    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr | None
    body: Block


Attachment = Modify | Forbid | ForbidOption | Around | AroundEach | Trigger


class Rule(Node):
    """`rule name "title" { … }`: attachments that belong together."""

    name: Name
    title: Text | None
    see: Text | None
    about: Words | None
    attachments: tuple[Attachment, ...]
