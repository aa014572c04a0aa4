"""Conditions that hold always or never, requirements that can never hold together, and ranges that hold nothing."""

from __future__ import annotations

import pytest

from check.small import check_texts


def test_the_message_marks_the_part_that_is_foregone_and_says_why() -> None:
    line = "rule r { score(player) is more by 1 where player.coin > 2 and size of players is 5 }"
    (found,) = check_texts(line)[1]
    assert found.span is not None
    assert line[found.span.column - 1 : found.span.end_column - 1] == "size of players is 5"
    assert found.label == "there are 2 to 4 players"


KINDS = """\
kind hut plural huts {
  state owner player
  state left number
  state open flag
}
hut barn
hut mill
list order of player
condition can_pay(player) {
  require player.coin > 2
}
"""
CHANGES = """\
rule start {
  after begin() {
    for each player in players {
      add player to order
      for each hut in huts where free(player, hut) and can_pay(player) {
        set hut.owner to player
        raise hut.left by 1
        set hut.open to yes
      }
    }
  }
}"""


def find_all(*requires: str) -> list[tuple[str, str]]:
    """Each warning of what never holds: its line, and that of its note."""
    lines = [f"  require {line}" for line in requires]
    text = "\n".join([KINDS + "condition free(player, hut) {", *lines, "}", CHANGES])
    split = text.split("\n")

    def line(number: int) -> str:
        return split[number - 1].strip().removeprefix("require ")

    told = [f for f in check_texts(text)[1] if f.code == "W1004"]
    return [(line(f.span.line), line(f.notes[0].span.line) if f.notes and f.notes[0].span else "") for f in told if f.span]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("hut.owner is none", "hut.owner is not none"),
        ("hut.owner is none", "hut.owner is player"),
        ("hut.owner is player", "player is not hut.owner"),
        ("hut.left > 3", "hut.left < 2"),
        ("hut.left >= 3", "2 >= hut.left"),
        ("hut.left > 3", "not (hut.left > 1)"),
        ("hut.left < player.coin", "hut.left > player.coin"),
        ("hut.left < player.coin", "player.coin <= hut.left"),
        ("hut.open", "not hut.open"),
        ("player is in order", "player is not in order"),
        ("hut.open and hut.left is 3", "hut.left is 4"),
        ("can_pay(player)", "player.coin < 1"),
    ],
)
def test_two_that_rule_each_other_out_are_told_at_the_second(first: str, second: str) -> None:
    assert find_all(first, second) == [(second, first)]
    assert find_all(first, "size of order > 1", second) == [(second, first)]


def test_a_parameter_that_is_one_thing_is_no_other() -> None:
    assert find_all("hut is barn", "hut is mill") == [("hut is mill", "")]


def test_what_one_formula_rules_out_is_told_once() -> None:
    assert find_all("hut is barn and hut is mill") == [("hut is barn and hut is mill", "")]
    assert find_all("hut.left > 3 and hut.left < 2") == [("hut.left > 3 and hut.left < 2", "")]


def test_an_option_that_asks_for_both_is_told_and_a_condition_that_never_holds_only_once() -> None:
    text = (
        KINDS + "condition free(player, hut) {\n  require hut.owner is none\n}\n"
        "action visit(player) {\n  may choose {\n    option go(hut in huts) {\n      require free(player, hut)\n      require hut.owner is not none\n      gain 1 coin\n    }\n  }\n}\n"
        "rule r { after begin() { for each player in players { do visit(player) } } }\n" + CHANGES
    )
    told = [f for f in check_texts(text)[1] if f.code == "W1004"]
    assert [text.split("\n")[f.span.line - 1].strip() for f in told if f.span] == ["require hut.owner is not none"]
    hopeless = text.replace("owner is none\n}", "owner is none\n  require hut.owner is not none\n}").replace(
        "      require hut.owner is not none\n", ""
    )
    assert len([f for f in check_texts(hopeless)[1] if f.code == "W1004"]) == 1


def test_the_range_itself_is_marked() -> None:
    line = "action begin() { for each player in players, n in 3 to 1 { gain n coin } }"
    (found,) = check_texts(line)[1]
    assert found.span is not None
    assert line[found.span.column - 1 : found.span.end_column - 1] == "3 to 1"
