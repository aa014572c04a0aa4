"""Lists that are worked out: turned round, sorted, handed on, counted and picked from."""

from __future__ import annotations

import caylus
import pytest
from caylus.codegen import Probe
from hypothesis import given
from hypothesis import strategies as st
from support import tiny

WORTH = (3, 1, 2, 1, 3, 0)
NAMES = tuple(f"card_{number}" for number in range(len(WORTH)))
TABLE = "\n".join(
    [
        "kind card plural cards { worth number }",
        *(f"card {name} {{ worth {worth} }}" for name, worth in zip(NAMES, WORTH, strict=True)),
        "list hand of card",
        "list found of card",
        "state last card",
        "state picked card",
        "state many number",
    ]
)

# ---- formulas, each as a text and as the members that it comes to


Formula = tuple[str, tuple[int, ...]]


def turn_list(formula: Formula, way: str, at: int) -> Formula:
    text, members = formula
    text = f"({text} {way} {NAMES[at]})"
    if at not in members:
        return text, members
    place = members.index(at)
    round_ = (*members[place:], *members[:place])
    return text, {"from": round_, "after": round_[1:], "before": round_[:0:-1]}[way]


def sort_members(formula: Formula, fewest: bool, above: int) -> Formula:
    text, members = formula
    kept = [card for card in members if WORTH[card] > above]
    text = f"(sort card in {text} where card.worth > {above} by {'fewest' if fewest else 'most'} card.worth)"
    return text, tuple(sorted(kept, key=lambda card: WORTH[card] * (1 if fewest else -1)))


def formulas(hand: tuple[int, ...]) -> st.SearchStrategy[Formula]:
    cards = st.sampled_from([("hand", hand), ("cards", tuple(range(len(WORTH)))), ("held()", hand)])
    return st.recursive(
        cards,
        lambda inner: (
            st.builds(turn_list, inner, st.sampled_from(["from", "after", "before"]), st.integers(0, len(WORTH) - 1))
            | st.builds(sort_members, inner, st.booleans(), st.integers(-1, 2))
        ),
        max_leaves=4,
    )


HANDS = st.permutations(range(len(WORTH))).flatmap(lambda cards: st.integers(0, len(cards)).map(lambda n: tuple(cards[:n])))
CASES = HANDS.flatmap(lambda hand: st.tuples(st.just(hand), formulas(hand)))

ASKS = {
    "plain": "action think() { }",
    "blocks": "action think() { let someone = first player in players, someone chooses { option on { }, option also { } } }",
}


@pytest.mark.nightly
@pytest.mark.parametrize("ask", ASKS)
@given(case=CASES)
def test_a_list_that_is_worked_out_has_the_members_that_it_should(case: tuple[tuple[int, ...], Formula], ask: str) -> None:
    hand, (text, members) = case
    rules = tiny.rules.__wrapped__(
        "\n".join(
            [
                TABLE,
                "value held() = hand",
                ASKS[ask],
                "action collect(some_cards: list of card) { for each card in some_cards { do think(), add card to found } }",
                "action main() {",
                *(f"add {NAMES[card]} to hand" for card in hand),
                f"do collect({text})",
                f"set picked to {text}[2]",
                f"set many to size of {text}",
                "}",
            ]
        )
    )
    for game in (rules.new_game(2), rules.with_probe(Probe()).new_game(2)):
        while game.decision is not None:
            game.choose("on")
        view = game.view()
        assert view["lists"]["found"] == [NAMES[card] for card in members]
        assert view["table"]["many"] == len(members)
        assert view["table"]["picked"] == (NAMES[members[1]] if len(members) > 1 else None)


# ---- where they stand


def test_an_option_offers_a_list_in_its_order() -> None:
    asked = "let who = first player in players\nwho chooses { option take(card in hand after card_3 where card.worth > 0) { set last to card } }"
    game = tiny.game(f"{TABLE}\naction main() {{ for each card in cards {{ add card to hand }}\n{asked} else {{ }} }}")
    assert tiny.ids(game) == ["take card_4", "take card_0", "take card_1", "take card_2"]


def test_the_neighbours_of_a_player_sit_on_either_side() -> None:
    text = """
list order of player
state left player
state right player
action main() {
  for each player in players { add player to order }
  let second = players_of(order)[2]
  set left to first other in order after second
  set right to first other in order before second
}
value players_of(sitting: list of player) = sitting
"""
    table = tiny.table(tiny.game(text, players=4))
    assert (table["left"], table["right"]) == ("Cem", "Ann")


def test_a_sorted_list_is_told_once_and_only_if_its_order_changes() -> None:
    body = "sort card in hand by fewest card.worth\nsort card in hand by fewest card.worth"
    game = tiny.game(f"{TABLE}\naction main() {{ for each card in cards {{ add card to hand }}\n{body} }}")
    told = [event.data["members"] for event in game.events if event.kind == "list"][len(WORTH) :]
    assert told == [[NAMES[card] for card in (5, 1, 3, 2, 0, 4)]]


# ---- by lot


DIE = f"{TABLE}\naction main() {{ let die = random 1 to 6, set many to die }}"


def test_a_number_is_drawn_by_lot_from_all_of_them() -> None:
    rolled = {tiny.table(tiny.game(DIE, seed=seed))["many"] for seed in range(60)}
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_a_lot_uses_the_stream_once_and_is_told_as_a_draw() -> None:
    game = tiny.game(
        f"{TABLE}\naction main() {{ let die = random 1 to 6, let card = random cards, set last to card, set many to die }}"
    )
    draws = [event.data["order"] for event in game.events if event.kind == "draw"]
    assert draws == [[tiny.table(game)["many"]], [tiny.table(game)["last"]]]
    assert game.transcript()["draws"] == draws


def test_of_nothing_nothing_is_drawn() -> None:
    text = f"{TABLE}\naction main() {{ let die = random 6 to 1, let card = random hand, set last to card, set many to die }}"
    game = tiny.game(text)
    assert tiny.table(game) == {"last": None, "picked": None, "many": 0}
    assert game.transcript()["draws"] == []


def test_a_lot_can_be_fixed_by_its_one_member() -> None:
    text = f"{TABLE}\naction main() {{ let die = random 1 to 6, let card = random cards, set last to card, set many to die }}"
    game = tiny.game(text, seed=5, draws=[[4], ["card_3"]])
    assert tiny.table(game) | {"picked": None} == {"last": "card_3", "many": 4, "picked": None}
    assert game._machine.s[0] == tiny.game(text, seed=5)._machine.s[0]
    assert caylus.replay(game.transcript(), game.rules) == game


@pytest.mark.parametrize("draws", [[[7]], [[1, 2]], [[]]])
def test_a_lot_fixed_to_what_is_not_there_is_a_fault_with_a_code(draws: list[list[str | int]]) -> None:
    with pytest.raises(caylus.RuleFault) as caught:
        tiny.game(DIE, draws=draws)
    assert caught.value.code == "E0705"
