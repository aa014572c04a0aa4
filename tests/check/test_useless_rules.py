"""Rules that make no difference, things that never come to be or never change, options of no use; and sound rules that look like them."""

from __future__ import annotations

import pytest
from caylus.loading.library import check_text

from .small import check_texts, complete, warnings

TABLE = """\
resource wood, stone, fame
kind hut plural huts { worth number = 1, state left number }
hut barn { worth 2 }
hut mill { worth 3 }
hut inn { worth 4 }
kind space plural spaces { state hut hut }
row lane of 3 spaces
list order of player
state day number from 0 to 9
scale purse = [5, 6, 7, 7]
rule laying {
  after begin() {
    raise day by 1
    for each player in players { add player to order, gain 1 wood + 1 stone }
    for each hut in huts, space in lane { set space.hut to hut }
    for each space in lane, player in order where day > 1 { gain (space.hut.worth + player.number) fame }
    for each player in players { gain (purse[player.number] + size of order) coin, may pay 1 wood + 1 stone to gain 1 coin }
  }
}
value tie_break(player) = player.fame
"""
CODES = {f"W10{n}" for n in range(30, 45)} | {"W1049"}


def told(rules: str, table: str = TABLE) -> list[str]:
    made, found = check_texts(table + rules)
    assert made is not None, found
    return [f.code for f in found if f.code in CODES]


def within(body: str) -> str:
    return f"rule tried {{ after begin() {{ for each player in players {{\n{body}\n}} }} }}"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("gain (1 - size of order) coin", "W1032"),
        ("gain (0 - day) coin", "W1030"),
        ("lose (day - 9) coin", "W1030"),
        ("raise player.coin by 0", "W1031"),
        ("set day to day", "W1031"),
        ("repeat at most size of players - 4 times { gain 1 coin }", "W1030"),
        ("let die = random 1 to 6\ngain purse[die] coin", "W1034"),
        ("gain 1 / 2 coin", "W1033"),
        ("gain (3 + player.coin / 0) coin", "W1033"),
        ("gain (1 + player.number / 6) coin", "W1033"),
        ("gain (1 + player.coin % 1) coin", "W1033"),
        ("if player.coin > 3 { gain 1 coin } else { gain 1 coin }", "W1038"),
        ("set day to 1\nset day to 2", "W1039"),
        ("raise day by 2\nset day to 5", "W1039"),
        ('choose { option a "take" { gain 1 wood } option b "Take" { gain 1 stone } }', "W1042"),
        ('may choose { option go(space in lane) "go" { pay 1 wood, gain space.number coin } }', "W1042"),
        ('may choose "Trade" or "keep" { option a "keep" { pay 1 wood, gain 1 stone } }', "W1042"),
        ("may choose { option a { pay 2 wood, gain 1 coin } option b { pay 1 wood, gain 1 coin } }", "W1044"),
        ("choose { option a { gain 1 coin } option b { gain 2 coin } }", "W1044"),
        ("may pay 1 wood", "W1044"),
        ("may pay 2 coin to gain 3 coin", "W1044"),
        ("may choose { option rest { nothing } option work { pay 1 wood, gain 1 coin } }", "W1044"),
        ("may choose { option drink { lose 1 wood } option build { pay 1 wood, gain 1 coin } }", "W1044"),
        ("clear order\nclear order", "W1039"),
    ],
)  # fmt: skip
def test_what_makes_no_difference_is_told(body: str, code: str) -> None:
    assert told(within(body)) == [code]


@pytest.mark.parametrize(
    "body",
    [
        "gain max(0, 1 - size of order) coin",
        "if size of order is 0 { gain (1 - size of order) coin }",
        "gain (9 - size of order) coin",
        "gain (player.coin - 2) coin",
        "lose (day - 3) coin",
        "lower player.coin by player.number - 2",
        "gain player.coin / 4 coin",
        "gain (player.coin + 1) / 2 coin",
        "gain 4 / 2 coin",
        "gain player.coin % 2 coin",
        "if player.coin > 3 { gain 1 coin } else { gain 2 coin }",
        "set day to 1\nset day to day + 2",
        "set day to 1\nraise day by 2",
        "set barn.left to 1\nset mill.left to 2",
        'choose { option a "take wood" { gain 1 wood } option b "take stone" { gain 1 stone } }',
        "may choose { option a { pay 1 wood, gain 1 coin } option b { pay 2 wood, gain 2 coin } }",
        "may choose { option a { pay 1 wood, gain 1 coin } option b { pay 1 stone, gain 1 coin } }",
        "may choose { option a { require day > 3, gain 2 coin } option b { gain 1 coin } }",
        "may choose { option a { gain 1 coin } option b { gain 1 coin, do help(player) } }",
        "may pay 1 wood to do help(player)",
        "may pay 1 wood to set day to 3",
        "choose { option a { pay 1 wood } option b { lose 2 fame } }",
        "choose { option a { gain 1 fame } option b { gain 1 coin } option c { nothing } }",
        "choose { option a { player gains 1 coin } option b { order[1] gains 2 coin } }",
        "gain purse[day] coin",
        "gain purse[player.coin] coin",
    ],
)
def test_sound_rules_are_left_alone(body: str) -> None:
    assert told(f"action help(player) {{ gain 1 stone }}\n{within(body)}") == []


