"""Cards of which there are several alike: told by their faces, held as often as there are of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from caylus.spaces import ActionSpace
from hypothesis import given, strategies as st
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
