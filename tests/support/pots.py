"""A small game in which all choose at once: pots of which everybody may want the same, and bids that nobody sees.

Choices that are spoilt by what others do, choices that ask for more when their turn comes, players who have one option or none,
who are passed over, and loops around it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import caylus

from . import tiny

TEXT = """
resource coin "coin"
kind pot plural pots { worth number, state owner player }
pot red "red pot" { worth 3 }
pot jade "jade pot" { worth 2 }
pot blue "blue pot" { worth 1 }
each player has { asleep flag, polished number, bid number hidden }
state day number
list order of player

game "Pots" for 1 to 4 players {
  for each player in shuffled players { add player to order }
  for each player in order { gain size of order coin, do pick(player) }
  repeat until day is 3 at most 9 times {
    raise day by 1
    do wishes()
    do bids()
    reverse order
  }
}

action pick(player) {
  choose "How many to begin with" {
    option one { gain 1 coin }
    option two { gain 2 coin, set player.asleep to yes }
  }
}

phase wishes "Wishes" {
  for each player in order where not player.asleep at once {
    let dear = player.coin > 4
    choose "Which pot" {
      option take(pot in pots) "take {pot}" {
        require pot.owner is none  "somebody has it"
        pay 1 coin
        set pot.owner to player
        do polish(player, pot)
      }
      option beg(rival in players where rival.coin > player.coin) "beg from {rival}" { rival loses 1 coin, gain 1 coin }
      option brag { require dear, lose 1 coin }
    } else {
      say "{player} goes without"
    }
    raise player.polished by 1
  }
  for each player in players { set player.asleep to no }
}

action polish(player, pot) {
  may "polish it" { pay 1 coin, raise player.polished by pot.worth }
}

phase bids "Bids" {
  for each player in order at once {
    may choose "Bid" {
      option bid(n in 1 to min(3, player.coin)) "bid {n}" { set player.bid to n }
    }
  }
  for each player in order { reveal player.bid, lose player.bid coin }
}

value score(player) = player.polished + (count of pot in pots where pot.owner is player)
"""

RULES = tiny.rules(TEXT)


def positions(picks: Sequence[int], players: int = 3, seed: int = 5, turns: Sequence[int] = (0,)) -> Iterator[caylus.Game]:
    """One game, the same object all along, at each of its decisions and at its end.

    The picks choose, over and over, among the options, the turns among those who have still to choose.
    """
    game = RULES.new_game(players, seed)
    for i in range(400):
        yield game
        if game.over:
            return
        asked = game.decisions[turns[i % len(turns)] % len(game.decisions)]
        game.choose(asked.options[picks[i % len(picks)] % len(asked.options)])
    raise AssertionError("the game does not end")


def wishing(players: int = 3, seed: int = 5) -> caylus.Game:
    """A game in which everybody is asked which pot to take, and holds as much as everybody else."""
    game = RULES.new_game(players, seed)
    for _ in range(players):
        game.choose("one")
    return game
