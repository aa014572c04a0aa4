"""A small game with everything in flight at once, for tests of what is kept, copied, drawn and told.

Chance, hidden amounts, a supply, lists, objects' own actions, payments and flags that are handed on, decisions inside loops
inside loops, gains of several kinds, something said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import caylus

from . import tiny

TEXT = """
resource basket
resource apple from basket
resource pear, coin
resource luck "good luck" hidden
group fruit = apple, pear
scale prize from 0 = [0, 1, 3]

each player has { tired flag, pet animal, liking[animal] number }
kind tree plural trees called nest { ripe payment = nothing, heights scale, state nest animal, state owner player, action shake(player, hard: flag) }
tree oak   { ripe 1 apple + 1 pear, heights [1, 5, 9], shake { gain 1 fruit } }
tree elm   { ripe 2 fruit, heights [2], shake { if hard { gain 1 coin or 1 pear } else { lose 1 coin } } }
row hedge of 3 trees
kind animal plural animals { state hunger number = 2 }
animal fox "Fox"
animal owl "Owl"
animal cat "Cat"

state day number
state guest player
state liked[animal] number
list queue of player
list shown of animal

game "Orchard" for 1 to 4 players {
  do deal()
  repeat until day is 3 { do one_day() }
  say "{guest} goes home after {day} days"
}

action deal() {
  for each player in shuffled players { add player to queue }
  for each player in players, animal in shuffled animals {
    set player.pet to animal
    gain 4 basket + 3 coin + 1 luck
  }
}

sequence one_day = morning, evening

phase morning "Morning" see "Page 1" {
  raise day by 1
  let order = queue
  for each player in order, place in 1 to 9 where not player.tired {
    let early = place < 2
    let price = (day + place) coin or 1 fruit
    do walk(player, early, 1 coin or 1 fruit, animals)
    say "{player} has walked with {player.pet}"
  }
}

action walk(player, early: flag, toll: payment, company: list of animal) "A walk" {
  let heights = oak.heights
  for each animal in company, tree in trees where animal is not player.pet {
    choose "Where to" {
      option climb(tree2 in trees, animal2 in shown where tree2.nest is none) "climb {tree2}" {
        require tree2 is not oak or early  "the oak is for the early"
        pay toll
        set tree2.nest to animal2
        set tree2.owner to player
        do tree2.shake(player, early)
        gain tree2.ripe
      }
      option call "call {animal}" {
        put animal to front of shown
        raise player.liking[animal] by heights[day]
        raise liked[animal] by prize[size of shown]
      }
      option nap { set player.tired to yes, set guest to player }
    }
  }
}

phase evening "Evening" see "Page 2" {
  shuffle queue
  repeat at most 2 times {
    for each player in queue where player.tired {
      may choose "At the fire" {
        option tell(number in 1 to player.luck) { raise player.luck by number, if number is 3 { stop } }
        option feed { pay 1 fruit as food, raise player.pet.hunger by food.apple - food.pear }
      }
    }
  }
  for each player in players { set player.tired to no }
}

value score(player) = player.luck + 2 * player.fruit + (sum of player.liking[animal] for animal in animals)
"""

RULES = tiny.rules(TEXT)


def positions(picks: Sequence[int], players: int = 3, seed: int = 5, most: int = 400) -> Iterator[caylus.Game]:
    """One game, the same object all along, at each of its decisions and at its end, as the picks, over and over, choose."""
    game = RULES.new_game(players, seed)
    for i in range(most):
        yield game
        if game.decision is None:
            return
        game.play(picks[i % len(picks)] % len(game.moves))
    raise AssertionError("the game does not end")


def moment(number: int, picks: Sequence[int] = (3, 1, 0, 2, 5), players: int = 3) -> caylus.Game:
    """The game of the picks at the decision of this number, counted from 0."""
    return next(islice(positions(picks, players), number, None))
