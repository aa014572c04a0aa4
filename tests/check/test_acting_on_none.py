"""Warnings of what is done for nobody, or to nothing."""

from __future__ import annotations

import pytest

from .small import check_texts, warnings

TABLE = """
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
    return warnings(TABLE + f"action begin() {{ {begin}, do settle(street[1]), {text} }}")


@pytest.mark.parametrize(
    "text",
    [
        "king gains 1 coin",
        "richest() loses 1 coin",
        "street[2].owner gains 1 coin",
        "raise tower.spot.visits by 1",
        "let lucky = king, lucky gains 1 coin",
        "if size of order > 2 { king gains 1 coin }",
    ],
)
def test_what_is_done_for_nobody_is_told(text: str) -> None:
    assert "W1060" in tell(text)


@pytest.mark.parametrize(
    "text",
    [
        "if king as player { gain 1 coin }",
        "if king is not none { king gains 1 coin }",
        "for each plot in street where plot.owner is not none { plot.owner gains 1 coin }",
        "order[1] gains 1 coin",
        "raise street[1].visits by 1",
        "for each player in players { gain 1 coin }",
        "if tower.spot is not none { raise tower.spot.visits by 1 }",
    ],
)
def test_what_is_asked_for_first_or_is_somebody_is_not(text: str) -> None:
    assert "W1060" not in tell(text)


def test_help_says_how_it_is_meant() -> None:
    text = TABLE + "action begin() { do settle(street[1]), king gains 1 coin, raise tower.spot.visits by 1 }"
    found = [(x.message, x.help) for x in check_texts(text)[1] if x.code == "W1060"]
    assert found == [
        ("`king` may be `none` here: then nothing happens", "write `if king as player { … }`"),
        ("`tower.spot` may be `none` here: then nothing happens", "ask first: `if tower.spot is not none { … }`"),
    ]
