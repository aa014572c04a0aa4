"""Expressions with what they were made from, and what they are taken for where something else is needed.

The name of a resource is one of it, as a payment, and the thing itself where a thing is needed; a thing is one of it where a
payment is needed.
"""

from __future__ import annotations

from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.types import MISTAKE, object_type


class Operand(NamedTuple):
    """An expression and what it was made from."""

    node: s.Node
    expr: m.Expr

    @property
    def type(self) -> m.Type:
        return self.expr.type

    @property
    def is_a_resource(self) -> bool:
        """Return whether it is a thing of which players hold amounts."""
        return self.type.base == "object" and self.type.kind is not None and self.type.kind.is_of_resources

    def to(self, other: Operand) -> s.Node:
        """The place of both."""
        return s.Node(self.node.span.to(other.node.span))

    def convert_to(self, type_: m.Type, scope: Scope) -> Operand:
        """It as something of this type, if it can be taken for that."""
        if type_ == m.PAYMENT and self.is_a_resource:
            return self._replace(expr=pay_one(self, scope))
        return self.as_thing(scope) if type_.kind is not None and type_.kind.is_of_resources else self

    def as_thing(self, scope: Scope) -> Operand:
        """The thing, where it is the name of a resource."""
        if not isinstance(self.node, s.Reference) or self.node.name in scope.locals:
            return self
        entry = scope.symbols.look(self.node.name)
        object_ = entry.object if entry is not None and isinstance(entry.meaning, m.Resource) else None
        return self._replace(expr=m.Const(object_.id, object_type(object_.kind))) if object_ is not None else self


def as_one_sort(operands: list[Operand], scope: Scope) -> list[Operand]:
    """All operands as one sort: where some are resources, as things if all can be, else as payments."""
    if not any(operand.is_a_resource for operand in operands):
        return operands
    things = [operand.as_thing(scope) for operand in operands]
    return [o.convert_to(m.PAYMENT, scope) for o in things] if any(o.type == m.PAYMENT for o in things) else things


def candidate_resources(thing: Operand, scope: Scope) -> tuple[tuple[m.Resource, ...], m.Expr | None]:
    """The resources that a thing may be, and which of them it is; a known one alone, and nothing to ask.

    None at all, and reported, where there are none of its kind.
    """
    kind, expr = thing.type.kind, thing.expr
    assert kind is not None
    among = list_resources(kind, scope)
    if not among:
        report_empty_group(kind, thing.node, scope)
        return (), None
    if isinstance(expr, m.Const) and expr.value >= 0:
        return tuple(resource for resource in among if resource.index == expr.value), None
    return among, expr


def report_empty_group(kind: m.Kind, node: s.Node, scope: Scope) -> None:
    """Reports a kind of resources of which there are none, unless they stand in what could not be read."""
    if not scope.symbols.unread:
        help, message = f"define one: `{kind.name} …`", f"there is no {kind.name} of which anybody could hold some"
        scope.wrong("E0324", node, message, "a kind without resources", help=help)


def list_resources(kind: m.Kind, scope: Scope) -> tuple[m.Resource, ...]:
    """The resources that are the objects of a kind; whoever means all of them uses each."""
    scope.symbols.spend(len(kind.objects))
    entries = [scope.symbols.look(object_.name) for object_ in kind.objects]
    return tuple(entry.meaning for entry in entries if entry is not None and isinstance(entry.meaning, m.Resource))


def pay_one(thing: Operand, scope: Scope) -> m.Expr:
    """One of a thing, as a payment."""
    resources, which = candidate_resources(thing, scope)
    if not resources:
        return MISTAKE
    if which is None:
        return m.ConstPayment(tuple(((resource.index, 1),) for resource in resources))
    return m.Quantity(m.Const(1, m.NUMBER), resources, False, which)
