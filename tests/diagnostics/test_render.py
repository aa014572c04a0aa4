"""Diagnostics as people read them at a terminal, and as programs read them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
from caylus.diagnostics.diagnostic import Diagnostic, Note, Severity
from caylus.diagnostics.render import render, to_json
from caylus.limits import MOST_SHOWN_OF_FILE
from caylus.parser.parse import parse
from caylus.syntax import Span

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "diagnostics.schema.json").read_text(encoding="utf-8"))


def fault(
    line: int = 1, column: int = 1, end: int = 2, *, file: str = "t.rules", message: str = "wrong", label: str = ""
) -> Diagnostic:
    return Diagnostic("E0101", message, Span(file, line, column, line, end), label)


def test_a_fault_shows_its_line_its_place_what_bears_on_it_and_what_to_do() -> None:
    text = "kind hut {\n" + "  cost payment\n" * 8 + "\nresource coin\n"
    _, faults = parse(text, "huts/t.rules")
    helpful = Diagnostic(
        "W1001", "nobody builds a hut", Span("huts/t.rules", 1, 6, 1, 9), "never used", help="use it", severity=Severity.WARNING
    )
    assert render([*faults, helpful], {"huts/t.rules": text}) == (
        "warning[W1001]: nobody builds a hut\n"
        " --> huts/t.rules:1:6\n"
        "  |\n"
        "1 | kind hut {\n"
        "  |      ^^^ never used\n"
        "  = help: use it\n"
        "\n"
        "error[E0107]: this `{` is not closed\n"
        "  --> huts/t.rules:1:10\n"
        "   |\n"
        " 1 | kind hut {\n"
        "   |          ^\n"
        "   = note: a `}` belongs here\n"
        "  --> huts/t.rules:10:1\n"
        "   |\n"
        "10 |\n"
        "   | -"
    )


def test_the_mark_stands_under_the_fault_after_tabs_and_wide_and_joined_letters() -> None:
    text = '\tsay "日本 e\u0301" wrong'
    column = text.index("wrong") + 1
    *_, line, marks = render([fault(column=column, end=column + 5)], {"t.rules": text}).split("\n")
    assert line == '1 |     say "日本 e\u0301" wrong'
    cells = sum(2 if letter in "日本" else 0 if letter == "\u0301" else 1 for letter in line[: line.index("wrong")])
    assert marks.index("^") == cells
    assert marks.endswith("^^^^^")


def test_a_long_line_is_shown_around_its_fault() -> None:
    text = "x, " * 1000 + "wrong" + ", x" * 1000
    *_, line, marks = render([fault(column=3001, end=3006)], {"t.rules": text}).split("\n")
    assert len(line) < 130
    assert line[marks.index("^") : marks.rindex("^") + 1] == "wrong"


def test_what_could_lead_a_terminal_astray_is_not_printed() -> None:
    text = 'say "\x1b[31m\u202e\x07"\r\nstop'
    shown = render([fault(column=5, end=12, message="what is \x1b[2J this")], {"t.rules": text})
    assert not set(shown) & set("\x1b\u202e\x07\r")


def test_a_fault_of_no_place_or_of_an_unknown_text_is_shown_without_a_line() -> None:
    assert render([Diagnostic("E0601", "there is no such file", None)], {}) == "error[E0601]: there is no such file"
    assert render([fault()], {}) == "error[E0101]: wrong\n --> t.rules:1:1"
    assert render([fault(line=9)], {"t.rules": "one line"}) == "error[E0101]: wrong\n --> t.rules:9:1"


def test_faults_stand_in_the_order_of_the_texts_and_each_once() -> None:
    faults = [
        fault(2, file="b"),
        fault(1, file="b"),
        fault(3, file="a"),
        fault(1, file="b", message="wrong again"),
        Diagnostic("E0601", "none", None),
    ]
    places = [line.strip() for line in render(faults, {}).split("\n") if "-->" in line or "E0601" in line]
    assert places == ["error[E0601]: none", "--> a:3:1", "--> b:1:1", "--> b:2:1"]
    assert [d["message"] for d in to_json(faults)["diagnostics"]] == ["none", "wrong", "wrong", "wrong"]


def test_more_than_twenty_faults_in_a_file_are_counted() -> None:
    faults = [fault(line) for line in range(1, 60)] + [fault(file="z")]
    shown = render(faults, {})
    assert shown.count("-->") == MOST_SHOWN_OF_FILE + 1
    assert "… and 39 more in t.rules" in shown
    assert len(to_json(faults)["diagnostics"]) == 60


def test_colour_changes_nothing_but_the_colour() -> None:
    import re

    faults = [
        Diagnostic("E0101", "wrong", Span("t.rules", 1, 1, 1, 4), "here", (Note("see", Span("t.rules", 1, 5, 1, 6)),), "mend it")
    ]
    plain, painted = (render(faults, {"t.rules": "abc d"}, colour=colour) for colour in (False, True))
    assert painted != plain
    assert re.sub("\x1b\\[[0-9;]*m", "", painted) == plain


def test_the_json_is_as_its_schema_says() -> None:
    text = "kind hut {\n  cost payment\nresource list\naction a() { gian }\n"
    told = to_json([*parse(text, "t.rules")[1], Diagnostic("W1002", "odd", None, severity=Severity.WARNING)])
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(told, SCHEMA)
    assert [(d["code"], d["severity"]) for d in told["diagnostics"]][:2] == [("W1002", "warning"), ("E0107", "error")]
    assert told["diagnostics"][1]["span"] == {
        "file": "t.rules",
        "start": {"line": 1, "column": 10},
        "end": {"line": 1, "column": 11},
    }
