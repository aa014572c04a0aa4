"""No ruleset keeps anybody waiting: games end, what is too much work or too deep is refused, what grows in play ends in a fault."""

from __future__ import annotations

import caylus
import pytest
from caylus.analysis.cost_bounds import CostBounds
from caylus.limits import DEEPEST_RULE, MOST_STEPS
from check.small import codes, fault
from support import orchard, tiny
from support.effort import limit_calls

MOST_CALLS = 3_000_000


def double_definitions(kind: str, body: str, end: str, levels: int) -> str:
    """Definitions of which each leans twice on the next."""
    lines = [f"{kind} v{i}() {body.replace('NEXT', f'v{i + 1}()')}" for i in range(levels)]
    return "\n".join([*lines, f"{kind} v{levels}() {end}"])


STATE = "state n number = 5\n"
TRIGGERS = "{}\nrule r {{ {} }}\naction main() {{ for each player in players {{ {} }} }}"
TOO_MUCH = {
    "loops in loops": "action main() { for each a in 1 to 200 { for each b in 1 to 200 { for each c in 1 to 200 { raise n by 1 } } } }",
    "what is done instead of a loop": "action main() { for each a in 1 to n { raise n by 1 } else { for each a in 1 to 999, b in 1 to 999 { for each c in 1 to 999 { for each d in 1 to 9 { raise n by 1 } } } } }",
    "a long repeat": "action main() { repeat at most 900000 times { raise n by 1 } }",
    "repeats in repeats": "action main() { repeat at most n times { repeat at most n times { raise n by n } } }",
    "questions in questions": "action main() { set n to (count of a in 1 to 999 where (some b in 1 to 999 where (some c in 1 to 999 where a * b is c))) }",
    "values that ask twice": double_definitions("value", "= NEXT + NEXT", "= n", 40) + "\naction main() { set n to v0() }",
    "actions that do twice": double_definitions("action", "{ do NEXT, do NEXT }", "{ raise n by 1 }", 40)
    + "\naction main() { do v0() }",
    "conditions that ask twice": double_definitions(
        "condition", "{ require NEXT or n is 4, require NEXT }", "{ require n > 0 }", 40
    )
    + "\naction main() { if v0() { raise n by 1 } }",
    "gains that set off twice as many": TRIGGERS.format(
        "resource " + ", ".join(f"r{i}" for i in range(41)),
        " ".join(f"after player gains r{i} {{ gain 1 r{i + 1}, gain 1 r{i + 1} }}\n" for i in range(40)),
        "gain 1 r0",
    ),
    "options of very many choices": "action main() { for each player in players { may choose { option a(b in 1 to 300, c in 1 to 300, d in 1 to 300) { require b * c is d } } } }",
    "a long list in random order, often": "kind card\nrow deck of 900 card\naction main() { repeat at most 1000 times { for each c in shuffled deck { stop } } }",
    "a list shuffled where it is, often": "kind card\nrow deck of 900 card\nlist pile of card\naction main() { repeat at most 1000 times { shuffle pile } }",
    "a long list moved as a whole, often": "kind card\nrow deck of 900 card\nlist pile of card\nlist heap of card\naction main() { repeat at most 100 times { put all of pile into heap } }",
    "a loop that asks and looks for whom": "action main() { for each a in 1 to 1000 where (some b in 1 to 1000 where a is b) { for each player in players { may { raise n by 1 } } } }",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_could_take_too_many_steps_is_refused_soon(name: str) -> None:
    with limit_calls(MOST_CALLS), pytest.raises(caylus.RulesetError) as caught:
        tiny.rules.__wrapped__(STATE + TOO_MUCH[name])
    assert {d.code for d in caught.value.diagnostics if d.is_error} == {"E0416"}


def nest_statements(opening: str, levels: int, inside: str) -> str:
    return (
        "".join(opening.replace("I", str(i)) for i in range(levels))
        + inside
        + opening.count("{") * levels * " }"
        + opening.count("(") * levels * ")"
    )


DEEP = {
    "values": "\n".join(f"value v{i}() = " + nest_statements("(1 - ", 40, f"v{i + 1}()") for i in range(60))
    + "\nvalue v60() = n\naction main() { set n to v0() }",
    "conditions": "\n".join(
        f"condition v{i}() {{ require {nest_statements('(n > 0 and (n > 1 or ', 15, f'v{i + 1}()')} }}" for i in range(60)
    )
    + "\ncondition v60() { require n > 0 }\naction main() { if v0() { raise n by 1 } }",
    "actions": "\n".join(f"action v{i}() {{ {nest_statements('if n > I {', 30, f'do v{i + 1}()')} }}" for i in range(60))
    + "\naction v60() { raise n by 1 }\naction main() { do v0() }",
    "actions that ask": "\n".join(f"action v{i}() {{ {nest_statements('if n > I {', 30, f'do v{i + 1}()')} }}" for i in range(60))
    + "\naction v60() { for each player in players { may { raise n by 1 } } }\naction main() { do v0() }",
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", DEEP)
def test_what_is_too_deep_to_be_carried_out_is_refused(name: str) -> None:
    with pytest.raises(caylus.RulesetError) as caught:
        tiny.rules.__wrapped__(STATE + DEEP[name])
    assert {d.code for d in caught.value.diagnostics if d.is_error} == {"E0414"}


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"value v{i}() = " + nest_statements("(1 - ", 50, f"v{i + 1}()") for i in range(3))
        + "\nvalue v3() = n\naction main() { set n to v0() }",
        f"action main() {{ {nest_statements('if n > I - 60 {', 30, 'set n to ' + nest_statements('(1 - ', 30, 'n'))} }}",
        f"action main() {{ for each player in players {{ {nest_statements('if n > I - 60 {', 55, 'may { raise n by 1 }')} }} }}",
    ],
)
def test_what_is_just_not_too_deep_can_be_played(text: str) -> None:
    def further_down(levels: int) -> caylus.Game:
        return further_down(levels - 1) if levels else tiny.game(STATE + text, players=1)

    game = further_down(150)  # whoever calls may be deep in calls already
    assert game.copy() == game


