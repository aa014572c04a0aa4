"""Random actions of loops, branches and stops: the compiled rules do what a plain walk through the statements does.

Each program is compiled twice: where nobody decides anything it becomes plain Python, with a decision in it, blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import caylus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tiny

STATES = ("a", "b", "c")
STEPS = 400


class Stopped(Exception):
    """A `stop` on its way to its `repeat`."""


@dataclass
class Table:
    """The three numbers of the table, and how many steps are left before a program is too long to be worth playing."""

    numbers: dict[str, int]
    left: int = STEPS

    def step(self) -> None:
        self.left -= 1


@dataclass(frozen=True)
class Program:
    """A statement as data: what it is, its own numbers and names, and the bodies inside it."""

    kind: str
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    bodies: tuple[tuple[Program, ...], ...] = ()


# ---- making one


def statements(depth: int, loop: bool) -> st.SearchStrategy[Program]:
    """A statement with at most `depth` others around one another inside it; a `stop` only where there is a `repeat` to stop."""
    state, small = st.sampled_from(STATES), st.integers(-3, 3)
    change = st.builds(lambda s, n: Program("raise", (s,), (n,)), state, small)
    copy = st.builds(lambda s, t, n: Program("set", (s, t), (n,)), state, state, small)
    ask = st.just(Program("ask"))
    choices = [change, copy, ask]
    if loop:
        choices.append(st.just(Program("stop")))
    if depth > 0:
        body, inner = bodies(depth - 1, loop), bodies(depth - 1, True)
        test = st.tuples(state, st.sampled_from(["<", ">", "is"]))
        choices += [
            st.builds(lambda t, n, yes, no: Program("if", t, (n,), (yes, no)), test, small, body, body | st.just(())),
            st.builds(
                lambda s, low, n, b: Program("for each", (s,), (low, low + n), (b,)), state, small, st.integers(-1, 3), body
            ),
            st.builds(lambda t, n, most, b: Program("repeat", t, (n, most), (b,)), test, small, st.integers(0, 4), inner),
        ]
    return st.one_of(choices)


def bodies(depth: int, loop: bool) -> st.SearchStrategy[tuple[Program, ...]]:
    return st.lists(statements(depth, loop), min_size=1, max_size=3).map(tuple)


# ---- writing it in the language


def written(body: tuple[Program, ...], depth: int = 1) -> Iterator[str]:
    pad = "  " * depth
    for p in body:
        match p.kind:
            case "raise":
                yield f"{pad}raise {p.names[0]} by {p.numbers[0]}"
            case "set":
                yield f"{pad}set {p.names[0]} to {p.names[1]} + {p.numbers[0]}"
            case "ask":
                yield f"{pad}do think()"
            case "stop":
                yield f"{pad}stop"
            case "if":
                yield f"{pad}if {p.names[0]} {p.names[1]} {p.numbers[0]} {{"
                yield from written(p.bodies[0], depth + 1)
                yield f"{pad}}} else {{" if p.bodies[1] else f"{pad}}}"
                if p.bodies[1]:
                    yield from written(p.bodies[1], depth + 1)
                    yield f"{pad}}}"
            case "for each":
                yield f"{pad}for each i{depth} in {p.numbers[0]} to {p.numbers[1]} {{"
                yield f"{pad}  set {p.names[0]} to i{depth}"
                yield from written(p.bodies[0], depth + 1)
                yield f"{pad}}}"
            case "repeat":
                yield f"{pad}repeat while {p.names[0]} {p.names[1]} {p.numbers[0]} at most {p.numbers[1]} times {{"
                yield from written(p.bodies[0], depth + 1)
                yield f"{pad}}}"


# ---- walking through it


def holds(table: Table, p: Program) -> bool:
    n = table.numbers[p.names[0]]
    return {"<": n < p.numbers[0], ">": n > p.numbers[0], "is": n == p.numbers[0]}[p.names[1]]


def walk(table: Table, body: tuple[Program, ...]) -> None:
    for p in body:
        table.step()
        if table.left < 0:
            return
        match p.kind:
            case "raise":
                table.numbers[p.names[0]] += p.numbers[0]
            case "set":
                table.numbers[p.names[0]] = table.numbers[p.names[1]] + p.numbers[0]
            case "stop":
                raise Stopped
            case "if":
                walk(table, p.bodies[0] if holds(table, p) else p.bodies[1])
            case "for each":
                for i in range(p.numbers[0], p.numbers[1] + 1):
                    table.numbers[p.names[0]] = i
                    walk(table, p.bodies[0])
            case "repeat":
                for _ in range(p.numbers[1]):
                    if not holds(table, p):
                        break
                    try:
                        walk(table, p.bodies[0])
                    except Stopped:
                        break


# ---- playing it

ASKS = (
    "action think() { }",
    "action think() { let someone = first player in players, choose by someone { option on { }, option also { } } }",
)


def played(body: tuple[Program, ...], ask: str) -> dict[str, Any]:
    text = "\n".join([*(f"state {s} number" for s in STATES), "action main() {", *written(body), "}", ask])
    game = tiny.rules.__wrapped__(text).new_game(1)
    while game.decision is not None:
        game = caylus.resume(game.save()) if len(game.chosen) % 7 == 3 else game
        game.play(0)
    return tiny.table(game)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(bodies(4, loop=False))
def test_a_program_does_what_a_walk_through_its_statements_does(body: tuple[Program, ...]) -> None:
    table = Table(dict.fromkeys(STATES, 0))
    walk(table, body)
    if table.left >= 0:
        for ask in ASKS:
            assert played(body, ask) == table.numbers
