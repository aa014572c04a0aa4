"""Names as they appear on screen."""

from __future__ import annotations

from caylus_tools.play.labels import short_forms


def test_short_forms_tell_names_apart_by_as_few_letters_as_possible() -> None:
    assert short_forms(["Red", "Green", "Blue", "Black"]) == {"Red": "Re", "Green": "Gr", "Blue": "Blu", "Black": "Bla"}


def test_a_name_that_begins_another_stays_whole() -> None:
    assert short_forms(["Ann", "Anna"]) == {"Ann": "Ann", "Anna": "Anna"}
