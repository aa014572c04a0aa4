"""Expressions: every name resolved, every part typed, what is known before play folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.types import MISTAKE, NONE, UNKNOWN, comparable, describe, fits, is_unknown, list_type, member_type, object_type
from caylus.diagnostics.diagnostic import Edit, Fix
from caylus.limits import MOST_NUMBERS
from caylus.syntax.rules import FUNCTIONS

from . import paths, units
from .operands import Operand, candidate_resources
from .operators import arithmetic, chain, compare, logic, quantity


def expression(node: s.Expr, scope: Scope) -> m.Expr:
    """The meaning of an expression, of whatever type it is."""
    found = _expression(node, scope)
    scope.symbols.written[id(found)] = found, node
    return found


def _expression(node: s.Expr, scope: Scope) -> m.Expr:
    scope.symbols.spend()
    match node:
        case s.Reference() | s.Member() | s.Index():
            return paths.complete(_path(node, scope), node, scope)
        case s.Number(value=value):
            return m.Const(value, m.NUMBER)
        case s.Literal():
            return _literal(node, scope)
        case s.Call():
            return _call(node, scope)
        case s.Chain():
            return _chain(node, scope)
        case s.Comparison(operator="is in" | "is not in"):
            return _membership(node, scope)
        case s.Comparison(left=left, operator="can pay", right=right):
            payer = check_expression(left, scope, object_type(scope.symbols.player), "`can pay` needs")
            return m.CanPay(payer, check_expression(right, scope, m.PAYMENT, "`can pay` needs", "say of what, as in `2 coin`"))
        case s.Comparison(left=left, operator=op, right=right):
            return compare(scope, node, op, *_as_one_kind(operand(left, scope), operand(right, scope), scope))
        case s.Quantity():
            return _quantity(node, (), (), scope)
        case s.Not(operand=denied):
            return m.Not(check_expression(denied, scope, m.FLAG, "`not` needs"))
        case s.Negative(operand=negated):
            given = operand(negated, scope)
            if given.type == m.PAYMENT:
                message, help = f"`{scope.source(node)}` is less than nothing", "leave out the `-`; what is given back is gained"
                return scope.wrong("E0301", node, message, "an amount is 0 or more", help=help)
            number = convert_to_type(given, m.NUMBER, "`-` needs", scope)
            return MISTAKE if is_unknown(number.type) else arithmetic(scope, node, "-", m.Const(0, m.NUMBER), number)
        case s.SizeOf(operand=counted):
            return m.SizeOf(source(counted, scope))
        case s.Range(low=low, high=high):
            first = check_expression(low, scope, m.NUMBER, "a range starts with")
            return m.Numbers(first, check_expression(high, scope, m.NUMBER, "a range ends with"), list_type(None))
        case s.Shuffled():
            help = "draw first: `let order = shuffled …`"
            return scope.wrong("E0413", node, "nothing can be drawn by lot here", "only in `for each` and `let`", help=help)
        case s.Random():
            help = "draw first: `let drawn = random …`"
            return scope.wrong("E0413", node, "nothing can be drawn by lot here", "only in `let`", help=help)
        case s.Rotated():
            return _check_rotation(node, scope)
        case s.Query():
            return _query(node, scope)
        case s.Revealed(operand=told):
            return m.Revealed(expression(told, scope))
    assert_never(node)


def operand(node: s.Expr, scope: Scope) -> Operand:
    return Operand(node, expression(node, scope))


def check_expression(node: s.Expr, scope: Scope, type_: m.Type, why: str, help: str = "") -> m.Expr:
    """An expression of a given type; `why` says what needs it, as in "`gain` needs"."""
    return convert_to_type(operand(node, scope), type_, why, scope, help)


def convert_to_type(given: Operand, type_: m.Type, why: str, scope: Scope, help: str = "") -> m.Expr:
    """An expression as a given type: `none` takes the kind that is needed, anything that does not fit is reported."""
    given = given.convert_to(type_, scope)
    if not fits(given.type, type_):
        return scope.misfit(given.node, given.type, type_, why, help)
    return m.Const(-1, type_) if given.type == m.NOBODY else given.expr


def source(node: s.Expr, scope: Scope, *, draws: bool = False) -> m.ListExpr:
    """The list after `in`. `draws`: its order may be drawn by lot here."""
    if isinstance(node, s.Shuffled) and draws:
        inner = source(node.operand, scope)
        return m.Shuffled(inner, inner.type)
    if isinstance(node, s.Reference) and node.name not in scope.locals:
        entry = scope.symbols.look(node.name, node.span)
        if entry is not None and isinstance(entry.meaning, m.Kind):
            return m.AllOf(entry.meaning, list_type(entry.meaning))
        if entry is not None and isinstance(entry.meaning, m.Group):
            return units.list_group_members(entry.meaning, scope)
    expr = expression(node, scope)
    if expr.type.base == "list":
        return cast(m.ListExpr, expr)
    if not is_unknown(expr.type):
        help = "a list is a kind, a row, a list of the table, or numbers: `1 to 5`"
        message = f"`{scope.source(node)}` is {describe(expr.type)}, not a list"
        scope.wrong("E0309", node, message, "a list is needed here", help=help)
    return m.Local(m.Variable("", UNKNOWN))


def bind(binder: s.Binder, list_: m.ListExpr, scope: Scope) -> m.Variable:
    """The variable that stands for a list's members, one after the other."""
    check_list_length(binder.source, list_, scope)
    return scope.bind(binder.name, member_type(list_.type))


