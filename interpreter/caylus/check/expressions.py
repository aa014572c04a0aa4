"""Expressions, constants and texts: every part typed, what is known before play folded.

A value that asks nothing of the game is the formula it stands for, and may be asked here: its formula is checked as if it were
written in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import assert_never, cast

from caylus import model as m, payments, syntax as s
from caylus.arithmetic import ARITHMETIC, COMPARE
from caylus.check.scope import Scope, ahead, insert_after, operator
from caylus.check.symbols import (
    MISTAKE,
    NONE,
    UNKNOWN,
    Symbols,
    comparable,
    describe,
    fits,
    is_unknown,
    list_type,
    member_type,
    object_type,
)
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note
from caylus.diagnostics.render import as_words
from caylus.graph import report_circle, topological_order
from caylus.limits import DEEPEST_RULE, MOST_AMOUNT, MOST_NUMBERS, MOST_PLACES, MOST_WAYS, NUMBER_BOUND
from caylus.model import evaluate
from caylus.syntax.definitions import FUNCTIONS
from caylus.syntax.walk import free_names, levels, walk

from .paths import (
    Operand,
    candidate_resources,
    complete,
    field,
    fields,
    item,
    list_group_members,
    resolve_member,
    resolve_name,
    resources_named,
)


def arithmetic(scope: Scope, node: s.Node, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
    """`op` between two numbers; it may be `min` or `max`."""
    if not isinstance(left, m.Const) or not isinstance(right, m.Const):
        return m.Arithmetic(op, left, right)
    value = evaluate.arithmetic(op, left.value, right.value)
    if value is None or abs(value) >= NUMBER_BOUND:
        return scope.wrong(
            "E0306", node, f"`{scope.source(node)}` is too large a number", f"a number lies less than {NUMBER_BOUND:,} from 0"
        )
    return scope.symbols.keep_open(m.Const(value, m.NUMBER), left, right)


def chain(scope: Scope, operands: Sequence[Operand], operators: Sequence[str]) -> m.Expr:
    """`+ - less * /` from the left, and `or` between payments; `*` also of a number and a payment."""
    result = operands[0]
    for op, right in zip(operators, operands[1:], strict=True):
        result = Operand(result.to(right), _pair(scope, op, result, right))
    return result.expr


def _pair(scope: Scope, op: str, left: Operand, right: Operand) -> m.Expr:
    if is_unknown(left.type, right.type):
        return MISTAKE
    if left.type == right.type == m.NUMBER and op in ARITHMETIC:
        return arithmetic(scope, left.to(right), op, left.expr, right.expr)
    if op == "*" and (left.type, right.type) == (m.NUMBER, m.PAYMENT):
        return _multiply(scope, left.to(right), left.expr, right.expr)
    if op in payments.COMBINE:
        left, right = left.convert_to(m.PAYMENT, scope), right.convert_to(m.PAYMENT, scope)
    if left.type == right.type == m.PAYMENT and op in payments.COMBINE:
        return _combine(scope, left.to(right), op, left.expr, right.expr)
    return _mismatch(scope, op, left, right)


def _mismatch(scope: Scope, op: str, left: Operand, right: Operand) -> m.Expr:
    help = ""
    fix = None
    if op == "*" and left.type == m.PAYMENT and right.type == m.NUMBER:
        help = f"the number comes first: `{scope.source(right.node)} * …`"
    elif {left.type, right.type} == {m.NUMBER, m.PAYMENT}:
        number = left if left.type == m.NUMBER else right
        help = f"say what `{scope.source(number.node)}` is a number of; a sum stands in parentheses: `(1 + 2) coin`"
    elif left.type == right.type == m.PAYMENT:
        help = "payments are joined by `+`, one of them is picked by `or`, and part of one is waived by `less`"
        fix = operator(left.node, right.node, op, "+", scope.symbols) if op == "and" else None
    elif isinstance(left.node, s.Comparison) and left.node.operator in ("is", "is not") and op in ("and", "or"):
        prefix = f"{scope.source(left.node.left)} {left.node.operator} "
        whole = f"{prefix}{scope.source(right.node)}"
        help = f"each side is a question of its own: `{scope.source(left.node)} {op} {whole}`"
        fix = ahead(right.node, prefix, whole) if (left.node.operator == "is") == (op == "or") else None
    elif op == "less":
        help = "numbers are subtracted by `-`"
    elif op in ("+", "-") and right.type == m.NUMBER and (rows := _names_of_rows(left.type)):
        places = [f"`{row}[{scope.source(left.node)}.number {op} {scope.source(right.node)}]`" for row in rows]
        help = f"a place further on in a row is found by its number: {' or '.join(places)}"
    return _no_operator(scope, left.to(right), op, left, right, help, fix)


def _names_of_rows(type_: m.Type) -> list[str]:
    """The names of the rows that objects of a type lie in."""
    return [] if type_.kind is None else list(dict.fromkeys(each.row.name for each in type_.kind.objects if each.row is not None))


def _no_operator(
    scope: Scope, node: s.Node, op: str, left: Operand, right: Operand, help: str, fix: Fix | None = None
) -> m.Const:
    message = f"`{op}` does not go between {describe(left.type)} and {describe(right.type)}"
    resources = scope.symbols.names_by_sort(*scope.symbols.words_for_resources())
    amounts = [source for side in (left, right) if side.type == m.PAYMENT and (source := scope.source(side.node)) in resources]
    if amounts and m.NUMBER in (left.type, right.type):
        help = f"how much a player has of it is `player.{amounts[0]}`"
    if left.type == right.type:
        message = f"`{op}` does not take {describe(left.type)} on either side"
    return scope.wrong("E0304", node, message, f"{describe(left.type)} {op} {describe(right.type)}", help=help, fix=fix)


def _combine(scope: Scope, node: s.Node, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
    if not isinstance(left, m.ConstPayment) or not isinstance(right, m.ConstPayment):
        return m.CombinePayments(op, left, right)
    scope.symbols.spend(len(left.alternatives) * len(right.alternatives) // 2)
    sums = (n + dict(b).get(r, 0) for a in left.alternatives for r, n in a for b in right.alternatives)
    if op == "+" and max(sums, default=0) > MOST_AMOUNT:
        return _too_much(scope, node)
    operation = _make_operation(scope, node, lambda: payments.COMBINE[op](_pack_payment(left), _pack_payment(right)))
    return scope.symbols.keep_open(operation, left, right)


def _multiply(scope: Scope, node: s.Node, number: m.Expr, payment: m.Expr) -> m.Expr:
    """So many of a payment."""
    if not isinstance(number, m.Const) or not isinstance(payment, m.ConstPayment):
        return m.CombinePayments("*", number, payment)
    amounts = (number.value * n for way in payment.alternatives for _, n in way)
    if number.value < 0 or max(amounts, default=0) > MOST_AMOUNT:
        return _too_much(scope, node)
    scope.symbols.spend(min(number.value, MOST_WAYS) * (len(payment.alternatives) - 1))
    operation = _make_operation(scope, node, lambda: payments.times(number.value, _pack_payment(payment)))
    return scope.symbols.keep_open(operation, number, payment)


def _make_operation(scope: Scope, node: s.Node, ways: Callable[[], payments.Ways]) -> m.Expr:
    try:
        alternatives = tuple(map(payments.unpack, ways()))
        scope.symbols.spend(len(alternatives))
        return m.ConstPayment(alternatives)
    except OverflowError:
        message = f"`{scope.source(node)}` can be paid in more than {MOST_WAYS} ways"
        help = "ask for less at once, or for fewer kinds of resources"
        return scope.wrong("E0305", node, message, "too many to choose among", help=help)


def _too_much(scope: Scope, node: s.Node) -> m.Const:
    label = f"an amount lies between 0 and {MOST_AMOUNT:,}"
    return scope.wrong("E0306", node, f"nobody can pay `{scope.source(node)}`", label)


def _pack_payment(payment: m.ConstPayment) -> payments.Ways:
    return tuple(map(payments.pack, payment.alternatives))


def quantity(
    scope: Scope, node: s.Node, amount: Operand, resources: tuple[m.Resource, ...], different: bool, which: m.Expr | None
) -> m.Expr:
    """So much of a resource or a group, or of that one of some resources."""
    if amount.type != m.NUMBER:
        return scope.misfit(amount.node, amount.type, m.NUMBER, "before a resource stands")
    if not isinstance(amount.expr, m.Const):
        return m.Quantity(amount.expr, resources, different, which)
    count = amount.expr.value
    source = scope.source(node)
    if not 0 <= count <= MOST_AMOUNT:
        return _too_much(scope, node)
    if which is not None:
        return m.Quantity(amount.expr, resources, different, which)
    if different and count > len(resources):
        return scope.wrong("E0306", node, f"nobody can pay `{source}`", f"there are only {len(resources)} different ones")
    operation = _make_operation(scope, node, lambda: payments.mix(count, tuple(r.index for r in resources), different))
    return scope.symbols.keep_open(operation, amount.expr)


def logic(scope: Scope, op: str, operands: Sequence[Operand]) -> m.Expr:
    """`and` and `or` of flags, `or` of payments."""
    if is_unknown(*(o.type for o in operands)):
        return MISTAKE
    if all(o.type == m.FLAG for o in operands):
        return m.Logic(op, tuple(o.expr for o in operands))
    operands = [operand.convert_to(m.PAYMENT, scope) for operand in operands] if op == "or" else operands
    if op == "or" and all(o.type == m.PAYMENT for o in operands):
        return chain(scope, operands, ["or"] * (len(operands) - 1))
    left, right = next(pair for pair in pairwise(operands) if any(o.type != m.FLAG for o in pair))
    return _mismatch(scope, op, left, right)


def compare(scope: Scope, node: s.Node, op: str, left: Operand, right: Operand) -> m.Expr:
    """`is`, `is not`, and the order of numbers."""
    if is_unknown(left.type, right.type):
        return MISTAKE
    if op in ("is", "is not") and left.type.base in ("number", "flag", "object") and comparable(left.type, right.type):
        return m.Compare("==" if op == "is" else "!=", left.expr, right.expr)
    if op not in ("is", "is not") and left.type == right.type == m.NUMBER:
        return m.Compare(op, left.expr, right.expr)
    help = "`is in` asks whether something is in a list" if right.type.base == "list" else ""
    fix = None
    matching_fields = (
        [name for name in fields(left.type.kind) if _holds(left.type.kind, name, right.type)] if left.type.kind else []
    )
    if left.type.base == right.type.base == "object" and matching_fields:
        source, right_source = scope.source(left.node), scope.source(right.node)
        help = " or ".join(f"`{source}.{name} {op} {right_source}`" for name in matching_fields)
        help = f"{describe(left.type)} is never {describe(right.type)}; ask for what it has: {help}"
        fix = (
            insert_after(left.node, f".{matching_fields[0]}", f"{source}.{matching_fields[0]} {op} {right_source}")
            if len(matching_fields) == 1
            else None
        )
    elif right.type == m.NUMBER and _names_of_rows(left.type):
        help = f"its place in the row is its number: `{scope.source(left.node)}.number {op} {scope.source(right.node)}`"
    return _no_operator(scope, node, op, left, right, help, fix)


def _holds(kind: m.Kind, name: str, type_: m.Type) -> bool:
    """Return whether what objects of a kind have under a name may be something of a type."""
    member = field(kind, name)
    is_one = isinstance(member, m.Property) or (isinstance(member, m.State) and not member.indices)
    return (
        is_one and isinstance(member, (m.Property, m.State)) and member.type.kind is not None and comparable(member.type, type_)
    )


def expression(node: s.Expr, scope: Scope) -> m.Expr:
    """The meaning of an expression, of whatever type it is."""
    result = _expression(node, scope)
    scope.symbols.written[id(result)] = result, node
    return result


def _expression(node: s.Expr, scope: Scope) -> m.Expr:
    scope.symbols.spend()
    match node:
        case s.Reference() | s.Member() | s.Index():
            return complete(_path(node, scope), node, scope)
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
        case s.Not(operand=operand_node):
            return m.Not(check_expression(operand_node, scope, m.FLAG, "`not` needs"))
        case s.Negative(operand=negated_node):
            operand_value = operand(negated_node, scope)
            if operand_value.type == m.PAYMENT:
                message = f"`{scope.source(node)}` is less than nothing"
                help = "leave out the `-`, and write `lose …` or `pay …` for what is given away, `gain …` for what is given back"
                return scope.wrong("E0301", node, message, "an amount is 0 or more", help=help)
            number = convert_to_type(operand_value, m.NUMBER, "`-` needs", scope)
            return MISTAKE if is_unknown(number.type) else arithmetic(scope, node, "-", m.Const(0, m.NUMBER), number)
        case s.SizeOf(operand=counted_list):
            return m.SizeOf(source(counted_list, scope))
        case s.Range(low=low, high=high):
            first = check_expression(low, scope, m.NUMBER, "a range starts with")
            return m.Numbers(first, check_expression(high, scope, m.NUMBER, "a range ends with"), list_type(None))
        case s.Shuffled():
            help = "draw first: `let order = shuffled …`"
            return scope.wrong("E0413", node, "nothing can be drawn by lot here", "only in `for each` and `let`", help=help)
        case s.Random():
            help = "draw first, in an action, `let drawn = random …`, and give the number to a value as an argument"
            return scope.wrong("E0413", node, "nothing can be drawn by lot here", "only in `let`", help=help)
        case s.Rotated():
            return _check_rotation(node, scope)
        case s.Query():
            return _query(node, scope)
        case s.Revealed(operand=member):
            return m.Revealed(expression(member, scope))
    assert_never(node)


def operand(node: s.Expr, scope: Scope) -> Operand:
    return Operand(node, expression(node, scope))


def check_expression(node: s.Expr, scope: Scope, type_: m.Type, why: str, help: str = "") -> m.Expr:
    """An expression of a given type; `why` says what needs it, as in "`gain` needs"."""
    return convert_to_type(operand(node, scope), type_, why, scope, help)


def convert_to_type(value: Operand, type_: m.Type, why: str, scope: Scope, help: str = "") -> m.Expr:
    """An expression as a given type: `none` takes the kind that is needed, anything that does not fit is reported."""
    value = value.convert_to(type_, scope)
    if not fits(value.type, type_):
        return scope.misfit(value.node, value.type, type_, why, help)
    return m.Const(-1, type_) if value.type == m.NOBODY else value.expr


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
            return list_group_members(entry.meaning, scope)
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
    argument_nodes = _in_place(node, params, name, scope)
    values = [operand(argument, scope) for argument in argument_nodes]
    if len(values) == len(params):
        return tuple(
            convert_to_type(g, p.type, f"for `{p.name}` `{name}` needs", scope) for g, p in zip(values, params, strict=True)
        )
    takes = ", ".join(f"`{p.name}`" for p in params) or "nothing"
    scope.wrong("E0302", node, f"`{name}` takes {_things(len(params))}, but is given {len(values)}", f"takes {takes}")
    return ()


def _in_place(node: s.Call, params: Sequence[m.Variable], name: str, scope: Scope) -> list[s.Expr]:
    """The arguments without their labels, and `nothing` where one that may be left out is."""
    waiting = [*node.arguments]
    argument_nodes: list[s.Expr] = []
    for place, param in enumerate(params):
        next_ = waiting[0] if waiting else None
        label = next_.label if isinstance(next_, s.Labelled) else None
        is_left_out = next_ is None or (
            label != param.label and label in [later.label for later in params[place + 1 :] if later.label]
        )
        if param.label is not None and param.type == m.PAYMENT and is_left_out:
            argument_nodes.append(s.Literal(node.span, "nothing"))
        elif next_ is not None:
            if label != param.label:
                source = scope.source(argument_value(next_))
                if param.label is None:
                    message, new = f"`{param.name}` of `{name}` has no label", source
                else:
                    message, new = f"`{name}` wants `{param.label}` before its `{param.name}`", f"{param.label} {source}"
                fix = Fix(f"write `{new}`", (Edit(next_.span, new),))
                scope.wrong(
                    "E0302", next_, message, "no label here" if param.label is None else "which of them is this?", fix=fix
                )
            argument_nodes.append(argument_value(waiting.pop(0)))
    return argument_nodes + [argument_value(argument) for argument in waiting]


def argument_value(argument: s.Expr | s.Labelled) -> s.Expr:
    """An argument without its label."""
    return argument.value if isinstance(argument, s.Labelled) else argument


def _things(count: int) -> str:
    return "1 thing" if count == 1 else f"{count} things"


# ---- the single forms


def _path(node: s.Expr, scope: Scope) -> m.Expr:
    """A name, a member or an item; a state kept for each of a kind may still lack what it is kept for."""
    match node:
        case s.Reference():
            return resolve_name(node, scope)
        case s.Member(subject=subject, name=name):
            return resolve_member(operand(subject, scope), name, scope)
        case s.Index(subject=subject, indices=indices):
            return item(Operand(subject, _path(subject, scope)), [operand(index, scope) for index in indices], node, scope)
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
        values = arguments(node, target.params, target.name, scope)
        return m.CallValue(target, values) if scope.ask is None else scope.ask(target, values, node, scope)
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
    entry_known = scope.symbols.entries.get(function.name)
    help = (
        f"an action is done: `do {function.name}(…)`"
        if entry_known is not None and isinstance(entry_known.meaning, m.Action)
        else ""
    )
    entry = scope.resolve(name, ("value", "condition"), "a value or condition", help=help)
    return entry.meaning if entry is not None else None


def _check_builtin(name: str, node: s.Call, scope: Scope) -> m.Expr:
    values = arguments(node, [m.Variable("number", m.NUMBER)] * FUNCTIONS[name], name, scope)
    if not values or is_unknown(*(g.type for g in values)):
        return MISTAKE
    if name != "abs":
        return arithmetic(scope, node, name, *values)
    return m.Const(abs(values[0].value), m.NUMBER) if isinstance(values[0], m.Const) else m.Absolute(values[0])


def _chain(node: s.Chain, scope: Scope) -> m.Expr:
    last = node.operands[-1]
    is_product = node.operators[-1] == "*"  # twice two different ones are not four different ones
    if node.operators[0] in ("*", "/", "%") and isinstance(last, s.Quantity) and not (is_product and last.different):
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
        entry = scope.symbols.look(node.name, node.span)
        if entry is None or not isinstance(entry.meaning, m.State):
            return resources_named(s.Name(node.span, node.name), scope), None
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


Known = m.Const | m.ConstPayment | m.ConstScale


def evaluate_constants(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Every constant and scale, each after those it is made of."""
    top = Scope.top(symbols)
    nodes: dict[str, s.Constant | s.Scale] = {e.name: node for e, node in symbols.definitions_of(s.Constant)}
    nodes |= {e.name: node for e, node in symbols.definitions_of(s.Scale)}
    values = {e.name: node for e, node in symbols.definitions_of(s.Value)}
    made_of = {name: free_names(node) for name, node in nodes.items()}
    made_of |= {name: free_names(*node.cases, bound=[p.name.text for p in node.params]) for name, node in values.items()}
    needs = {name: [(r.name, r.span) for r in asked if r.name in made_of] for name, asked in made_of.items()}
    order, circles = topological_order(needs)
    for circle in circles:
        if any(name in nodes for name, _ in circle):  # what is wrong with values alone is said of them
            report_circle(top.collector, "E0208", circle, "needs", "a constant is made of others, never of itself")
    for name in order:
        node, entry = nodes.get(name), symbols.entries[name]
        if isinstance(node, s.Scale):
            entry.meaning = m.ConstScale(node.start, constant_numbers(node.values, top))
        elif node is not None:
            entry.meaning = _constant(node, top)
        if node is not None and entry.meaning is not None:
            symbols.open_constants[id(entry.meaning)] = entry.meaning
    return None, top.collector.diagnostics


