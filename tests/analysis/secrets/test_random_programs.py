"""Random rules that the check lets through tell a player nothing of what another one holds in secret.

Each is played twice: everybody does the same, but for one player, who holds another number of gems. Nobody else can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import caylus
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from support import tiny

RULES = """
resource coin "coin", gem "gem" hidden, tin "tin" hidden from gem
kind face plural faces
face calm "calm"
face grim "grim"
each player has {{ bid number from 0 to 9 hidden, mark number, mask face hidden, veil face hidden }}
rule chime {{ after player gains tin {{ raise round by 1 }} }}
state round number
state debt[player, player] number
value plain(player) = player.coin + round
value depth(player) = {value}
action help(player, n: number) {{ {action} }}
action hold() {{ for each player in players {{ choose "Hold" {{ option hold(n in 0 to 3) {{ set player.gem to n }} }} }} }}
action main() {{
  do hold()
  for each player in players {{ {body} }}
  for each player in players {{ may {{ say "done" }} }}
}}
"""
DEPTH = 3


@st.composite
def formula(draw: st.DrawFn, names: tuple[str, ...], numbers: tuple[str, ...], calls: bool, depth: int = 2) -> str:
    """A number; `names` are players, `numbers` what else has a name."""
    name = draw(st.sampled_from(names))
    other = draw(st.sampled_from((*names, f"(first rival in players where rival.gem > {name}.gem)")))
    plain = ["1", "2", "round", f"{name}.coin", f"{name}.mark", f"debt[{name}, {draw(st.sampled_from(names))}]", *numbers]
    hidden = [
        f"{name}.gem",
        f"{name}.bid",
        f"(sum of each_.gem for each_ in players where each_ is not {name})",
        f"debt[{other}, {name}]",
    ]
    if calls:
        plain.append(f"plain({name})")
        hidden.append(f"depth({name})")
    if depth and draw(st.integers(0, 3)) == 0:
        left, right = (draw(formula(names, numbers, calls, depth - 1)) for _ in range(2))
        return f"({left} {draw(st.sampled_from('+-'))} {right})"
    return draw(st.sampled_from(plain if draw(st.integers(0, 2)) else hidden))


@st.composite
def condition(draw: st.DrawFn, names: tuple[str, ...], numbers: tuple[str, ...], calls: bool) -> str:
    left, right = (draw(formula(names, numbers, calls)) for _ in range(2))
    return f"{left} {draw(st.sampled_from(('>', 'is', '<=')))} {right}"


@st.composite
def statements(draw: st.DrawFn, names: tuple[str, ...], numbers: tuple[str, ...], depth: int, calls: bool, stops: bool) -> str:
    found = []
    for at in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(names))
        e: Callable[[], str] = lambda: draw(formula(names, numbers, calls))  # noqa: E731, B023
        c: Callable[[], str] = lambda: draw(condition(names, numbers, calls))  # noqa: E731, B023
        kinds = ["coin", "bid", "gem", "tin", "mask", "veil", "mark", "round", "debt", "let"] + (
            ["if", "each", "repeat"] if depth else []
        )
        kinds += (["do"] if calls else []) + (["stop"] if stops else [])

        def inner(*more: str, numbers: tuple[str, ...] = numbers, stops: bool = stops) -> str:
            return draw(statements((*names, *more), numbers, depth - 1, calls, stops))

        match draw(st.sampled_from(kinds)):
            case "coin":
                found.append(f"{name} gains {e()} coin")
            case "gem":
                found.append(f"{name} loses {e()} gem")
            case "tin":
                found.append(f"{name} gains {e()} tin")
            case "mask" | "veil" as state:
                face = draw(st.sampled_from(("calm", "grim", "none", f"{name}.mask", f"{name}.veil")))
                found.append(f"set {name}.{state} to {face}")
            case "bid" | "mark" as state:
                found.append(f"set {name}.{state} to {e()}")
            case "round":
                found.append(f"raise round by {e()}")
            case "debt":
                rich = f"(first rival in players with most rival.{draw(st.sampled_from(('gem', 'coin')))})"
                found.append(f"set debt[{name}, {draw(st.sampled_from((*names, rich)))}] to {e()}")
            case "let":
                let = f"n{depth}{at}{len(numbers)}"
                found.append(f"let {let} = {e()}")
                numbers = (*numbers, let)
            case "if":
                found.append(f"if {c()} {{ {inner()} }} else {{ {inner()} }}")
            case "each":
                other = f"p{depth}{len(names)}"
                where = draw(condition((*names, other), numbers, calls))
                none = f" else {{ {inner()} }}" if draw(st.booleans()) else ""
                found.append(f"for each {other} in players where {where} {{ {inner(other)} }}{none}")
            case "repeat":
                found.append(f"repeat while {c()} at most 3 times {{ {inner(stops=True)} }}")
            case "stop":
                found.append(f"if {c()} {{ stop }}")
            case "do":
                found.append(f"do help({name}, {e()})")
    return ", ".join(found)


@st.composite
def program(draw: st.DrawFn) -> str:
    names = ("player",)
    return RULES.format(
        value=draw(formula(names, (), False)),
        action=draw(statements(names, ("n",), 1, False, False)),
        body=draw(statements(names, (), DEPTH, True, False)),
    )


def visible_text(rules: caylus.Ruleset, gems: tuple[int, ...]) -> list[Any]:
    """All that the first player sees of a game in which the players hold so many gems."""
    game = rules.new_game(len(gems), 1)
    for n in gems:
        game.choose(f"hold {n}")
    told = [(event.text, event.data, event.about) for event in game.events_for("Ann")]
    return [game.view("Ann"), told, game.decision_for("Ann") and game.decision.player]  # type: ignore[union-attr]


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck))
@given(program(), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
def test_what_is_let_through_tells_nobody_of_what_another_holds(text: str, own: int, one: int, other: int) -> None:
    try:
        rules = tiny.rules.__wrapped__(text)
    except caylus.RulesetError as error:
        assert {fault.code for fault in error.diagnostics if fault.is_error} <= {"E1001", "E1008", "E0306"}, error
        return
    with suppress(caylus.RuleFault):
        assert visible_text(rules, (own, one)) == visible_text(rules, (own, other))
