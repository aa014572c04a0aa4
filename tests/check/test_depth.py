"""What is wrong with what lets an action go on, and with how deep something goes; and what so deep comes to, whatever leads where."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from caylus.limits import MOST_DEEP, MOST_INSTEAD
from hypothesis import given, strategies as st
from support import tiny

from .small import check_texts, codes, fault, faults

REST = "action rest(player) { gain 1 coin }\n"


def test_a_rule_behind_one_that_goes_on_can_hold() -> None:
    text = REST + "rule a { instead of rest(player) { do as before } }\nrule b { instead of rest(player) { MAY } }\n"
    assert codes(text.replace("MAY", "")) == []
    assert codes(text.replace("MAY", "may { do as before }") + "rule c { instead of rest(player) { } }") == []
    again = fault(text.replace("MAY", "") + "rule c { instead of rest(player) { } }")
    assert (again.code, again.span and again.span.line) == ("E0411", 4)
    assert again.help == "say when each of them holds: `where …`; or let the first `do as before`"


def test_rules_that_go_on_count_among_those_that_stand_instead_of_one_action() -> None:
    many = "".join(f"rule r{i} {{ instead of rest(player) {{ do as before }} }}\n" for i in range(MOST_INSTEAD + 1))
    assert codes(REST + many) == ["E0411"]
    assert codes(REST + many.partition("\n")[2]) == []


def test_what_doubles_with_each_rule_is_too_much_work() -> None:
    many = "".join(f"rule r{i} {{ instead of rest(player) {{ do as before, do as before }} }}\n" for i in range(30))
    assert set(codes(REST + many + "rule z { after begin() { for each player in players { do rest(player) } } }")) == {"E0416"}


def test_whoever_writes_a_circle_is_told_to_say_how_deep_it_goes() -> None:
    found = fault("action climb(player) { do climb(player) }")
    assert (found.code, found.message) == ("E0401", "`climb` does itself")
    assert found.help == "`repeat` does something again; what may be done inside itself says how deep: `do … at most 3 deep`"


def test_two_objects_may_each_do_their_own_action_inside_itself() -> None:
    kind = "kind hut plural huts { action use(player) }\n"
    text = kind + "".join(
        f"hut {hut} {{ use {{ gain 1 coin, do {hut}.use(player) at most 1 deep }} }}\n" for hut in ("mill", "inn")
    )
    assert codes(text + "action begin() { for each player in players, hut in huts { do hut.use(player) } }") == []


def test_a_circle_beside_one_that_goes_only_so_deep_is_reported_once() -> None:
    text = "action one() { do two() at most 3 deep, do three() }\naction two() { do one() }\naction three() { do one() }"
    (found,) = faults(text)
    assert (found.code, found.span and found.span.line) == ("E0401", 1)


def test_a_bound_that_nothing_needs_is_doubtful() -> None:
    text = REST + "action begin() { for each player in players { do rest(player) at most 3 deep } }"
    (warning,) = check_texts(text)[1]
    assert (warning.code, warning.message) == ("W1014", "`rest` never leads back to here, so that nothing is deep")


@pytest.mark.parametrize("deep", ["0", "-1", str(MOST_DEEP + 1)])
def test_nothing_goes_less_than_one_deep_or_endlessly(deep: str) -> None:
    found = fault(f"action climb(player) {{ do climb(player) at most {deep} deep }}")
    assert (found.code, found.message) == ("E0306", f"nothing can be done at most {deep} deep")


def test_what_goes_deep_and_wide_is_too_much_work() -> None:
    text = "action wide(player) { for each n in 1 to 10 { do wide(player) at most 9 deep } }"
    assert set(codes(text)) == {"E0416"}


def test_what_goes_deeper_than_anything_may_is_refused() -> None:
    ring = "\n".join(f"action a{i}() {{ do a{(i + 1) % 8}() {'at most 16 deep' if i == 0 else ''} }}" for i in range(8))
    assert set(codes(ring)) == {"E0414"}


@pytest.mark.slow
def test_more_than_can_be_made_ready_is_refused() -> None:
    things = "\n".join(f"thing t{i} {{ use {{ do t{i}.next.use() at most 16 deep }} }}" for i in range(700))
    assert codes(f"kind thing plural things {{\n  state next thing\n  action use()\n}}\n{things}") == ["E0319"]


# ---- what it comes to


@dataclass(frozen=True)
class Step:
    """What an action does: another one, perhaps only so deep."""

    action: int
    deep: int | None


SIZE = 4
STEPS = st.builds(Step, st.integers(0, SIZE - 1), st.none() | st.integers(1, 3))
BODIES = st.lists(st.lists(STEPS, max_size=2), min_size=SIZE, max_size=SIZE)


def walk_actions(bodies: list[list[Step]]) -> list[str] | None:
    """What all actions say where the first is done, by a plain walk; None where one leads back without a word of how deep."""
    said: list[str] = []
    together = [{j for j in range(SIZE) if i in reach_actions(bodies, j) and j in reach_actions(bodies, i)} for i in range(SIZE)]

    def do(number: int, depth: int, bare: tuple[int, ...]) -> bool:
        said.append(f"a{number}")
        if len(said) > 300:
            return False
        for step in bodies[number]:
            inside = step.action in together[number]
            if inside and step.deep is not None:
                if depth >= step.deep:
                    said.append(f"this goes at most {step.deep} deep: nothing happens")
                elif not do(step.action, depth + 1, (step.action,)):
                    return False
            elif step.action in bare or not do(step.action, depth if inside else 0, (*bare, step.action)):
                return False
        return True

    return said if do(0, 0, (0,)) else None


def reach_actions(bodies: list[list[Step]], start: int) -> set[int]:
    """The actions that one leads to."""
    found: set[int] = set()
    waiting = [start]
    while waiting:
        new = {step.action for step in bodies[waiting.pop()]} - found
        found |= new
        waiting += new
    return found


def has_a_bare_circle(bodies: list[list[Step]]) -> bool:
    bare = [[step for step in body if step.deep is None] for body in bodies]
    return any(number in reach_actions(bare, number) for number in range(SIZE))


@pytest.mark.slow
@given(BODIES)
def test_what_goes_so_deep_is_what_a_plain_walk_comes_to(bodies: list[list[Step]]) -> None:
    if has_a_bare_circle(bodies) or (said := walk_actions(bodies)) is None:
        return
    lines = ["action main() { do a0() }"]
    for number, body in enumerate(bodies):
        does = "".join(f", do a{s.action}(){f' at most {s.deep} deep' if s.deep is not None else ''}" for s in body)
        lines.append(f'action a{number}() {{ say "a{number}"{does} }}')
    game = tiny.rules.__wrapped__("\n".join(lines)).new_game(1, 0)
    assert [event.text for event in game.events] == said


# ---- what it tells
