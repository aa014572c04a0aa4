"""JSON from outside: the standard library's values, with places, and nothing it lets through that we do not want."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from caylus.diagnostics.render import first_hidden
from caylus.documents import json_text
from hypothesis import given, strategies as st
from support.coins import places
from support.effort import limit_calls


def test_every_value_and_its_key_have_a_place() -> None:
    text = '{\n  "a": [1, {"b": "x"}],\n  "c": {}\n}\n'
    document, found = json_text.read(text, "a.json")
    assert document is not None
    assert found == ()
    assert document.value == json.loads(text)
    assert str(document.nearest_span("a", 0)) == "a.json:2:9"
    assert str(document.nearest_span("a", 1, "b")) == "a.json:2:18"
    assert str(document.key("a", 1, "b")) == "a.json:2:13"
    assert str(document.nearest_span("c")) == "a.json:3:8"
    assert str(document.nearest_span()) == "a.json:1:1"


def test_a_key_that_stands_twice_is_shown_with_the_first() -> None:
    _, found = json_text.read('{"a": 1,\n "b": {"a": 2},\n "a": 3}', "a.json")
    assert places(found) == [("E0607", 3, 2)]
    assert [str(note.span) for note in found[0].notes] == ["a.json:1:2"]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "E0604", 1, 1),
        ('{"a": ', "E0604", 1, 7),
        ('{"a": 1\n', "E0604", 2, 1),
        ("{'a': 1}", "E0604", 1, 2),
        ("[1] 2", "E0604", 1, 5),
    ],
)
def test_what_is_not_json_is_refused_where_it_ends_to_be(text: str, code: str, line: int, column: int) -> None:
    document, found = json_text.read(text, "a.json")
    assert document is None
    assert places(found) == [(code, line, column)]


@pytest.mark.parametrize("text", ["1.5", "1.0", "1e9", "NaN", "Infinity", "9" * 100_000], ids=lambda text: text[:9])
def test_a_number_that_is_not_whole_or_monstrous_is_no_int_and_no_float(text: str) -> None:
    document, _ = json_text.read(f"[{text}]", "a.json")
    assert document is not None
    assert not isinstance(document.value[0], int | float)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "E0605"),
        ('{"a":' * 100_000, "E0605"),
        ("[" * 100_000 + "]" * 100_000, "E0605"),
        ("[" + "1," * 60_000 + "1]", "E0605"),
        (" " * 9_000_000, "E0603"),
        ('"' + "x" * 5_000_000, "E0604"),
        ('"' + '\\"' * 2_000_000, "E0604"),
    ],
    ids=lambda text: f"{text[:9]!r}…",
)
def test_what_is_made_to_exhaust_the_reader_is_refused_at_once(text: str, code: str) -> None:
    with limit_calls(1_000):
        document, found = json_text.read(text, "a.json")
    assert document is None
    assert [fault.code for fault in found] == [code]


def test_how_deep_a_text_may_be_does_not_depend_on_what_python_allows() -> None:
    allowed = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        document, found = json_text.read('{"a":' * 5_000 + "1" + "}" * 5_000, "a.json")
    finally:
        sys.setrecursionlimit(allowed)
    assert document is None
    assert [fault.code for fault in found] == ["E0605"]


def test_brackets_in_texts_and_side_by_side_are_no_depth() -> None:
    document, _ = json_text.read('["' + '[\\"{' * 500 + '"' + ", [{}]" * 500 + "]", "a.json")
    assert document is not None


@pytest.mark.slow
def test_a_place_in_a_large_file_takes_few_calls() -> None:
    text = json.dumps([{"key": list(range(50))} for _ in range(900)])
    document, _ = json_text.read(text, "a.json")
    assert document is not None
    with limit_calls(2_000_000):
        assert document.nearest_span(899, "key", 49) is not None


_SEEN = st.text(
    st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"], exclude_characters="\ufffe\uffff") | st.just("\n")
).filter(lambda text: first_hidden(text) is None)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | _SEEN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_SEEN, inner, max_size=4),
    max_leaves=15,
)


@pytest.mark.slow
@given(_VALUES, st.sampled_from([None, 2]), st.booleans())
def test_the_text_at_each_place_is_the_value_that_stands_there(value: object, indent: int | None, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    document, _ = json_text.read(text, "a.json")
    assert document is not None
    lines = text.split("\n")
    for pointer, place in document.places().items():
        expected: object = document.value
        for step in pointer:
            expected = expected[step]  # type: ignore[index]
        there = lines[place.value.line - 1][place.value.column - 1 : place.value.end_column - 1]
        if isinstance(expected, dict | list):
            assert there in ("{", "[")
        else:
            assert json.loads(there) == expected


def test_the_module_reads_no_files() -> None:
    assert "open(" not in Path(json_text.__file__).read_text(encoding="utf-8")