def _constant(node: s.Constant, scope: Scope) -> m.Const | m.ConstPayment | None:
    expr = _settle(expression(node.value, replace(scope, ask=inline_value)))
    if isinstance(expr, (m.Const, m.ConstPayment)) and expr.type.base in ("number", "flag", "payment"):
        return expr
    if not is_unknown(expr.type):
        _unknown(node.value, scope, "a constant is a number, a flag or a payment made of constants")
    return None


def evaluate_constant(node: s.Expr, scope: Scope, type_: m.Type, why: str, help: Callable[[], str] = str) -> Known | None:
    """An expression of a type whose value is known before play; None, and reported, for any other. `help` is for other types."""
    value = operand(node, replace(scope, ask=inline_value)).convert_to(type_, scope)
    expr = _settle(convert_to_type(value, type_, why, scope, "" if fits(value.type, type_) else help()))
    if is_unknown(expr.type):
        return None
    if isinstance(expr, Known):
        return expr
    _unknown(node, scope, "constants are known by then, and properties of `this` that stand above this one")
    return None


def constant_number(node: s.Expr, scope: Scope, why: str) -> int | None:
    """A number known before play."""
    value = evaluate_constant(node, scope, m.NUMBER, why)
    return value.value if isinstance(value, m.Const) else None


