"""Warnings: what is no mistake, but looks like one."""

from __future__ import annotations

import pytest

from .small import check_texts, model, warnings


@pytest.mark.parametrize(
    "text",
    [
        "resource coin, apple", "group money = coin", "constant rent = 1", "scale steps = [1]", "state day number",
        "list order of player", "value v() = 1", "condition c(player) { require player.coin > 2 }", "action a() { }", "phase p { }",
        "sequence s = begin",
    ],
)  # fmt: skip
def test_what_nobody_uses_is_pointed_out(text: str) -> None:
    assert warnings(text) == ["W1001"]


def test_what_is_used_only_in_a_text_is_used() -> None:
    assert warnings('state day number\nrule r { after begin() { raise day by 1, say "day {day}" } }') == []


def test_what_only_a_paragraph_speaks_of_belongs_into_its_rule() -> None:
    rules = 'constant few = 3\n| All gain {few} coins.\nrule r { after begin() { say "gain" } }'
    (warning,) = [fault for fault in check_texts(rules)[1] if fault.code == "W1001"]
    assert warning.help.startswith("only a paragraph speaks of it")


def test_attaching_to_something_does_not_use_it() -> None:
    assert warnings("value v() = 1\nrule r { v() is more by 1 }") == ["W1001"]


def test_a_property_or_state_that_nobody_asks_for_is_pointed_out() -> None:
    text = "kind hut plural huts { price number, state owner player }\nhut barn { price 3 }\nstate site hut = barn"
    found = [f for f in check_texts(text)[1] if f.code == "W1002"]
    assert [(f.code, f.message) for f in found] == [
        ("W1002", "`price` of `hut` is never used"), ("W1002", "`owner` of `hut` is never used"),
    ]  # fmt: skip


def test_what_lends_a_name_is_used() -> None:
    text = "kind hut plural huts\nkind plot plural plots called hut { state hut hut }\nhut barn\nrow lane of 2 plots"
    assert warnings(text + "\nrule r { after begin() { set lane[1].hut to barn } }") == []


def test_score_and_outlook_are_used_by_the_game() -> None:
    made = model("value outlook(player) = player.coin * 2")
    assert made.outlook is made.values["outlook"]
    assert warnings("value outlook(player) = player.coin * 2") == []


def test_what_decides_who_wins_is_used_by_the_game() -> None:
    text = "value tie_break(player) = 1\nvalue team(player) = 1\nvalue may_win(player) = player.coin > 0"
    made = model(text)
    assert (made.tie_break, made.team, made.may_win) == tuple(made.values[name] for name in ("tie_break", "team", "may_win"))
    assert warnings(text) == []


def test_what_follows_the_end_of_the_game_is_pointed_out() -> None:
    (found,) = (f for f in check_texts('rule r { after begin() { end game "early"\n say "late" } }')[1])
    assert (found.code, found.message) == ("W1003", "nothing after `end game` is ever done")


def test_no_rule_may_ask_for_the_outlook() -> None:
    found = check_texts("value outlook(player) = player.coin\nvalue score(player) = outlook(player)")[1]
    assert [f.code for f in found] == ["E0410"]


def test_warnings_wait_until_the_text_is_right() -> None:
    assert [f.code for f in check_texts("constant rent = 1\naction a() { do b() }")[1]] == ["E0204"]
