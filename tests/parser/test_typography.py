"""Signs of word processors and numbers of other languages are named, and mended where one answer is right."""

from __future__ import annotations

import unicodedata
from functools import cache

import pytest
from caylus.diagnostics import Diagnostic, apply_fixes
from caylus.diagnostics.render import first_hidden
from caylus.parser.lexer import scan, set_right
from caylus.parser.parse import parse
from caylus.signs import find_lookalike


@cache
def list_signs() -> list[str]:
    """Every sign beyond ASCII that has a meaning."""
    return [chr(number) for number in range(0x80, 0x110000) if unicodedata.category(chr(number)) not in ("Cn", "Co", "Cs")]


def mend(text: str) -> tuple[str, list[Diagnostic]]:
    faults = [fault for fault in parse(text, "a.rules")[1] if fault.code == "E0105"]
    return apply_fixes(text, "a.rules", [fault.fix for fault in faults if fault.fix]), faults


@pytest.mark.parametrize("sign", ["−", "–", "﹣", "－"])
def test_a_minus_of_a_word_processor_is_mended(sign: str) -> None:
    text, [fault] = mend(f"constant a = 10 {sign} 2\n")
    assert text == "constant a = 10 - 2\n"
    assert fault.message == f"the language has no `{sign}` (U+{ord(sign):04X})"
    assert str(fault.span) == "a.rules:1:17"


def test_every_lookalike_is_named_by_its_number_and_mended_to_what_it_looks_like() -> None:
    wrong = []
    lookalikes = set("+-*/%<>=()[]{},.:|")
    signs = [sign for sign in list_signs() if find_lookalike(sign) in lookalikes and unicodedata.category(sign)[0] != "M"]
    for sign in signs:
        text, faults = mend(f"constant a = 1 {sign} 1")
        if text != f"constant a = 1 {find_lookalike(sign)} 1" or not any(
            f"U+{ord(sign):04X}" in fault.message for fault in faults
        ):
            wrong.append((sign, text))
    assert len(signs) > 100
    assert [(sign, text) for sign, text in wrong if sign not in "∙⋅·—‚"] == []  # a product, a comment, a quote


def test_every_blank_and_every_digit_is_mended() -> None:
    blanks = [sign for sign in list_signs() if find_lookalike(sign) == " " and not first_hidden(sign)]
    digits = [sign for sign in list_signs() if unicodedata.decimal(sign, None) is not None]
    for sign in blanks:
        assert mend(f"constant{sign}a = 8")[0] == "constant a = 8", hex(ord(sign))
    for sign in digits:
        assert mend(f"constant a = 1{sign}0")[0] == f"constant a = 1{unicodedata.decimal(sign)}0", hex(ord(sign))
    assert len(blanks) > 10
    assert len(digits) > 500


def test_a_name_with_letters_of_other_scripts_has_one_fault() -> None:
    letters = [sign for sign in list_signs() if sign.isalpha() and find_lookalike(sign).isalpha()]
    for sign in letters[:: len(letters) // 300]:
        faults = parse(f"constant a{sign}b = 8", "a.rules")[1]
        assert [fault.code for fault in faults] == ["E0105"], hex(ord(sign))
        assert f"U+{ord(sign):04X}" in faults[0].message


def test_any_other_sign_has_help_and_leaves_the_rest_to_be_read() -> None:
    for sign in [sign for sign in list_signs()[:: max(1, len(list_signs()) // 400)] if not first_hidden(sign)]:
        file, faults = parse(f"constant a = 1 {sign}\nconstant b = 2\n", "a.rules")
        assert faults, hex(ord(sign))
        assert all(fault.help or fault.fix for fault in faults if fault.code == "E0105"), hex(ord(sign))
        assert file.definitions[-1].span.line == 2, hex(ord(sign))


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("x ≠ 3", "x is not 3"),
        ("x≠3", "x is not 3"),
        ("x ≤ 3 and x ≥ 2", "x <= 3 and x >= 2"),
        ("2×3 ÷ 1", "2*3 / 1"),
        ("x ∈ list", "x is in list"),
        ("max（1， 2）", "max(1, 2)"),
    ],
)
def test_signs_of_mathematics_become_words_and_signs_of_ours(text: str, instead: str) -> None:
    assert mend(f"value v(x) = {text}")[0] == f"value v(x) = {instead}"


@pytest.mark.parametrize(
    ("number", "instead"),
    [
        ("1_000", "1000"),
        ("1,000", "1000"),
        ("1,000,000", "1000000"),
        ("1'000", "1000"),
        ("1’000", "1000"),
        ("1\u00a0000", "1000"),
        ("0x8", "8"),
        ("0b101", "5"),
        ("0o17", "15"),
        ("8e1", "80"),
        ("1E3", "1000"),
        ("1.5", None),
        ("1.5e1", None),
        ("1e-3", None),
        ("50%", None),
        ("½", None),
        ("2½", None),
    ],
)
def test_a_number_of_another_language_is_told_as_a_number(number: str, instead: str | None) -> None:
    text, [fault] = mend(f"constant a = {number}\nconstant b = 2")
    assert fault.message == f"`{number}` is no number of the language"
    assert text == f"constant a = {instead or number}\nconstant b = 2"
    assert [fault.code for fault in parse(f"constant a = {number}\nconstant b = 2", "a.rules")[1]] == ["E0105"]


@pytest.mark.parametrize(
    "text",
    ["scale s = [8,100]", "value v(x) = max(1,200)", "constant a = 50 % 7", 'constant a "1,000 – 1.5"', "| 1.5 × 2", "-- 1_000 … ½", "constant a = 3 -- x", "constant a1 = 2", "constant a_1_000 = 2", "value v(x) = (5 %\n  3)"],
)  # fmt: skip
def test_what_is_right_stays(text: str) -> None:
    result = set_right(text, "a.rules")
    assert (result.text, result.faults) == (text, [])


def test_behind_a_sign_of_another_length_columns_are_those_of_the_text() -> None:
    line = "if x ≠ 3 and u\u0308ber≤1_000 or 石 is 5 { }"
    tokens = [token for token in scan(f"{line}\n{line}", "a.rules").tokens if token.text in ("if", "3", "and", "or", "5", "{")]
    assert [(token.line, token.column) for token in tokens] == [
        (number, line.index(text) + 1) for number in (1, 2) for text in ("if", "3", "and", "or", "5", "{")
    ]


def test_a_conflict_of_git_is_told_as_one() -> None:
    text = "<<<<<<< HEAD\nconstant a = 1\n||||||| base\n=======\nconstant a = 2\n>>>>>>> theirs\n"
    faults = parse(text, "a.rules")[1]
    assert [(fault.message, fault.span and fault.span.line) for fault in faults] == [
        ("here is a conflict that Git could not merge", line) for line in (1, 3, 4, 6)
    ]
