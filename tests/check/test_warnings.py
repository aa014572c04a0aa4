"""Warnings, case by case, and sound rules without one: `words_and_rules.txt`, `faults_of_meaning.txt` and `sound_rulesets.txt` hold both."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest
from caylus.loading.library import check_text
from support.texts import read_rules

from .small import check_texts, complete, model, warnings

WORLD = read_rules(__file__, "warnings")


def find_warnings(text: str, shown_names: Collection[str] = ()) -> list[str]:
    """The codes of warnings of rules in the world above, where players see what has one of `shown_names`."""
    definitions, begins, statement = f"\n{text}".partition("\nS ")
    rules = f"\nrule extra {{ after begin() {{ for each player in players {{\n  {statement}\n}} }} }}" if begins else ""
    made, found = check_texts(WORLD + definitions + rules, shown_names=shown_names)
    assert made is not None, [fault.message for fault in found if fault.is_error]
    return [fault.code for fault in found]


FAULTS = [
    block.split("\n", 2)
    for block in (Path(__file__).parent / "words_and_rules.txt").read_text(encoding="utf-8").split("\n== ")[1:]
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "mend", "text"), FAULTS, ids=[f"{code}-{mend}" for code, mend, _ in FAULTS])
def test_a_fault_is_found_and_its_mend_is_not(code: str, mend: str, text: str) -> None:
    wrong, _, right = mend.partition(" => ")
    assert text.count(wrong) == 1, f"`{wrong}` stands {text.count(wrong)} times in it"
    assert code in find_warnings(text)
    assert code not in find_warnings(text.replace(wrong, right))


@pytest.mark.parametrize(("in_words", "in_rule"), [("gain", "lose"), ("lose", "gain")])
def test_a_message_says_what_the_words_do_and_what_the_rule_does(in_words: str, in_rule: str) -> None:
    rule = f"rule tax {{ after begin() {{ for each player in players {{ {in_rule} 1 coin }} }} }}"
    messages = [fault.message for fault in check_texts(f"| Each player {in_words}s 1 coin.\n{rule}")[1]]
    participles = {"gain": "gained", "lose": "lost"}
    assert f"in these words `coin` is {participles[in_words]}, and in the rule it is {participles[in_rule]}" in messages


BLOCKS = [
    block.partition("\n")[::2]
    for block in (Path(__file__).parent / "faults_of_meaning.txt").read_text(encoding="utf-8").split("\n== ")[1:]
]
NEVER_USED = "W1001"


@pytest.mark.slow
@pytest.mark.parametrize(("head", "text"), BLOCKS, ids=[head for head, _ in BLOCKS])
def test_a_fault_is_found_and_a_sound_rule_is_not(head: str, text: str) -> None:
    code, *marks, _ = head.split(" | ")
    shown_names = [name for mark in marks if mark.startswith("shown ") for name in mark.split()[1:]]
    found = warnings(text) if "whole" in marks else find_warnings(text, shown_names)
    assert code in found if code != "-" else {*found} <= {NEVER_USED}


BASE, *EXTRAS = (Path(__file__).parent / "sound_rulesets.txt").read_text(encoding="utf-8").split("\n== ")


def test_there_are_sixty_of_them() -> None:
    assert len({extra.split("\n")[0] for extra in EXTRAS}) == len(EXTRAS) >= 60


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra.split("\n")[0])
def test_a_sound_ruleset_is_not_warned_of(extra: str) -> None:
    made, found = check_texts(f"{BASE}\n{extra.partition(chr(10))[2]}")
    assert [(told.code, told.message) for told in found] == []
    assert made is not None


def test_what_only_a_paragraph_speaks_of_belongs_into_its_rule() -> None:
    rules = 'constant few = 3\n| All gain {few} coins.\nrule r { after begin() { say "gain" } }'
    (warning,) = [fault for fault in check_texts(rules)[1] if fault.code == "W1001"]
    assert warning.help.startswith("only a paragraph speaks of it")


def test_a_property_or_state_that_nobody_asks_for_is_pointed_out() -> None:
    text = "kind hut plural huts { price number, state owner player }\nhut barn { price 3 }\nstate site hut = barn"
    found = [f for f in check_texts(text)[1] if f.code == "W1002"]
    assert [(f.code, f.message) for f in found] == [
        ("W1002", "`price` of `hut` is never used"), ("W1002", "`owner` of `hut` is never used"),
    ]  # fmt: skip


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


def waived(line: str, comment: str) -> list[str]:
    text = complete(
        f"rule gifts {{\n  after begin() {{ for each player in players where {line} {{ gain 1 coin }} }} {comment}\n}}"
    )
    return [found.code for found in check_text(text, "a.rules").diagnostics]


def test_a_waiver_with_a_reason_waives_the_warning_at_its_line() -> None:
    assert waived("size of players > 1", "") == ["W1005"]
    assert waived("size of players > 1", "-- fine: W1005 because the book says so") == []
    assert waived("size of players > 1", "-- fine: W1004, W1005 because the book says so") == []


def test_a_waiver_that_serves_nothing_or_gives_no_reason_is_told() -> None:
    assert waived("size of players > 2", "-- fine: W1005 because the book says so") == ["W1045"]
    assert waived("size of players > 1", "-- fine: W1004 because the book says so") == ["W1005", "W1045"]
    assert sorted(waived("size of players > 1", "-- fine: W1005")) == ["W1005", "W1045"]
    assert waived("size of players > 2", "-- fine day") == []


def test_a_waiver_alone_on_its_line_is_for_the_next_line() -> None:
    text = complete(
        "rule gifts {\n  -- fine: W1005 because the book says so\n"
        "  after begin() { for each player in players where size of players > 1 { gain 1 coin } }\n}"
    )
    assert check_text(text, "a.rules").diagnostics == ()


ASKED = "rule r {{ after begin() {{ for each player in players where {} {{ gain 1 coin }} }} }}"


def test_the_message_says_which_and_what_to_do() -> None:
    (found,) = check_texts("list order of player\n" + ASKED.format("player is in order"))[1]
    assert found.message == "`order` never changes"
    assert found.label == "always empty"
    assert found.help == "let something be added to it"


def test_a_resource_that_nothing_brings_is_pointed_out() -> None:
    market = "resource coin, salt\nrule r { after begin() { for each player in players { may pay 1 salt to gain 1 coin } } }"
    (found,) = check_texts(market)[1]
    assert (found.code, found.message) == ("W1007", "nothing ever brings `salt`")
