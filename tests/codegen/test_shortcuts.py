"""What is settled, tabled, kept and put in place beforehand changes no game: programs written without all that play the same."""

from __future__ import annotations

from random import Random

import caylus
import pytest
from caylus.codegen import Probe
from support import orchard, tiny
from support.shipped import SAMPLE

pytestmark = pytest.mark.slow


def games(rules: caylus.Ruleset, players: int, seeds: range) -> list[tuple[tuple[int, ...], ...]]:
    """Every option there was in random games."""
    told = []
    for seed in seeds:
        draw = Random(seed).random
        game = rules.new_game(players, seed)
        while game.moves:
            told.append(tuple(game.moves))
            game.play(int(draw() * len(game.moves)))
        told.append(((int(game.digest()[:8], 16),),))
    return told


@pytest.mark.nightly
@pytest.mark.parametrize("name", SAMPLE)
def test_shipped_rules_play_the_same(name: str) -> None:
    rules = caylus.load(name)
    plainly = rules.with_probe(Probe())
    for players in {rules.fewest_players, rules.most_players}:
        assert games(rules, players, range(2)) == games(plainly, players, range(2))


def test_the_orchard_plays_the_same() -> None:
    for players in (1, 2, 3, 4):
        assert games(orchard.RULES, players, range(20)) == games(orchard.RULES.with_probe(Probe()), players, range(20))


NARROW = """
resource coin
kind tree plural trees { tall number = 1 }
tree oak { tall 3 }
tree elm { tall 2 }
tree ash { }
kind place plural places { state tree tree, state owner player, state rank number }
row street of 9 places
row yard of 2 places
state rounds number
state best place

value toll(player, place) { 0 if place.owner is player, 1 + rounds / 4 otherwise }
rule ashes { toll(player, place) is 0 where place.tree is ash }

action main() {
  for each place in street { set place.rank to place.number }
  for each i in 1 to 12 {
    raise rounds by 1
    set best to first place in places where place.tree is none
    for each player in players {
      choose {
        option plant(place in street, tree in trees) {
          require place.tree is none
          require place.number > 2 or place.rank < 9
          require tree.tall <= rounds
          set place.tree to tree
          set best.rank to 0
        }
        option claim(place in places) {
          require place.tree is not none
          require place.tree is not ash or player.coin > 1
          require place.owner is none
          pay toll(player, place) coin
          set place.owner to player
          set place.rank to place.rank + place.tree.tall
        }
        option cut(place in places) {
          require place.owner is player
          require place.tree is oak or place.tree is elm
          require (some other in places where other.owner is none and other.tree is place.tree)
          set place.tree to none
          set place.owner to none
        }
        option rest { gain 2 coin }
      }
    }
  }
}
"""


@pytest.mark.parametrize("players", [1, 2, 4])
def test_choices_narrowed_by_their_own_states_play_the_same(players: int) -> None:
    rules = tiny.rules(NARROW)
    source = rules.program(players, is_traced=False).source.text
    assert "m.incremental[" in source
    assert "FITS_" in source
    assert games(rules, players, range(40)) == games(rules.with_probe(Probe()), players, range(40))


def test_kept_lists_follow_positions_undo_and_saves() -> None:
    rules = tiny.rules(NARROW)
    game = rules.position(None, {"Ann": {"coin": 5}, "street 4": {"tree": "oak"}, "yard 1": {"owner": "Ann", "tree": "elm"}}, 2)
    assert game.decision is not None
    first = [option.id for option in game.decision.options]
    assert "claim street 4" in first
    assert "cut yard 1" not in first  # no other stands free
    for _ in range(6):
        game.play(len(game.moves) // 2)
    again = caylus.resume(game.save())
    assert list(again.moves) == list(game.moves)
    for _ in range(6):
        game.undo()
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == first


def test_a_state_that_is_found_by_what_it_changes_is_kept_right() -> None:
    text = """
kind place plural places { state next place }
row street of 9 places
action main() {
  for each place in street { set place.next to place }
  for each i in 1 to 9 {
    for each player in players {
      choose {
        option go(place in street) { require place.next is place, require place.next is not none, set place.next.next to none }
        option stay { }
      }
    }
  }
}
"""
    rules = tiny.rules(text)
    assert "m.incremental[" in rules.program(1, is_traced=False).source.text
    assert games(rules, 1, range(10)) == games(rules.with_probe(Probe()), 1, range(10))


def test_a_product_that_only_another_choice_would_ask_for_breaks_nothing() -> None:
    text = """
resource coin
kind place plural places { state owner player }
row street of 9 places
state huge number = 1000000
value toll(player, place) { huge * huge * huge if place.owner is player, 1 otherwise }
action main() {
  for each player in players {
    gain 2 coin
    choose {
      option pass_by(place in street) { require player.coin >= toll(player, place) }
      option stay { }
    }
  }
}
"""
    rules = tiny.rules(text)
    assert len(rules.new_game(1).moves) == 10
    assert games(rules, 2, range(3)) == games(rules.with_probe(Probe()), 2, range(3))


REACH = """
resource coin
kind wind plural winds { reaches number = 1 }
wind breeze { reaches 2 }
wind gale { reaches 4 }
kind place plural places { height number = 1, state taken flag }
row street of 12 places
row yard of 2 places
state pawn place
state blows wind

value distance(place) = abs(place.number - pawn.number)

action main() {
  for each i in 1 to 10 {
    for each player in players {
      choose {
        option step(place in places where place is not pawn) {
          require place is in street
          require distance(place) <= 3
          pay distance(place) coin
          set pawn to place
        }
        option fly(place in places) {
          require place.number <= blows.reaches + place.height
          require player.coin > 1
          set pawn to place
        }
        option rest(next in winds) { gain 2 coin, set blows to next }
        option lift { set pawn to none }
      }
    }
  }
}
"""


@pytest.mark.parametrize("players", [1, 3])
def test_what_lies_within_reach_of_a_piece_plays_the_same(players: int) -> None:
    rules = tiny.rules(REACH)
    assert rules.program(players, is_traced=False).source.text.count("in REACH_") == 2
    assert games(rules, players, range(40)) == games(rules.with_probe(Probe()), players, range(40))
