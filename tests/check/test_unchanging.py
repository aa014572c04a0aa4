"""States and lists that never change, or are never asked for."""

from __future__ import annotations

import pytest

from check.small import check_texts, warnings

ASKED = "rule r {{ after begin() {{ for each player in players where {} {{ gain 1 coin }} }} }}"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("state day number = 2", "day > 1"),
        ("each player has { turns number }", "player.turns > 1"),
        ("list order of player", "player is in order"),
        ("list order of player", "order[1] is player"),
        ("kind hut plural huts { state owner player }\nrow lane of 2 huts", "lane[1].owner is player"),
    ],
)
def test_what_is_asked_for_and_never_changes_is_pointed_out(text: str, condition: str) -> None:
    assert warnings(f"{text}\n{ASKED.format(condition)}") == ["W1008"]


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("state day number", "raise day by 1"),
        ("each player has { turns number }", "for each player in players { set player.turns to 1 }"),
        ("list order of player", "for each player in players { add player to order }"),
        ("list order of player", "for each player in players { put player to front of order }\n clear order"),
    ],
)
def test_what_changes_and_is_never_asked_for_is_pointed_out(text: str, change: str) -> None:
    assert warnings(f"{text}\nrule r {{ after begin() {{ {change} }} }}") == ["W1009"]


@pytest.mark.parametrize(
    "rules",
    [
        'state day number\nrule r { after begin() { raise day by 1, say "{day}" } }',
        "state day number\nrule r { after begin() { raise day by 1 }, score(player) is more by day }",
        "state day number\nrule r { after begin() { set day to day + 1 } }",
        "list order of player\nrule r { after begin() { for each player in players { add player to order }, reverse order }\n"
        "score(player) is more by size of order }",
        "kind hut plural huts { state left number = 2 }\nrow lane of 2 huts\n"
        "rule r { after begin() { repeat while lane[1].left > 0 at most 2 times { lower lane[1].left by 1 } } }",
    ],
)
def test_what_changes_and_is_asked_for_is_in_order(rules: str) -> None:
    assert warnings(rules) == []


def test_the_message_says_which_and_what_to_do() -> None:
    (found,) = check_texts("list order of player\n" + ASKED.format("player is in order"))[1]
    assert found.message == "`order` never changes"
    assert found.label == "always empty"
    assert found.help == "let something be added to it"