def constant_numbers(nodes: tuple[s.Expr, ...], scope: Scope) -> tuple[int, ...]:
    """The numbers of a scale; 0 for one that is reported to be wrong."""
    return tuple(constant_number(node, scope, "a scale holds") or 0 for node in nodes)


def _unknown(node: s.Expr, scope: Scope, help: str) -> None:
    scope.wrong("E0307", node, f"`{scope.source(node)}` is not known before play", "depends on the game", help=help)


# ---- values


def inline_value(value: m.Value, arguments: tuple[m.Expr, ...], node: s.Call, scope: Scope) -> m.Expr:
    """The formula that a value stands for, with what it is given in the place of its parameters."""
    definition = scope.symbols.entries[value.name].definition
    if len(arguments) != len(value.params) or value in scope.asking:
        return MISTAKE  # which is reported, or will be: values that go round in a circle are
    changes = scope.symbols.attached_modifiers(value.name)
    if changes or not isinstance(definition, s.Value):
        notes = [Note(f"a rule changes `{value.name}` here", change.span) for change in changes[:MOST_PLACES]]
        message = f"`{scope.source(node)}` is not known before play"
        return scope.wrong("E0307", node, message, "rules change it", notes=notes, help="ask it in play, or write a constant")
    depth = scope.depth + levels(definition)
    if depth > DEEPEST_RULE:
        return scope.wrong("E0414", node, f"`{scope.source(node)}` asks values inside of values too deep", "too deep")
    stand_for, asking = dict(zip(value.params, arguments, strict=True)), (*scope.asking, value)
    inner = replace(scope, locals={}, this=None, gathered=stand_for, asking=asking, depth=depth)
    for param, variable in zip(definition.params, value.params, strict=True):
        inner.locals[param.name.text] = variable, param.name.span
    # the formula of the first case that holds; the first case alone, as it depends on the game, where that is open
    for case in definition.cases:
        if case.condition is None:
            return expression(case.value, inner)
        condition = check_expression(case.condition, inner, m.FLAG, "`if` needs")
        holds = _answer(condition)
        then = expression(case.value, inner) if holds is not False else MISTAKE
        if holds is None:
            return m.Choice(condition, then, then, then.type)
        if holds:
            return then
    return MISTAKE  # a value without a last case is reported


