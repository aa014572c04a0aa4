"""The grammar is unambiguous, Lark reads it in one place, and every construct parses to the node that stands for it."""

from __future__ import annotations

import ast
import os
import pickletools
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from caylus import syntax as s
from caylus.diagnostics.render import first_hidden
from caylus.parser import lalr
from caylus.parser.ast_builder import Builder
from caylus.parser.lalr import Recognizer, grammar, keywords, lex, load_lark, load_shipped, make, read
from caylus.parser.parse import parse
from caylus.parser.tokens import Token
from hypothesis import given, strategies as st
from support.constructs import CONSTRUCTS, constructs

from .shape import definition, expression, faults, shape, statement


@pytest.mark.slow
@pytest.mark.slow
def test_the_grammar_has_no_conflicts_and_no_colliding_terminals() -> None:
    assert set(make(strict=True).rules) == set(load_lark().rules)


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_clone_makes_lark_once_and_keeps_it_in_the_cache_folder(made: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        assert set(load_lark.__wrapped__().rules) == set(load_lark().rules)
    assert made == ["made"]
    assert not (tmp_path / "grammar.pickle").exists()


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_keyword_does_not_glue_to_what_follows() -> None:
    for word in keywords():
        for name in (f"{word}x", f"x{word}", f"{word}_1", word.upper()):
            assert expression(name) == name


@pytest.mark.slow
def test_blanks_and_line_ends_of_any_system_separate_alike() -> None:
    plain = "action a() {\n  gain 1 coin\n  stop\n}\n"
    for text in (plain.replace("\n", "\r\n"), plain.replace("  ", "\t"), plain.replace("\n", " \n\n")):
        assert faults(text) == []
    assert statement("gain\t1   coin") == statement("gain 1 coin")


ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "rulesets" / "classic" / "turn.rules").read_text(encoding="utf-8")
WORDS = st.sampled_from([*lalr.spellings().values(), "a", "1", '"a"', '"', "--", "//", "'a'", " ", "\t", "\n", "\r\n"])
TEXTS = (st.text() | st.text(alphabet=[chr(code) for code in range(128)]) | st.lists(WORDS).map("".join)).filter(
    lambda text: not first_hidden(text)
)


@pytest.mark.slow
def test_one_file_imports_lark() -> None:
    def is_lark(node: ast.AST) -> bool:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        return any(name.split(".")[0] == "lark" for name in names)

    paths = [path for folder in ("interpreter", "tools") for path in (ROOT / folder).rglob("*.py")]
    texts = {path: text for path in paths if "lark" in (text := path.read_text(encoding="utf-8"))}
    importers = [path for path, text in texts.items() if any(map(is_lark, ast.walk(ast.parse(text))))]
    assert [path.relative_to(ROOT).as_posix() for path in importers] == ["interpreter/caylus/parser/lalr.py"]


def test_a_lark_that_may_not_keep_what_it_documents_is_not_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (bounds,) = [one for one in project["project"]["dependencies"] if one.startswith("lark")]
    found = re.fullmatch(r"lark>=(\d+)\.(\d+)\.(\d+),<(\d+)", bounds)
    assert found is not None
    least, below = tuple(map(int, found.groups()[:3])), (int(found[4]),)
    assert least <= tuple(map(int, version("lark").split(".")[:3])) < below


# ---- what is taken of Lark beyond its documentation


def test_the_stack_of_a_parser_is_what_it_has_read_and_not_joined() -> None:
    parser = lalr.load_lark().parse_interactive(None, lalr.DEFINITION)
    depths = []
    for kind in ("CONSTANT", "NAME", "EQUAL", "NUMBER", "PLUS", "NUMBER", "PLUS"):
        parser.feed_token(lalr.LarkToken(kind, kind.lower()))
        depths.append(len(lalr._stack(parser)))
    assert depths == [1, 2, 3, 4, 5, 6, 6]
    assert lalr._stack(parser)[:3] == ["constant", "name", "equal"]


