"""Where a line end separates statements and definitions, and where it does not."""

from __future__ import annotations

import pytest
from caylus.parser.parse import parse

from .shape import faults, statement


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
    ],
)  # fmt: skip
def test_a_line_end_that_separates_nothing_is_as_good_as_a_blank(text: str) -> None:
    assert statement(text) == statement(text.replace("\n", " ").replace(" stop clear", " stop, clear"))


@pytest.mark.parametrize("text", ["gain 1\ncoin", "set x to\n3", "set x\nto 3", "gain 1 coin gain 1 coin", "require\na"])
def test_a_statement_does_not_run_over_a_line_end_elsewhere(text: str) -> None:
    assert faults(f"action a() {{ {text} }}\n")


def test_definitions_stand_on_lines_of_their_own() -> None:
    file, found = parse("resource coin\n\nstate x number\nstate y number", "t.rules")
    assert (len(file.definitions), found) == (3, ())
    assert faults("resource coin state x number")


def test_a_definition_need_not_be_indented() -> None:
    file, found = parse("action a() {\nif x {\ngain 1 coin\n}\nplayer gains 1 coin\n}\nresource coin\n", "t.rules")
    assert (len(file.definitions), found) == (2, ())