FEE = "value fee(player) {\n  1 if player.coin > 5\n  4 otherwise\n}\n"
SUPPLY = "resource stall\nresource ox from stall\n"
USE = "if player.ox > 2 { gain 1 coin }"


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (SUPPLY + within(f"gain 1 ox\n{USE}"), "W1035"),
        ("resource glory\n" + within("gain 1 glory"), "W1041"),
        ("scale short = [1, 2]\n" + within("gain short[size of players] coin"), "W1034"),
        ("scale short = [1, 2]\n" + within("gain short[player.number] coin"), "W1034"),
        ("scale short = [1, 2]\nvalue alms(place: number) = short[place]\n" + within("gain alms(player.number) coin"), "W1034"),
        (FEE + "rule cheap { fee(player) is less by 2 }\n" + within("gain fee(player) coin"), "W1032"),
        ("value fee() = 1\nrule caps { fee() is never less than 4, fee() is never more than 3 }\n".replace(", fee", "\nfee") + within("gain fee() coin"), "W1049"),
        ("row short of 2 spaces\n" + within("for each hut in huts, space in short { set space.hut to hut }"), ""),
        ('list a "the pile" of hut, list b "the pile" of hut\n'.replace(", list", "\nlist") + within("add barn to a\nadd mill to b\nif size of a + size of b > 1 { gain 1 coin }"), "W1043"),
    ],
)  # fmt: skip
def test_what_lacks_something_is_told_where_it_is_defined(rules: str, code: str) -> None:
    assert told(rules) == ([code] if code else [])


@pytest.mark.parametrize(
    "rules",
    [
        SUPPLY + within(f"set player.stall to 6\ngain 1 ox\n{USE}"),
        SUPPLY + within(f"gain 3 stall\ngain 1 ox\n{USE}"),
        SUPPLY + within(f"set player.ox to 3\nlose 1 ox\n{USE}"),
        "resource glory\nvalue may_win(player) = player.glory > 1\n" + within("gain 1 glory"),
        "resource glory\nrule lucky { after player gains glory { gain 1 coin } }\n" + within("gain 1 glory"),
        FEE + "rule cheap {\nfee(player) is less by 2\nfee(player) is never less than 0\n}\n" + within("gain fee(player) coin"),
        FEE + "rule cheap { fee(player) is less by 1 }\n" + within("gain fee(player) coin"),
        "value fee() = 1\nrule caps {\nfee() is never less than 2\nfee() is never more than 3\n}\n" + within("gain fee() coin"),
        "scale short = [1, 2, 3]\nvalue alms(place: number) = short[place]\nrule last { alms(place) is more by 1 where place is 4 }\n"
        + within("gain alms(player.number) coin"),
        "scale long from 2 = [1, 2, 3]\n" + within("gain long[size of players] coin"),
        'list a "one pile" of hut\nlist b "the other" of hut\n' + within("add barn to a\nadd mill to b\nif size of a + size of b > 1 { gain 1 coin }"),
    ],
)  # fmt: skip
def test_what_comes_to_be_some_other_way_is_left_alone(rules: str) -> None:
    assert told(rules) == []


ROUNDS = """\
list passed of player
state round number from 0 to 9
rule rounds { after begin() { repeat until round is 9 at most 9 times { raise round by 1, do ask_all() } } }
action ask_all() {
  %s
  repeat until size of passed is size of players {
    for each player in players where player is not in passed {
      choose { option pass { add player to passed } option work { gain 1 coin } }
    }
  }
}
"""


