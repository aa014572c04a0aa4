"""The grammar is unambiguous, the table beside it is its own, and a keyword is a whole word."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from caylus.parser.lalr_tables import generate, tables

from .shape import expression, faults, statement

GRAMMAR = files("caylus.parser").joinpath("grammar.lark").read_bytes()


@pytest.mark.slow
def test_the_grammar_has_no_conflicts_and_no_colliding_terminals() -> None:
    assert generate(GRAMMAR, strict=True) == generate(GRAMMAR)


def test_the_table_beside_the_grammar_belongs_to_it() -> None:
    kept = json.loads(files("caylus.parser").joinpath("grammar.json").read_bytes())
    assert kept == generate(GRAMMAR), "run python -m caylus.parser.lalr_tables"


@pytest.mark.parametrize("word", sorted(tables().keywords))
def test_a_keyword_does_not_glue_to_what_follows(word: str) -> None:
    assert expression(f"{word}x") == f"{word}x"
    assert expression(f"x{word}") == f"x{word}"
    assert expression(f"{word}_1") == f"{word}_1"
    assert expression(word.upper()) == word.upper()


@pytest.mark.parametrize("word", sorted(tables().keywords))
def test_a_keyword_is_no_name(word: str) -> None:
    assert faults(f"resource {word}\n") == [(1, "E0115")]


def test_blanks_and_line_ends_of_any_system_separate_alike() -> None:
    plain = "action a() {\n  gain 1 coin\n  stop\n}\n"
    for text in (plain.replace("\n", "\r\n"), plain.replace("  ", "\t"), plain.replace("\n", " \n\n")):
        assert faults(text) == []
    assert statement("gain\t1   coin") == statement("gain 1 coin")
