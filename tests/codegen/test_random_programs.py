"""Random actions of loops, branches, stops and gains: the compiled rules do what a plain walk through the statements does.

Each program is compiled twice: where nobody decides anything it becomes plain Python, with a decision in it, blocks. What gaining
sets off is compiled with both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import caylus
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tiny

STATES = ("a", "b", "c")
RESOURCES = ("x", "y")
"""What is done after gaining `x` may gain `y`, but not the other way round: that would go round in a circle."""

STEPS = 400


class Stopped(Exception):
    """A `stop` on its way to its `repeat`."""


@dataclass
class Table:
    """The three numbers of the table, and how many steps are left before a program is too long to be worth playing.

    `triggers` is what is done after gaining each resource, `queue` the amounts gained that it has not been done for.
    """

    numbers: dict[str, int]
    triggers: dict[str, tuple[Program, ...]]
    queue: list[tuple[str, int]] | None = None
    left: int = STEPS

    def step(self) -> None:
        self.left -= 1

    def gain(self, resource: str, amount: int) -> None:
        """All that waits is done at once, but not inside of one another."""
        if amount == 0 or resource not in self.triggers:
            return
        if self.queue is not None:
            self.queue.append((resource, amount))
            return
        self.queue = [(resource, amount)]
        while self.queue:
            gained, amount = self.queue.pop(0)
            self.numbers["a"] += amount
            walk(self, self.triggers[gained])
        self.queue = None


@dataclass(frozen=True)
class Program:
    """A statement as data: what it is, its own numbers and names, and the bodies inside it."""

    kind: str
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    bodies: tuple[tuple[Program, ...], ...] = ()


# ---- making one


def statements(depth: int, loop: bool, gained: tuple[str, ...] = RESOURCES) -> st.SearchStrategy[Program]:
    """A statement with at most `depth` others around one another inside it; a `stop` only where there is a `repeat` to stop."""
    state, small = st.sampled_from(STATES), st.integers(-3, 3)
    change = st.builds(lambda s, n: Program("raise", (s,), (n,)), state, small)
    copy = st.builds(lambda s, t, n: Program("set", (s, t), (n,)), state, state, small)
    ask = st.just(Program("ask"))
    choices = [change, copy, ask]
    if gained:
        choices.append(st.builds(lambda r, n: Program("gain", (r,), (n,)), st.sampled_from(gained), st.integers(0, 2)))
    if loop:
        choices.append(st.just(Program("stop")))
    if depth > 0:
        body, inner = bodies(depth - 1, loop, gained), bodies(depth - 1, True, gained)
        test = st.tuples(state, st.sampled_from(["<", ">", "is"]))
        choices += [
            st.builds(lambda t, n, yes, no: Program("if", t, (n,), (yes, no)), test, small, body, body | st.just(())),
            st.builds(
                lambda s, where, low, n, b, none: Program("for each", (s, *where), (low, low + n), (b, none)),
                state,
                st.lists(state, max_size=1),
                small,
                st.integers(-1, 3),
                body,
                body | st.just(()),
            ),
            st.builds(lambda t, n, most, b: Program("repeat", t, (n, most), (b,)), test, small, st.integers(0, 4), inner),
        ]
    return st.one_of(choices)


def bodies(depth: int, loop: bool, gained: tuple[str, ...] = RESOURCES) -> st.SearchStrategy[tuple[Program, ...]]:
    return st.lists(statements(depth, loop, gained), min_size=1, max_size=3).map(tuple)


TRIGGERS = st.fixed_dictionaries({}, optional={"x": bodies(2, loop=False, gained=("y",)), "y": bodies(2, loop=False, gained=())})


# ---- writing it in the language


def write_rules(body: tuple[Program, ...], depth: int = 1) -> Iterator[str]:
    pad = "  " * depth
    for p in body:
        match p.kind:
            case "raise":
                yield f"{pad}raise {p.names[0]} by {p.numbers[0]}"
            case "set":
                yield f"{pad}set {p.names[0]} to {p.names[1]} + {p.numbers[0]}"
            case "ask":
                yield f"{pad}do think()"
            case "gain":
                yield f"{pad}someone gains {p.numbers[0]} {p.names[0]}"
            case "stop":
                yield f"{pad}stop"
            case "if":
                yield f"{pad}if {p.names[0]} {p.names[1]} {p.numbers[0]} {{"
                yield from write_rules(p.bodies[0], depth + 1)
                yield from _otherwise(p.bodies[1], depth)
            case "for each":
                where = "".join(f"where i{depth} > {other} " for other in p.names[1:])
                yield f"{pad}for each i{depth} in {p.numbers[0]} to {p.numbers[1]} {where}{{"
                yield f"{pad}  set {p.names[0]} to i{depth}"
                yield from write_rules(p.bodies[0], depth + 1)
                yield from _otherwise(p.bodies[1], depth)
            case "repeat":
                yield f"{pad}repeat while {p.names[0]} {p.names[1]} {p.numbers[0]} at most {p.numbers[1]} times {{"
                yield from write_rules(p.bodies[0], depth + 1)
                yield f"{pad}}}"


def _otherwise(body: tuple[Program, ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    if body:
        yield f"{pad}}} else {{"
        yield from write_rules(body, depth + 1)
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
            case "gain":
                table.gain(p.names[0], p.numbers[0])
            case "stop":
                raise Stopped
            case "if":
                walk(table, p.bodies[0] if holds(table, p) else p.bodies[1])
            case "for each":
                is_done = False
                for i in range(p.numbers[0], p.numbers[1] + 1):
                    if all(i > table.numbers[other] for other in p.names[1:]):
                        is_done = True
                        table.numbers[p.names[0]] = i
                        walk(table, p.bodies[0])
                if not is_done:
                    walk(table, p.bodies[1])
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
    "action think() { let someone = first player in players, someone chooses { option on { }, option also { } } }",
)


def play_game(body: tuple[Program, ...], triggers: dict[str, tuple[Program, ...]], ask: str) -> dict[str, Any]:
    text = [*(f"state {s} number" for s in STATES), f"resource {', '.join(RESOURCES)}"]
    for resource, after in triggers.items():
        text += [f"rule after_{resource} {{", f"  after someone gains {resource} as got {{ raise a by got.{resource}"]
        text += [*write_rules(after, 2), "  }", "}"]
    start = "let someone = first player in players"
    text = "\n".join([*text, "action main() {", start, *write_rules(body), "}", ask])
    game = tiny.rules.__wrapped__(text).new_game(1)
    while game.decision is not None:
        game = caylus.resume(game.save()) if len(game.chosen) % 7 == 3 else game
        game.play(0)
    return tiny.table(game)


@pytest.mark.slow
@given(bodies(4, loop=False), TRIGGERS)
def test_a_program_does_what_a_walk_through_its_statements_does(
    body: tuple[Program, ...], triggers: dict[str, tuple[Program, ...]]
) -> None:
    table = Table(dict.fromkeys(STATES, 0), triggers)
    walk(table, body)
    if table.left >= 0:
        for ask in ASKS:
            assert play_game(body, triggers, ask) == table.numbers
