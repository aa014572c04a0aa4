"""Sugar: statements of the language that the model does not have, and the core statements that each of them stands for.

Nothing behind the check knows them. A statement may stand for several core statements, or for none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never, cast

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.expressions import convert_to_type, operand
from caylus.check.scope import Scope
from caylus.check.types import fits, member_type, object_type

from .effects import resolve_list

Sugar = s.DoAsBefore | s.Move | s.Nothing


def lower(node: Sugar, scope: Scope) -> m.Body:
    """The core statements that it stands for; none where it is reported to be wrong."""
    match node:
        case s.DoAsBefore():
            return _lower_do_as_before(node, scope)
        case s.Move():
            return _lower_move(node, scope)
        case s.Nothing():
            return ()
    assert_never(node)


def _lower_do_as_before(node: s.DoAsBefore, scope: Scope) -> m.Body:
    if scope.before is None:
        message = "`do as before` stands only in what is done `instead of` an action"
        scope.wrong("E0420", node, message, "nothing went before", help="name the action: `do visit(player)`")
        return ()
    return (replace(scope.before, site=scope.site(node.span)),)


def _lower_move(node: s.Move, scope: Scope) -> m.Body:
    """To the end, each member goes there in turn. So they do to the front, and then the list begins with the first of them."""
    target, site = resolve_list(node.target, scope, node.member), scope.site(node.span)
    if target is None:
        return ()
    given, why = operand(node.member, scope), f"`{target.list.name}` holds"
    if given.type.base != "list":
        member = convert_to_type(given, object_type(target.list.kind), why, scope)
        return (m.AddTo(target, member, site, node.front, moves=True),)
    if not fits(given.type, target.type):
        scope.misfit(node.member, given.type, target.type, why)
        return ()
    moved = cast(m.ListExpr, given.expr)
    first, each = m.Variable("first", member_type(moved.type)), m.Variable("each", member_type(moved.type))
    loop = m.ForEach((each,), (moved,), None, (m.AddTo(target, m.Local(each), site, moves=True),), site)
    if not node.front:
        return (loop,)
    begin = m.Rearrange("begin", target, site, m.Rotated(target, "from", m.Local(first), target.type))
    return (m.Let(first, m.Item(moved, m.Const(1, m.NUMBER), first.type), site), loop, begin)
