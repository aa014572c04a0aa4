"""Rows of spaces drawn as boxes."""

from __future__ import annotations

from caylus_tools.play.boxes import Box, draw
from rich.text import Text


def boxes(number: int, *lines: str) -> list[Box]:
    return [Box(str(place), tuple(map(Text, lines))) for place in range(1, number + 1)]


def test_boxes_share_their_borders_and_carry_their_labels_in_them() -> None:
    assert draw(boxes(2, "Mill"), 80).plain.split("\n") == [
        "┌1───────┬2───────┐",
        "│Mill    │Mill    │",
        "└────────┴────────┘",
    ]


def test_what_does_not_fit_beside_goes_below_and_a_short_last_line_closes_properly() -> None:
    assert draw(boxes(3, "Mill"), 24).plain.split("\n") == [
        "┌1───────┬2───────┐",
        "│Mill    │Mill    │",
        "├3───────┼────────┘",
        "│Mill    │",
        "└────────┘",
    ]


def test_no_line_is_wider_than_the_width_asked_for() -> None:
    for width in (20, 40, 79, 80, 120):
        drawn = draw(boxes(28, "A very long name for a mill", "x"), width).plain.split("\n")
        assert max(map(len, drawn)) <= width
        assert "…" in drawn[1]


def test_a_row_without_spaces_draws_nothing() -> None:
    assert draw([], 80).plain == ""


def test_boxes_are_as_wide_as_what_stands_in_them_where_there_is_room() -> None:
    assert "│A long name for a mill│" in draw(boxes(2, "A long name for a mill"), 80).plain
    assert "│A long name…│" in draw(boxes(6, "A long name for a mill"), 80).plain
