"""Folding, and the Python written for an expression, mean what the expression means, and fail where it fails.

Random expressions are evaluated as plainly as can be, folded, and as they are written for play and for somebody who watches.
Numbers are small, or so large that few of them together are out of bounds.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from caylus import arithmetic, model as m
from caylus.codegen.expressions import Expressions
from caylus.codegen.module_text import Probe
from caylus.codegen.state_layout import Layout
from caylus.limits import NUMBER_BOUND
from caylus.model.evaluate import Evaluator
from caylus.model.walk import free_variables, parts, substitute
from hypothesis import given, strategies as st
from reference.formulas import Formulas
from reference.payments import TooLarge

PLAYERS = 3
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
NUMBERS = [m.Variable(name, m.NUMBER) for name in "ab"]
FLAGS = [m.Variable(name, m.FLAG) for name in "pq"]
Values = dict[m.Variable, int]

SIZE_OF_PLAYERS = m.SizeOf(m.AllOf(m.Kind("player", "players", None, None, None, each=1), m.Type("list")))  # type: ignore[arg-type]


def _numbers(numbers: st.SearchStrategy[m.Expr]) -> st.SearchStrategy[m.Expr]:
    return st.builds(m.Arithmetic, st.sampled_from(["+", "-", "*", "/", "%", "min", "max"]), numbers, numbers) | st.builds(
        m.Absolute, numbers
    )


def _flags(flags: st.SearchStrategy[m.Expr]) -> st.SearchStrategy[m.Expr]:
    logic = st.builds(
        lambda op, operands: m.Logic(op, tuple(operands)), st.sampled_from(["and", "or"]), st.lists(flags, min_size=2, max_size=3)
    )
    return st.builds(m.Not, flags) | logic


SMALL = st.integers(-9, 9)
LARGE = st.sampled_from([10**6, -(10**9), NUMBER_BOUND // 2, NUMBER_BOUND - 1, 1 - NUMBER_BOUND])
NUMBER = st.recursive(
    (SMALL | LARGE).map(lambda n: m.Const(n, m.NUMBER)) | st.sampled_from([*map(m.Local, NUMBERS), SIZE_OF_PLAYERS]),
    _numbers,
    max_leaves=6,
)
COMPARISON = st.builds(m.Compare, st.sampled_from(COMPARISONS), NUMBER, NUMBER)
FLAG = st.recursive(
    st.booleans().map(lambda flag: m.Const(int(flag), m.FLAG)) | st.sampled_from([*map(m.Local, FLAGS)]) | COMPARISON,
    _flags,
    max_leaves=8,
)
VALUES = st.builds(
    lambda numbers, flags: {**dict(zip(NUMBERS, numbers, strict=True)), **dict(zip(FLAGS, flags, strict=True))},
    st.tuples(*[SMALL | LARGE] * 2),
    st.tuples(*[st.integers(0, 1)] * 2),
)

MEANING = Formulas(SimpleNamespace(members=lambda kind: range(PLAYERS)))  # type: ignore[arg-type]


def outcome(e: m.Expr, values: Values) -> int | None:
    """What an expression comes to; None if it fails."""
    try:
        return int(MEANING.evaluate(e, values))
    except TooLarge:
        return None


EVALUATOR = Evaluator(PLAYERS)


@pytest.fixture(scope="module", params=[None, Probe()], ids=["for play", "for somebody who watches"])
def expressions(request: pytest.FixtureRequest) -> Expressions:
    return Expressions(Layout(m.Model.__new__(m.Model), PLAYERS), request.param)


@given(e=NUMBER | FLAG, values=VALUES)
def test_folding_keeps_the_meaning_and_every_fault(e: m.Expr, values: Values) -> None:
    assert outcome(EVALUATOR.fold(e), values) == outcome(e, values)


@given(e=NUMBER | FLAG)
def test_what_does_not_depend_on_play_folds_to_a_constant_unless_it_fails(e: m.Expr) -> None:
    settled = substitute(e, {v: m.Const(1, v.type) for v in [*NUMBERS, *FLAGS]})
    assert isinstance(EVALUATOR.fold(settled), m.Const) or any(
        outcome(part, {}) is None for part in parts(settled) if not isinstance(part, m.AllOf)
    )


@pytest.mark.parametrize("op", COMPARISONS)
def test_a_comparison_that_is_denied_holds_where_it_does_not_hold_itself(op: str) -> None:
    compared = m.Compare(op, *map(m.Local, NUMBERS))
    for left, right in ((1, 2), (2, 2), (3, 2)):
        values = dict(zip(NUMBERS, (left, right), strict=True))
        assert outcome(EVALUATOR.fold(m.Not(compared)), values) == (not outcome(compared, values))


def test_a_range_has_as_many_numbers_as_lie_in_it_with_both_its_ends() -> None:
    ends = [m.Const(number, m.NUMBER) for number in (2, 5)]
    assert EVALUATOR.length(m.Numbers(*ends, m.Type("list"))) == 4
    assert EVALUATOR.length(m.Numbers(*reversed(ends), m.Type("list"))) == 0


@given(e=NUMBER | FLAG, values=VALUES)
def test_the_python_written_for_an_expression_keeps_its_meaning_and_every_fault(
    expressions: Expressions, e: m.Expr, values: Values
) -> None:
    source = expressions.write(e, {v: v.name for v in values})
    names = {v.name: n for v, n in values.items()}
    try:
        found = eval(source, {**vars(arithmetic), "ALL_0": range(PLAYERS)}, names)
    except OverflowError:
        found = None
    assert found == outcome(e, values)


@given(e=NUMBER, values=VALUES)
def test_a_number_lies_where_it_is_said_to_lie(e: m.Expr, values: Values) -> None:
    found = outcome(e, values)
    low, high = EVALUATOR.compute_range(e)
    assert found is None or low <= found <= high


@given(e=NUMBER | FLAG, values=VALUES)
def test_what_is_surely_worked_out_never_fails(e: m.Expr, values: Values) -> None:
    assert not EVALUATOR.is_sure(e) or outcome(e, values) is not None


@given(e=NUMBER | FLAG, values=VALUES)
def test_putting_constants_in_place_of_variables_keeps_the_meaning(e: m.Expr, values: Values) -> None:
    put = substitute(e, {v: m.Const(n, v.type) for v, n in values.items()})
    assert free_variables(put) == []
    assert outcome(put, {}) == outcome(e, values)


@given(e=NUMBER | FLAG)
def test_free_variables_are_all_those_read_each_once(e: m.Expr) -> None:
    free = free_variables(e)
    assert len(set(free)) == len(free)
    assert set(free) == {part.variable for part in parts(e) if isinstance(part, m.Local)}


def test_a_variable_that_a_query_binds_is_not_free_but_is_in_its_source() -> None:
    numbers = m.Type("list")
    member, other = m.Variable("member", m.NUMBER), m.Variable("other", numbers)
    body = m.Arithmetic("+", m.Local(member), m.Local(NUMBERS[0]))
    assert free_variables(m.Query("sum", member, m.Local(other), None, body, False, m.NUMBER)) == [other, NUMBERS[0]]
