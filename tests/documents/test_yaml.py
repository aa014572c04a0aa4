"""YAML from outside: read plainly, and refused with a code and a place where it is more than plain."""

from __future__ import annotations

import pytest
import yaml
from caylus.documents import yaml_text
from caylus.documents.document import Document
from support.coins import places
from support.effort import limit_calls


def read(text: str) -> Document:
    document, found = yaml_text.read(text, "a.yaml")
    assert document is not None
    assert found == ()
    return document


def codes(text: str) -> list[str]:
    return [fault.code for fault in yaml_text.read(text, "a.yaml")[1]]


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs with the parser in C, where there is one, and with the one in Python."""
    monkeypatch.setattr(yaml_text, "_LOADER", getattr(yaml, request.param, yaml.SafeLoader))


def test_mappings_lists_texts_numbers_and_flags_are_what_they_look_like() -> None:
    text = "a: word\nb: [1, -20, 0]\nc: {d: true, e: false}\nf:\ng: 'quoted'\nh: |\n  two\n  lines\n"
    assert read(text).value == {
        "a": "word",
        "b": [1, -20, 0],
        "c": {"d": True, "e": False},
        "f": None,
        "g": "quoted",
        "h": "two\nlines\n",
    }


@pytest.mark.parametrize(
    "word", ["no", "off", "yes", "ON", "010", "1:30", "2024-01-01", "1_000", "0x1F", "1e3", "1.5", ".inf", "-0", "="]
)
def test_words_that_yaml_takes_for_something_else_stay_text(word: str) -> None:
    assert read(f"- {word}").value == [word]


def test_quotes_make_a_number_a_text() -> None:
    assert read("['1', \"true\", '']").value == ["1", "true", ""]


def test_keys_are_always_text() -> None:
    assert read("1: a\nno: b\n").value == {"1": "a", "no": "b"}


def test_an_empty_file_is_empty() -> None:
    assert read("# nothing but a comment\n").value is None


def test_every_value_and_its_key_have_a_place() -> None:
    document = read("name: x\nlist:\n  - first\n  - {deep: 7}\nmany: |\n  lines\n")
    assert str(document.nearest_span("name")) == "a.yaml:1:7"
    assert str(document.key("name")) == "a.yaml:1:1"
    assert str(document.nearest_span("list", 1, "deep")) == "a.yaml:4:12"
    assert str(document.key("list", 1, "deep")) == "a.yaml:4:6"
    assert str(document.nearest_span("many")) == "a.yaml:5:7"
    assert str(document.nearest_span()) == "a.yaml:1:1"


def test_a_value_that_is_not_there_is_shown_where_it_would_be() -> None:
    document = read("list:\n  - a: 1\n")
    assert str(document.nearest_span("list", 0, "b")) == "a.yaml:2:5"
    assert str(document.nearest_span("list", 7)) == "a.yaml:2:3"


def test_columns_count_letters_not_bytes() -> None:
    assert str(read("{é日: x}").nearest_span("é日")) == "a.yaml:1:6"


def test_a_key_that_stands_twice_is_shown_with_the_first_and_the_first_counts() -> None:
    document, found = yaml_text.read("a: 1\nb: 2\na: {b: 3}\n", "a.yaml")
    assert document is not None
    assert document.value == {"a": 1, "b": 2}
    assert places(found) == [("E0607", 3, 1)]
    assert [str(note.span) for note in found[0].notes] == ["a.yaml:1:1"]


def test_every_key_that_stands_twice_is_found_in_one_run() -> None:
    assert codes("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n") == ["E0607"] * 3


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: &x 1", "E0606", 1, 4),
        ("a: 1\nb: *x", "E0606", 2, 4),
        ("a: 1\n<<: {b: 2}", "E0606", 2, 1),
        ("a: !!python/object/apply:os.system ['x']", "E0606", 1, 4),
        ("a: !!str 1", "E0606", 1, 4),
        ("a: ! x", "E0606", 1, 4),
        ("!!set {a, b}", "E0606", 1, 1),
        ("a: 1\n---\nb: 2", "E0606", 2, 1),
        ("%YAML 1.1\n---\na: 1", "E0606", 1, 1),
        ("%TAG ! tag:x:\n---\na: 1", "E0606", 1, 1),
        ("? [a]\n: 1", "E0608", 1, 3),
        ("{{a: 1}: 2}", "E0608", 1, 2),
        ("a: 'never closed", "E0604", 1, 17),
        ("a: [1, 2", "E0604", 1, 9),
        ("a: b: c", "E0604", 1, 5),
        ("a:\n\t- b", "E0604", 2, 1),
        ("a: @b", "E0604", 1, 4),
        ("é: \x07", "E0614", 1, 4),
        ("a: \x00", "E0614", 1, 4),
        ("a: b\u2028  c", "E0614", 1, 5),
        ("a: b # \u202e", "E0614", 1, 8),
        ("  a: 1\nb: 2", "E0604", 2, 1),
    ],
)
def test_what_is_more_than_plain_is_refused_where_it_stands(text: str, code: str, line: int, column: int) -> None:
    document, found = yaml_text.read(text, "a.yaml")
    assert document is None
    assert places(found) == [(code, line, column)]


def bomb(levels: int) -> str:
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, levels)]
    return "\n".join(lines)


def merges(levels: int) -> str:
    return "\n".join(["m0: &m0 {a: 1}", *(f"m{i}: &m{i}\n  <<: [*m{i - 1}, *m{i - 1}, *m{i - 1}]" for i in range(1, levels))])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000,
        "? " * 2_000,
        "a:\n" + "".join(" " * i + "b:\n" for i in range(1, 400)),
        bomb(8),
        merges(8),
        "[" + "x," * 21_000 + "]",
        "x" * 10_000_000,
    ],
    ids=lambda text: f"{text[:12]!r}…",
)
def test_what_is_made_to_exhaust_the_reader_is_refused_at_once(text: str) -> None:
    with limit_calls(8_000_000):
        document, found = yaml_text.read(text, "a.yaml")
    assert document is None
    assert found
    assert {fault.code for fault in found} <= {"E0603", "E0604", "E0605", "E0606", "E0608"}
