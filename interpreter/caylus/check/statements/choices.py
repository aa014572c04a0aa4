"""Check the choices of an option: a member of a list, or several members, which become as many choices in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.constants import number
from caylus.check.expressions.expressions import bind, source
from caylus.check.scope import Scope
from caylus.check.types import member_type
from caylus.limits import MOST_LOOPS


class Choices(NamedTuple):
    """The variables of an option's choices, the lists that they are made from, and what each of them is in the text."""

    variables: tuple[m.Variable, ...]
    sources: tuple[m.ListExpr, ...]
    named: tuple[m.Expr, ...]


def choices(binders: Sequence[s.Binder], scope: Scope) -> Choices:
    """The choices of an option; their names are bound in the scope."""
    variables: list[m.Variable] = []
    sources: list[m.ListExpr] = []
    named: list[m.Expr] = []
    is_told = False
    for binder in binders:
        if isinstance(binder, s.Several):
            gathered, several = _several(binder, scope)
            variables += [variable for variable, _ in gathered]
            sources += [list_ for _, list_ in gathered]
            named.append(several)
        else:
            sources.append(_once(source(binder.source, scope)))
            variables.append(bind(binder, sources[-1], scope))
            named.append(m.Local(variables[-1]))
        if len(variables) > MOST_LOOPS and not is_told:
            scope.wrong("E0415", binder, f"an option has more than {MOST_LOOPS} choices", "one too many")
            is_told = True
    return Choices(tuple(variables), tuple(sources), tuple(named))


def _several(binder: s.Several, scope: Scope) -> tuple[list[tuple[m.Variable, m.ListExpr]], m.Gathered]:
    """So many choices, each from behind the one before, so that every combination is there once."""
    amount = number(binder.amount, scope, "before what is chosen stands")
    if amount is not None and not 1 <= amount <= MOST_LOOPS:
        label = f"from 1 to {MOST_LOOPS}"
        scope.wrong("E0306", binder.amount, f"nobody can choose `{scope.source(binder.amount)}` things at once", label)
        amount = None
    rest = source(binder.source, scope)
    type_, whole, name = member_type(rest.type), rest.type, binder.name.text
    if _has_copies(rest):
        rest = m.Faces(rest, False, whole)
    made: list[tuple[m.Variable, m.ListExpr]] = []
    for place in range(1, (amount or 1) + 1):
        variable = m.Variable(name if amount == 1 else f"{name}_{place}", type_)
        made.append((variable, _once(rest)))
        rest = m.Behind(rest, m.Local(variable), whole)
    gathered = m.Gathered(name, tuple(m.Local(v) for v, _ in made), whole)
    scope.gathered[scope.bind(binder.name, whole)] = gathered
    return made, gathered


def _once(list_: m.ListExpr) -> m.ListExpr:
    """The list with one of those that nobody can tell apart."""
    return m.Faces(list_, True, list_.type) if _has_copies(list_) else list_


def _has_copies(list_: m.ListExpr) -> bool:
    return list_.type.kind is not None and list_.type.kind.has_copies
