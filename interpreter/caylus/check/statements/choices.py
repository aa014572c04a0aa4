"""Check the choices of an option: a member of a list, or several members, which become as many choices in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.constants import number
from caylus.check.expressions.expressions import bind, check_expression, source
from caylus.check.scope import Scope
from caylus.check.types import member_type
from caylus.limits import MOST_LOOPS


class Choices(NamedTuple):
    """The variables of an option's choices, the lists that they are made from, what each of them is in the text, and what must
    be true of them.
    """

    variables: tuple[m.Variable, ...]
    sources: tuple[m.ListExpr, ...]
    named: tuple[m.Expr, ...]
    where: m.Expr | None


def choices(written: Sequence[s.Choice], scope: Scope) -> Choices:
    """The choices of an option; their names are bound in the scope. A `where` knows the choices up to its own."""
    variables: list[m.Variable] = []
    sources: list[m.ListExpr] = []
    named: list[m.Expr] = []
    wheres: list[m.Expr] = []
    is_told = False
    for choice in written:
        if choice.amount is not None:
            gathered, several = _several(choice, choice.amount, scope)
            variables += [variable for variable, _ in gathered]
            sources += [list_ for _, list_ in gathered]
            named.append(several)
        else:
            sources.append(_once(source(choice.source, scope)))
            variables.append(bind(choice, sources[-1], scope))
            named.append(m.Local(variables[-1]))
        if choice.where is not None:
            wheres.append(check_expression(choice.where, scope, m.FLAG, "`where` needs"))
        if len(variables) > MOST_LOOPS and not is_told:
            scope.wrong("E0415", choice, f"an option has more than {MOST_LOOPS} choices", "one too many")
            is_told = True
    where = m.Logic("and", tuple(wheres)) if len(wheres) > 1 else wheres[0] if wheres else None
    return Choices(tuple(variables), tuple(sources), tuple(named), where)


def _several(choice: s.Choice, asked: s.Expr, scope: Scope) -> tuple[list[tuple[m.Variable, m.ListExpr]], m.Gathered]:
    """So many choices, each from behind the one before, so that every combination is there once."""
    amount = number(asked, scope, "before what is chosen stands")
    if amount is not None and not 1 <= amount <= MOST_LOOPS:
        label = f"from 1 to {MOST_LOOPS}"
        scope.wrong("E0306", asked, f"nobody can choose `{scope.source(asked)}` things at once", label)
        amount = None
    rest = source(choice.source, scope)
    type_, whole, name = member_type(rest.type), rest.type, choice.name.text
    if _has_copies(rest):
        rest = m.Faces(rest, False, whole)
    made: list[tuple[m.Variable, m.ListExpr]] = []
    for place in range(1, (amount or 1) + 1):
        variable = m.Variable(name if amount == 1 else f"{name}_{place}", type_)
        made.append((variable, _once(rest)))
        rest = m.Behind(rest, m.Local(variable), whole)
    gathered = m.Gathered(name, tuple(m.Local(v) for v, _ in made), whole)
    scope.gathered[scope.bind(choice.name, whole)] = gathered
    return made, gathered


def _once(list_: m.ListExpr) -> m.ListExpr:
    """The list with one of those that nobody can tell apart."""
    return m.Faces(list_, True, list_.type) if _has_copies(list_) else list_


def _has_copies(list_: m.ListExpr) -> bool:
    return list_.type.kind is not None and list_.type.kind.has_copies
