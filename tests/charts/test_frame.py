"""Plots have marks at round numbers, show what they are told, and say it to those who do not see it."""

from __future__ import annotations

import re

import pytest
from caylus_tools.charts import Frame, categories, linear, logarithmic


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ([0, 10], ["0", "2", "4", "6", "8", "10"]),
        ([-0.3, 0.2], ["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2"]),
        ([1200, 4800], ["2,000", "3,000", "4,000"]),
        ([5, 5], ["4.6", "4.8", "5.0", "5.2", "5.4"]),
    ],
)
def test_marks_are_at_round_numbers(values: list[float], marks: list[str]) -> None:
    assert [label for _, label in linear(values).marks] == marks


def test_a_logarithmic_axis_gives_each_factor_the_same_room() -> None:
    axis = logarithmic([1, 100])
    assert axis.place(10) - axis.place(1) == pytest.approx(axis.place(100) - axis.place(10))
    assert [label for _, label in axis.marks] == ["1", "3", "10", "30", "100"]


def test_a_line_leaves_a_gap_where_there_is_no_number() -> None:
    frame = Frame(linear([0, 4]), linear([0, 4]), width=400, height=200)
    frame.line([(0, 1), (1, 1), (2, float("nan")), (3, 1), (4, 1)], 0)
    assert [
        way.count("M") for way in re.findall(r'd="(M[^"]*)" fill="none" stroke="var\(--series-0\)', frame.plot("", "").svg)
    ] == [2]


def test_words_are_never_markup() -> None:
    frame = Frame(categories(["<b>"]), linear([0, 1], "a & b"), width=400, height=200)
    frame.label((0, 1), 1, '"<i>"')
    svg = frame.plot("", 'a "picture" & more').svg
    assert "<b>" not in svg
    assert "<i>" not in svg
    assert 'aria-label="a &quot;picture&quot; &amp; more"' in svg
