"""Laying out changes nothing but the layout, whatever the text; a second time it changes nothing at all."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from caylus import formatter as formatting, syntax
from caylus.diagnostics.diagnostic import RulesetError
from caylus.formatter import UnsafeFormat, format_text
from caylus.parser.parse import parse
from hypothesis import given, settings, strategies as st

from .programs import program

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
SHIPPED = sorted([*PROJECT.glob("rulesets/**/*.rules"), *PROJECT.glob("tests/games/**/*.rules")])
PROGRAMS = int(os.environ.get("CAYLUS_PROGRAMS", "60"))


def assert_only_the_layout_changes(text: str) -> None:
    result = format_text(text, "x.rules")
    before, after = parse(text, "x.rules")[0], parse(result, "x.rules")[0]
    assert syntax.same(before.definitions, after.definitions)
    assert [comment.text for comment in before.comments] == [comment.text for comment in after.comments]
    assert format_text(result, "x.rules") == result
    assert [line for line in result.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(PROJECT)))
def test_shipped_rules_are_laid_out_as_they_should_be(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert format_text(text, file.name) == text


@pytest.mark.nightly
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(PROJECT)))
def test_rules_without_any_layout_keep_what_they_say(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert_only_the_layout_changes("\n".join(line.strip() for line in text.splitlines()))


@pytest.mark.nightly
@settings(max_examples=PROGRAMS)
@given(st.integers(0, 2**64), st.integers(1, 4))
def test_any_program_keeps_what_it_says_and_its_comments(seed: int, definitions: int) -> None:
    text = program(Random(seed), definitions)
    assert parse(text, "x.rules")[1] == ()
    assert_only_the_layout_changes(text)


@pytest.mark.parametrize("text", ["resource", "action a() {", 'say "', "}", "resource a\nresource", "constant a = 9999999"])
def test_a_text_with_faults_is_not_laid_out(text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        format_text(text, "x.rules")
    assert caught.value.diagnostics == parse(text, "x.rules")[1]


@pytest.mark.nightly
def test_a_text_that_would_become_too_large_is_not_laid_out() -> None:
    text = "action a() { " + "if x { " * 60 + "stop, " * 30_000 + "stop" + " }" * 61
    with pytest.raises(RulesetError) as caught:
        format_text(text, "x.rules")
    assert [fault.code for fault in caught.value.diagnostics] == ["E0102"]


@pytest.mark.parametrize("damage", ["say", "-- why"], ids=["a word", "a comment"])
def test_a_layout_that_lost_anything_is_refused(damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = formatting.align_columns
    monkeypatch.setattr(
        formatting, "align_columns", lambda lines: whole(lines).replace(damage, "let x =" if damage == "say" else "--")
    )
    with pytest.raises(UnsafeFormat):
        format_text('action a() { say "a" } -- why\n', "x.rules")