def check_list_length(node: s.Expr, list_: m.ListExpr, scope: Scope) -> None:
    """Reports a list that is known to be too long to go through."""
    match list_:
        case m.Numbers(low=m.Const(value=low), high=m.Const(value=high)) if high - low >= MOST_NUMBERS:
            message = f"`{scope.source(node)}` are more than {MOST_NUMBERS:,} numbers"
            scope.wrong("E0306", node, message, "too many to go through")


def arguments(node: s.Call, params: Sequence[m.Variable], name: str, scope: Scope) -> tuple[m.Expr, ...]:
    """The arguments of a call, as many and of the types that `params` ask for; none at all where the number is wrong.

    A payment with a label may be left out: then it is nothing.
    """
    written = _in_place(node, params, name, scope)
    given = [operand(argument, scope) for argument in written]
    if len(given) == len(params):
        return tuple(
            convert_to_type(g, p.type, f"for `{p.name}` `{name}` needs", scope) for g, p in zip(given, params, strict=True)
        )
    takes = ", ".join(f"`{p.name}`" for p in params) or "nothing"
    scope.wrong("E0302", node, f"`{name}` takes {_things(len(params))}, but is given {len(given)}", f"takes {takes}")
    return ()


def _in_place(node: s.Call, params: Sequence[m.Variable], name: str, scope: Scope) -> list[s.Expr]:
    """The arguments without their labels, and `nothing` where one that may be left out is."""
    waiting = [*node.arguments]
    placed: list[s.Expr] = []
    for place, param in enumerate(params):
        next_ = waiting[0] if waiting else None
        label = next_.label if isinstance(next_, s.Labelled) else None
        is_left_out = next_ is None or (
            label != param.label and label in [later.label for later in params[place + 1 :] if later.label]
        )
        if param.label is not None and param.type == m.PAYMENT and is_left_out:
            placed.append(s.Literal(node.span, "nothing"))
        elif next_ is not None:
            if label != param.label:
                _report_label(next_, param, name, scope)
            placed.append(argument_value(waiting.pop(0)))
    return placed + [argument_value(argument) for argument in waiting]


def argument_value(argument: s.Expr | s.Labelled) -> s.Expr:
    """An argument without its label."""
    return argument.value if isinstance(argument, s.Labelled) else argument


