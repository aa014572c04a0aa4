"""One run reports every fault of a text, each once, where it is; signs of word processors are named and mended."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest
from caylus.diagnostics import Diagnostic, apply_fixes
from caylus.diagnostics.render import first_hidden
from caylus.parser.lexer import scan, set_right
from caylus.parser.parse import parse
from caylus.parser.tokens import LINE_END
from caylus.signs import find_lookalike
from hypothesis import given, strategies as st

from .seeding import Seed, are_in_two_definitions, are_on_two_lines, misnomer, ruleset, trial, with_seeds
from .shape import faults

SHIPPED = [text for name in ("classic", "1303") for text in ruleset(name).values()]


def message(text: str) -> str:
    """What is said of the only fault of a text."""
    (fault,) = parse(text, "t.rules")[1]
    return f"{fault.message}; {fault.help}" if fault.help else fault.message


def wrap_in_block(text: str) -> str:
    return f"action a(player) {{\n  {text}\n}}\n"


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("change sequence a = b", "`replace sequence …`"),
        ("change sequence a = b", "`add … to … before …`"),
        ("replace option a { }", "`change action … { replace option … }`"),
    ],
)
def test_another_verb_is_named_where_one_does_not_go_with_a_definition(text: str, verb: str) -> None:
    assert verb in message(text + "\n")


SAID = []
for _part in Path(__file__).with_name("mistakes.txt").read_text("utf-8").split("\n== ")[1:]:
    _sort, *_lines = _part.strip("\n").split("\n")
    SAID += [(_sort, text, said.strip()) for text, said in zip(_lines[::2], _lines[1::2], strict=True)]


@pytest.mark.parametrize(("sort", "text", "said"), SAID)
def test_a_fault_is_explained(sort: str, text: str, said: str) -> None:
    text = text.replace("//", "\n")
    assert message(wrap_in_block(text) if sort == "statement" else f"{text}\n") == said


def test_faults_of_other_statements_and_definitions_are_all_found() -> None:
    text = (
        "action a() {\n  gian 1 coin\n  if x {\n    set x to\n  }\n  do f(1))\n}\n"
        "resource coin coin\n"
        "acton b() {\n  for each x im xs {\n    stop\n    stop stop\n  }\n}\n"
    )
    assert faults(text) == [(2, "E0114"), (4, "E0101"), (6, "E0108"), (8, "E0101"), (9, "E0114"), (10, "E0101"), (12, "E0101")]


def test_a_missing_brace_is_told_by_the_indentation() -> None:
    text = "action a() {\n  if x {\n    stop\n  clear hand\n  gian 1 coin\n}\nresource coin\n"
    _, (unclosed, misspelt) = parse(text, "t.rules")
    assert (unclosed.code, unclosed.message) == ("E0107", "this `{` is not closed")
    assert unclosed.span is not None
    assert (unclosed.span.line, unclosed.span.column) == (2, 8)
    assert [(note.span.line, note.span.column) for note in unclosed.notes if note.span] == [(4, 3)]
    assert misspelt.code == "E0114"


def test_a_brace_too_many_is_told_by_the_indentation() -> None:
    assert faults("action a() {\n  if x { stop } }\n  clear hand\n}\nresource coin\n") == [(2, "E0108")]


def test_a_brace_missing_at_the_end_of_a_definition_does_not_swallow_the_next() -> None:
    file, found = parse("action a() {\n  stop\n\nresource coin\nresource apple\n", "t.rules")
    assert [(fault.code, fault.span.line) for fault in found if fault.span] == [("E0107", 1)]
    assert len(file.definitions) == 2


def test_an_open_parenthesis_is_told_where_it_stands() -> None:
    assert faults(wrap_in_block("do f(a, (b)\n  gain 1 coin")) == [(2, "E0107")]


def test_an_open_text_does_not_hide_the_brace_after_it() -> None:
    assert faults(wrap_in_block('choose "What? {\n    option x { stop }\n  }')) == [(2, "E0106")]


def test_the_block_of_a_faulty_head_is_still_read() -> None:
    assert faults(wrap_in_block("for each in xs {\n    stop\n    set x to\n  }")) == [(2, "E0101"), (4, "E0101")]


def test_a_text_that_is_not_indented_has_its_first_fault_reported() -> None:
    text = "action a() {\nplayer gains 1 coin\n}\naction b() {\nset x to\nplayer gains 1 coin\ngain gain\n}\n"
    assert faults(text) == [(5, "E0101")]


def test_good_definitions_beside_a_faulty_one_are_read() -> None:
    file, _ = parse("resource coin\naction a() { gian 1 penny }\nresource apple\n", "t.rules")
    assert len(file.definitions) == 2


def test_the_names_of_a_definition_that_cannot_be_read_are_remembered() -> None:
    file, _ = parse("kind hut plural huts { cost payment, left left left }\n", "t.rules")
    assert file.unread == {"hut", "huts", "cost", "payment", "left"}


@pytest.mark.nightly
def test_no_message_shows_the_inside_of_the_parser() -> None:
    for text in SHIPPED:
        for cut in range(0, len(text), 397):
            for fault in parse(text[:cut], "t.rules")[1]:
                own_words = " ".join(fault.message.split("`")[::2])
                assert "_" not in own_words
                assert own_words == own_words.lower()


@pytest.mark.nightly
def test_faults_sown_into_the_shipped_rulesets_are_found() -> None:
    tally = trial(4, are_in_two_definitions)
    assert tally.near >= 0.99 * tally.seeds
    assert tally.exact >= 0.90 * tally.seeds
    assert tally.spurious <= 1  # of 48; the bar, one in a hundred, takes more of them


@pytest.mark.nightly
def test_names_misspelt_in_the_shipped_rulesets_are_found_and_guessed() -> None:
    tally = trial(2, are_on_two_lines, (misnomer,))
    assert tally.exact >= 0.90 * tally.seeds  # a few stand in what another one has made unclear
    assert tally.spurious <= 1
    assert tally.mended >= 0.90 * tally.names


@pytest.mark.nightly
def test_faults_sown_close_to_one_another_are_found() -> None:
    tally = trial(4, are_on_two_lines)
    assert tally.near >= 0.9 * tally.seeds  # of 48 seeds a few stand in the same statement as another
    assert tally.exact >= 0.90 * tally.seeds
    assert tally.spurious <= 1


CHUNKS = [chunk for text in SHIPPED for chunk in text.split("\n\n") if chunk.strip()]


@pytest.mark.slow
@given(st.data())
def test_every_word_of_a_text_without_faults_stands_in_a_definition(data: st.DataObject) -> None:
    lines = "\n".join(data.draw(st.lists(st.sampled_from(CHUNKS), min_size=1, max_size=2))).split("\n")
    words = data.draw(st.sampled_from(lines)).split()
    cut = data.draw(st.integers(0, len(words)))
    strays = data.draw(st.sampled_from([["zzz"], ["4"], words[:cut], words[cut:]]))
    lines.insert(data.draw(st.integers(0, len(lines))), data.draw(st.sampled_from(["", "  ", "    "])) + " ".join(strays))
    text = "\n".join(lines)
    file, found = parse(text, "t.rules")
    if not found:
        spans = [definition.span for definition in file.definitions]
        for token in scan(text, "t.rules").tokens:
            at = token.line, token.column
            is_read = any((s.line, s.column) <= at < (s.end_line, s.end_column) for s in spans)
            assert is_read or token.type == LINE_END


@pytest.mark.slow
def test_what_cannot_be_read_is_a_fault_even_where_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus.parser.parse.find_faults", lambda part, path, known: [])
    assert message("resource coin\n\nacton a() {\n}\n") == "this definition cannot be read"


SCRAPS = st.sampled_from(
    [*'{}()[]=,.:|"+-*<>;\n\\é\t', "  ", "\n}\n", "--", "action ", "x ", "3 ", " in ", "is not", '"', "\x00"]
)


@pytest.mark.slow
@given(
    st.sampled_from(SHIPPED), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.text(max_size=3) | SCRAPS), max_size=12)
)
def test_no_mutation_of_a_text_breaks_the_parser(text: str, edits: list[tuple[float, int, str]]) -> None:
    for where, length, scrap in edits:
        start = int(where * len(text))
        text = with_seeds(text, [Seed("", 0, 0, start, start + length, scrap)])
    file, found = parse(text, "t.rules")
    assert file.definitions or found or file.comments or not text.strip()
    lines = text.split("\n")
    for fault in found:
        assert fault.message
        assert fault.span is not None
        assert 1 <= fault.span.line <= len(lines)
        assert (fault.span.line, fault.span.column) < (fault.span.end_line, fault.span.end_column)


@pytest.mark.slow
@pytest.mark.parametrize("cut", range(0, 2000, 37))
def test_a_text_cut_short_anywhere_has_its_fault_near_the_cut(cut: int) -> None:
    text = SHIPPED[-1][:cut]
    for fault in parse(text, "t.rules")[1]:
        assert fault.span is not None
        assert text.count("\n") - fault.span.line < 14


@pytest.mark.slow
def test_parsing_is_the_same_every_time(tmp_path: Path) -> None:
    text = SHIPPED[0].replace("gain", "gian").replace("{ ", "{ { ")
    assert parse(text, str(tmp_path)) == parse(text, str(tmp_path))


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


@pytest.mark.slow
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
