"""What nobody can see has no place in a text, and is spelled out where it is shown."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from caylus.diagnostics.render import first_hidden, is_line, visible
from caylus.parser.lexer import scan
from hypothesis import given, strategies as st

HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


@pytest.mark.nightly
def test_what_the_standard_calls_control_format_separator_or_half_a_letter_is_hidden() -> None:
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    seen = [letter for letter in letters if not first_hidden(letter)]
    assert [letter for letter in seen if unicodedata.category(letter) in HIDDEN] == ["\t", "\n"]
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