def _report_label(argument: s.Expr | s.Labelled, param: m.Variable, name: str, scope: Scope) -> None:
    """Report a label that is missing, or that is another than the parameter's."""
    source = scope.source(argument_value(argument))
    if param.label is None:
        message, new = f"`{param.name}` of `{name}` has no label", source
    else:
        message, new = f"`{name}` wants `{param.label}` before its `{param.name}`", f"{param.label} {source}"
    fix = Fix(f"write `{new}`", (Edit(argument.span, new),))
    scope.wrong("E0302", argument, message, "no label here" if param.label is None else "which of them is this?", fix=fix)


def _things(count: int) -> str:
    return "1 thing" if count == 1 else f"{count} things"


# ---- the single forms


def _path(node: s.Expr, scope: Scope) -> m.Expr:
    """A name, a member or an item; a state kept for each of a kind may still lack what it is kept for."""
    match node:
        case s.Reference():
            return paths.name(node, scope)
        case s.Member(subject=subject, name=name):
            return paths.member(operand(subject, scope), name, scope)
        case s.Index(subject=subject, indices=indices):
            return paths.item(Operand(subject, _path(subject, scope)), [operand(index, scope) for index in indices], node, scope)
    return expression(node, scope)


def _literal(node: s.Literal, scope: Scope) -> m.Expr:
    match node.word:
        case "yes" | "no":
            return m.Const(int(node.word == "yes"), m.FLAG)
        case "none":
            return NONE
        case "nothing":
            return m.ConstPayment(((),))
    if scope.this is not None:
        return scope.this
    help = "it stands inside the braces of an object, or of a kind"
    return scope.wrong("E0210", node, "`this` is nothing here", "of which object?", help=help)


def _call(node: s.Call, scope: Scope) -> m.Expr:
    function = node.function
    if isinstance(function, s.Reference) and function.name in FUNCTIONS:
        return _check_builtin(function.name, node, scope)
    target = _check_question(function, scope)
    if isinstance(target, m.Value):
        given = arguments(node, target.params, target.name, scope)
        return m.CallValue(target, given) if scope.ask is None else scope.ask(target, given, node, scope)
    if isinstance(target, m.Condition):
        return m.CallCondition(target, arguments(node, target.params, target.name, scope))
    for argument in node.arguments:
        expression(argument_value(argument), scope)
    return MISTAKE


def _check_question(function: s.Expr, scope: Scope) -> object:
    if not isinstance(function, s.Reference):
        help = f"an object's own action is done: `do {scope.source(function)}(…)`"
        message = f"`{scope.source(function)}` is neither a value nor a condition"
        return scope.wrong("E0206", function, message, "cannot be asked", help=help)
    if function.name in scope.locals:
        message = f"`{function.name}` is {describe(scope.locals[function.name][0].type)}, and takes nothing"
        return scope.wrong("E0206", function, message, "cannot be asked")
    name = s.Name(function.span, function.name)
    known = scope.symbols.entries.get(function.name)
    help = f"an action is done: `do {function.name}(…)`" if known is not None and isinstance(known.meaning, m.Action) else ""
    entry = scope.resolve(name, ("value", "condition"), "a value or condition", help=help)
    return entry.meaning if entry is not None else None


def _check_builtin(name: str, node: s.Call, scope: Scope) -> m.Expr:
    given = arguments(node, [m.Variable("number", m.NUMBER)] * FUNCTIONS[name], name, scope)
    if not given or is_unknown(*(g.type for g in given)):
        return MISTAKE
    if name != "abs":
        return arithmetic(scope, node, name, *given)
    return m.Const(abs(given[0].value), m.NUMBER) if isinstance(given[0], m.Const) else m.Absolute(given[0])


def _chain(node: s.Chain, scope: Scope) -> m.Expr:
    last = node.operands[-1]
    if node.operators[0] in ("*", "/", "%") and isinstance(last, s.Quantity):
        return _quantity(last, node.operands[:-1], node.operators, scope)
    operands = [operand(o, scope) for o in node.operands]
    if node.operators[0] in ("and", "or"):
        return logic(scope, node.operators[0], operands)
    return chain(scope, operands, node.operators)


