"""Texts made to break the checker end in diagnostics, soon."""

from __future__ import annotations

import pytest
from support.effort import limit_calls

from .small import check_texts

pytestmark = pytest.mark.slow

MOST_CALLS = 30_000_000


def lines(pattern: str, count: int) -> str:
    """`count` lines of a pattern, `{i}` being the number of the line and `{j}` the one before."""
    return "\n".join(pattern.format(i=i, j=i - 1) for i in range(1, count))


def blocks(opening: str, count: int) -> str:
    return opening * count + " } " * count


RESOURCES = (
    "resource coin, " + ", ".join(f"r{i}" for i in range(12)) + "\ngroup all = " + ", ".join(f"r{i}" for i in range(12)) + "\n"
)
HOSTILE = {
    "values that ask each other in a long chain": (
        "value v0() = 1\n" + lines("value v{i}() = v{j}() + v{j}()", 3000),
        {"E0414"},
    ),
    "kinds below each other in a long chain": ("kind k0\n" + lines("kind k{i} is k{j}", 5000), {"E0209"}),
    "kinds below each other in a long circle": ("kind k0 is k4999\n" + lines("kind k{i} is k{j}", 5000), {"E0208"}),
    "values of which each asks each": (
        "\n".join(f"value v{i}() = " + " + ".join(f"v{j}()" for j in range(90)) for i in range(90)),
        {"E0401", "E0414"},
    ),
    "very many objects": ("kind hut\n" + lines("row r{i} of 1000 hut", 3000), {"E0306"}),
    "very many properties of very many objects": (
        "kind hut { " + ", ".join(f"p{i} number = this.number + 1" for i in range(500)) + " }\nrow street of 1900 hut",
        {"E0319"},
    ),
    "payments of very many ways over and over": (RESOURCES + lines("constant p{i} = 2 all + 1 all", 2000), {"E0319"}),
    "very many rules around each of very many phases": (
        lines("phase p{i} {{ }}", 300)
        + "\nsequence day = "
        + ", ".join(f"p{i}" for i in range(1, 300))
        + "\n"
        + lines("rule r{i} {{ after each of day {{ for each player in players {{ gain 1 coin }} }} }}", 500),
        {"E0319"},
    ),
    "very many rules instead of one action": (
        "action a(player) { }\n" + lines("rule r{i} {{ instead of a(p) where p.coin is {i} {{ }} }}", 1000),
        {"E0411"},
    ),
    "very many options of one name": (
        "action a(player) { may choose { " + ", ".join(["option pay 1 coin"] * 400) + " } }",
        {"E0409"},
    ),
    "very many unknown names": (
        "action a(player) { "
        + ", ".join(f"gain sum{i}x coin" for i in range(1000))
        + " }\n"
        + lines("constant some{i} = 1", 2000),
        {"E0204"},
    ),
    "a table of very many rows": (
        "kind hut\n" + lines("hut h{i}", 1000) + "\ntable t(player) by hut, n {\n" + lines("h{i} | nothing", 1000) + "\n}",
        {"E0314"},
    ),
    "loops in loops": ("action a(player) { " + blocks("repeat at most 2 times { ", 40) + " }", {"E0415"}),
    "long chains in long chains": (
        "value v(player) = " + "(" * 60 + " + ".join(["player.coin"] * 50) + ") + 1" * 60,
        {"E0318"},
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_ends_in_coded_diagnostics_soon(name: str) -> None:
    text, expected = HOSTILE[name]
    with limit_calls(MOST_CALLS):
        made, found = check_texts(text)
    assert made is None
    assert {fault.code for fault in found if fault.is_error} == expected


def test_what_costs_too_much_says_so_and_keeps_what_was_found_before() -> None:
    text, _ = HOSTILE["payments of very many ways over and over"]
    found = check_texts(text + "\nkind hut is shed")[1]
    assert [fault.code for fault in found] == ["E0319", "E0204"]
