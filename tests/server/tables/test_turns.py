"""Who is told that it is their turn, and what the history tells of each choice."""

from __future__ import annotations

from random import Random

from caylus_tools.server.storage.schema import HookRow
from caylus_tools.server.tables import Audience
from support import tiny

from .house import OWNER, House, choose, play, state
from .test_seats import QUESTIONS, TOGETHER
from .test_taking_back import TOGETHER as HIDDEN_TOGETHER


def test_those_with_a_hook_are_told_once_a_turn(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), title="Ours")
    table.hook("Ben", "https://example.com/x", "Ben")
    assert hooked(house) == []
    choose(table, "Ann", "coins")
    assert hooked(house) == [(HookRow(table.id, "Ben", "https://example.com/x"), "Ours")]
    table.say("Hello", "Ben", "Ben")
    choose(table, "Ben", "coins")
    assert len(hooked(house)) == 1
    table.hook("Ben", None, "Ben")
    choose(table, "Ann", "coins")
    assert len(hooked(house)) == 1


def hooked(house: House) -> list[tuple[HookRow, str]]:
    """The addresses that were told of a turn, with the titles of tables."""
    return [(hook, title) for hook, title in house.tables.reminders if hook.url]


def test_who_has_been_told_is_not_told_again_when_others_choose(house: House) -> None:
    table = house.table(tiny.rules(TOGETHER), people=3)
    for seat in ("Ann", "Ben", "Cem"):
        table.hook(seat, f"https://example.com/{seat}", seat)
    choose(table, "Ann", "coin")
    choose(table, "Ben", "coin")
    assert hooked(house) == []
    choose(table, "Cem", "coin")  # the next round, in which Cem, who has just chosen, need not be told
    assert [hook.seat for hook, _ in hooked(house)] == ["Ann", "Ben"]
    choose(table, "Cem", "coin")
    choose(table, "Ann", "coin")
    assert [hook.seat for hook, _ in hooked(house)] == ["Ann", "Ben"]


def test_history_tells_what_each_choice_did_and_what_the_scores_were(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    play(table, Random(1), 5)
    steps = table.history(Audience(None, OWNER))["steps"]
    assert [step["n"] for step in steps] == list(range(6))
    assert [step["seat"] for step in steps] == [None, "Ann", "Ben", "Ann", "Ben", "Ann"]
    assert [step["text"] for step in steps[1:4]] == ["Ann gains 2 coin", "Ben gains 2 coin", "Ann gains 1 coin"]


def test_history_tells_that_somebody_has_chosen_while_others_still_do(house: House) -> None:
    table = house.table(tiny.rules(HIDDEN_TOGETHER))
    choose(table, "Ben", state(table, "Ben")["options"][0]["id"])
    assert [step["text"] for step in table.history(Audience("Ann", "Ann"))["steps"]][1:] == ["Ben has chosen"]
