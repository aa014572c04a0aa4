"""Conditions that hold always or never, requirements that can never hold together, and ranges that hold nothing."""

from __future__ import annotations

import pytest

from check.small import check_texts, warnings

TABLE = """
kind hut plural huts { state owner player }
row lane of 3 huts
hut barn
hut mill
state site hut
rule builders { after begin() { for each player in players, hut in huts { set hut.owner to player, set site to hut } } }
"""


def list_questions(condition: str) -> list[str]:
    """The codes found in a condition about `player`, in a game for two to four."""
    rule = f"rule gifts {{ after begin() {{ for each player in players where {condition} {{ gain 1 coin }} }} }}"
    return [code for code in warnings(TABLE + rule) if code != "W1009"]


@pytest.mark.parametrize(
    "condition",
    [
        "size of players is 1",
        "size of players > 4",
        "size of players < 2",
        "size of lane is 2",
        "size of huts <= 4",
        "not size of players > 1",
        "2 * size of players - 1 > 7",
        "7 / 2 is 4",
        "site is barn and site is mill",
        "barn is site and player.coin > 1 and site is mill",
        "player.coin is 2 and player.coin is 3",
        "player is not player",
        "player.coin < player.coin",
        "player.coin > player.coin",
        "site.owner is player and 2 < 1",
    ],
)
def test_a_condition_that_never_holds_is_pointed_out(condition: str) -> None:
    assert list_questions(condition) == ["W1004"]


@pytest.mark.parametrize(
    "condition",
    [
        "size of players > 1",
        "size of players * 2 >= 4",
        "size of players is 2 or size of players > 2",
        "site is not barn or site is not mill",
        "player is player",
        "player.coin <= player.coin",
        "player.coin >= player.coin",
        "player.coin > 1 and size of lane is 3",
        "not site.owner is not site.owner",
        "player.coin > 1 and player.coin > 2",
    ],
)
def test_a_condition_that_always_holds_is_pointed_out(condition: str) -> None:
    assert list_questions(condition) == ["W1005"]


@pytest.mark.parametrize(
    "condition",
    [
        "size of players is 2",
        "size of players > 2 and player.coin > 1",
        "site is barn or site is mill",
        "site is not barn and site is not mill",
        "site is barn and site.owner is player",
        "player.coin > 1 and player.coin < 9",
        "player.coin is 2 or player.coin is 3",
        "site is barn and site is barn",
        "site is not barn or site is not barn",
    ],
)
def test_a_condition_that_play_or_the_number_of_players_decides_is_not(condition: str) -> None:
    assert list_questions(condition) == []


def test_a_constant_may_switch_a_rule_on_or_off() -> None:
    text = "constant gifts_for_all = no\nconstant bound = 9\n"
    condition = "gifts_for_all or size of players > bound"
    rule = f"rule r {{ after begin() {{ for each player in players where {condition} {{ gain 1 coin }} }} }}"
    assert warnings(text + rule) == []


@pytest.mark.parametrize(
    "text",
    [
        "value v(player) { 1 if size of players is 9, 2 otherwise }\nrule r { score(player) is more by v(player) }",
        "rule r { score(player) is more by 1 where size of players is 9 }",
        "condition c(player) { require size of players is 9 }\nrule r { score(player) is more by 1 where c(player) }",
        "rule r { after begin() where size of players is 9 { } }",
        "rule r { after begin() { repeat while size of players is 9 at most 2 times { } } }",
        "rule r { after begin() { for each player in players { may choose { option a { require size of players is 9 } } } } }",
        "rule r { after begin() { for each player in players { may choose { option a(n in 1 to 2 where 1 > 2) { } } } } }",
        "rule r { score(player) is more by (count of other in players where 1 > 2) }",
    ],
)  # fmt: skip
def test_every_place_that_asks_something_is_looked_at(text: str) -> None:
    assert warnings(text) == ["W1004"]


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


@pytest.mark.parametrize(
    "requires",
    [
        ("hut.owner is none", "hut.open"),
        ("hut.owner is not none", "hut.owner is not player"),
        ("hut.owner is player", "hut.left > 1"),
        ("hut.left > 3", "hut.left < 5"),
        ("hut.left >= 3", "hut.left <= 3"),
        ("hut.left < player.coin", "hut.left <= player.coin"),
        ("hut.open or hut.left > 2", "not hut.open"),
        ("hut is barn or hut is mill", "hut is not barn"),
        ("barn.open", "not mill.open"),
        ("some p in players where p.coin > 6", "player.coin < 5"),
    ],
)
def test_what_may_hold_together_is_none(requires: tuple[str, ...]) -> None:
    assert find_all(*requires) == []


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


@pytest.mark.parametrize(
    "text",
    [
        "action begin() { for each player in players, n in 3 to 1 { gain n coin } }",
        "action begin() { for each player in players { may choose { option a(n in 2 to -1) { gain n coin } } } }",
        "action begin() { for each player in players { let n = random 6 to 1, gain n coin } }",
        "value score(player) = player.coin + (sum of n for n in 9 to 2 * 4)",
        "action begin() { for each player in players, n in size of players to 1 { gain n coin } }",
    ],
)
def test_nothing_lies_between(text: str) -> None:
    assert warnings(text) == ["W1015"]


@pytest.mark.parametrize(
    "text",
    [
        "constant rounds = 0\naction begin() { for each player in players, n in 1 to rounds { gain n coin } }",
        "action begin() { for each player in players, n in 1 to 1 { gain n coin } }",
        "action begin() { for each player in players, n in 1 to player.coin - 9 { gain n coin } }",
        "action begin() { for each player in players, n in 4 to size of players { gain n coin } }",
    ],
)
def test_something_may_lie_between(text: str) -> None:
    assert warnings(text) == []


def test_the_range_itself_is_marked() -> None:
    line = "action begin() { for each player in players, n in 3 to 1 { gain n coin } }"
    (found,) = check_texts(line)[1]
    assert found.span is not None
    assert line[found.span.column - 1 : found.span.end_column - 1] == "3 to 1"