@pytest.mark.parametrize(
    ("first", "codes"),
    [("nothing", ["W1037"]), ("clear passed", []), ("for each player in players { remove player from passed }", [])],
)
def test_a_loop_that_waits_for_what_is_never_undone_is_told(first: str, codes: list[str]) -> None:
    assert told(ROUNDS % first, "") == codes


def test_a_loop_of_the_game_itself_runs_once_and_may() -> None:
    assert (
        told(
            ROUNDS.replace("repeat until round is 9 at most 9 times { raise round by 1, do ask_all() }", "do ask_all()")
            % "nothing",
            "",
        )
        == []
    )


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


CIRCLE = """\
resource shed
resource tool from shed
each player has { lent number from 0 to 9 }
rule lending {
  after begin() {
    repeat at most 3 times {
      for each player in players {
        SETUP
        gain 1 tool
        may choose "Tools" {
          option lend { pay 1 tool, lower player.shed by 1, raise player.lent by 1 }
          option back { require player.lent > 0, lower player.lent by 1, raise player.shed by 1 }
        }
      }
    }
  }
}
"""


def test_pieces_that_only_go_round_have_to_come_from_somewhere() -> None:
    assert told(CIRCLE.replace("SETUP", "nothing")) == ["W1035"]
    assert told(CIRCLE.replace("SETUP", "gain 1 shed")) == []


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


KINDS = """
kind hut plural huts { price number = 1 }
kind stone_hut plural stone_huts is hut
kind wood_hut plural wood_huts is hut
stone_hut tower
state site hut
rule taxes { after begin() { for each player in players where site is not none { lose site.price coin } } }
"""


def building(way: str) -> list[str]:
    """The codes found where huts come to the site in some way."""
    return unobtainable(KINDS + f"rule builders {{ after begin() {{ {way} }} }}")


def unobtainable(text: str) -> list[str]:
    """The warnings of this matter; what can never hold where a thing is never there is told of besides."""
    return [code for code in warnings(text) if code in ("W1006", "W1007")]


def test_a_thing_that_no_rule_leads_to_is_pointed_out() -> None:
    assert building("for each hut in wood_huts { set site to hut }") == ["W1006"]


@pytest.mark.parametrize(
    "way",
    [
        "set site to tower",
        "for each hut in stone_huts { set site to hut }",
        "for each hut in huts { set site to hut }",
        "set site to first hut in huts",
    ],
)
def test_its_name_its_kind_and_the_kinds_above_lead_to_a_thing(way: str) -> None:
    assert building(way) == []


def test_the_row_that_a_thing_stands_in_leads_to_it() -> None:
    row = "row street of [tower]\nrule builders { after begin() { set site to street[1] } }"
    assert warnings(KINDS + row) == []


def test_a_thing_with_attachments_acts_by_itself() -> None:
    assert warnings("kind law plural laws\nlaw tithe { score(player) is less by 1 }") == []


def test_a_resource_that_nothing_brings_is_pointed_out() -> None:
    market = "resource coin, salt\nrule r { after begin() { for each player in players { may pay 1 salt to gain 1 coin } } }"
    (found,) = check_texts(market)[1]
    assert (found.code, found.message) == ("W1007", "nothing ever brings `salt`")


@pytest.mark.parametrize(
    "way",
    [
        "gain 1 salt",
        "gain 2 goods",
        "gain 1 coin or 1 salt",
        "gain player.coin salt",
        "gain gift(player)",
        "gain barn.worth",
        "raise player.salt by 1",
        "set player.salt to 3",
        "do give(player, 1 salt)",
    ],
)
def test_a_resource_may_be_brought_in_many_ways(way: str) -> None:
    text = f"""
    resource coin, salt
    group goods = coin, salt
    kind hut plural huts {{ worth payment = nothing }}
    hut barn {{ worth 1 salt + 1 coin }}
    value gift(player) {{ 1 salt if player.coin > 2, 1 coin otherwise }}
    action give(player, what: payment) {{ gain what }}
    rule market {{
      after begin() {{ for each player in players {{ {way}, may pay 1 salt to gain 1 coin }} }}
    }}
    """
    assert "W1007" not in warnings(text)


def test_a_supply_is_brought_by_what_returns_to_it() -> None:
    text = "resource camp\nresource coin from camp\nrule r { score(player) is more by 1 where player.camp > 1 }"
    assert unobtainable(text) == []
