"""Walks and rewrites over model expressions: substitution, free variables, constant folding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, get_args

from caylus import model as m
from caylus.model.arithmetic import ARITHMETIC, COMPARE


def children(expr: m.Expr) -> Iterator[m.Expr]:
    """The expressions directly below one."""
    for name in _PARTS[type(expr)]:
        value = getattr(expr, name)
        if isinstance(value, tuple):
            yield from value
        elif value is not None:
            yield value


def parts(expr: m.Expr) -> Iterator[m.Expr]:
    """An expression and all that it is made of."""
    yield expr
    for child in children(expr):
        yield from parts(child)


def with_children(expr: m.Expr, change: Callable[[m.Expr], m.Expr]) -> m.Expr:
    """The expression with `change` applied to the expressions directly below it."""
    updates: dict[str, Any] = {}
    for name in _PARTS[type(expr)]:
        value = getattr(expr, name)
        if isinstance(value, tuple):
            new: Any = tuple(map(change, value))
            changed = any(a is not b for a, b in zip(new, value, strict=True))
        else:
            new = change(value) if value is not None else None
            changed = new is not value
        if changed:
            updates[name] = new
    return replace(expr, **updates) if updates else expr


def rewrite(expr: m.Expr, change: Callable[[m.Expr], m.Expr]) -> m.Expr:
    """The expression with `change` applied to every part, innermost first."""
    return change(with_children(expr, lambda part: rewrite(part, change)))


def put(expr: m.Expr, part: m.Expr, other: m.Expr) -> m.Expr:
    """The expression with another one in the place of a part."""
    return rewrite(expr, lambda e: other if e == part else e)


def substitute(expr: m.Expr, mapping: Mapping[m.Variable, m.Expr]) -> m.Expr:
    """The expression with variables replaced."""
    return rewrite(expr, lambda e: mapping.get(e.variable, e) if isinstance(e, m.Local) else e)


def free_variables(expr: m.Expr) -> list[m.Variable]:
    """The variables an expression reads and does not bind itself, each once, in the order of their first use."""
    found: dict[m.Variable, None] = {}

    def walk(e: m.Expr, bound: frozenset[m.Variable]) -> None:
        if isinstance(e, m.Local):
            if e.variable not in bound:
                found[e.variable] = None
            return
        inner = bound | {e.variable} if isinstance(e, m.Query) else bound
        for child in children(e):
            walk(child, bound if isinstance(e, m.Query) and child is e.source else inner)

    walk(expr, frozenset())
    return list(found)


def fold(expr: m.Expr, players: int) -> m.Expr:
    """The expression with everything computed that the number of players settles."""
    return rewrite(expr, lambda e: _fold(e, players))


def settled(expr: m.Expr, part: m.Expr, constant: m.Const, players: int) -> m.Expr:
    """The expression, folded, where a part of it has this value."""
    return rewrite(expr, lambda e: constant if e == part else _fold(e, players))


def _fold(e: m.Expr, players: int) -> m.Expr:
    match e:
        case m.SizeOf(list=m.AllOf(kind=kind)):
            return m.Const(players if kind.is_player else kind.size, m.NUMBER)
        case m.SizeOf(list=m.RowMembers(row=row)):
            return m.Const(row.size, m.NUMBER)
        case m.Arithmetic(op=op, left=m.Const(value=a), right=m.Const(value=b)):
            return m.Const(ARITHMETIC[op](a, b), m.NUMBER)
        case m.Compare(op=op, left=m.Const(value=a), right=m.Const(value=b)):
            return m.Const(int(COMPARE[op](a, b)), m.FLAG)
        case m.Not(operand=m.Const(value=a)):
            return m.Const(int(not a), m.FLAG)
        case m.Not(operand=m.Not(operand=inner)):
            return inner
        case m.Not(operand=m.Compare(op=op, left=left, right=right)):
            return m.Compare(OPPOSITE[op], left, right)
        case m.Logic(op=op, operands=operands):
            decisive = int(op == "or")
            open_ = tuple(o for o in operands if not isinstance(o, m.Const))
            if any(isinstance(o, m.Const) and bool(o.value) == bool(decisive) for o in operands):
                return m.Const(decisive, m.FLAG)
            if not open_:
                return m.Const(1 - decisive, m.FLAG)
            return open_[0] if len(open_) == 1 else m.Logic(op, open_)
        case m.Contains(list=m.AllOf(kind=kind), member=m.Const(value=value)):
            return m.Const(int(kind.first <= value < kind.first + (players if kind.is_player else kind.size)), m.FLAG)
        case m.Contains(list=m.RowMembers(row=row), member=m.Const(value=value)):
            return m.Const(int(row.first <= value < row.first + row.size), m.FLAG)
        case m.Choice(condition=m.Const(value=holds), then=then, otherwise=otherwise):
            return then if holds else otherwise
        case m.Choice(then=then, otherwise=otherwise) if then == otherwise:
            return then
        case m.PlaceInRow(object=m.Const(value=value, type=m.Type(kind=m.Kind() as kind))):
            return m.Const(kind.root.objects[value].number if value >= 0 else 0, m.NUMBER)
        case m.Fixed(property=prop, object=m.Const(value=value)) if prop.type.base in ("number", "flag", "object"):
            zero = -1 if prop.type.base == "object" else 0
            return m.Const(int(prop.values[value]) if value >= 0 else zero, prop.type)  # type: ignore[call-overload]
    return e


OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if "Expr" in str(f.type)) for kind in get_args(m.Expr)
}
"""The fields of each kind of expression that hold others: one, a tuple of them, or none."""
