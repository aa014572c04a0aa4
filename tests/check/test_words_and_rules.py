"""What words claim is compared with rules: each fault is found, and its mend is not warned of. `words_and_rules.txt` has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.small import check_texts
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
