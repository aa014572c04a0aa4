"""One run reports every fault of a text, each once, where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.parser.lexer import scan
from caylus.parser.parse import parse
from caylus.parser.tokens import LINE_END
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