# ---- what it reads


def test_a_recognizer_that_goes_on_leaves_its_copies_where_they_were() -> None:
    one = Recognizer()
    assert one.feed("RESOURCE")
    other = one.copy()
    assert other.feed("NAME")
    assert (one.accepted_types(), other.admits("NAME")) == ({"NAME"}, False)
    before = other.accepted_types()
    assert not other.feed("EQUAL")
    assert other.accepted_types() == before


def test_a_recognizer_builds_nothing() -> None:
    recognizer = Recognizer()
    assert all(recognizer.feed(kind) for kind in ("SEAL", "NAME", "STRING", "$END"))


@pytest.mark.slow
@given(TEXTS)
def test_the_lexer_leaves_nothing_out_but_blanks(text: str) -> None:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    end = 0
    for token in lex(text):
        start = starts[token.line - 1] + token.column - 1
        assert text[start : start + len(token.text)] == token.text
        assert not text[end:start].strip(" \t\r")
        end = start + len(token.text)
    assert not text[end:].strip(" \t\r")


@pytest.mark.slow
@given(TEXTS)
def test_the_lexer_finds_what_the_lexer_of_lark_finds(text: str) -> None:
    found = [(token.type, token.value, token.line, token.column) for token in lalr.load_lark().lex(text, dont_ignore=True)]
    assert list(lex(text)) == [token for token in found if token[0] != "BLANK"]


@pytest.mark.slow
def test_threads_read_at_the_same_time() -> None:
    texts = [(f"{TEXT}\nconstant c = {number} + {number} * {number}\n" + "gian 1 coin\n" * (number % 2)) for number in range(8)]
    alone = [parse(text, "t.rules") for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: parse(text, "t.rules"), texts)) == alone


def test_a_token_that_has_no_place_in_the_grammar_ends_the_reading() -> None:
    assert read([Token("RESOURCE", "resource", 1, 1), Token("UNKNOWN", "?", 1, 10)], Builder("t.rules")) is None


# ---- where it is not needed