def _settle(expr: m.Expr) -> m.Expr:
    """A condition as yes or no, where that is known before play."""
    answer = _answer(expr) if expr.type == m.FLAG else None
    return expr if answer is None else m.Const(int(answer), m.FLAG)


def _answer(condition: m.Expr) -> bool | None:
    """Return whether a condition on numbers and flags holds; None where that is not known before play."""
    match condition:
        case m.Const(value=value, type=m.FLAG):
            return bool(value)
        case m.Not(operand=operand):
            answer = _answer(operand)
            return None if answer is None else not answer
        case m.Compare(op=op, left=m.Const(value=a, type=type_), right=m.Const(value=b)) if type_.base in ("number", "flag"):
            return COMPARE[op](a, b)
        case m.Logic(op=op, operands=operands):
            answers = [_answer(operand) for operand in operands]
            if (op == "or") in answers:
                return op == "or"
            return None if None in answers else op == "and"
    return None


def words(text: s.Words, scope: Scope) -> m.Words:
    """A text with what its formulas mean."""
    return _join_words(
        [part for each in text.parts for part in ((each,) if isinstance(each, str) else _render_formula(each, scope))]
    )


def _render_formula(node: s.Expr, scope: Scope) -> m.Words:
    """The words for a formula: of what is gathered its members, of an amount the name that the text gives to its unit."""
    expr = expression(node, scope)
    if isinstance(expr, m.Gathered):
        between = [*[", "] * (len(expr.members) - 2), " and ", ""]
        return tuple(part for pair in zip(expr.members, between[-len(expr.members) :], strict=True) for part in pair)
    if isinstance(node, s.Quantity) and isinstance(expr, m.Quantity):
        return _payment(node, expr, (), scope)
    if isinstance(node, s.Quantity) and expr.type == m.PAYMENT:
        amount = expression(node.amount, scope)
        return (amount, f" {_unit_text(node, amount, scope)}")
    if expr.type in (m.NOBODY, m.SCALE):
        label = "a number, an object, a list, a payment or a question is needed"
        scope.wrong("E0412", node, f"`{scope.source(node)}` is {describe(expr.type)}, which has no words", label)
    return (expr,)


