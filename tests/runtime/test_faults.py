"""Rules that break or cost too much end in a fault with a code and a line, which tells nobody a number."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import caylus
import pytest
from caylus.limits import MOST_TOLD
from caylus.runtime.machine import BREAKS, describe_break
from support import breaking, tiny
from support.effort import limit_calls
from support.texts import read_rules


def fault(text: str, *choices: str) -> caylus.RuleFault:
    with pytest.raises(caylus.RuleFault) as caught:
        game = tiny.game(text, players=1)
        for choice in choices:
            game.choose(choice)
    return caught.value


def line(text: str, fault: caylus.RuleFault) -> str:
    """The line of the ruleset that a fault names."""
    assert fault.span is not None
    return tiny.rules(text).sources[fault.span.file].splitlines()[fault.span.line - 1].strip()


ENDLESS = """
state n number
resource coin, wool
action main() {
  for each player in players {
    choose { option go { }, option stay { stop_here() } }
    repeat until n is 1 {
      choose { option a { require n is 0, nothing }, option b { require n is 1 } } else { }
    }
  }
}
""".replace("{ stop_here() }", "{ set n to 1 }")


@pytest.mark.slow
def test_rules_that_run_on_for_ever_are_stopped_with_their_line() -> None:
    caught = fault(ENDLESS, "go")
    assert caught.code == "E0901"
    assert "without ever asking" in str(caught)
    assert line(ENDLESS, caught).startswith(("repeat until", "choose { option a"))


def test_rules_that_end_are_not_stopped() -> None:
    game = tiny.game(ENDLESS, players=1)
    game.choose("stay")
    assert game.over


CROWDED = """
state n number
action main() {
  for each player in players {
    choose { option go { }, option stay { } }
    for each a in 1 to 110 { for each b in 1 to 100 { set n to b } }
  }
}
"""


@pytest.mark.slow
def test_a_log_leaves_out_what_is_more_than_it_tells_of_one_choice() -> None:
    game = tiny.game(CROWDED)
    game.choose("go")
    assert len(game.events) == MOST_TOLD
    game.choose("go")
    assert len(game.events) == 2 * MOST_TOLD


def test_more_ways_than_anybody_can_choose_among_are_a_fault_with_its_line() -> None:
    caught = fault(breaking.RULES, "grow")
    assert caught.code == "E0902"
    assert "too many" in str(caught)
    assert line(breaking.RULES, caught) == "gain n all"


DOUBLED = """
list order of player
action main() {
  for each player in players {
    choose { option go { }, option stay { add player to order } }
    add player to order
  }
}
"""


def test_what_is_in_a_list_already_cannot_be_added_to_it_again() -> None:
    caught = fault(DOUBLED, "stay")
    assert (caught.code, line(DOUBLED, caught)) == ("E0902", "add player to order")
    assert "is in it already" in str(caught)


PLAIN = read_rules(__file__, "faults_plain")


def test_a_fault_in_an_action_that_another_calls_names_the_line_of_the_inner_one() -> None:
    caught = fault(PLAIN, "grow")
    assert caught.code == "E0902"
    assert line(PLAIN, caught) == "may {"


WIDE = """
state n number
game "Wide" for 1 to 1 players { do main() }
value score(player) = count of one in 0 to n
action main() { repeat 2 times { for each player in players { choose { option grow { set n to 5000 }, option stay { } } } } }
"""


def test_a_score_that_breaks_is_a_fault() -> None:
    game = tiny.rules(WIDE).new_game(1, 1)
    game.choose("grow")
    for ask in (lambda: game.scores, lambda: game.result, lambda: game.outlook(game.players[0]), game.view):
        with pytest.raises(caylus.RuleFault, match="more than 1,000 numbers"):
            ask()


def test_a_rule_that_breaks_leaves_the_game_where_it_was() -> None:
    text = """
resource coin
state n number
action main() {
  set n to 10
  for each player in players {
    choose {
      option burst { gain 1 coin, for each i in 1 to 40 { set n to n * n } }
      option stay { gain 1 coin }
    }
  }
}
"""
    game = tiny.game(text, players=2)
    before = game.save()
    with pytest.raises(caylus.RuleFault):
        game.choose("burst")
    assert game.save() == before
    assert not [event for event in game.events if event.kind == "gain"]
    game.choose("stay")
    assert game.decision is not None
    assert game.decision.player == "Ben"


def break_rule(*, is_copy: bool = False) -> caylus.Game:
    """A game with secrets in which a guess has broken a rule."""
    game = tiny.game(breaking.SECRET)
    game = game.copy() if is_copy else game
    game.choose("hide 2")
    game.choose("hide 3")
    with pytest.raises(caylus.RuleFault):
        game.choose("guess 1")
    return game


def test_a_fault_says_its_place_and_its_sort_and_no_number_of_the_game() -> None:
    fault = break_rule().broken
    assert fault is not None
    assert (fault.code, str(fault)) == ("E0902", "a rule could not be carried out: a range holds more than 1,000 numbers")
    assert fault.span is not None


@pytest.mark.parametrize("is_copy", [False, True])
def test_a_game_with_secrets_raises_the_same_fault_at_every_choice(is_copy: bool) -> None:
    game = break_rule(is_copy=is_copy)
    for going_on in (game, game.copy(), pickle.loads(pickle.dumps(game))):
        for option in ("guess 3", "guess 1", "pass"):
            with pytest.raises(caylus.RuleFault, match="a range holds more"):
                going_on.choose(option)
        with pytest.raises(caylus.RuleFault):
            going_on.play(0)


def test_nothing_is_taken_back_behind_a_fault() -> None:
    game = break_rule()
    assert not game.can_undo_to(1, "Ben")
    with pytest.raises(caylus.IllegalChoice, match="the game has stopped"):
        game.undo()


def test_a_game_without_secrets_goes_on_after_a_fault() -> None:
    game = tiny.game(breaking.RULES)
    game.choose("stay")
    with pytest.raises(caylus.RuleFault):
        game.choose("grow")
    assert game.broken is None
    game.choose("stay")


@pytest.mark.parametrize("player", [None, "Ann"])
def test_a_save_of_a_game_that_a_fault_has_stopped_is_of_a_stopped_game(player: str | None) -> None:
    going_on = caylus.resume(break_rule().save(player))
    assert (going_on.broken.code if going_on.broken else None) == "E0902"
    with pytest.raises(caylus.RuleFault, match="a range holds more"):
        going_on.play(0)
    assert not going_on.can_undo_to(1, "Ben")


LONG = read_rules(__file__, "faults_long")


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

    twin = object.__new__(type(played._machine.program))
    vars(twin).update(vars(played._machine.program), blocks=[breaks] * len(played._machine.program.blocks))  # type: ignore[attr-defined]
    played._machine.program = twin
    with pytest.raises(caylus.RuleFault) as caught:
        played.choose("stay")
    assert caught.value.code == "E0902"
    assert "subscriptable" not in str(caught.value)
    assert describe_break(error) in str(caught.value)


@pytest.mark.slow
def test_python_says_nothing_of_generated_code() -> None:
    code = "from caylus.codegen import program; [compile('x = 5[0]', f, 'exec') for f in (program.PROGRAM, program.EXPLANATIONS)]"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stderr == ""
