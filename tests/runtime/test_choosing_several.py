"""Several things chosen at once with one option."""

from __future__ import annotations

from itertools import combinations
from random import Random

import caylus
import pytest
from caylus.spaces import ActionSpace
from support import tiny

CARDS = ("ace", "jack", "king", "queen")
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


def test_each_combination_is_there_once_in_the_order_of_the_list() -> None:
    assert tiny.ids(game(TWO)) == ["discard queen ace", "discard queen king", "discard ace king"]


def test_what_was_chosen_is_a_list_for_all_that_follows() -> None:
    played = game(TWO)
    played.choose("discard queen king")
    assert played.view()["lists"] == {"hand": ["ace"], "thrown_away": ["queen", "king"]}
    assert tiny.table(played) == {"total": 5}


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


def test_where_and_requirements_speak_of_all_of_them() -> None:
    asked = TWO.replace("in hand)", "in hand where (sum of card.worth for card in thrown) > 5)")
    assert tiny.ids(game(asked)) == ["discard queen ace", "discard ace king"]
    strict = TWO.replace(
        '{thrown}" {',
        '{thrown}" {\n require queen is not in thrown "not her"\n require thrown[1] is queen or jack is not in hand',
    )
    assert tiny.ids(game(strict.replace("choose {", "may choose {", 1).replace("else { nothing }", ""))) == [
        "discard ace king",
        "decline",
    ]


def test_a_refusal_tells_what_fails() -> None:
    decision = game(TWO.replace('{thrown}" {', '{thrown}" {\n require ace is in thrown "not without the ace"')).decision
    assert decision is not None
    assert [str(r).split(" (")[0] for r in decision.why_not("discard queen king")] == ["not without the ace"]
    assert [str(r).split(" (")[0] for r in decision.why_not("discard ace queen")] == ["that is not among the choices"]
    assert [str(r).split(" (")[0] for r in decision.why_not("discard ace jack")] == ["that is not among the choices"]


def test_numbers_and_kinds_are_chosen_several_at_once() -> None:
    numbers = "choose { option bet(2 stake in 1 to 4) { set total to stake[1] * 10 + stake[2] } } else { nothing }"
    assert tiny.ids(game(numbers)) == [f"bet {a} {b}" for a, b in combinations(range(1, 5), 2)]
    cards = (
        "choose { option keep(3 kept in cards, last in kept) { set total to size of kept * 10 + last.worth } } else { nothing }"
    )
    played = game(cards)
    assert tiny.ids(played) == [f"keep {' '.join(c)} {last}" for c in combinations(CARDS, 3) for last in c]
    played.play(0)
    assert tiny.table(played) == {"total": 34}


def test_saves_transcripts_and_spaces_know_nothing_of_it() -> None:
    played = game(TWO)
    space = ActionSpace(played.rules, 1)
    assert {space.text(number) for number in space.legal(played)} == {f"main: {id_}" for id_ in tiny.ids(played)}
    again = caylus.resume(played.save())
    played.choose("discard ace king")
    again.choose("discard ace king")
    assert again == played == caylus.replay(played.transcript(), played.rules)


def test_an_action_space_has_each_combination_of_a_kind_once() -> None:
    played = game("choose { option keep(2 kept in cards) { set total to kept[1].worth } } else { nothing }")
    assert len(ActionSpace(played.rules, 1)) == len(tiny.ids(played)) == 6


@pytest.mark.parametrize("seed", range(5))
def test_random_hands_offer_what_they_should(seed: int) -> None:
    draw = Random(seed)
    hand = draw.sample(CARDS, draw.randint(1, 4))
    amount = draw.randint(1, 3)
    text = GAME.replace(
        "add queen to hand\n    add ace to hand\n    add king to hand", "\n".join(f"add {card} to hand" for card in hand)
    )
    choose = f"may choose {{ option take({amount} taken in hand) {{ set total to size of taken }} }}"
    found = tiny.ids(tiny.game(text.replace("CHOOSE", choose), players=1))
    assert found in ([f"take {' '.join(c)}" for c in combinations(hand, amount)] + ["decline"], [])
