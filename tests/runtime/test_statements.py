"""What each statement does, three times over, and what each expression reads.

`ASK` stands where the action may have to wait; by what stands there instead, the compiler writes it as plain Python or
cuts it into blocks. The result has to be the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import caylus
import pytest
from support import tiny

ASKS = {
    "nobody asked": "action think() { }",
    "forced": "action think() { let someone = first player in players, someone chooses { option on { } } }",
    "asked": "action think() { let someone = first player in players, someone chooses { option on { }, option also { } } }",
}

TABLE, *_CASES = Path(__file__).with_name("statements.txt").read_text("utf-8").removeprefix("-- ").split("\n== ")
CASES: dict[str, tuple[str, dict[str, Any]]] = {}
for _case in _CASES:
    _name, _text = _case.split("\n", 1)
    _body, _changes = _text.split("\n=> ")
    CASES[_name] = _body, json.loads(_changes)
TABLE = TABLE.partition("\n")[2]
BODIES = [body for body, _ in CASES.values()]


def carry_out(body: str, ask: str) -> caylus.Game:
    return tiny.do_one(
        f"{TABLE}\n{ASKS[ask]}".replace("ASK", "do think()"),
        [each.replace("ASK", "do think()") for each in BODIES],
        body.replace("ASK", "do think()"),
    )


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("case", CASES)
def test_a_statement_does_the_same_whether_or_not_somebody_decides(case: str, ask: str) -> None:
    body, changes = CASES[case]
    game = carry_out(body, ask)
    assert (game.decision is not None) == (ask == "asked" and "ASK" in body and case not in NEVER_ASKED)
    while game.decision is not None:
        game.choose("on")
    assert tiny.table(game) == tiny.table(carry_out("nothing", "nobody asked")) | changes


NEVER_ASKED = {"for each number, none", "repeat no times"}


_READ_TABLE, *_PARTS = Path(__file__).with_name("readings.txt").read_text("utf-8").split("\n== ")
READ_TABLE = _READ_TABLE.partition("\n")[2]
PARTS = {name: lines for name, *lines in (part.strip("\n").split("\n") for part in _PARTS)}
READ = [(state, *line.split(" => ")) for state in ("n", "up", "held") for line in PARTS[state]]


@pytest.mark.parametrize(("state", "expression", "value"), READ, ids=[expression for _, expression, _ in READ])
def test_an_expression_is_read(state: str, expression: str, value: str) -> None:
    bodies = [f"set {state} to {line.split(' => ')[0]}" for line in PARTS[state]]
    game = tiny.do_one(READ_TABLE, bodies, f"set {state} to {expression}")
    assert tiny.table(game)[state] == json.loads(value)


@pytest.mark.parametrize("statement", PARTS["lost"])
def test_what_is_written_to_none_is_lost(statement: str) -> None:
    untouched, game = (tiny.do_one(READ_TABLE, ["nothing", *PARTS["lost"]], body) for body in ("nothing", statement))
    assert game.view() == untouched.view()
    assert game._machine.s == untouched._machine.s
