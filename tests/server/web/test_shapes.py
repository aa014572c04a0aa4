"""Whatever strangers send is either what was asked for, or a sentence that says what is wrong with it."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.shapes import Files, Flag, Label, LabelText, Object, Objects, Range, Text, Texts, TokenText, read_fields
from caylus_tools.server.web.calls import read_object
from hypothesis import given, strategies as st

ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b"{",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1.5}',
        b'{"a": 1e9}',
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 2}}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": 9999999999999999999}',
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"[" * 100_000,
    ],
    ids=lambda data: data[:20].decode("latin-1"),
)
def test_what_is_no_plain_object_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as raised:
        read_object(data)
    assert raised.value.code == "malformed"


def read_any(
    text: str,
    number: int,
    flag: bool = False,
    names: Annotated[list[str], Texts(3)] = (),  # type: ignore[assignment]
    label: LabelText | None = None,
    files: Annotated[dict[str, str], Files(3, 100)] | None = None,
) -> None:
    """Fields of many shapes."""


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(["text", "number", "flag", "names", "label", "files", "x"]), ANY))
def test_fields_of_any_shape_are_taken_or_refused(values: dict[str, object]) -> None:
    try:
        taken = read_fields(read_any, read_object(json.dumps(values).encode()))
    except Refused as refusal:
        assert refusal.code == "malformed"
    else:
        json.dumps(taken, ensure_ascii=False).encode()  # all of it can be stored


@pytest.mark.parametrize("text", ["a\0b", "a\x1bb", "\ud800", "line\nline", "a\u202eb"])
def test_what_cannot_be_stored_or_shown_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="cannot be shown"):
        Text().read(text, "a")


def test_rules_have_lines() -> None:
    assert Text(lines=True).read("one\n\ttwo\r\n", "a") == "one\n\ttwo\r\n"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("n" * 25, "is 25 letters long; the most are 24"),
        ("a\u202eb", "cannot be shown"),
        ("a\u200bb", r"U\+200B, which cannot be seen"),
        ("a\u200db", r"U\+200D, which cannot be seen"),
    ],
)
def test_a_name_of_a_person_is_refused_with_the_reason(wrong: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Label().read(wrong, "a")


def test_names_of_people_have_one_form_and_may_be_left_out() -> None:
    assert Label().read("  Zoe\u0308 ", "a") == "Zo\u00eb"
    assert Label().read("Z" + "\u0335" * 90, "a") == "Z" + "\u0335" * 4
    assert Label().read("\u3164", "a") == ""


def test_true_is_no_number_and_a_number_no_flag() -> None:
    for shape, value in ((Range(), True), (Flag(), 1)):
        with pytest.raises(Refused):
            shape.read(value, "a")


def read_pair(left: int, right: Annotated[int, Range(0, 9)] = 1) -> tuple[int, int]:
    return left, right


def read_order(
    seat: str,
    key: TokenText | None,
    kind: Literal["one", "two"] = "one",
    *,
    pair: Annotated[tuple[int, int], Object(read_pair)],
    more: Annotated[list[tuple[int, int]], Objects(read_pair, 2)],
    round_: int = 0,
    label: LabelText | None = None,
) -> tuple[object, ...]:
    return seat, key, kind, pair, more, round_, label


def test_the_parameters_of_a_function_are_the_fields_of_a_request() -> None:
    fields = {"seat": "Red", "key": None, "pair": {"left": 2}, "more": [{"left": 3, "right": 4}], "round": 5, "label": " Zoë "}
    assert read_order(**read_fields(read_order, fields)) == ("Red", None, "one", (2, 1), [(3, 4)], 5, "Zoë")


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"seat": 1}, "“seat” has to be a text"),
        ({"key": "a b"}, "“key” has to be 1 to 64 letters and digits"),
        ({"kind": "three"}, "“kind” has to be one of one, two"),
        ({"pair": {"left": 2, "right": 10}}, r"“pair\.right” has to be a whole number from 0 to 9"),
        ({"more": [{}]}, r"“more\.left” has to be a whole number"),
        ({"pair": {"left": 2, "other": 1}}, r"“pair\.other” is nothing that is asked for here"),
        ({"round_": 1}, "“round_” is nothing that is asked for here"),
    ],
)
def test_a_parameter_that_a_request_does_not_fit_is_named(wrong: dict[str, object], text: str) -> None:
    fields: dict[str, object] = {"seat": "Red", "pair": {"left": 2}, "more": []}
    with pytest.raises(Refused, match=text):
        read_fields(read_order, fields | wrong)
