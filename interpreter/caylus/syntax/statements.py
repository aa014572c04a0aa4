"""The syntax of statements."""

from __future__ import annotations

import typing
from itertools import takewhile

from .expressions import Binder, Choice, Expr, Name, Named, Node, Query, Rotated, Text, Words


class Block(Node):
    """`{ … }`."""

    statements: tuple[Statement, ...]


class Offer(Block):
    """`gain amount`, `pay amount to effect`: the body of an option, without braces."""


class Effect(Node):
    """A statement that can stand behind `to`, in `pay … to …`."""


class Transfer(Effect):
    """`gain`, `pay` or `lose`: `verb` is that word; `subject` is None where the current `player` is meant.

    `name` is what a `pay … as name` calls what was paid.
    """

    verb: typing.Literal["gain", "pay", "lose"]
    subject: Expr | None
    amount: Expr
    name: Name | None = None


class Assign(Effect):
    """`set target to value`."""

    target: Expr
    value: Expr


class Adjust(Effect):
    """`raise target by amount` or `lower …`; `verb` is that word."""

    verb: str
    target: Expr
    amount: Expr


class Add(Effect):
    """`add member to target`."""

    member: Expr
    target: Expr


class Move(Node):
    """`put member to front of target`, or to its end; the member may be a list."""

    member: Expr
    front: bool
    target: Expr


class Remove(Effect):
    """`remove member from target`."""

    member: Expr
    target: Expr


class Put(Effect):
    """`put member from source into target`, or to its front; `put source into …` and `put all of source …` name no member."""

    member: Expr | None
    source: Expr
    front: bool
    target: Expr


class Reveal(Effect):
    """`reveal target`, to everybody or to a player."""

    target: Expr
    to: Expr | None


class Rearrange(Effect):
    """`clear`, `reverse`, `shuffle` or `sort` a list, or say with whom it begins (`begin`). `by` is the list in its new order,
    where it is sorted or begins with somebody.
    """

    verb: typing.Literal["clear", "reverse", "shuffle", "sort", "begin"]
    target: Expr
    by: Query | Rotated | None = None


class ForEach(Node):
    """Several binders run side by side and end with the shortest; `at_once`: all choose before anything is done.

    `otherwise` is what stands behind `else`, for when there is no member to go through.
    """

    binders: tuple[Binder, ...]
    where: Expr | None
    at_once: bool
    body: Block
    otherwise: Block | None


class Repeat(Node):
    """`repeat [while … | until …] [at most … times] { … }`, or `repeat … times { … }`; `until` tells whether it ends where
    the condition is true.
    """

    condition: Expr | None
    until: bool
    limit: Expr | None
    body: Block


class Stop(Effect):
    """Leaves the innermost `repeat`."""


class EndGame(Effect):
    """`end game "why"`."""

    text: Words | None


class If(Node):
    """`if condition { … } else { … }`; an `else if` stands alone in `otherwise`.

    With a `name`, the condition is an object, `if object as name { … }`: what is done where there is one, which has that name.
    """

    condition: Expr
    name: Name | None
    then: Block
    otherwise: Block | None


class Option(Node):
    """`option name(choices) "text" see "…" { … }`."""

    name: Name | None
    choices: tuple[Choice, ...]
    text: Words | None
    see: Text | None
    body: Block

    @property
    def display_name(self) -> str:
        """Its name; one without is called by whether it is paid for."""
        if self.name is not None:
            return self.name.text
        head = takewhile(lambda x: isinstance(x, Require) or (isinstance(x, Transfer) and x.verb == "pay"), self.body.statements)
        return "pay" if any(isinstance(x, Transfer) for x in head) else "accept"


class Choose(Node):
    """A decision. `may` adds declining, which `declined` says in words; `by` is who decides, None for the current `player`."""

    may: bool
    by: Expr | None
    prompt: Words | None
    declined: Words | None
    options: tuple[Option, ...]
    otherwise: Block | None


class Require(Node):
    """`require condition "reason"`."""

    condition: Expr
    reason: Words | None


class Do(Effect):
    """`do call [at most … deep]`."""

    call: Expr
    deep: Expr | None


class DoAsBefore(Effect):
    """`do as before`: what an `instead of` takes the place of."""


class Let(Named):
    """`let name = value`."""

    value: Expr


class Say(Effect):
    """`say "text"`."""

    text: Words


class Nothing(Node):
    """The statement `nothing`."""


Statement = (
    Transfer | Assign | Adjust | Add | Move | Remove | Put | Reveal | Rearrange | ForEach | Repeat | Stop
    | EndGame | If | Choose | Require | Do | DoAsBefore | Let | Say | Nothing
)  # fmt: skip
