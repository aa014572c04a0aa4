"""Every construct of the language parses to the node that stands for it, and every node knows its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from caylus import syntax as s
from caylus.parser.parse import parse
from support.constructs import CONSTRUCTS, constructs

from .shape import definition, expression, shape, statement

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