GROWING = {
    "squares": "repeat at most 40 times { set n to n * n }",
    "squares of squares": "set n to " + nest_statements("square(", 14, "n"),
    "doubles": "repeat at most 900 times { raise n by n }",
    "sums": "repeat at most 900 times { set n to (sum of n for i in 1 to 9) }",
    "amounts": "for each player in players { gain n coin, repeat at most 900 times { gain player.coin coin } }",
    "ranges": "set n to 5000, for each i in 1 to n { set n to i }",
    "repeats": "set n to 5000, repeat at most n times { raise n by 1 }",
    "repeats that ask": "set n to 5000, repeat at most n times { raise n by 1, for each player in players { may { } } }",
    "counted": "set n to 5000, set n to (count of i in 1 to n)",
}


@pytest.mark.parametrize("name", GROWING)
def test_what_grows_in_play_beyond_all_bounds_is_a_fault_with_its_line(name: str) -> None:
    text = f"resource coin\n{STATE}value square(x: number) = x * x\naction main() {{\n{GROWING[name]}\n}}"
    with limit_calls(MOST_CALLS), pytest.raises(caylus.RuleFault) as caught:
        tiny.game(text, players=1)
    assert caught.value.code == "E0902"
    assert caught.value.span is not None
    assert caught.value.span.line == 5


@pytest.mark.parametrize(
    ("statement", "n"),
    [
        ("set n to 1000000 * 1000000 * 1000", None),
        ("set n to 1000000 * 1000000", 10**12),
        ("set n to n * 1000 * 1000 * 1000", 5_000_000_000),
        ("repeat at most n * 200 times { raise n by 1 }", 1005),
        ("for each i in n to 1004 { set n to i }", 1004),
        ("set n to -n * n * n", -125),
    ],
)
def test_numbers_that_games_need_are_not_too_great(statement: str, n: int | None) -> None:
    text = f"{STATE}action main() {{ {statement} }}"
    if n is None:
        with pytest.raises(caylus.RulesetError, match="E0306"):
            tiny.game(text)
    else:
        assert tiny.table(tiny.game(text))["n"] == n


@pytest.mark.slow
def test_a_loop_of_forced_choices_is_stopped_soon_with_its_line() -> None:
    text = """
state n number
action main() {
  for each player in players {
    repeat until n is 1 {
      choose { option a { require n is 0, set n to (count of i in 1 to 900 where i is n) }, option b { require n > 0, set n to 0 } } else { }
    }
  }
}
"""
    with limit_calls(MOST_CALLS), pytest.raises(caylus.RuleFault) as caught:
        tiny.game(text, players=1)
    assert caught.value.code == "E0901"
    assert caught.value.span is not None
    assert caught.value.span.line in (4, 5)


@pytest.mark.slow
@pytest.mark.parametrize(("gains", "code"), [("repeat at most 600 times { gain 1 b, gain 1 b }", "E0902"), ("gain 1 a", "E0901")])
def test_gains_that_set_off_more_and_more_are_stopped_soon(gains: str, code: str) -> None:
    text = f"""
resource a, b, n
rule extra {{
  after player gains a {{ if player.n > 0 {{ may gain 1 b }} else {{ {gains} }} }}
  after player gains b {{ if player.n > 0 {{ may gain 1 a }} }}
}}
action main() {{ for each player in players {{ gain 1 a }} }}
"""
    with limit_calls(MOST_CALLS), pytest.raises(caylus.RuleFault) as caught:
        tiny.game(text, players=1)
    assert caught.value.code == code


@pytest.mark.parametrize("name", ["orchard", "classic", "1303"])
def test_shipped_rules_are_far_from_any_bound(name: str) -> None:
    rules = orchard.RULES if name == "orchard" else caylus.load(name)
    bounds = CostBounds(rules.most_players)
    model = rules.model
    for named in (*model.values.values(), *model.conditions.values()):
        assert bounds.definition_cost(named).steps < MOST_STEPS / 10
    for action in (*model.actions.values(), model.start):
        work = bounds.action(action)
        assert work.depth < DEEPEST_RULE / 2
        assert work.steps < MOST_STEPS
    assert max(rules.program(rules.most_players).steps) < MOST_STEPS / 10


HUTS = "resource coin, apple, pear\ngroup fruit = apple, pear\nkind hut plural huts { action use(player) }\nhut barn\n"


def test_a_circle_of_actions_is_shown_step_by_step() -> None:
    found = fault("action a() { do b() }\naction b() { do c() }\naction c() {\n do a()\n}")
    assert (found.code, found.message) == ("E0401", "this goes round in a circle: `a` does `b` does `c` does `a`")
    assert [(n.text, n.span and n.span.line) for n in found.notes] == [("`b` does `c` here", 2), ("`c` does `a` here", 4)]


def test_actions_do_each_other_only_so_deep() -> None:
    deep = "\n".join(["action a0() { }", *(f"action a{i}() {{ do a{i - 1}() }}" for i in range(1, 80))])
    assert codes(deep) == ["E0414"]


def test_a_repeat_that_never_ends_is_said_to_be_one() -> None:
    found = fault(HUTS + "action a(player) {\n  repeat {\n    may gain 1 coin\n  }\n}")
    assert (found.message, found.span and (found.span.line, found.span.end_column)) == ("this `repeat` never ends", (6, 9))
