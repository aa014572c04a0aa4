"""The files a new game begins with: a whole game, so small that everything in it can be made into something else."""

from __future__ import annotations

import json


def skeleton(name: str, title: str) -> dict[str, str]:
    """The texts of a game of its own, by their paths in its folder."""
    quoted = json.dumps(title, ensure_ascii=False)
    return {
        "ruleset.yaml": _MANIFEST.format(name=json.dumps(name), title=quoted, file=name),
        f"{name}.rules": _RULES.replace("TITLE", quoted),
        f"scenarios/{name}.yaml": _SCENARIO,
    }


_MANIFEST = """\
name: {name}
title: {title}
version: 0.1.0
language: 1
about: What it is about, in a sentence or two.
seats: [Red, Green, Blue, Yellow]
rules: [{file}.rules]

# What is shown of the table, from top to bottom.
table:
  - list: [round, turn_order]
  - objects: stall
    show: [price, worth, sold]
  - players: [coin, point]
"""

_RULES = """\
-- What there is on the table, and before each player.

resource coin "coin"
resource point "point"

kind stall plural stalls {
  price number
  worth number                       -- points
  state sold number
}
stall baker  "Baker"  { price 1, worth 1 }
stall weaver "Weaver" { price 3, worth 2 }

state round number
list turn_order of player

-- What happens.

constant rounds = 5
scale wages = [1, 1, 2, 2, 3]        -- by round

game TITLE for 2 to 4 players {
  do set_up()
  repeat until round is rounds at most rounds times {
    raise round by 1
    do turn()
  }
}

action set_up() "Setup" {
  for each player in shuffled players { add player to turn_order }
}

phase turn "Turn" {
  for each player in turn_order {
    choose "Your turn" {
      option work "work" { gain wages[round] coin }
      option buy(stall in stalls) "buy from the {stall}" {
        pay price(stall) coin
        raise stall.sold by 1
        gain stall.worth point
      }
    }
  }
}

-- The next one is dearer.
value price(stall) = stall.price + stall.sold

-- Who wins.

value score(player) = player.point
"""

_SCENARIO = """\
# Situations, and what the rules make of them: `caylus test` plays each, beginning with `given`, as `when` chooses.
players: [Red, Green, Blue]

scenarios:
  - name: Work brings the wages of the round, and the next to buy pays a coin more
    begin: turn
    given:
      round: 3
      turn_order: [Red, Green, Blue]
      Red: {coin: 3}
      Green: {coin: 4}
      Blue: {coin: 2}
    when:
      - Red: buy weaver
      - Green: buy weaver
      - refused: [buy weaver]
      - Blue: work
    changes:
      Red: {coin: -3, point: 2}
      Green: {coin: -4, point: 2}
      Blue: {coin: 2}
    then:
      weaver: {sold: 2}
"""
