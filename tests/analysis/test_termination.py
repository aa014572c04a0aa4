"""Every game ends: no action leads back to itself, and no `repeat` goes on without somebody who wants it."""

from __future__ import annotations

import pytest
from check.small import codes, fault

HUTS = "resource coin, apple, pear\ngroup fruit = apple, pear\nkind hut plural huts { action use(player) }\nhut barn\n"


def test_a_circle_of_actions_is_shown_step_by_step() -> None:
    found = fault("action a() { do b() }\naction b() { do c() }\naction c() {\n do a()\n}")
    assert (found.code, found.message) == ("E0401", "this goes round in a circle: `a` does `b` does `c` does `a`")
    assert [(n.text, n.span and n.span.line) for n in found.notes] == [("`b` does `c` here", 2), ("`c` does `a` here", 4)]


def test_a_circle_by_way_of_an_attachment_is_found() -> None:
    assert codes("action a() { do b() }\naction b() { }\nrule r { after b() { do a() } }") == ["E0401"]


def test_a_circle_by_way_of_objects_is_found() -> None:
    found = fault(HUTS + "action visit(player, hut) { do hut.use(player) }\nhut inn { use { do visit(player, barn) } }")
    assert found.message == "this goes round in a circle: `visit` does `inn.use` does `visit`"


def test_doing_what_a_known_object_does_leads_only_there() -> None:
    assert codes(HUTS + "hut inn { use { gain 1 coin } }\nhut copy { use { do inn.use(player) } }") == []


def test_the_game_cannot_be_begun_again() -> None:
    assert codes("sequence day = night\nphase night { do day() }") == ["E0401"]


def test_actions_do_each_other_only_so_deep() -> None:
    deep = "\n".join(["action a0() { }", *(f"action a{i}() {{ do a{i - 1}() }}" for i in range(1, 80))])
    assert codes(deep) == ["E0414"]


@pytest.mark.parametrize(
    "loop",
    [
        "repeat { gain 1 coin }",
        "repeat { repeat at most 3 times { stop } }",
        "repeat { if player.coin > 3 { stop }, gain 1 coin }",
        "repeat while player.coin < 9 { gain 1 coin }",
        "repeat until player.coin > 9 { do begin() }",
        "repeat while player.coin < 9 { choose { option only { gain 1 coin } } }",
        "repeat while player.coin < 9 { for each hut in huts { gain 1 coin } }",
    ],
)
def test_a_repeat_in_which_nobody_decides_anything_is_refused(loop: str) -> None:
    assert codes(HUTS + f"action a(player) {{ {loop} }}") == ["E0402"]


@pytest.mark.parametrize(
    "loop",
    [
        "repeat at most 9 times { gain 1 coin }",
        "repeat while player.coin < 9 at most 9 times { gain 1 coin }",
        "repeat { may gain 1 coin, if player.coin > 3 { stop } }",
        "repeat while player.coin < 9 { gain 1 fruit }",
        "repeat while player.coin < 9 { do ask(player) }",
        "repeat while player.coin < 9 { for each hut in huts { do hut.use(player) } }",
        "repeat while player.coin < 9 { choose { option a { gain 1 coin }, option b { gain 2 coin } } }",
        "repeat while player.coin < 9 { choose { option a { pay 1 fruit } } else { } }",
    ],
)
def test_a_repeat_with_a_limit_or_a_decision_is_fine(loop: str) -> None:
    rest = "action ask(player) { if player.coin > 1 { may gain 1 coin } }\nhut inn { use { do ask(player) } }"
    assert codes(HUTS + f"action a(player) {{ {loop} }}\n{rest}") == []


def test_a_repeat_that_never_ends_is_said_to_be_one() -> None:
    found = fault(HUTS + "action a(player) {\n  repeat {\n    may gain 1 coin\n  }\n}")
    assert (found.message, found.span and (found.span.line, found.span.end_column)) == ("this `repeat` never ends", (6, 9))
