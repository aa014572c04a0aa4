"""Cards of which there are several alike, and how far numbers and holdings go."""

from __future__ import annotations

from collections import Counter
from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from caylus.spaces import ActionSpace, cells
from hypothesis import given, strategies as st
from support import tiny
from support.texts import read_rules

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


RULES = read_rules(__file__, "copies")
NUMBERS = st.integers(-12, 12) | st.sampled_from([10**15 - 1, 1 - 10**15])


def bound_number(number: int, low: int, high: int) -> int:
    return max(low, min(number, high))


@given(NUMBERS)
def test_what_would_go_beyond_stops_at_the_end(by: int) -> None:
    game = tiny.rules(RULES).position("pushed", {}, 2, arguments={"step": by})
    assert game.read("price") == bound_number(1 + by, 1, 9)
    assert game.read("heat") == bound_number(1 - by, -2, 2)
    assert [game.read(f"{ship}.load") for ship in ("cog", "boat", "raft")] == [bound_number(by, 0, most) for most in (5, 2, 1)]
    assert game.read("Ann.level") == dict.fromkeys(("cog", "boat", "raft"), bound_number(by, 0, 3))
    assert game.read("Ann.bid") == bound_number(3 - by, 3, 6)


def test_it_begins_as_near_to_nothing_as_it_may_be() -> None:
    game = tiny.game(RULES)
    assert (game.read("price"), game.read("heat"), game.read("Ben.bid")) == (1, 1, 3)


def test_what_changed_nothing_at_the_end_is_not_told() -> None:
    game = tiny.rules(RULES).position("pushed", {"price": 9}, 2, arguments={"step": 1})
    assert "price: 9" not in [event.text for event in game.events]


def test_programs_know_the_bounds() -> None:
    rules = tiny.rules(RULES)
    found = {(cell.name, cell.players): (cell.low, cell.high) for cell in cells(rules, 2)}
    assert found["price", ()] == (1, 9)
    assert [found[f"{ship}.load", ()] for ship in ("cog", "boat", "raft")] == [(0, 5), (0, 2), (0, 1)]
    assert found["level[raft]", (1,)] == (0, 3)
    actions = ActionSpace(rules, 2)
    assert [text for text in map(actions.text, range(len(actions))) if "ask" in text][-1] == "main 2: ask 9"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"price": 0}, "`price` goes from 1 to 9, not to 0"),
        ({"raft": {"load": 2}}, "`load` goes from 0 to 1, not to 2"),
        ({"Ann": {"level": {"cog": 4}}}, "`level` goes from 0 to 3, not to 4"),
    ],
)
def test_a_position_beyond_them_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(caylus.UnknownThing, match=message):
        tiny.rules(RULES).position("main", given, 2)


def test_a_save_beyond_them_is_refused() -> None:
    game = tiny.game(RULES)
    slot = next(cell.slot for cell in cells(game.rules, 2) if cell.name == "raft.load")
    saved = game.save()
    saved["state"][slot] = 2
    with pytest.raises(caylus.RulesetError, match="`load` holds what it cannot hold"):
        caylus.resume({**saved, "checksum": checksum(saved)})


@pytest.mark.parametrize("by", [0, -1, -2, -40, 3])
def test_what_others_know_of_a_hidden_number_stops_there_too(by: int) -> None:
    game = tiny.rules(RULES).position("pushed", {}, 2, arguments={"step": by})
    assert {game.determinize("Ben", seed).read("Ann.bid") for seed in range(30)} <= set(range(3, 7))
    told = tiny.rules(RULES.replace("do pushed(0)", f"do pushed({by})".replace("(-", "(0 - "))).new_game(2, 1)
    assert {told.determinize("Ben", seed).read("Ann.bid") for seed in range(9)} == {bound_number(3 - by, 3, 6)}


def test_what_is_chosen_in_secret_lies_between_them_for_whoever_does_not_know() -> None:
    game = tiny.game(RULES)
    game.choose("go")
    game.choose("bid 3", "Ann")
    game.choose("bid 0", "Ben")
    seen = {game.determinize("Ben", seed).read("Ann.bid") for seed in range(60)}
    assert game.read("Ann.bid") in seen
    assert seen == {3, 4}


DEBT = "resource coin\nresource credit at least -3\nresource fame from credit\ngroup goods = coin, credit\n"


def test_a_price_that_none_pays_in_one_of_several_ways_stays_what_it_is() -> None:
    text = "resource credit at least -3, debt at least -3\nstate guest player\n"
    text += "action main() { repeat 4 times { for each player in players { may { guest pays 2 credit or 2 debt } } } }"
    game = tiny.game(text, 1)
    offered = tiny.ids(game)
    for _ in range(3):
        game.play(0)
        assert tiny.ids(game) == offered
    assert "2 credit" in " ".join(offered)


def test_positions_and_saves_hold_no_less() -> None:
    rules = tiny.rules(DEBT + "action main() { nothing }")
    assert tiny.list_holdings(rules.position("main", {"Ann": {"credit": -3}}, ("Ann",))) == {"credit": -3}
    with pytest.raises(caylus.UnknownThing, match="an amount of credit is a number from -3 on, not `-4`"):
        rules.position("main", {"Ann": {"credit": -4}}, ("Ann",))


def test_spaces_know_how_low_it_goes() -> None:
    found = {cell.name: cell.low for cell in cells(tiny.rules(DEBT + "action main() { nothing }"), 2)}
    assert (found["coin"], found["credit"]) == (0, -3)


def test_what_others_know_of_a_hidden_number_goes_no_lower_either() -> None:
    text = """
resource coin hidden at least -2
action main() {
  for each player in players { lose 5 coin, gain 1 coin, lower player.coin by 1 }
  players[1] chooses { option a { nothing }, option b { nothing } }
}
"""
    game = tiny.game(text)
    assert [seen.read("coin", "Ben") for seen in (game.determinize("Ann", seed) for seed in range(5))] == [-2] * 5
