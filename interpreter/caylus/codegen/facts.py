"""Facts about the model that code generation needs: nullability, silence, the values that views show.

What a loop, a query or an option binds is a member of a list and never none. A parameter is sure if every call passes
something sure; the answer is the greatest one that is consistent.
"""

from __future__ import annotations

from typing import assert_never

from caylus import model as m
from caylus.model.access import access
from caylus.model.evaluate import Evaluator
from caylus.model.walk import every_statement, list_actions, parts


def only_tells(statement: m.Statement, evaluator: Evaluator) -> bool:
    """Return whether a statement does nothing but say something, draws no lots, and asks nothing that could fail."""
    match statement:
        case m.Say():
            return True
        case m.If(condition=condition, then=then, otherwise=otherwise):
            return _is_harmless((condition,), evaluator) and _all_tell((*then, *otherwise), evaluator)
        case m.ForEach(at_once=False, sources=sources, where=where, body=body, otherwise=otherwise):
            return _is_harmless((*sources, where), evaluator) and _all_tell((*body, *otherwise), evaluator)
        case m.Do(action=action, arguments=arguments):
            return _is_harmless(arguments, evaluator) and _all_tell(action.body, evaluator)
        case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
            return False
    assert_never(statement)


def _all_tell(body: m.Body, evaluator: Evaluator) -> bool:
    """Add the variables on the way that only words need."""
    return all(_is_harmless((one.value,), evaluator) if isinstance(one, m.Let) else only_tells(one, evaluator) for one in body)


def _is_harmless(formulas: tuple[m.Expr | None, ...], evaluator: Evaluator) -> bool:
    return evaluator.is_sure(formulas) and not any(access(part).draws for part in parts(formulas))


def sure_variables(model: m.Model) -> set[m.Variable]:
    sure: set[m.Variable] = {p for a in list_actions(model) for p in a.params}
    bound: list[tuple[m.Variable, m.Expr]] = []
    for binding in (binding for s in every_statement(model) for binding in access(s).bindings()):
        sure.add(binding.variable)
        if not binding.is_member:
            bound.append((binding.variable, binding.to))
    has_changed = True
    while has_changed:
        has_changed = False
        for variable, value in bound:
            if variable in sure and not is_sure(value, sure):
                sure.discard(variable)
                has_changed = True
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


def can_be_shown(value: m.Value) -> bool:
    """Return whether a view may hold a value: it takes nothing but objects, and comes to something that can be told."""
    return all(param.type.base == "object" for param in value.params) and value.type.base not in ("list", "scale")


def ordered_phases(model: m.Model) -> list[m.Site]:
    """The phases in the order in which the game comes to them."""
    phases: dict[m.Action, None] = {}

    def visit(action: m.Action, within: tuple[m.Action, ...]) -> None:
        if action.is_phase:
            phases.setdefault(action)
        for part in parts(*action.body):
            if isinstance(part, m.Do) and part.action not in within:
                visit(part.action, (*within, part.action))

    visit(model.start, (model.start,))
    return [action.site for action in phases]
