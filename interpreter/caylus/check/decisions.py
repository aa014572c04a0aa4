"""What the options of a decision have to be: heads first, told apart by name, and never none at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Note

from . import model as m
from .scope import Scope

DECLINE = "decline"


def split_head(option: s.Option, scope: Scope) -> tuple[list[s.Require | s.Transfer], tuple[s.Statement, ...]]:
    """An option's `require` and `pay` statements at its head, and the rest. One `pay` is enough."""
    statements = option.body.statements
    length = next((i for i, x in enumerate(statements) if not _in_head(x)), len(statements))
    head = [cast(s.Require | s.Transfer, x) for x in statements[:length]]
    pays = [x for x in head if isinstance(x, s.Transfer)]
    for extra in pays[1:]:
        scope.wrong(
            "E0406", extra.span, "an option is paid for once", label="a second `pay`", notes=(Note("the first is here", pays[0].span),),
            help=f"join them: `pay {scope.names.source(pays[0].amount.span)} + {scope.names.source(extra.amount.span)}`",
        )  # fmt: skip
    return [x for x in head if x not in pays[1:]], statements[length:]


def _in_head(node: s.Statement) -> bool:
    return isinstance(node, s.Require) or (isinstance(node, s.Transfer) and node.verb == "pay")


def default_name(head: Sequence[s.Require | s.Transfer]) -> str:
    return "pay" if any(isinstance(x, s.Transfer) for x in head) else "accept"


def check_options(node: s.Choose, options: Sequence[m.Option], scope: Scope) -> None:
    """Options can be told apart, and one of them is always there."""
    for i, option in enumerate(options):
        twin = next((o for o in options[:i] if o.name == option.name and not _told_apart(o, option)), None)
        named = node.options[i].name
        span = named.span if named is not None else node.options[i].span
        if twin is not None:
            scope.wrong(
                "E0409",
                span,
                f"two options here are called `{option.name}`",
                label="the second",
                notes=(Note("the first", twin.site.span),),
                help="give one of them another name: `option name { … }`",
            )
        if node.may and option.name == DECLINE:
            scope.wrong("E0409", span, "`decline` is what not choosing is called", label="taken", help="choose another name")
    if not node.may and node.otherwise is None and not any(_always_there(o) for o in options):
        scope.wrong(
            "E0408",
            node.span,
            "this choice could be empty",
            label="every option asks for something",
            help="write `may choose`, add an option that is always there, or say what happens instead: `else { … }`",
        )


def _told_apart(one: m.Option, other: m.Option) -> bool:
    """Options of one name are told apart by what they pay, if that can never be the same."""
    ways = [
        {
            w
            for part in o.head
            if isinstance(part, m.Transfer) and isinstance(part.payment, m.ConstPayment)
            for w in part.payment.alternatives
        }
        for o in (one, other)
    ]
    return bool(ways[0] and ways[1]) and not ways[0] & ways[1]


def _always_there(option: m.Option) -> bool:
    return not option.variables and not option.head
