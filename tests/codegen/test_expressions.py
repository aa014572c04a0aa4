"""Folding, and the Python written for an expression, mean what the expression means: random expressions, evaluated three ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from caylus import model as m
from caylus.codegen import rt_support
from caylus.codegen.constant_folding import fold, free_variables, substitute
from caylus.codegen.expressions import Expressions
from caylus.codegen.state_layout import Layout
from hypothesis import given
from hypothesis import strategies as st

PLAYERS = 3
NUMBERS = [m.Variable(name, m.NUMBER) for name in "ab"]
FLAGS = [m.Variable(name, m.FLAG) for name in "pq"]
Values = dict[m.Variable, int]

SIZE_OF_PLAYERS = m.SizeOf(m.AllOf(m.Kind("player", "players", None, None, None), m.Type("list")))  # type: ignore[arg-type]


def _numbers(numbers: st.SearchStrategy[m.Expr]) -> st.SearchStrategy[m.Expr]:
    return st.builds(m.Arithmetic, st.sampled_from(["+", "-", "*", "/", "min", "max"]), numbers, numbers) | st.builds(
        m.Absolute, numbers
    )


def _flags(flags: st.SearchStrategy[m.Expr]) -> st.SearchStrategy[m.Expr]:
    logic = st.builds(
        lambda op, operands: m.Logic(op, tuple(operands)), st.sampled_from(["and", "or"]), st.lists(flags, min_size=2, max_size=3)
    )
    return st.builds(m.Not, flags) | logic


NUMBER = st.recursive(
    st.integers(-9, 9).map(lambda n: m.Const(n, m.NUMBER)) | st.sampled_from([*map(m.Local, NUMBERS), SIZE_OF_PLAYERS]),
    _numbers,
    max_leaves=6,
)
COMPARISON = st.builds(m.Compare, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), NUMBER, NUMBER)
FLAG = st.recursive(
    st.booleans().map(lambda flag: m.Const(int(flag), m.FLAG)) | st.sampled_from([*map(m.Local, FLAGS)]) | COMPARISON,
    _flags,
    max_leaves=8,
)
VALUES = st.builds(
    lambda numbers, flags: {**dict(zip(NUMBERS, numbers, strict=True)), **dict(zip(FLAGS, flags, strict=True))},
    st.tuples(*[st.integers(-9, 9)] * 2),
    st.tuples(*[st.integers(0, 1)] * 2),
)

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: 0 if b == 0 else (a - a % b) // b,
    "min": lambda a, b: a if a < b else b,
    "max": lambda a, b: b if a < b else a,
}
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def meaning(e: m.Expr, values: Values) -> int:
    """What an expression means, said as plainly as can be."""
    match e:
        case m.Const(value=value):
            return value
        case m.Local(variable=variable):
            return values[variable]
        case m.SizeOf():
            return PLAYERS
        case m.Arithmetic(op=op, left=left, right=right):
            return ARITHMETIC[op](meaning(left, values), meaning(right, values))
        case m.Absolute(operand=operand):
            return abs(meaning(operand, values))
        case m.Compare(op=op, left=left, right=right):
            return int(COMPARE[op](meaning(left, values), meaning(right, values)))
        case m.Logic(op=op, operands=operands):
            return int({"and": all, "or": any}[op](meaning(o, values) for o in operands))
        case m.Not(operand=operand):
            return 1 - meaning(operand, values)
    raise AssertionError(e)


@pytest.fixture(scope="module")
def expressions() -> Expressions:
    return Expressions(Layout(m.Model.__new__(m.Model), PLAYERS))


@given(e=NUMBER | FLAG, values=VALUES)
def test_folding_keeps_the_meaning(e: m.Expr, values: Values) -> None:
    assert meaning(fold(e, PLAYERS), values) == meaning(e, values)


@given(e=NUMBER | FLAG)
def test_what_does_not_depend_on_play_folds_to_a_constant(e: m.Expr) -> None:
    settled = substitute(e, {v: m.Const(1, v.type) for v in [*NUMBERS, *FLAGS]})
    absolute = any(isinstance(part, m.Absolute) for part in _parts(settled))
    assert absolute or isinstance(fold(settled, PLAYERS), m.Const)


@given(e=NUMBER | FLAG, values=VALUES)
def test_the_python_written_for_an_expression_keeps_its_meaning(expressions: Expressions, e: m.Expr, values: Values) -> None:
    source = expressions.write(e, {v: v.name for v in values})
    names = {v.name: n for v, n in values.items()}
    found = eval(source, dict(vars(rt_support)), names)
    assert found == meaning(e, values)


@given(e=NUMBER | FLAG, values=VALUES)
def test_putting_constants_in_place_of_variables_keeps_the_meaning(e: m.Expr, values: Values) -> None:
    put = substitute(e, {v: m.Const(n, v.type) for v, n in values.items()})
    assert free_variables(put) == []
    assert meaning(put, {}) == meaning(e, values)


@given(e=NUMBER | FLAG)
def test_free_variables_are_all_those_read_each_once(e: m.Expr) -> None:
    free = free_variables(e)
    assert len(set(free)) == len(free)
    assert set(free) == {part.variable for part in _parts(e) if isinstance(part, m.Local)}


def test_a_variable_that_a_query_binds_is_not_free_but_is_in_its_source() -> None:
    numbers = m.Type("list")
    member, other = m.Variable("member", m.NUMBER), m.Variable("other", numbers)
    body = m.Arithmetic("+", m.Local(member), m.Local(NUMBERS[0]))
    assert free_variables(m.Query("sum", member, m.Local(other), None, body, False, m.NUMBER)) == [other, NUMBERS[0]]


def _parts(e: m.Expr) -> list[m.Expr]:
    inner: list[m.Expr] = []
    match e:
        case m.Arithmetic(left=left, right=right) | m.Compare(left=left, right=right):
            inner = [left, right]
        case m.Absolute(operand=operand) | m.Not(operand=operand):
            inner = [operand]
        case m.Logic(operands=operands):
            inner = list(operands)
    return [e, *(part for expr in inner for part in _parts(expr))]
