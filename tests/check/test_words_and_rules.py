"""Warnings, case by case, and sound rules without one: `words_and_rules.txt`, `faults_of_meaning.txt` and `sound_rulesets.txt` hold both."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.small import check_texts, warnings
from check.test_meanings import find_warnings

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
