"""Build the expressions of the syntax tree; see `ast_builder`."""

from __future__ import annotations

from typing import Any

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.limits import LONGEST_CHAIN, MOST_FAULTS

from .texts import words
from .tokens import Token


class Expressions:
    """Builds what a definition is made of in the end. `faults` are pieces of syntax bigger than anybody should have to read,
    `slips` what is wrong within a definition that can be read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[Diagnostic] = []
        self.slips: list[Diagnostic] = []

    def leaf(self, token: Token) -> Any:
        """The meaning of a name, a text or a number; of another token, its text."""
        match token.type:
            case "NAME":
                return s.Name(token.span(self.path), token.text)
            case "STRING":
                return s.Text(token.span(self.path), token.text[1:-1])
            case "NUMBER":
                return s.Number(token.span(self.path), int(token.text))
            case _:
                return token.text

    def fault(self, code: str, message: str, span: s.Span) -> None:
        self.faults.append(Diagnostic(code, message, span, help="give a part of it a name, with `value` or `action`"))

    def slip(self, fault: Diagnostic) -> None:
        if len(self.slips) < MOST_FAULTS:
            self.slips.append(fault)

    def not_query(self, span: s.Span, c: list[Any]) -> s.Not:
        return s.Not(span, c[0])

    def count(self, span: s.Span, c: list[Any]) -> s.Query:
        return s.Query(span, "count", c[0], c[1], None)

    def sum_of(self, span: s.Span, c: list[Any]) -> s.Query:
        return s.Query(span, "sum", c[1], c[2], c[0])

    def some(self, span: s.Span, c: list[Any]) -> s.Query:
        return s.Query(span, "some", c[0], c[1], None)

    def first(self, span: s.Span, c: list[Any]) -> s.Query:
        binder, where, ranking = c
        fewest, body = ranking or (False, None)
        return s.Query(span, "first", binder, where, body, fewest)

    def sort(self, span: s.Span, c: list[Any]) -> s.Query:
        binder, where, (fewest, body) = c
        return s.Query(span, "sort", binder, where, body, fewest)

    def random(self, span: s.Span, c: list[Any]) -> s.Random:
        return s.Random(span, c[0])

    def by_most(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (False, c[0])

    def by_fewest(self, span: s.Span, c: list[Any]) -> tuple[bool, Any]:
        return (True, c[0])

    def revealed(self, span: s.Span, c: list[Any]) -> s.Revealed:
        return s.Revealed(span, c[0])

    def or_(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c, ["or"] * (len(c) - 1))

    offered = or_

    def and_(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c, ["and"] * (len(c) - 1))

    def not_(self, span: s.Span, c: list[Any]) -> s.Not:
        return s.Not(span, c[0])

    def compare(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, *c)

    def is_(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is", c[1])

    def is_not(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is not", c[1])

    def is_in(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is in", c[1])

    def can_pay(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "can pay", c[1])

    def is_not_in(self, span: s.Span, c: list[Any]) -> s.Comparison:
        return s.Comparison(span, c[0], "is not in", c[1])

    def chain(self, span: s.Span, operands: list[Any], operators: list[str]) -> s.Chain:
        if len(operands) > LONGEST_CHAIN:
            self.fault("E0110", f"more than {LONGEST_CHAIN} values are joined here", operands[LONGEST_CHAIN].span)
        return s.Chain(span, tuple(operands[:LONGEST_CHAIN]), tuple(operators[: LONGEST_CHAIN - 1]))

    def sum(self, span: s.Span, c: list[Any]) -> s.Chain:
        return self.chain(span, c[::2], c[1::2])

    product = length = sum

    def negative(self, span: s.Span, c: list[Any]) -> s.Negative:
        return s.Negative(span, c[-1])

    def quantity(self, span: s.Span, c: list[Any]) -> s.Quantity:
        amount, different, unit = c
        return s.Quantity(span, amount, different is not None, unit)

    def member(self, span: s.Span, c: list[Any]) -> s.Member:
        return s.Member(span, *c)

    def call(self, span: s.Span, c: list[Any]) -> s.Call:
        return s.Call(span, c[0], present(c[1:]))

    def label(self, span: s.Span, c: list[Any]) -> str:
        return " ".join(c)

    def argument_with_label(self, span: s.Span, c: list[Any]) -> s.Labelled:
        return s.Labelled(span, *c)

    def item(self, span: s.Span, c: list[Any]) -> s.Index:
        return s.Index(span, c[0], tuple(c[1:]))

    def number(self, span: s.Span, c: list[Any]) -> s.Number:
        return c[0]  # type: ignore[no-any-return]

    def name(self, span: s.Span, c: list[Any]) -> s.Reference:
        return s.Reference(span, c[0].text)

    def yes(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "yes")

    def no(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "no")

    def none(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "none")

    def nothing(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "nothing")

    def this(self, span: s.Span, c: list[Any]) -> s.Literal:
        return s.Literal(span, "this")

    def here(self, span: s.Span, c: list[Any]) -> s.Reference:
        return s.Reference(span, s.HERE)

    def size(self, span: s.Span, c: list[Any]) -> s.SizeOf:
        return s.SizeOf(span, c[0])

    def inserted(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def words(self, span: s.Span, c: list[Any]) -> s.Words:
        return words(c[0], self)

    def see(self, span: s.Span, c: list[Any]) -> s.Text:
        return c[0]  # type: ignore[no-any-return]

    def names(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)


def present(children: list[Any]) -> tuple[Any, ...]:
    return tuple(c for c in children if c is not None)
