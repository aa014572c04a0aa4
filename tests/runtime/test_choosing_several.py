"""Several things chosen at once with one option."""

from __future__ import annotations

import caylus
from caylus.spaces import ActionSpace
from support import tiny

GAME = """
kind card plural cards { worth number = 1 }
card ace { worth 4 }
card jack
card king { worth 3 }
card queen { worth 2 }
list hand of card
list thrown_away of card
state total number
constant many = 2
action main() {
  for each player in players {
    add queen to hand
    add ace to hand
    add king to hand
    CHOOSE
  }
}
"""


def game(choose: str, **more: object) -> caylus.Game:
    return tiny.game(GAME.replace("CHOOSE", choose), players=1, **more)


TWO = """choose {
  option discard(many thrown in hand) "throw away {thrown}" {
    for each card in thrown { remove card from hand, add card to thrown_away }
    set total to sum of card.worth for card in thrown
  }
} else { nothing }"""


def test_a_text_names_all_of_them() -> None:
    assert next(str(option) for option in game(TWO).decision.options) == "throw away queen and ace"
    all_three = game(TWO.replace("many thrown", "(many + 1) thrown"))
    assert tiny.ids(game(TWO.replace("many thrown", "4 thrown"))) == []
    assert all_three.view()["lists"]["thrown_away"] == ["queen", "ace", "king"]
    assert [event.text for event in all_three.events if event.kind == "choice"] == ["Ann: throw away queen, ace and king"]


def test_data_and_cells_name_each_of_them() -> None:
    option = game(TWO).decision.options[2]
    assert option.data["choices"] == {"thrown_1": "ace", "thrown_2": "king"}
    assert option.cells == ("ace", "king")


def test_an_action_space_has_each_combination_of_a_kind_once() -> None:
    played = game(TWO)
    space = ActionSpace(played.rules, 1)
    assert {space.text(number) for number in space.legal(played)} == {f"main: {id_}" for id_ in tiny.ids(played)}
    played = game("choose { option keep(2 kept in cards) { set total to kept[1].worth } } else { nothing }")
    assert len(ActionSpace(played.rules, 1)) == len(tiny.ids(played)) == 6
