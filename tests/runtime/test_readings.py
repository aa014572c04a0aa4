"""What each expression of the language reads, and what is read and written where there is nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import tiny

_TABLE, *_PARTS = Path(__file__).with_name("readings.txt").read_text("utf-8").split("\n== ")
TABLE = _TABLE.partition("\n")[2]
PARTS = {name: lines for name, *lines in (part.strip("\n").split("\n") for part in _PARTS)}
READ = [(state, *line.split(" => ")) for state in ("n", "up", "held") for line in PARTS[state]]


@pytest.mark.parametrize(("state", "expression", "value"), READ, ids=[expression for _, expression, _ in READ])
def test_an_expression_is_read(state: str, expression: str, value: str) -> None:
    bodies = [f"set {state} to {line.split(' => ')[0]}" for line in PARTS[state]]
    game = tiny.do_one(TABLE, bodies, f"set {state} to {expression}")
    assert tiny.table(game)[state] == json.loads(value)


@pytest.mark.parametrize("statement", PARTS["lost"])
def test_what_is_written_to_none_is_lost(statement: str) -> None:
    untouched, game = (tiny.do_one(TABLE, ["nothing", *PARTS["lost"]], body) for body in ("nothing", statement))
    assert game.view() == untouched.view()
    assert game._machine.s == untouched._machine.s
