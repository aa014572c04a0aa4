"""Whatever a file holds, it ends soon, in diagnostics that point into it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from caylus.limits import (
    DEEPEST_NESTING,
    GREATEST_NUMBER,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_BYTES,
    MOST_BYTES_IN_RULES,
    MOST_FAULTS,
    MOST_TOKENS,
)
from caylus.parser.parse import parse
from support.effort import limit_calls

pytestmark = pytest.mark.slow

MOST_CALLS = 60_000_000
CALLS_PER_LINE = 1_500
LARGE = 100_000
HOSTILE = {
    "open brackets": ("E0109", "[" * LARGE),
    "open parentheses in an expression": ("E0109", "constant c = " + "(" * LARGE),
    "open braces in a block": ("E0109", "action a() {" + "if x {" * 20_000),
    "closing braces": ("E0108", "}" * LARGE),
    "closing braces on lines": ("E0108", "}\n" * (LARGE // 2 - 10)),
    "empty braces": ("E0101", "{}" * (LARGE // 2 - 10)),
    "ten megabytes of one name": ("E0102", "x" * 10_000_000),
    "ten megabytes of lines": ("E0102", "x\n" * 5_000_000),
    "letters of many bytes": ("E0102", "-- " + "日" * LARGE),
    "too many words": ("E0103", "x " * (LARGE + 1)),
    "quotation marks": ("E0103", '"' * MOST_BYTES),
    "backslashes in an open text": ("E0106", '"' + "\\" * (MOST_BYTES - 1)),
    "open texts on lines": ("E0106", '"a\n' * 80_000),
    "open braces after an open text": ("E0106", '"' + " {" * LARGE),
    "unknown signs": ("E0105", "; " * LARGE),
    "unknown letters": ("E0105", "é a " * 50_000),
    "a zero byte": ("E0104", "resource coin\0"),
    "a sign that turns the text around": ("E0104", "-- \u202e\n"),
    "a blank without width": ("E0104", "resource co\u200bin"),
    "half a character": ("E0104", "resource \udc80"),
    "a long name": ("E0111", "resource " + "x" * LARGE),
    "a long text": ("E0112", 'resource x "' + "x" * LARGE + '"'),
    "a long number": ("E0113", "constant c = " + "9" * LARGE),
    "a long sum": ("E0110", "constant c = 1" + "+1" * 40_000),
    "a long product": ("E0110", "constant c = 1" + "*1" * 300),
    "a long row of and": ("E0110", "constant c = a" + " and a" * 300),
    "a long row of or": ("E0110", "constant c = a" + " or a" * 300),
    "many members": ("E0109", "constant c = a" + ".b" * 40_000),
    "many calls": ("E0109", "constant c = f" + "()" * 30_000),
    "many times not": ("E0109", "constant c = " + "not " * 60_000 + "x"),
    "many times else": ("E0109", "action a() { if x {} " + "else if x {} " * 15_000 + "}"),
    "many faults on lines": ("E0101", "action\n" * 30_000),
    "many faults in one definition": ("E0114", "action a() {\n" + "  gian 1 coin\n" * 15_000 + "}\n"),
    "many faulty options": ("E0101", "action a() { choose {\n" + "  option x\n" * 20_000 + "} }"),
    "one fault in a long line": ("E0114", "action a() { " + "gain 1 coin, " * 20_000 + "gian 2 coin }"),
    "a staircase": ("E0101", "action a() {\n" + "\n".join(" " * i + "if x ," for i in range(1, 690))),
}
LONG = [text for _, text in HOSTILE.values() if len(text) > MOST_BYTES_IN_RULES]


@pytest.mark.nightly
@pytest.mark.parametrize(("code", "text"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_refused_in_time(code: str, text: str) -> None:
    with limit_calls(MOST_CALLS):
        _, faults = parse(text, "t.rules")
    assert code in {fault.code for fault in faults}
    assert len(faults) <= MOST_FAULTS
    lines = text.split("\n")
    for fault in faults:
        assert fault.span is not None
        assert fault.span.line <= len(lines)
        assert (fault.span.end_line, fault.span.end_column) > (fault.span.line, fault.span.column)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="nothing tells the memory of a program here")
def test_no_text_that_is_too_long_for_rules_takes_much_memory() -> None:
    """What the others take is measured in `hostile`, where a command reads them."""
    program = (
        "import parser.test_hostile_text as t\n"
        "for text in t.LONG: t.parse(text, '')\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"  # of this program, whoever started it
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert int(told.stdout) < 256 * 1024


@pytest.mark.parametrize(
    "text",
    [
        "resource " + "x" * LONGEST_NAME,
        'resource x "' + "x" * (LONGEST_TEXT - 2) + '"',
        f"constant c = {GREATEST_NUMBER}",
        "constant c = " + "(" * DEEPEST_NESTING + "1" + ")" * DEEPEST_NESTING,
        "constant c = 1" + " + 1" * 255,
        "action a() { " + "if x { " * (DEEPEST_NESTING - 1) + "}" * DEEPEST_NESTING,
        "-- " + "x" * (MOST_BYTES - 3),
        "resource x\n" * (MOST_TOKENS // 3 // 10),
    ],
)
def test_what_stays_within_the_bounds_is_read(text: str) -> None:
    _, faults = parse(text, "t.rules")
    assert faults == ()


@pytest.mark.nightly
@pytest.mark.parametrize("lines", [10, 1000, 4000])
def test_a_text_takes_so_many_calls_for_each_of_its_lines(lines: int) -> None:
    text = "action a() {\n" + '  gain 1 coin, say "a"  -- so\n' * lines + "}\n"
    with limit_calls(lines * CALLS_PER_LINE):
        parse(text, "t.rules")
