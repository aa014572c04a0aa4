"""Lines of marked text are as wide as they are said to be, whatever stands in them."""

from __future__ import annotations

import pytest
from caylus_tools.screen.marked import (
    Span,
    cut,
    fit,
    flowing,
    join_parts,
    line_width,
    plain,
    right,
    rule_heading,
    spans,
    style_line,
    wrap_line,
)


def test_a_line_that_is_cut_ends_in_a_sign_of_it() -> None:
    assert plain(cut(spans("Merchants' ", Span("guild", "bold")), 8)) == "Merchan…"
    assert [plain(cut(spans("Inn"), width)) for width in (8, 3, 2, 1, 0)] == ["Inn", "Inn", "I…", "…", ""]


def test_wide_letters_take_two_columns() -> None:
    assert line_width("市場") == 4
    assert line_width(cut(spans("市場の屋根"), 6)) <= 6
    assert line_width(fit(spans("市場の屋根"), 6)) == 6


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", 2),
        ("\U0001f469\U0001f3fd", 2),
        ("\U0001f1e9\U0001f1ea", 2),
        ("می\u200cخواهم", 7),
        ("e\u0301", 1),
    ],
)
def test_a_name_is_as_wide_as_terminals_show_it(name: str, columns: int) -> None:
    assert line_width(spans(name)) == columns
    assert line_width(fit(spans(name), 9)) == 9


@pytest.mark.parametrize("width", [1, 2, 7, 30])
def test_what_is_fitted_is_as_wide_as_asked(width: int) -> None:
    line = spans("a long ", Span("name of a thing", "dim"), " and more")
    assert line_width(fit(line, width)) == line_width(right(line, width)) == width


def test_text_from_outside_holds_no_control_characters() -> None:
    assert "\x1b" not in plain(spans("\x1b[2Jgone"))


def test_a_style_is_added_to_those_there_are_and_a_key_to_what_has_none() -> None:
    assert style_line((Span("a", "bold"), Span("b", "", "7")), "dim", "3") == (Span("a", "bold dim", "3"), Span("b", "dim", "7"))


def test_what_is_joined_has_nothing_between_empty_parts() -> None:
    assert plain(join_parts([spans("a"), (), spans("b")], " · ")) == "a · b"


def test_a_heading_is_a_rule_from_side_to_side() -> None:
    assert plain(rule_heading(spans("road"), 12)) == "─ road ─────"
    assert line_width(rule_heading(spans("a heading that is longer than that"), 12)) == 12


def test_parts_flow_into_as_few_lines_as_they_need() -> None:
    assert [plain(line) for line in flowing([spans("one"), (), spans("two"), spans("three")], 9)] == ["one  two", "three"]


def test_lines_break_at_blanks_and_are_set_in() -> None:
    broken = wrap_line(spans("Green: ", Span("Tailor 19"), ", 1 denier"), 14)
    assert [plain(line) for line in broken] == ["Green: Tailor", "  19, 1 denier"]
    assert all(line_width(line) <= 5 for line in wrap_line(spans("unbreakably long"), 5))
