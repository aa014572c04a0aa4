"""Cards of which there are several alike: told by their faces, held as often as there are of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from caylus.spaces import ActionSpace
from hypothesis import given
from hypothesis import strategies as st
from support import tiny

CARDS = {"wheat": 3, "barley": 2, "joker": 1}
TABLE = """
kind card plural cards { worth number }
3 card wheat "Wheat" { worth 2 }
2 card barley { worth 1 }
card joker
list deck of card
list hand of card
list thrown of card
state n number
state shown card
"""


def play_game(body: str, **more: Any) -> caylus.Game:
    return tiny.game(f"{TABLE}\naction main() {{\n{body}\n}}", **more)


def lists(game: caylus.Game) -> dict[str, list[str]]:
    return dict(game.view()["lists"])


DEAL = "for each card in cards { add card to deck }\n"


def test_each_copy_is_one_of_its_kind() -> None:
    game = play_game(DEAL + "set n to size of cards * 100 + (count of card in cards where card is wheat) * 10 + size of deck")
    assert lists(game)["deck"] == ["wheat", "wheat", "wheat", "barley", "barley", "joker"]
    assert tiny.table(game)["n"] == 636
    assert tiny.table(play_game("set n to sum of card.worth for card in cards"))["n"] == 8


def test_a_list_holds_no_more_than_there_are() -> None:
    body = "add wheat to hand\nadd barley to hand\nadd joker to hand\nadd wheat to hand\nadd wheat to hand\n"
    assert lists(play_game(body))["hand"] == ["wheat", "barley", "joker", "wheat", "wheat"]
    assert lists(play_game(body + "put wheat to end of hand"))["hand"] == ["barley", "joker", "wheat", "wheat", "wheat"]
    assert lists(play_game(body + "put joker to front of hand\nput barley to front of hand"))["hand"][:3] == [
        "barley",
        "joker",
        "wheat",
    ]


def test_one_copy_goes_at_a_time() -> None:
    game = play_game(DEAL + "remove wheat from deck\nput wheat from deck into hand\nput barley from deck into shown")
    assert lists(game) == {"deck": ["wheat", "barley", "joker"], "hand": ["wheat"], "thrown": []}
    assert tiny.table(game)["shown"] == "barley"
    again = play_game(DEAL + "put all of deck into hand\nadd wheat to deck\nput all of deck into front of hand")
    assert lists(again)["hand"].count("wheat") == 3


def test_equal_copies_are_one_option() -> None:
    ask = "let who = first player in players\nwho chooses { option show(card in deck) { set shown to card } } else { nothing }"
    game = play_game(DEAL + "remove joker from deck\n" + ask)
    assert tiny.ids(game) == ["show wheat", "show barley"]
    every = ask.replace("in deck", "in cards where card.worth > 0")
    assert tiny.ids(play_game(every)) == ["show wheat", "show barley"]


@pytest.mark.parametrize("amount", [1, 2, 3, 4])
@pytest.mark.parametrize("place", ["deck", "cards"])
def test_several_are_chosen_by_their_faces(amount: int, place: str) -> None:
    ask = f"""
