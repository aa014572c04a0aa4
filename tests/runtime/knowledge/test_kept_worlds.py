"""Worlds that go on from decision to decision agree with all that was told, and are not played again from their start."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random

import caylus
import pytest
from caylus.knowledge.variable_sources import blind_lists
from support import tiny

ROUTES = """
resource point
kind card plural cards { nr number }
12 card grass { nr 0 }
12 card plank { nr 1 }
12 card stone { nr 2 }
kind space plural spaces { state built player }
row land of 30 spaces
list deck of card hidden from all
list floor of card
each player has {
  hand list of card hidden
  camp number from 0 to 30
}
action main() {
  for each card in cards { add card to deck }
  shuffle deck
  for each player in players {
    set player.camp to 15
    repeat 3 times { put deck[1] from deck into player.hand }
  }
  repeat 25 times { for each player in players { do turn(player) } }
}
action turn(player) {
  if size of deck < 2 { put all of floor into deck, shuffle deck }
  choose "Draw or build" {
    option draw { repeat 2 times { if size of deck > 0 { put deck[1] from deck into player.hand } } }
    option build(card in player.hand, space in land where card.nr is space.number % 3 and space.built is none) {
      put card from player.hand into floor
      set space.built to player
      gain 1 point
    }
  }
}
value score(player) = player.point
"""

TIERS = """
kind tier plural tiers {
  level number
  state deck list of card hidden from all
}
tier low { level 1 }
tier middle { level 2 }
tier high { level 3 }
kind card plural cards { level number }
CARDS
list shown of card
each player has { kept list of card hidden }
action main() {
  for each tier in tiers {
    for each card in shuffled cards where card.level is tier.level { add card to tier.deck }
  }
  for each tier in tiers { repeat 3 times { put tier.deck[1] from tier.deck into shown } }
  repeat 5 times { for each player in players {
    choose "Keep" {
      option keep(card in shown) { put card from shown into player.kept }
      option lay(card in player.kept where card.level < 3) { put card from player.kept into shown }
      option pass { nothing }
    }
    for each tier in tiers { put tier.deck[1] from tier.deck into shown }
  } }
}
""".replace("CARDS", "\n".join(f"card c{level}_{i} {{ level {level} }}" for level in (1, 2, 3) for i in range(20)))


def decisions(text: str, seed: int) -> Iterator[caylus.Game]:
    """A game at each of its decisions, as somebody plays it who chooses anything."""
    lots, game = Random(seed), tiny.game(text, 2, seed)
    while not game.over:
        yield game
        game.play(lots.randrange(len(game.moves)))


def hands(game: caylus.Game) -> list[object]:
    return [game.read("hand", player) for player in game.players]


@pytest.mark.slow
def test_a_kept_world_shows_its_seat_what_the_game_does() -> None:
    kept, different = caylus.KeptWorlds(), 0
    for number, game in enumerate(decisions(ROUTES, 1)):
        if game.seat == 0:
            world = kept.draw(game.worlds("Ann"), number, 600)
            assert world.view("Ann") == game.view("Ann")
            assert tiny.ids(world) == tiny.ids(game)
            different += hands(world) != hands(game)
        if number > 30:
            break
    assert different > 5, "the truth was handed out"


@pytest.mark.slow
def test_what_is_played_again_for_a_kept_world_does_not_grow_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0
    play = caylus.Game._play

    def count(game: caylus.Game, move: tuple[int, ...], seat: int) -> None:
        nonlocal played
        played += 1
        play(game, move, seat)

    costs: list[int] = []
    for seed in range(2):
        kept = caylus.KeptWorlds()
        for number, game in enumerate(decisions(ROUTES, seed)):
            if game.seat == 0:
                with monkeypatch.context() as patch:
                    patch.setattr(caylus.Game, "_play", count)
                    played = 0
                    kept.draw(game.worlds("Ann"), number, 600)
                costs.append(played)
    game_costs = costs[: len(costs) // 2], costs[len(costs) // 2 :]
    early, late = (sum(sum(costs[part]) for costs in game_costs) for part in (slice(0, 12), slice(13, 25)))
    assert late < 2 * early


@pytest.mark.slow
def test_what_the_seat_cannot_tell_makes_no_difference_to_kept_worlds() -> None:
    first = tiny.game(ROUTES, 2, 1)
    kept = caylus.KeptWorlds()
    for number in range(8):
        twin = first.worlds("Ann").draw(number)  # a game that Ann cannot tell from the true one, with other hidden cards
        worlds = [caylus.KeptWorlds().draw(game.worlds("Ann"), 5, 600) for game in (first, twin)]
        assert hands(worlds[0]) == hands(worlds[1])
        first.play(number % len(first.moves))
    assert kept.draw(first.worlds("Ann"), 5, 600).view("Ann") == first.view("Ann")


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda kept: pickle.loads(pickle.dumps(kept))])
def test_a_copy_goes_on_as_the_kept_worlds_themselves(duplicate: object) -> None:
    assert callable(duplicate)
    kept, game = caylus.KeptWorlds(), tiny.game(ROUTES, 2, 3)
    for number, game in enumerate(decisions(ROUTES, 3)):
        if game.seat == 0 and number < 16:
            kept.draw(game.worlds("Ann"), number, 600)
        elif game.seat == 0:
            twin = duplicate(kept)
            assert twin.draw(game.copy().worlds("Ann"), number, 600) == kept.draw(game.worlds("Ann"), number, 600)
        if number > 24:
            break


@pytest.mark.slow
def test_worlds_of_another_game_or_of_choices_taken_back_are_not_handed_out() -> None:
    kept = caylus.KeptWorlds()
    for number, game in enumerate(decisions(ROUTES, 1)):
        if number == 10:
            break
        kept.draw(game.worlds("Ann"), number, 600)
    game.undo_to(4)
    assert kept.draw(game.worlds("Ann"), 1, 600).view("Ann") == game.view("Ann")
    another = tiny.game(ROUTES, 2, 7)
    assert kept.draw(another.worlds("Ann"), 1, 600).view("Ann") == another.view("Ann")


@pytest.mark.slow
def test_three_decks_filled_by_a_condition_always_have_a_world() -> None:
    for number, game in enumerate(decisions(TIERS, 1)):
        player = game.players[game.seat]
        assert game.worlds(player).draw(number, 100).view(player) == game.view(player)


def test_a_condition_that_the_table_may_change_is_asked_in_the_turn_of_each_member() -> None:
    text = """
    kind card plural cards { nr number }
    card one { nr 1 }
    card two { nr 2 }
    card three { nr 3 }
    list heap of card
    action main() { for each card in shuffled cards where size of heap < 2 { add card to heap } }
    """
    assert {len(tiny.game(text, 1, seed).read("heap")) for seed in range(5)} == {2}
    assert len(tiny.game(text.replace("size of heap < 2", "card.nr < 3"), 1, 0)._machine.drawn[0][1]) == 2


@pytest.mark.parametrize(
    ("look", "decks"),
    [
        ("nothing", {"deck"}),
        ("let found = reveal (some card in deck where card.nr is 2), if found { gain 1 point }", set()),
        ("if size of deck < 3 { shuffle deck }", {"deck"}),
    ],
)
def test_a_list_is_a_deck_if_no_rule_looks_into_it(look: str, decks: set[str]) -> None:
    text = ROUTES.replace("option draw {", f"option look {{ {look} }}\n    option draw {{")
    assert {list_.name for list_ in blind_lists(tiny.rules(text).model)} == decks