def describe_option(
    name: str, statements: Sequence[s.Statement], parts_made: Sequence[m.Statement | m.Require], scope: Scope
) -> tuple[m.Words, tuple[tuple[str, int], ...]]:
    """The words for an option without a text, and a pair for each clause: its verb, and how many parts of the words it has.

    A clause says what the option pays, gains or loses. If there is no clause, the words are the name of the option.
    """
    payments = {x.site.span: x.payment for x in parts_made if isinstance(x, m.Transfer)}
    later = {node.name.text for node in statements if isinstance(node, (s.Let, s.Transfer)) and node.name is not None}
    clauses: list[tuple[str, m.Words]] = []
    for node in statements:
        if isinstance(node, s.Transfer) and node.span in payments:
            start = f"{', ' if clauses else ''}{node.verb} "
            amount = _payment(node.amount, payments[node.span], later, scope)
            clauses.append((node.verb, (start, *_join_words(amount))))
    words = tuple(part for _, clause in clauses for part in clause) or (as_words(name),)
    return words, tuple((verb, len(clause)) for verb, clause in clauses)


def _payment(node: s.Expr, expr: m.Expr, later: Collection[str], scope: Scope) -> m.Words:
    """`later` are the names for what is not known before the option is taken."""
    is_known = not any(isinstance(part, s.Reference) and part.name in later for part in walk(node))
    match node, expr:
        case s.Quantity(), m.Quantity(amount=amount, which=which, resources=resources, different=different) if is_known:
            is_of_one = which is not None or (len(resources) == 1 and not different)
            return (expr,) if is_of_one else (amount, f" {_unit_text(node, amount, scope)}")
        case s.Quantity(), m.ConstPayment(alternatives=((_,),)):
            return (expr,)
        case _, m.Quantity(which=which) if is_known and which is not None:
            return (which,)
        case _, m.CombinePayments(op="*") if is_known:
            return (expr,)
        case s.Chain(operands=operands, operators=operators), m.ConstPayment():
            told = (_payment(one, _constant_amount(one, scope), later, scope) for one in operands)
            return tuple(p for op, part in zip(("", *operators), told, strict=True) for p in (f" {op} " if op else "", *part))
        case s.Chain(operands=(*first, last), operators=(*operators, op)), m.CombinePayments(left=left, right=right):
            rest = replace(node, operands=tuple(first), operators=tuple(operators)) if operators else first[0]
            return (*_payment(rest, left, later, scope), f" {op} ", *_payment(last, right, later, scope))
    return (_words(node, scope),)


