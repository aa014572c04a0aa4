"""Names and lines of people in all scripts stay; what shows nothing counts as empty; what looks alike has one key."""

from __future__ import annotations

import pytest
from caylus.diagnostics.render import escape_invisible, first_hidden, is_line
from caylus.signs import clean_text, find_lookalike, fold_looks

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
NAMES = [
    "Zoë",
    "محمد",
    "می\u200cخواهم",
    "ශ්\u200dරී",
    "क्\u200dष",
    "שרה",
    "田中",
    "김",
    "Ольга",
    "អ្នក",
    "พิมพ์",
    "Nguyễn Văn",
    "O’Brien",
    "Jean-Luc",
    FAMILY,
    ENGLAND,
    f"A {FAMILY} B {ENGLAND}",
    "\U0001f469\U0001f3fd\u200d\U0001f680",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f1e9\U0001f1ea",
    "☺️",
    "1",
]
EMPTY = [
    "",
    " ",
    "\u3164",
    "\u2800",
    "\uffa0",
    "\u00a0\u3000",
    "\u115f\u1160",
    "\u0301\u0301",
    "\u034f",
    "\ufe0f",
    "\ue000",
    "\t\n",
]
HIDDEN = ["a\tb", "a\nb", "a\u200db", "\u200d", "a\u200c", "می\u200c", "\u202eA", "\u2066A\u2069", "\ufeffA", "A\u00ad", "\x1b[1m", "\ud800", ENGLAND[:-1], ENGLAND[1:], "\U0001f468\u200d", "A\U000e0067"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_stays_as_it_is_typed(name: str) -> None:
    assert clean_text(f" {name}\u3164 ", 40) == name == escape_invisible(name)
    assert is_line(name)


@pytest.mark.parametrize("text", EMPTY)
def test_a_text_that_shows_nothing_is_empty(text: str) -> None:
    assert clean_text(text, 24) == ""


@pytest.mark.parametrize("text", HIDDEN)
def test_what_nobody_can_see_is_refused_and_spelled_out(text: str) -> None:
    assert not is_line(text)
    assert first_hidden(escape_invisible(text)) is None
    with pytest.raises(ValueError, match="cannot be seen"):
        clean_text(text, 24)


def test_a_heap_of_marks_is_cut_and_a_long_text_is_refused() -> None:
    assert clean_text("Z" + "\u0335" * 50 + "a", 24) == "Z" + "\u0335" * 4 + "a"
    with pytest.raises(ValueError, match="is 25 letters long; the most are 24"):
        clean_text("n" * 25, 24)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"),
        ("ANNA", "anna"),
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("Red", "Ｒｅｄ"),
        ("Red", "\U0001d411ed"),
        ("Max", "Max\u3164"),
        ("Max", "M\u034fax"),
        ("Zoë", "Zoe\u0308"),
        ("ΤΟΜ", "TOM"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert fold_looks(one) == fold_looks(other)


def test_names_that_differ_to_the_eye_have_keys_of_their_own() -> None:
    names = ["Anna", "Ann", "Änna", "Bob", "Rob", "محمد", "محمود", "田中", "田申", FAMILY, ENGLAND, "Zoë", "Zoe", "Ольга", "Олга"]
    assert len({*map(fold_looks, names)}) == len(names)


@pytest.mark.parametrize(("sign", "meant"), [("−", "-"), ("–", "-"), ("×", "x"), ("\u00a0", " "), ("８", "8"), ("٨", "8"), ("｛", "{"), ("а", "a"), ("石", ""), ("§", "")])  # fmt: skip
def test_a_lookalike_is_found(sign: str, meant: str) -> None:
    assert find_lookalike(sign) == meant
