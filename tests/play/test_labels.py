"""Names as they appear on screen."""

from __future__ import annotations

from caylus_tools.common.english import shortest_beginnings


def test_short_forms_tell_names_apart_by_as_few_letters_as_possible() -> None:
    assert shortest_beginnings(["Red", "Green", "Blue", "Black"]) == {"Red": "Re", "Green": "Gr", "Blue": "Blu", "Black": "Bla"}


def test_a_name_that_begins_another_stays_whole() -> None:
    assert shortest_beginnings(["Ann", "Anna"]) == {"Ann": "Ann", "Anna": "Anna"}