def _constant_amount(node: s.Expr, scope: Scope) -> m.Expr:
    """The amount that an operand of a constant payment is, if it is one of a resource."""
    match node:
        case s.Quantity(amount=s.Number(value=value), unit=s.Reference(name=name)) if value:
            entry = scope.symbols.entries.get(name)
            if entry is not None and isinstance(entry.meaning, m.Resource):
                return m.ConstPayment((((entry.meaning.index, value),),))
    return MISTAKE


def _words(node: s.Expr, scope: Scope) -> str:
    match node:
        case s.Quantity(amount=amount):
            return f"{scope.source(amount)} {_unit_text(node, amount, scope)}"
        case s.Chain(operands=operands, operators=operators):
            rest = (f" {op} {_words(o, scope)}" for op, o in zip(operators, operands[1:], strict=True))
            return _words(operands[0], scope) + "".join(rest)
        case s.Call(function=s.Reference(name=name)) | s.Member(name=s.Name(text=name)) | s.Reference(name=name):
            return as_words(name)
    return scope.source(node)


def _unit_text(node: s.Quantity, amount: s.Expr | m.Expr, scope: Scope) -> str:
    """The unit of an amount, in the plural unless it is known to be 1."""
    is_one = isinstance(amount, (s.Number, m.Const)) and amount.value == 1
    entry = scope.symbols.entries.get(node.unit.name) if isinstance(node.unit, s.Reference) else None
    match entry.meaning if entry is not None else None:
        case m.Resource() | m.Group() as unit:
            title = unit.title if is_one else unit.plural
        case m.Kind() as kind if not is_one:
            title = as_words(kind.plural)
        case _:
            title = _words(node.unit, scope)
    return f"different {title}" if node.different else title


def _join_words(parts: Sequence[str | m.Expr]) -> m.Words:
    """Neighbouring words as one text, empty ones left out."""
    words: list[str | m.Expr] = []
    for part in parts:
        if isinstance(part, str) and words and isinstance(words[-1], str):
            words[-1] += part
        elif part != "":
            words.append(part)
    return tuple(words)
