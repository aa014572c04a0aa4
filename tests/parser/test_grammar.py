"""The grammar is unambiguous, what lies beside it was made of it, and a keyword is a whole word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files

import pytest
from caylus.parser import grammar, lalr
from caylus.parser.lalr import keywords, serialize_grammar

from .shape import expression, faults, statement

SHIPPED = files("caylus.parser").joinpath("grammar.json")


@pytest.mark.slow
def test_the_grammar_has_no_conflicts_and_no_colliding_terminals() -> None:
    assert serialize_grammar(strict=True) == serialize_grammar()


def test_what_is_shipped_with_the_grammar_was_made_of_it() -> None:
    assert json.loads(SHIPPED.read_bytes()) == json.loads(json.dumps(serialize_grammar())), "run python -m caylus.parser.lalr"


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_process_makes_the_same_of_the_grammar(seed: str) -> None:
    program = "import json; from caylus.parser.lalr import serialize_grammar; print(json.dumps(serialize_grammar(), separators=(',', ':')))"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    made = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert made.stdout == SHIPPED.read_text(encoding="utf-8")


def test_what_was_made_of_another_grammar_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = grammar.text() + "\n// another\n"
    monkeypatch.setattr(grammar, "text", lambda: changed)
    assert grammar.load_shipped() is None
    parser = lalr._lark.__wrapped__()
    assert {terminal.name for terminal in parser.terminals} == {terminal.name for terminal in lalr._lark().terminals}


@pytest.mark.parametrize("word", sorted(keywords()))
def test_a_keyword_does_not_glue_to_what_follows(word: str) -> None:
    assert expression(f"{word}x") == f"{word}x"
    assert expression(f"x{word}") == f"x{word}"
    assert expression(f"{word}_1") == f"{word}_1"
    assert expression(word.upper()) == word.upper()


@pytest.mark.parametrize("word", sorted(keywords()))
def test_a_keyword_is_no_name(word: str) -> None:
    assert faults(f"resource {word}\n") == [(1, "E0115")]


def test_blanks_and_line_ends_of_any_system_separate_alike() -> None:
    plain = "action a() {\n  gain 1 coin\n  stop\n}\n"
    for text in (plain.replace("\n", "\r\n"), plain.replace("  ", "\t"), plain.replace("\n", " \n\n")):
        assert faults(text) == []
    assert statement("gain\t1   coin") == statement("gain 1 coin")
