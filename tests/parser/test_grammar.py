"""The grammar is unambiguous, Lark is made of it once, and a keyword is a whole word."""

from __future__ import annotations

import pickletools
from pathlib import Path

import pytest
from caylus.parser import lalr
from caylus.parser.lalr import grammar, keywords, load_lark, load_shipped, make

from .shape import expression, faults, statement

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_the_grammar_has_no_conflicts_and_no_colliding_terminals() -> None:
    assert set(make(strict=True).rules) == set(load_lark().rules)


def test_what_is_kept_of_a_grammar_is_data_and_calls_nothing() -> None:
    used = {opcode.name for opcode, _, _ in pickletools.genops(lalr._save(load_lark()))}
    assert used.isdisjoint({"BUILD", "EXT1", "GLOBAL", "INST", "NEWOBJ", "NEWOBJ_EX", "OBJ", "PERSID", "REDUCE", "STACK_GLOBAL"})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """An entry for each time that Lark is made of the grammar, with a cache folder and a folder of the grammar of their own."""
    times: list[str] = []
    text, make = grammar(), lalr.make
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(lalr, "_FOLDER", tmp_path)
    monkeypatch.setattr(lalr, "make", lambda: (times.append("made"), make())[1])
    (tmp_path / "grammar.lark").write_text(text, encoding="utf-8")
    return times


def test_a_clone_makes_lark_once_and_keeps_it_in_the_cache_folder(made: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        assert set(load_lark.__wrapped__().rules) == set(load_lark().rules)
    assert made == ["made"]
    assert not (tmp_path / "grammar.pickle").exists()


@pytest.mark.nightly
@pytest.mark.parametrize("what", ["another grammar", "another Lark"])
def test_what_a_build_made_is_used_for_this_grammar_and_this_lark_alone(
    what: str, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lalr.main()
    assert set(load_lark.__wrapped__().rules) == set(load_lark().rules)
    assert made == ["made"]
    changed = f"{grammar()}\n// {what}\n"
    monkeypatch.setattr(*((lalr, "grammar", lambda: changed) if what == "another grammar" else (lalr, "lark_version", "1.99")))
    assert load_shipped() is None
    for _ in range(2):
        assert set(load_lark.__wrapped__().rules) == set(load_lark().rules)
    assert made == ["made", "made"]


def test_a_keyword_does_not_glue_to_what_follows() -> None:
    for word in keywords():
        for name in (f"{word}x", f"x{word}", f"{word}_1", word.upper()):
            assert expression(name) == name


def test_blanks_and_line_ends_of_any_system_separate_alike() -> None:
    plain = "action a() {\n  gain 1 coin\n  stop\n}\n"
    for text in (plain.replace("\n", "\r\n"), plain.replace("  ", "\t"), plain.replace("\n", " \n\n")):
        assert faults(text) == []
    assert statement("gain\t1   coin") == statement("gain 1 coin")
