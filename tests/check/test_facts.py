"""What is warned of by all that rules make of states, lists and pieces; and sound rules that look like it."""

from __future__ import annotations

import pytest
from caylus.analysis.conservation import find_invariants
from caylus.diagnostics.diagnostic import Diagnostic
from support.texts import read_rules

from .small import check_texts, complete, model, warnings

TABLE = read_rules(__file__, "facts")


CODES = ("W1004", "W1005", "W1015")


def told(*texts: str) -> list[Diagnostic]:
    made, found = check_texts(*texts)
    assert made is not None, found
    return [f for f in found if f.code in CODES]


def never(rule: str) -> list[str]:
    """The parts that are said never to hold, in rules after `begin`."""
    text = f"{TABLE}rule tried {{ after begin() {{ for each player in players {{\n{rule}\n}} }} }}"
    lines = text.split("\n")
    return [lines[f.span.line - 1][f.span.column - 1 : f.span.end_column - 1] for f in told(text) if f.span is not None]


@pytest.mark.parametrize(
    ("rule", "part"),
    [
        ("for each space in lane where space.number > 4 { gain 1 coin }", "space.number > 4"),
        ("for each hut in huts where hut.left > 3 { gain 1 coin }", "hut.left > 3"),
        ("for each hut in huts where hut.worth is 5 and hut.worth > 5 { gain 1 coin }", "hut.worth > 5"),
        ("for each space in lane where space.hut is in mills { gain 1 coin }", "space.hut is in mills"),
        ("for each space in lane where space.hut is brook { gain 1 coin }", "space.hut is brook"),
        ("if size of shut > 2 { gain 1 coin }", "size of shut > 2"),
        ("if size of order > 4 { gain 1 coin }", "size of order > 4"),
        ("if round > 9 { gain 1 coin }", "round > 9"),
        ("if player.hats < 0 { gain 1 coin }", "player.hats < 0"),
        ("if player.coin < 0 { gain 1 coin }", "player.coin < 0"),
        ("if player.number is 5 { gain 1 coin }", "player.number is 5"),
        ("if player.coin > 3 { gain 1 coin } else if player.coin > 5 { lose 1 coin }", "player.coin > 5"),
        ("for each space in lane where space.worker is none { if space.worker is player { gain 1 coin } }", "space.worker is player"),
        ("set round to 0\nif round > 2 { gain 1 coin }", "round > 2"),
        ("let n = min(player.coin, 3)\nif n > 3 { gain 1 coin }", "n > 3"),
        ("may { require player.coin is 0, pay 1 coin, gain 2 coin }", "pay 1 coin"),
        ("may { require player.coin < 2, require player.coin > 4, gain 2 coin }", "require player.coin > 4"),
        ("repeat until round is 11 at most 3 times { gain 1 coin }", "round is 11"),
        ("if abs(player.hats - 3) < 0 { gain 1 coin }", "abs(player.hats - 3) < 0"),
        ("if player.coin >= 0 { gain 1 coin }", "player.coin >= 0"),
        ("for each space in lane where space.number <= 4 { gain 1 coin }", "space.number <= 4"),
        ("for each space in lane where (count of hut in huts where hut.worth > 5) > 0 { gain 1 coin }", "hut.worth > 5"),
    ],
)  # fmt: skip
def test_what_can_never_be_is_pointed_out(rule: str, part: str) -> None:
    found = never(rule)
    assert [part in f or f in part for f in found] == [True], found


def test_a_case_that_a_wider_one_hides_is_told_with_the_wider_one() -> None:
    text = f"""{TABLE}value rent(player) {{
  2  if player.hats > 1 or player.coin > 3
  3  if player.hats > 4
  0  otherwise
}}
rule paid {{ after begin() {{ for each player in players {{ lose rent(player) coin }} }} }}"""
    (found,) = told(text)
    first = TABLE.count("\n") + 2
    assert found.code == "W1004"
    assert found.span is not None
    assert found.span.line == first + 1
    assert [note.span.line for note in found.notes if note.span is not None] == [first]


