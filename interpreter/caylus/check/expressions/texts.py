"""Texts for people: with formulas in braces, or made from what an option pays and gains."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.types import MISTAKE, describe
from caylus.diagnostics.words import as_words
from caylus.syntax.walk import walk

from .expressions import expression


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
        return (amount, f" {_unit(node, amount, scope)}")
    if expr.type in (m.NOBODY, m.SCALE):
        label = "a number, an object, a list, a payment or a question is needed"
        scope.wrong("E0412", node, f"`{scope.source(node)}` is {describe(expr.type)}, which has no words", label)
    return (expr,)


def describe_option(
    name: str, statements: Sequence[s.Statement], made: Sequence[m.Statement | m.Require], scope: Scope
) -> tuple[m.Words, tuple[tuple[str, int], ...]]:
    """The words for an option without a text, and a pair for each clause: its verb, and how many parts of the words it has.

    A clause says what the option pays, gains or loses. If there is no clause, the words are the name of the option.
    """
    payments = {x.site.span: x.payment for x in made if isinstance(x, m.Transfer)}
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
            return (expr,) if is_of_one else (amount, f" {_unit(node, amount, scope)}")
        case s.Quantity(), m.ConstPayment(alternatives=((_,),)):
            return (expr,)
        case _, m.Quantity(which=which) if is_known and which is not None:
            return (which,)
        case _, m.CombinePayments(op="*") if is_known:
            return (expr,)
        case s.Chain(operands=operands, operators=operators), m.ConstPayment():
            told = (_payment(one, _constant(one, scope), later, scope) for one in operands)
            return tuple(p for op, part in zip(("", *operators), told, strict=True) for p in (f" {op} " if op else "", *part))
        case s.Chain(operands=(*first, last), operators=(*operators, op)), m.CombinePayments(left=left, right=right):
            rest = replace(node, operands=tuple(first), operators=tuple(operators)) if operators else first[0]
            return (*_payment(rest, left, later, scope), f" {op} ", *_payment(last, right, later, scope))
    return (_words(node, scope),)


def _constant(node: s.Expr, scope: Scope) -> m.Expr:
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
            return f"{scope.source(amount)} {_unit(node, amount, scope)}"
        case s.Chain(operands=operands, operators=operators):
            rest = (f" {op} {_words(o, scope)}" for op, o in zip(operators, operands[1:], strict=True))
            return _words(operands[0], scope) + "".join(rest)
        case s.Call(function=s.Reference(name=name)) | s.Member(name=s.Name(text=name)) | s.Reference(name=name):
            return as_words(name)
    return scope.source(node)


def _unit(node: s.Quantity, amount: s.Expr | m.Expr, scope: Scope) -> str:
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
    joined: list[str | m.Expr] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return tuple(joined)
