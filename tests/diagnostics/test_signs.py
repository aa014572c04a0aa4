"""Names of people in all scripts stay, what nobody can see is spelled out, and a wrong word is answered with the one meant."""

from __future__ import annotations

import random
import sys
import unicodedata
from string import ascii_lowercase

import pytest
from caylus.diagnostics.render import escape_invisible, first_hidden, is_line, nearest, visible
from caylus.parser.lexer import scan
from caylus.signs import clean_text, find_lookalike, fold_looks
from hypothesis import given, strategies as st
from parser.seeding import ruleset, words

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


HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")


@pytest.mark.nightly
def test_what_the_standard_calls_control_format_separator_or_half_a_letter_is_hidden() -> None:
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    seen = [letter for letter in letters if not first_hidden(letter)]
    assert [letter for letter in seen if unicodedata.category(letter) in HIDDEN_CATEGORIES] == ["\t", "\n"]
    assert len(letters) - len(seen) < 10_000


@pytest.mark.parametrize("text", ["", "é", "日本", "א", "e\u0301", "𝕏", "’", "☃", "a\tb", "a\nb", "a\r\nb"])
def test_whatever_people_write_is_seen(text: str) -> None:
    assert first_hidden(text) is None


def test_a_carriage_return_belongs_to_a_line_end() -> None:
    assert first_hidden("seen\rhidden") is not None
    assert not is_line("a\r\nb")


@given(st.text())
def test_what_is_written_out_is_one_line_that_can_be_seen(text: str) -> None:
    assert is_line(visible(text))
    assert visible(visible(text)) == visible(text)


@given(st.text(" :#[]error\n\r\x1b\u2028"))
def test_no_line_that_is_written_out_is_an_order_to_a_build_service(text: str) -> None:
    assert not visible(text).strip().startswith("::")
    assert "##[" not in visible(text)


@given(st.text(st.characters(categories=["L", "N", "P", "S"])).filter(lambda text: "::" not in text and "##" not in text))
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text or first_hidden(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2J", "a\\x1b[2J"),
        ("a\n::error::b", "a\\n::error::b"),
        ("  ::error::b", "  \\x3a:error::b"),
        ("##[error]b", "\\x23#[error]b"),
        ("\u202e\U000e0041\ud800\x85", "\\u202e\\U000e0041\\ud800\\x85"),
    ],
)
def test_what_cannot_be_seen_is_spelled(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "letter", ["\x1b", "\x85", "\u00ad", "\u061c", "\u200d", "\u2028", "\u2029", "\u202e", "\ufff9", "\U000e0041"]
)
@pytest.mark.parametrize("text", ["-- {} a remark", 'resource coin "{}"'])
def test_rules_hold_nothing_that_cannot_be_seen(text: str, letter: str) -> None:
    assert [fault.code for fault in scan(text.format(letter), "t.rules").faults] == ["E0104"]


USED_NAMES = sorted({token.text for text in ruleset("classic").values() for token in words(text)[0] if token.type == "NAME"})


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gian", "gain"), ("gai", "gain"), ("again", "gain"), ("gaim", "gain"), ("GAIN", "gain"), ("nto", "not"),
        ("for_each", "foreach"), ("xyzzy", None), ("", None), ("x", None),
    ],
)  # fmt: skip
def test_a_slip_of_a_word_is_recognised(word: str, meant: str | None) -> None:
    assert nearest(word, ["gain", "gains", "not", "no", "foreach", "if"]) == meant


def test_a_word_is_not_suggested_for_itself() -> None:
    assert nearest("gain", ["gain"]) is None


def test_the_order_of_the_candidates_does_not_matter() -> None:
    candidates = ["abcx", "abcy", "abc", "abcde"]
    assert {nearest("abcd", order) for order in (candidates, candidates[::-1], set(candidates))} == {"abcx"}


@pytest.mark.slow
def test_single_slips_in_real_names_are_nearly_always_mended() -> None:
    rng = random.Random(1)
    tried = right = 0
    while tried < 300:
        name = rng.choice(USED_NAMES)
        i, letter = rng.randrange(len(name)), rng.choice(ascii_lowercase)
        swapped = name[:i] + name[i + 1 : i + 2] + name[i : i + 1] + name[i + 2 :]
        slipped = rng.choice((name[:i] + name[i + 1 :], name[:i] + letter + name[i:], name[:i] + letter + name[i + 1 :], swapped))
        if slipped not in USED_NAMES:
            tried += 1
            right += nearest(slipped, USED_NAMES) == name
    assert right >= 0.9 * tried


@pytest.mark.slow
def test_random_words_have_no_suggestion() -> None:
    rng = random.Random(1)
    nonsense = ["".join(rng.choices(ascii_lowercase, k=rng.randint(3, 12))) for _ in range(300)]
    assert sum(nearest(word, USED_NAMES) is None for word in nonsense) >= 0.95 * len(nonsense)
