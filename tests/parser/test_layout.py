"""Where a line end separates statements and definitions, and where it does not."""

from __future__ import annotations

import re

import pytest
from caylus import syntax as s
from caylus.parser.parse import parse

from .shape import definition, faults, shape, statement


def statements(text: str) -> list[str]:
    """The shapes of the statements of an action."""
    action = definition(f"action a() {{ {text} }}")
    assert isinstance(action, s.Action)
    return [shape(one) for one in action.body.statements]


@pytest.mark.parametrize(
    "text",
    [
        "for each x in xs {\n stop\n}",
        "for each x in xs {\n\n stop,\n clear hand\n\n}",
        "do trade(\n player,\n 3\n)",
        "set x to fields[\n 3\n]",
        "require a\n and b\n or c",
        "require a\n \"not now\"",
        "set x to 1\n + 2",
        "for each x in xs\n where x.open { stop }",
        "if x { stop }\n else { clear hand }",
        "let x =\n 3",
        "choose {\n option one\n \"first\"\n see \"Part 1\" { stop }\n}",
        "set x\n to 1\n * 2",
        "put card\n from hand\n into pile",
        "let best = first x\n in xs\n with most x.worth",
        "require price\n is not 3\n or coin\n >= 2",
        "repeat until x\n at most 3 times { stop }",
    ],
)  # fmt: skip
def test_a_line_end_that_separates_nothing_is_as_good_as_a_blank(text: str) -> None:
    assert statement(text) == statement(text.replace("\n", " ").replace(" stop clear", " stop, clear"))


@pytest.mark.parametrize("change", ["is 2", "is more by 1", "is less by 1", "is never less than 0", "is never more than 3"])
def test_what_becomes_of_a_value_may_stand_below(change: str) -> None:
    text = "rule r {{ price(player, space){0}{1}{0}where space is old }}"
    assert shape(definition(text.format("\n", change))) == shape(definition(text.format(" ", change)))


@pytest.mark.parametrize(
    "text",
    [
        "choose { option a { stop } option b { clear hand } option c { } }",
        "if x { stop } clear hand",
        "for each x in xs { stop } may { stop } if x { } else { stop } stop",
    ],
)
def test_a_closing_brace_separates_as_a_line_end_does(text: str) -> None:
    assert statements(text) == statements(re.sub(r"(?<=}) (?=option|clear|may|if|stop)", "\n", text))
    assert faults(f"action a() {{\n{text}\n gian 1 coin\n}}") == [(3, "E0114")]


def test_cells_of_a_table_go_on_behind_a_closing_brace() -> None:
    assert faults("table t(player) by hut, column {\n a | may { stop } | stop\n b | stop | if x { stop }\n}") == []


@pytest.mark.parametrize("text", ["gain 1\ncoin", "set x to\n3", "gain 1 coin gain 1 coin", "require\na"])
def test_a_statement_does_not_run_over_a_line_end_elsewhere(text: str) -> None:
    assert faults(f"action a() {{ {text} }}\n")


def test_definitions_stand_on_lines_of_their_own() -> None:
    file, found = parse("resource coin\n\nstate x number\nstate y number", "t.rules")
    assert (len(file.definitions), found) == (3, ())
    assert faults("resource coin state x number")


def test_a_definition_need_not_be_indented() -> None:
    file, found = parse("action a() {\nif x {\ngain 1 coin\n}\nplayer gains 1 coin\n}\nresource coin\n", "t.rules")
    assert (len(file.definitions), found) == (2, ())