def test_a_layer_that_contradicts_its_base_is_told_at_its_own_line() -> None:
    base = f"""{TABLE}condition free(player, space) {{ require space.worker is none }}
rule seats {{ after begin() {{ for each player in players, space in lane where free(player, space) {{ gain 1 coin }} }} }}"""
    found = told(base, 'rule crowd { forbid free(player, space) where space.worker is none "empty" }')
    assert [(f.code, f.span.file) for f in found if f.span is not None] == [("W1004", "b.rules")]


def test_a_ban_where_something_holds_is_no_contradiction() -> None:
    base = f"""{TABLE}condition free(player, space) {{ require space.worker is none }}
rule seats {{ after begin() {{ for each player in players, space in lane where free(player, space) {{ gain 1 coin }} }} }}"""
    ban = 'rule pair { forbid free(player, space) where size of players is 2 "not for two" }'
    assert told(base, ban) == []


PLOTS = """
kind plot plural plots { state owner player, state visits number }
kind pawn plural pawns { state spot plot }
pawn tower
row street of 2 plots
state king player
list order of player
value richest() = first player in players where player.coin > 2 with most player.coin
action settle(plot) {
  for each player in players where player.coin > 3 { set king to player, set plot.owner to player }
  if size of order > 9 { set tower.spot to plot }
}
"""


def tell(text: str) -> list[str]:
    begin = "for each player in players { let found = random 1 to 6, gain found coin, add player to order }"
    return warnings(PLOTS + f"action begin() {{ {begin}, do settle(street[1]), {text} }}")


def test_help_says_how_it_is_meant() -> None:
    text = PLOTS + "action begin() { do settle(street[1]), king gains 1 coin, raise tower.spot.visits by 1 }"
    found = [(x.message, x.help) for x in check_texts(text)[1] if x.code == "W1060"]
    assert found == [
        ("`king` may be `none` here: then nothing happens", "write `if king as player { … }`"),
        ("`tower.spot` may be `none` here: then nothing happens", "ask first: `if tower.spot is not none { … }`"),
    ]


BAY = read_rules(__file__, "facts_bay")
EXCHANGE = """for each pier in bay, other in bay where pier is not other and pier.number > 1 {
  let held = pier.boat
  set pier.boat to other.boat
  if held as player { say "{player} moves" }
  set OTHER.boat to held
}"""


def places_told(text: str) -> list[str]:
    """The places that are told of."""
    made, found = check_texts(text)
    assert made is not None, found
    lines = complete(text).splitlines()
    return [lines[f.span.line - 1][f.span.column - 1 : f.span.end_column - 1] for f in found if f.code == "W1048" and f.span]


def test_what_stays_as_many_is_found_with_how_many_there_are() -> None:
    (found,) = find_invariants(model(BAY.replace("EXTRA", "")))
    assert {place.name for place in found.places} == {"boats", "boat", "flagship"}
    assert found.amount == 3


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("raise player.boats by 1 }\n  set", "raise player.boats by 2 }\n  set", "raise player.boats by 2"),
        ("lower player.boats by 1, set", "set", "set pier.boat to player"),
        ("set pier.boat to none, set flagship", "set flagship", "set flagship to player"),
    ],
)  # fmt: skip
def test_a_piece_that_is_lost_or_made_is_told_of_where_it_happens(old: str, new: str, place: str) -> None:
    text = BAY.replace("EXTRA", "")
    assert text.count(old) == 1
    assert places_told(text.replace(old, new)) == [place]


def test_an_exchange_with_the_wrong_place_is_told_of() -> None:
    assert places_told(BAY.replace("EXTRA", EXCHANGE.replace("OTHER", "bay[1]"))) == ["set pier.boat to other.boat"]


def test_pieces_that_are_captured_and_never_come_back_are_left_alone() -> None:
    assert (
        places_told(
            """
            each player has { men number = 9 }
            kind point plural points { state man player }
            row board of 9 points
            rule play {
              after begin() {
                repeat at most 9 times {
                  for each player in players {
                    choose {
                      option place(point in board) { require player.men > 0 and point.man is none, lower player.men by 1, set point.man to player }
                      option take(point in board) { require point.man is not none and point.man is not player, set point.man to none }
                    } else { gain 1 coin }
                  }
                }
              }
            }
            """
        )
        == []
    )
