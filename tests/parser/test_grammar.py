"""The grammar is unambiguous, what lies beside it was made of it, and a keyword is a whole word."""

from __future__ import annotations

import hashlib
import pickletools
from importlib.resources import files
from pathlib import Path

import pytest
from caylus.parser import lalr
from caylus.parser.lalr import grammar, keywords, load_lark, load_shipped, make

from .shape import expression, faults, statement

SHIPPED = files("caylus.parser").joinpath("grammar.pickle").read_bytes()


@pytest.mark.slow
def test_the_grammar_has_no_conflicts_and_no_colliding_terminals() -> None:
    assert set(make(strict=True).rules) == set(load_lark().rules)


def test_what_is_shipped_with_the_grammar_was_made_of_it() -> None:
    digest = hashlib.sha256(grammar().encode()).hexdigest()
    assert SHIPPED.split(b"\n")[0].decode().split()[1:] == [digest], "run python -m caylus.parser.lalr"


def test_what_is_shipped_is_data_and_calls_nothing() -> None:
    used = {opcode.name for opcode, _, _ in pickletools.genops(SHIPPED.split(b"\n", 1)[1])}
    assert used.isdisjoint({"BUILD", "EXT1", "GLOBAL", "INST", "NEWOBJ", "NEWOBJ_EX", "OBJ", "PERSID", "REDUCE", "STACK_GLOBAL"})


@pytest.mark.parametrize("what", ["another grammar", "another Lark"])
def test_what_was_made_of_another_grammar_or_by_another_lark_is_not_used(
    what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "cache"))
    changed = f"{grammar()}\n// {what}\n"
    monkeypatch.setattr(*((lalr, "grammar", lambda: changed) if what == "another grammar" else (lalr, "lark_version", "1.99")))
    assert load_shipped() is None
    made = load_lark.__wrapped__()
    monkeypatch.setattr(lalr, "make", lambda: pytest.fail("it is made once only"))
    kept = load_lark.__wrapped__()
    assert set(made.rules) == set(kept.rules) == set(load_lark().rules)


def test_a_keyword_does_not_glue_to_what_follows() -> None:
    for word in keywords():
        for name in (f"{word}x", f"x{word}", f"{word}_1", word.upper()):
            assert expression(name) == name


def test_a_keyword_is_no_name() -> None:
    assert [word for word in keywords() if faults(f"resource {word}\n") != [(1, "E0115")]] == []


def test_blanks_and_line_ends_of_any_system_separate_alike() -> None:
    plain = "action a() {\n  gain 1 coin\n  stop\n}\n"
    for text in (plain.replace("\n", "\r\n"), plain.replace("  ", "\t"), plain.replace("\n", " \n\n")):
        assert faults(text) == []
    assert statement("gain\t1   coin") == statement("gain 1 coin")
