"""Pieces that get lost or come from nowhere are told of where everything else keeps them; and sound rules that look like it are not."""

from __future__ import annotations

import pytest
from caylus.analysis.conservation import find_invariants

from .small import check_texts, complete, model

TABLE = """\
each player has { boats number = 3 }
kind pier plural piers { state boat player }
row bay of 4 piers
state flagship player
list fleet of player
rule sailing {
  after begin() {
    repeat at most 9 times {
      for each player in players {
        choose {
          option land(pier in bay) { require player.boats > 0 and pier.boat is none, do land(player, pier) }
          option move(pier in bay) { require pier.boat is player and flagship is none, set pier.boat to none, set flagship to player }
          option sail(pier in bay) { require pier.boat is player, do sail(pier) }
          option wait { nothing }
        }
        gain 1 coin
      }
      if flagship as player { raise player.boats by 1 }
      set flagship to none
      EXTRA
    }
  }
}
action land(player, pier) { lower player.boats by 1, set pier.boat to player }
action sail(pier) {
  if pier.boat as player { raise player.boats by 1 }
  set pier.boat to none
}
"""
EXCHANGE = """for each pier in bay, other in bay where pier is not other and pier.number > 1 {
  let held = pier.boat
  set pier.boat to other.boat
  if held as player { say "{player} moves" }
  set OTHER.boat to held
}"""


def told(text: str) -> list[str]:
    """The places that are told of."""
    made, found = check_texts(text)
    assert made is not None, found
    lines = complete(text).splitlines()
    return [lines[f.span.line - 1][f.span.column - 1 : f.span.end_column - 1] for f in found if f.code == "W1048" and f.span]


def test_what_stays_as_many_is_found_with_how_many_there_are() -> None:
    (found,) = find_invariants(model(TABLE.replace("EXTRA", "")))
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
    text = TABLE.replace("EXTRA", "")
    assert text.count(old) == 1
    assert told(text.replace(old, new)) == [place]


@pytest.mark.parametrize(
    "extra",
    [
        "",
        "for each player in players { raise player.boats by 1 }",
        "let best = first player in players with most player.coin\nfor each pier in bay where pier.boat is not none { set pier.boat to best }",
        "for each player in players { if player is not in fleet { add player to fleet } }",
        "for each player in players { remove player from fleet }",
        "let best = first player in players with most player.coin\nadd best to fleet\nclear fleet",
        "for each pier in bay { if pier.boat as player { raise player.boats by 1 }, set pier.boat to none }",
        "for each player in players where player.boats > 0 and bay[1].boat is none { do land(player, bay[1]) }",
        EXCHANGE.replace("OTHER", "other"),
    ],
)
def test_sound_rules_are_left_alone(extra: str) -> None:
    assert told(TABLE.replace("EXTRA", extra)) == []


def test_an_exchange_with_the_wrong_place_is_told_of() -> None:
    assert told(TABLE.replace("EXTRA", EXCHANGE.replace("OTHER", "bay[1]"))) == ["set pier.boat to other.boat"]


def test_pieces_that_are_captured_and_never_come_back_are_left_alone() -> None:
    assert (
        told(
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
