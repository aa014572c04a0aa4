"""Seats that rules play: what they take, what is told of it, and that nobody is asked for them."""

from __future__ import annotations

import json
import pickle
from typing import Any

import caylus
import pytest
from caylus.codegen import Probe
from caylus.documents import accept
from hypothesis import given, strategies as st
from support import tiny
from support.texts import read_rules

FIELD = read_rules(__file__, "automata_field")


def rules(takes: str, text: str = FIELD) -> caylus.Ruleset:
    return tiny.rules(text + f'\nseat crown "The Crown" {{ {takes} }}')


def collect_messages(game: caylus.Game, player: str = "The Crown") -> list[str]:
    """What the log tells of a player's choices."""
    return [event.text.removeprefix(f"{player}: ") for event in game.events if event.kind == "choice" and player in event.text]


def over(of: caylus.Ruleset, players: int = 2, pick: int = 0) -> caylus.Game:
    game = of.new_game(players, 1)
    while game.moves:
        game.play(pick % len(game.moves))
    return game


# ---- what is taken


def test_an_option_with_another_number_of_choices_is_not_taken_for_the_one_that_is_named() -> None:
    more = FIELD.replace(
        "action sell(player) {", 'action sell(player) {\n  choose { option rest "wait" { nothing } option walk "go" { nothing } }'
    )
    assert collect_messages(over(rules("takes walk(spot) with most spot.worth", more)))[:2] == [
        "walk to Lake: pay 1 coin",
        "wait",
    ]
    assert collect_messages(over(rules("takes walk", more)))[1] == "go"


# ---- who sits there


def test_it_is_the_last_of_those_who_play_and_called_by_its_name() -> None:
    of = rules("takes rest")
    assert [of.new_game(count).players for count in (2, 3)] == [("Ann", "crown"), ("Ann", "Ben", "crown")]
    assert of.new_game(2).labels == {"Ann": "Ann", "crown": "The Crown"}
    assert of.seating(3) == ("Ann", "Ben", "crown")
    assert of.automata == {"crown": "The Crown"}


@pytest.mark.parametrize(
    ("names", "players", "labels"),
    [
        (["Ann"], ("Ann", "crown"), ("Ann", "The Crown")),
        (["Ann", "crown"], ("Ann", "crown"), ("Ann", "The Crown")),
        (["Eve", "Dan"], ("Ann", "Ben", "crown"), ("Eve", "Dan", "The Crown")),
    ],
)
def test_it_needs_no_naming_among_those_who_play(names: list[str], players: tuple[str, ...], labels: tuple[str, ...]) -> None:
    game = rules("takes rest").new_game(names)
    assert (game.players, tuple(game.labels.values())) == (players, labels)


@pytest.mark.parametrize("names", [["crown"], 1, 5, ["Ann", "The Crown"], ["crown", "crown"]])
def test_others_have_to_play_as_well(names: Any) -> None:
    with pytest.raises(ValueError, match=r"is for 2 to 4 players|have the same name"):
        rules("takes rest").new_game(names)


def test_a_view_tells_which_seats_rules_play() -> None:
    view = rules("takes rest").new_game(3).view()
    assert [player.get("automaton", False) for player in view["players"]] == [False, False, True]
    assert accept(view, "the view", "view").value == view


# ---- nobody is asked for it


@pytest.mark.slow
@given(st.lists(st.integers(0, 20), max_size=12), st.integers(2, 4))
def test_nobody_is_asked_for_it_and_what_it_does_is_the_same_every_time(picks: list[int], players: int) -> None:
    of = RULES
    game = of.new_game(players, 3)
    quick = of.new_game(players, 3)
    for pick in picks:
        assert "crown" not in game.waiting
        assert game.moves == quick.moves
        if game.over:
            break
        game.play(pick % len(game.moves))
        quick.play(pick % len(quick.moves))
    assert game.digest() == quick.digest()
    assert caylus.resume(json.loads(json.dumps(game.save()))) == game
    assert of.replay(game.transcript()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert "crown" not in {choice["player"] for choice in game.transcript()["choices"]}


RULES = rules("takes walk(spot) with most spot.worth, takes accept, takes pay")


def test_a_choice_is_taken_back_with_all_that_the_seat_did_after_it() -> None:
    game = RULES.new_game(2, 1)
    while collect_messages(game) == []:
        game.play(0)
    game.undo()
    assert collect_messages(game) == []
    assert not game.over


def test_a_scenario_may_begin_where_the_seat_decides() -> None:
    game = RULES.position("sell", {"crown": {"point": 3}}, ["Ann"], arguments={"player": "crown"})
    assert game.over
    assert game.read("crown.coin") == 2


def test_what_cannot_be_worked_out_is_a_fault_at_its_place() -> None:
    of = rules("takes walk(spot) with most player.coin * 1000000 * 1000000 * 1000000")
    with pytest.raises(caylus.RuleFault, match="could not be carried out") as caught:
        over(of)
    assert caught.value.span is not None
    assert caught.value.span.line == len(FIELD.splitlines()) + 2


# ---- where all choose at once


BIDS = read_rules(__file__, "automata_bids")


def test_it_has_chosen_before_anybody_who_chooses_at_once_with_it() -> None:
    game = rules("takes bid(coins) where coins is 3 - round", BIDS).new_game(3, 1)
    assert game.waiting == ("Ann", "Ben")
    assert game.ready == ()
    game.choose("bid 1", "Ben")
    assert game.ready == ("Ben",)
    game.retract("Ben")
    assert (game.waiting, collect_messages(game)) == (("Ann", "Ben"), [])
    game.choose("bid 0", "Ann")
    game.choose("bid 1", "Ben")
    assert (collect_messages(game), game.read("pot"), game.waiting) == (["bid 2"], 3, ("Ann", "Ben"))
    assert caylus.resume(game.save()) == game
    assert imagine_for_seat(game).read("crown.coin") == 1


def imagine_for_seat(game: caylus.Game) -> caylus.Game:
    """A game as Ann may imagine it, once round."""
    twin = game.determinize("Ann", 5)
    while not twin.over:
        twin.play(0)
    assert twin.read("pot") == game.read("pot") + 1  # the seat takes there what it would take
    return game


# ---- what it may know


CARDS = read_rules(__file__, "automata_cards")


def test_it_may_go_by_what_is_hidden_from_the_others() -> None:
    of = rules("takes play(card) with most card.worth", CARDS)
    for seed in range(8):
        game = of.new_game(2, seed)
        hand = game.read("hand", "crown")
        game.choose("wait")
        best = max(hand, key=["two", "three", "four", "five", "six"].index)
        assert game.read("heap") == [best]
        assert collect_messages(game)[0] == f"play {best}"


@pytest.mark.parametrize(
    ("takes", "is_known"),
    [("takes on where (some card in crown.hand where card is six)", False), ("takes on where size of crown.hand is 2", True)],
)
def test_nothing_is_taken_back_once_the_seat_has_gone_by_what_only_it_knows(takes: str, is_known: bool) -> None:
    game = rules(takes, CARDS).new_game(2, 1)
    game.choose("wait")
    game.choose("on")
    assert game.can_undo_to(1, "Ann") is is_known


def test_what_watches_a_game_goes_with_what_seats_learn_in_it() -> None:
    text = """
        kind card plural cards
        card ace "ace"
        list deck of card hidden from all
        list heap of card
        action main() {
          for each card in cards { add card to deck }
          if size of deck > 0 { put deck[1] from deck into heap }
        }
    """
    watched = tiny.rules(text).with_probe(Probe())
    assert watched.new_game(2).view()["lists"] == {"deck": [], "heap": ["ace"]}