@pytest.mark.nightly
@pytest.mark.parametrize(
    "program",
    [
        "import caylus; game = caylus.load('classic').new_game(3, 1); game.choose(game.decision.options[0]); game.view(); game.save()",
        "from caylus_tools.cli.main import main; assert main(['simulate', 'classic', '--games', '1', '--players', '2']) == 0",
    ],
)
def test_whoever_plays_by_remembered_rules_starts_without_lark(program: str, tmp_path: Path) -> None:
    environment = {**os.environ, "CAYLUS_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(2):
        run = [sys.executable, "-c", f"{program}\nimport sys; print('with lark' if 'lark' in sys.modules else 'without')"]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "without"


READERS: dict[str, Callable[[str], str]] = {
    "# expressions": expression,
    "# statements": statement,
    "# definitions": lambda text: shape(definition(text)),
}
SHIPPED = sorted((Path(__file__).parents[2] / "rulesets").glob("*/*.rules"))


def examples() -> Iterator[tuple[Callable[[str], str], str, str]]:
    reader = expression
    for block in (Path(__file__).parent / "shapes.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        if block in READERS:
            reader = READERS[block]
        else:
            text, expected = block.split("\n=> ")
            yield reader, text, expected


EXAMPLES = list(examples())


@pytest.mark.slow
def test_a_construct_parses_to_its_node() -> None:
    assert {text: reader(text) for reader, text, _ in EXAMPLES} == {text: expected for _, text, expected in EXAMPLES}


def test_the_examples_leave_no_rule_of_the_grammar_out() -> None:
    shell = {expression: "constant c = {}", statement: "action a() {{ {} }}"}
    texts = [shell.get(reader, "{}").format(text) for reader, text, _ in EXAMPLES]
    assert set().union(*map(constructs, texts)) == CONSTRUCTS


def nodes(node: Any) -> Iterator[s.Node]:
    """A node and all below it."""
    if isinstance(node, tuple):
        for member in node:
            yield from nodes(member)
    elif isinstance(node, s.Node):
        yield node
        for field in fields(node):
            yield from nodes(getattr(node, field.name))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_node_stands_where_its_text_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    file, _ = parse(text, "t.rules")
    for node in nodes(file.definitions):
        line = lines[node.span.line - 1]
        match node:
            case s.Name(span, word) | s.Reference(span, word) | s.Literal(span, word):
                written = line[span.column - 1 : span.end_column - 1]
                assert written == word or written.endswith(
                    "is another player"
                )  # a turn of phrase that stands for several formulas
            case s.Number(span, value):
                assert line[span.column - 1 : span.end_column - 1] == str(value)
            case s.Text(span, quoted):
                assert line[span.column - 1 : span.end_column - 1] == f'"{quoted}"'
            case _:
                assert line[node.span.column - 1].strip()
                assert lines[node.span.end_line - 1][node.span.end_column - 2].strip()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_node_holds_the_places_of_its_parts(path: Path) -> None:
    file, _ = parse(path.read_text(encoding="utf-8"), "t.rules")
    for node in nodes(file.definitions):
        for field in fields(node):
            for part in nodes(getattr(node, field.name)):
                assert start(node.span) <= start(part.span)
                assert end(part.span) <= end(node.span)


def start(span: s.Span) -> tuple[int, int]:
    return span.line, span.column


def end(span: s.Span) -> tuple[int, int]:
    return span.end_line, span.end_column


def test_the_place_of_a_statement_is_all_of_it() -> None:
    action = definition("action a() {\n  for each x in xs {\n    stop\n  }\n}")
    assert isinstance(action, s.Action)
    (loop,) = action.body.statements
    assert loop.span == s.Span("t.rules", 2, 3, 4, 4)


@pytest.mark.parametrize(
    "text",
    [
        'rule a { forbid open(player, space) where Q "no" }',
        'rule a { forbid bid(x) in auction where Q "no", price(player) is more by 1 where not Q }',
        "rule a { after income() where Q { nothing }, after player gains coin where Q { nothing } }",
        'action a(player) { for each x in xs where Q { choose { option b(z in zs where Q, w in ws where Q) "b" { nothing } } } }',
    ],
)
def test_a_question_needs_no_parentheses_where_nothing_goes_on_after_it(text: str) -> None:
    question = "some y in players where y is x"
    assert shape(definition(text.replace("Q", question))) == shape(definition(text.replace("Q", f"({question})")))


def test_the_parentheses_that_a_question_lacks_end_before_those_around_it() -> None:
    _, (fault,) = parse(
        'action a(player) { choose { option b(z in zs where z.a and some y in ys where y is z) "b" { nothing } } }', "a"
    )
    assert fault.fix is not None
    assert fault.fix.title == "write `(some y in ys where y is z)`"


def test_the_place_of_a_sum_begins_with_its_parenthesis() -> None:
    constant = definition("constant c = (1 + 2) * 3")
    assert isinstance(constant, s.Constant)
    assert constant.value.span == s.Span("t.rules", 1, 14, 1, 25)


def test_comments_are_kept_with_their_places() -> None:
    file, _ = parse("-- one\nresource coin  -- two \n", "t.rules")
    assert [(c.text, c.span.line, c.span.column) for c in file.comments] == [("-- one", 1, 1), ("-- two", 2, 16)]


def test_escapes_in_a_text_are_resolved() -> None:
    file, _ = parse(r'resource coin "a \"coin\"\nor \\ two"', "t.rules")
    (resources,) = file.definitions
    assert isinstance(resources, s.Resources)
    assert resources.items[0].title is not None
    assert resources.items[0].title.text == 'a "coin"\nor \\ two'


def test_a_text_without_definitions_has_none() -> None:
    for text in ("", "\n\n", "-- nothing here\n", " \t\r\n"):
        file, faults = parse(text, "t.rules")
        assert (file.definitions, faults) == ((), ())
