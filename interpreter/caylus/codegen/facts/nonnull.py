"""Find the variables that can never be none, so that writing to the object they name needs no test.

What a loop, a query or an option binds is a member of a list and never none. A parameter is sure if every call passes
something sure; the answer is the greatest one that is consistent.
"""

from __future__ import annotations

from caylus import model as m
from caylus.model.access import access
from caylus.model.walk import every_statement, list_actions


def sure_variables(model: m.Model) -> set[m.Variable]:
    sure: set[m.Variable] = {p for a in list_actions(model) for p in a.params}
    bound: list[tuple[m.Variable, m.Expr]] = []
    for binding in (binding for s in every_statement(model) for binding in access(s).bindings()):
        sure.add(binding.variable)
        if not binding.is_member:
            bound.append((binding.variable, binding.to))
    changed = True
    while changed:
        changed = False
        for variable, value in bound:
            if variable in sure and not is_sure(value, sure):
                sure.discard(variable)
                changed = True
    return sure


def is_sure(expr: m.Expr, sure: set[m.Variable]) -> bool:
    """Return whether an expression of object type can never be none, given the sure variables."""
    match expr:
        case m.Const(value=value):
            return value >= 0
        case m.SeatOf():
            return True
        case m.Local(variable=variable):
            return variable in sure or variable.type.base != "object"
    return expr.type.base != "object"