def _quantity(node: s.Quantity, factors: Sequence[s.Expr], operators: Sequence[str], scope: Scope) -> m.Expr:
    """A unit closes the product before it: `2 * 3 coin` is six coins."""
    operands = [operand(o, scope) for o in (*factors, node.amount)]
    amount = Operand(operands[0].to(operands[-1]), chain(scope, operands, operators))
    resources, which = _unit(node.unit, scope)
    if not resources:
        return MISTAKE
    if which is not None and node.different:
        label, help = "one resource", "leave out `different`, or name a group"
        return scope.wrong(
            "E0324", node.unit, f"`{scope.source(node.unit)}` is one resource, and has no different ones", label, help=help
        )
    return quantity(scope, s.Node(amount.node.span.to(node.span)), amount, resources, node.different, which)


def _unit(node: s.Expr, scope: Scope) -> tuple[tuple[m.Resource, ...], m.Expr | None]:
    """The resources of which there is an amount, and which of them it is of if that is asked; none where that is reported."""
    if isinstance(node, s.Reference) and node.name not in scope.locals:
        known = scope.symbols.look(node.name, node.span)
        if known is None or not isinstance(known.meaning, m.State):
            return units.resources_named(s.Name(node.span, node.name), scope), None
    unit = operand(node, scope)
    if unit.is_a_resource:
        return candidate_resources(unit, scope)
    scope.misfit(node, unit.type, object_type(scope.symbols.resource), "behind an amount stands")
    return (), None


def _membership(node: s.Comparison, scope: Scope) -> m.Expr:
    list_ = source(node.right, scope)
    member = operand(node.left, scope).convert_to(member_type(list_.type), scope)
    if not comparable(member.type, member_type(list_.type)):
        return scope.misfit(node.left, member.type, member_type(list_.type), f"`{scope.source(node.right)}` holds")
    contains = m.Contains(list_, member.expr)
    return m.Not(contains) if node.operator == "is not in" else contains


def _check_rotation(node: s.Rotated, scope: Scope) -> m.Expr:
    list_ = source(node.operand, scope)
    member = operand(node.member, scope).convert_to(member_type(list_.type), scope)
    if not comparable(member.type, member_type(list_.type)):
        return scope.misfit(node.member, member.type, member_type(list_.type), f"`{scope.source(node.operand)}` holds")
    return m.Rotated(list_, node.way, member.expr, list_.type)


def _as_one_kind(left: Operand, right: Operand, scope: Scope) -> tuple[Operand, Operand]:
    """Both operands as one kind: `none` as the kind of the other; the name of a resource as a thing if the other is one."""
    if right.is_a_resource:
        left = left.as_thing(scope)
    elif left.is_a_resource:
        right = right.as_thing(scope)
    if left.type == m.NOBODY and right.type.base == "object":
        left = left._replace(expr=m.Const(-1, right.type))
    elif right.type == m.NOBODY and left.type.base == "object":
        right = right._replace(expr=m.Const(-1, left.type))
    return left, right


def _query(node: s.Query, scope: Scope) -> m.Expr:
    list_ = source(node.binder.source, scope)
    inner = scope.inner()
    variable = bind(node.binder, list_, inner)
    if node.kind == "first" and variable.type == m.NUMBER:
        scope.wrong("E0309", node.binder.source, "`first` looks for an object, not for a number", "a list of numbers")
    where = check_expression(node.where, inner, m.FLAG, "`where` needs") if node.where is not None else None
    why = "`sum of` adds up" if node.kind == "sum" else f"`{'fewest' if node.fewest else 'most'}` ranks by"
    body = check_expression(node.body, inner, m.NUMBER, why) if node.body is not None else None
    type_ = {"count": m.NUMBER, "sum": m.NUMBER, "some": m.FLAG, "sort": list_.type}.get(node.kind, variable.type)
    return m.Query(node.kind, variable, list_, where, body, node.fewest, type_)