let who = first player in players
who may choose {{ option throw({amount} away in {place}) {{ for each card in away {{ put card from deck into thrown }} }} }}
"""
    game = play_game(DEAL + "reverse deck\nput wheat from deck into deck\n" + ask)
    every = [face for face, often in CARDS.items() for _ in range(often)]
    expected = {tuple(sorted(chosen)) for chosen in combinations(every, amount)}
    found = [tuple(sorted(id_.split()[1:])) for id_ in tiny.ids(game) if id_ != "decline"]
    assert len(found) == len(set(found))
    assert set(found) == expected
    game.play(0)
    assert sorted(lists(game)["thrown"]) == sorted(found[0])


def test_a_refusal_speaks_of_faces() -> None:
    body = "add wheat to hand\nlet who = first player in players\n"
    ask = 'who may choose { option show(card in hand) { require card.worth > 4 "too cheap" }, option wait { } }'
    decision = play_game(body + ask).decision
    assert decision is not None
    assert [r.text for r in decision.why_not("show wheat")] == ["too cheap"]
    assert [r.text for r in decision.why_not("show barley")] == ["that is not among the choices", "too cheap"]


def test_draws_and_positions_name_faces() -> None:
    game = play_game(DEAL + "shuffle deck", seed=3)
    (draw,) = game.transcript()["draws"]
    assert Counter(draw) == CARDS
    assert draw == lists(game)["deck"]
    order = ["joker", "wheat", "barley", "wheat", "barley", "wheat"]
    assert lists(play_game(DEAL + "shuffle deck", draws=[order]))["deck"] == order
    with pytest.raises(caylus.RuleFault):
        play_game(DEAL + "shuffle deck", draws=[["joker", "wheat", "barley", "wheat", "barley", "barley"]])


ASKED = "action go(player) { may choose { option take(card in deck) { put card from deck into hand } } }"


def test_a_position_says_a_face_as_often_as_it_lies_there() -> None:
    rules = tiny.rules(f"{TABLE}\naction main() {{ }}\n{ASKED}")
    game = rules.position("go", {"deck": ["wheat", "joker", "wheat"]}, ["Ann"], arguments={"player": "Ann"})
    game.choose("take wheat")
    assert (lists(game)["deck"], lists(game)["hand"]) == (["joker", "wheat"], ["wheat"])
    with pytest.raises(caylus.UnknownThing, match="as often as there are copies"):
        rules.position("go", {"deck": ["joker", "joker"]}, ["Ann"], arguments={"player": "Ann"})


def test_a_save_that_holds_too_many_is_refused() -> None:
    game = play_game(DEAL + "remove wheat from deck\nlet player = first player in players\nmay gain nothing")
    assert caylus.resume(game.save()) == game
    save = game.save()
    first = _base(game, "deck")
    save["state"][first + 3] = 0
    assert caylus.resume({**save, "checksum": checksum(save)}).view()["lists"]["deck"].count("wheat") == 3
    save["state"][first + 4] = 0
    with pytest.raises(caylus.RulesetError, match="`deck` holds what it cannot hold"):
        caylus.resume({**save, "checksum": checksum(save)})


def _base(game: caylus.Game, name: str) -> int:
    layout = game._machine.program.layout
    return layout.lists[layout.components.lists[name]]


@pytest.mark.slow
@given(seed=st.integers(0, 10_000), moves=st.lists(st.integers(0, 9), min_size=1, max_size=8))
def test_saves_and_transcripts_lead_to_the_same_table(seed: int, moves: list[int]) -> None:
    text = f"""{TABLE}
action main() {{
  {DEAL} shuffle deck
  repeat at most 4 times {{
    for each player in players {{
      may choose {{
        option take(card in deck) {{ put card from deck into hand }}
        option throw(2 away in hand) {{ for each card in away {{ put card from hand into front of thrown }} }}
        option mix {{ put all of thrown into deck, shuffle deck, let card = random deck, put card to end of hand }}
      }}
    }}
  }}
}}
"""
    game = tiny.game(text, seed=seed)
    space = ActionSpace(game.rules, 2)
    for move in moves:
        if game.decision is None:
            break
        assert len(set(tiny.ids(game))) == len(game.moves) == len(set(space.legal(game)))
        game.play(move % len(game.moves))
        assert caylus.resume(game.save()) == game
    assert caylus.replay(game.transcript(), game.rules) == game


def test_hidden_copies_are_dealt_anew_and_none_is_lost() -> None:
    text = TABLE.replace("list deck of card\nlist hand of card", "list deck of card hidden from all") + (
        "each player has { hand list of card hidden }\n"
        f"action main() {{ {DEAL} shuffle deck, for each player in players {{ put deck[1] from deck into player.hand }}\n"
        "for each player in players { may choose { option throw(card in player.hand) { put card from player.hand into thrown } } } }"
    )
    game = tiny.game(text, seed=1)
    worlds = [game.determinize("Ben", seed).view() for seed in range(30)]
    for world in worlds:
        lying = Counter(world["lists"]["deck"])
        for player in world["players"]:
            lying.update(player["lists"]["hand"])
        assert lying == CARDS
        assert world["players"][1] == game.view()["players"][1]
    assert len({world["players"][0]["lists"]["hand"][0] for world in worlds}) > 1
