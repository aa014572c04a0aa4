"""A choice ends when it costs more than whoever embeds the library allows, and the game is as it was before."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import caylus
import pytest
from caylus.runtime.machine import BREAKS, describe_break
from support import tiny
from support.effort import limit_calls

LONG = """
kind place
row yard of 900 place
state n number
action main() {
  for each player in players {
    choose { option go { do work(player) }, option draw { do draw_lots(player) }, option stay { set n to 7 } }
    choose { option leave { nothing }, option linger { nothing } }
  }
}
action work(player) {
  repeat at most 100 times {
    for each a in 1 to 100 { for each b in 1 to 20 { let c = (n + a) % 7, set n to c - c } }
    may { require n > 7, set n to 0 }
  }
}
action draw_lots(player) {
  repeat at most 100 times {
    for each a in 1 to 50 { for each place in shuffled yard { nothing } }
    may { require n > 7, set n to 0 }
  }
}
"""


def game(limits: caylus.Limits | None) -> caylus.Game:
    return tiny.rules(LONG).new_game(1, limits=limits)


@pytest.mark.parametrize("choice", ["go", "draw"])
@pytest.mark.parametrize("limits", [caylus.Limits(seconds=0.01), caylus.Limits(steps=60_000)])
def test_a_choice_over_its_limits_ends_in_a_fault_and_changes_nothing(limits: caylus.Limits, choice: str) -> None:
    played = game(limits)
    before = played.save()
    with limit_calls(1_000_000), pytest.raises(caylus.RuleFault) as caught:
        played.choose(choice)
    assert caught.value.code == "E0901"
    assert caught.value.span is not None
    assert played.save() == before
    played.choose("stay")
    assert len(played.chosen) == 1


def test_a_choice_that_takes_too_much_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter(range(0, 10**9, 10_000))
    monkeypatch.setattr("caylus.runtime.machine.memory_in_use", lambda: next(sizes))
    with pytest.raises(caylus.RuleFault, match="more than 25,000 bytes of memory"):
        game(caylus.Limits(memory=25_000)).choose("draw")


def test_limits_stay_with_copies_pickles_and_what_is_resumed_or_replayed() -> None:
    limits = caylus.Limits(steps=60_000)
    rules = tiny.rules(LONG).with_limits(limits)
    played = rules.new_game(1)
    kept = [
        played,
        played.copy(),
        played.copy(events=True),
        played.branch(),
        played.determinize(None, 1),
        pickle.loads(pickle.dumps(played)),
        caylus.resume(played.save(), rules),
        rules.replay(played.transcript()),
    ]
    for one in kept:
        assert one.rules.limits == limits
        with pytest.raises(caylus.RuleFault):
            one.choose("go")
    assert tiny.rules(LONG).limits == caylus.Limits()


def test_load_takes_limits_and_shares_what_is_made_of_the_rules(tmp_path: Path) -> None:
    limits, source = caylus.Limits(seconds=5), tiny.write(tmp_path, LONG)
    rules = caylus.load(source, limits=limits)
    assert rules.new_game(1).rules.limits == limits
    assert rules.program(1) is rules.with_limits(caylus.Limits()).program(1)
    assert caylus.load(source).limits == caylus.Limits()


@pytest.mark.parametrize("limit", [{"steps": 0}, {"seconds": -1}, {"memory": 0}])
def test_a_limit_of_nothing_is_refused(limit: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="greater than 0"):
        caylus.Limits(**limit)


@pytest.mark.parametrize("error", [kind("'int' object is not subscriptable") for kind in BREAKS])
def test_no_fault_of_a_rule_is_told_in_words_of_python(error: Exception) -> None:
    played = game(None)

    def breaks(*_: object) -> bool:
        raise error

    played._machine.program = with_block(played._machine.program, breaks)
    with pytest.raises(caylus.RuleFault) as caught:
        played.choose("stay")
    assert caught.value.code == "E0902"
    assert "subscriptable" not in str(caught.value)
    assert describe_break(error) in str(caught.value)


def with_block(program: object, block: object) -> object:
    twin = object.__new__(type(program))
    vars(twin).update(vars(program), blocks=[block] * len(program.blocks))  # type: ignore[attr-defined]
    return twin


@pytest.mark.slow
def test_python_says_nothing_of_generated_code() -> None:
    code = "from caylus.codegen import program; [compile('x = 5[0]', f, 'exec') for f in (program.PROGRAM, program.EXPLANATIONS)]"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stderr == ""
