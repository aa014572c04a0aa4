"""What stands in braces in a text is a formula like any other, and what is wrong with it has its place in the text."""

from __future__ import annotations

import pytest
from caylus.parser.parse import parse

from .shape import statement


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("so be it", ["so be it"]),
        ("{player} pays {fee(player) + 1} in all", ["player", "Chain(+)", "pays", "in all"]),
        ("{count of x in fields where x.wet}", ["Query"]),
        (r"\{player\} says \"{x}\"\n", ['{player} says "', "x", '"\n']),
        ("", []),
    ],
)
def test_a_text_consists_of_words_and_of_formulas(text: str, parts: list[str]) -> None:
    made = statement(f'say "{text}"')
    assert all(part.partition("(")[0] in made for part in parts)


def test_braces_that_stand_for_themselves_are_words() -> None:
    assert statement(r'say "a \{b\} {c}"') == 'Say("a {b} {c}")'
    assert statement(r'say "costs \${c} or $2"') == 'Say("costs ${c} or $2")'


@pytest.mark.parametrize(
    ("text", "code", "message", "place"),
    [
        ("has {", "E0412", "this `{` has no partner in the text", "{"),
        ("has } in it", "E0412", "this `}` has no partner in the text", "}"),
        ("pays ${fee}", "E0412", "a formula in a text stands in braces alone: `{fee}`", "$"),
        ("{}", "E0101", "expected a value, found `}`", "}"),
        ("{ price + }", "E0101", "expected a value, found `}`", "}"),
        ("{a, b}", "E0101", "expected `}`, found `,`", ","),
        ("{sze of fields}", "E0114", "`sze` is not a word of the language", "sze"),
        ("{x ! y}", "E0105", "the language has no `!`", "!"),
        ("{x -- y}", "E0101", "a comment has no place in a text", "-- y}"),
        ("{" + "f(" * 30 + ")" * 30 + "}", "E0109", "this formula is too deep for a text", "f(" * 30 + ")" * 30),
    ],
)
def test_what_is_wrong_with_a_formula_is_told_of_its_place_in_the_text(text: str, code: str, message: str, place: str) -> None:
    line = f'action a() {{ say "{text}" }}'
    (fault,) = parse(line, "t.rules")[1]
    assert (fault.code, fault.message) == (code, message)
    assert fault.span is not None
    assert line[fault.span.column - 1 : fault.span.end_column - 1] == place


def test_what_else_is_wrong_with_a_definition_is_told_as_well() -> None:
    text = 'action a() {\n  say "{}"\n  gian 1 coin\n}\n'
    assert [(fault.code, fault.span.line) for fault in parse(text, "t.rules")[1] if fault.span] == [("E0101", 2), ("E0114", 3)]
