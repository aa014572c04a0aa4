"""Bots reckon with the hands that rivals may hold, not with those they hold, nor with the worst or the best."""

from __future__ import annotations

import caylus
import pytest
from caylus_tools.bots import bot_named
from support import tiny
from support.texts import read_rules

CARDS = "\n".join(f"card c{n} {{ worth {n} }}" for n in range(1, 10))
BET = f"""
resource coin
kind card plural cards {{ worth number }}
{CARDS}
list deck of card hidden from all
each player has {{ hand list of card hidden }}
action main() {{
  for each card in shuffled cards {{ add card to deck }}
  for each player in players {{
    gain 5 coin
    put deck[1] from deck into player.hand
  }}
  for each player in players {{ do bet(player) }}
}}
action bet(player) {{
  choose "Bet that your card is the highest?" {{
    option bet {{
      for each other in players {{ reveal other.hand }}
      if reveal best() is player {{ gain 3 coin }} else {{ lose 3 coin }}
    }}
    option decline {{ gain 1 coin }}
  }}
}}
value best() = first player in players with most held(player)
value held(player) = sum of card.worth for card in player.hand
value score(player) = player.coin
"""


def dealt(*hands: int) -> caylus.Game:
    rest = [n for n in range(1, 10) if n not in hands]
    return tiny.game(BET, len(hands), draws=[[f"c{n}" for n in (*hands, *rest)]])


def answer(game: caylus.Game, bot: str) -> str:
    decision = game.decision
    assert decision is not None
    return decision.options[bot_named(bot, 3)(game)].id


@pytest.mark.slow
@pytest.mark.parametrize(("own", "said"), [(1, "decline"), (2, "decline"), (3, "decline"), (8, "bet"), (9, "bet")])
@pytest.mark.parametrize("others", [(4, 5), (7, 6)])
def test_a_bet_is_taken_where_it_will_probably_be_won(own: int, said: str, others: tuple[int, int]) -> None:
    assert answer(dealt(own, *others), "mcts:80") == said


@pytest.mark.parametrize("own", [1, 9])
@pytest.mark.parametrize("bot", ["greedy", "mcts:80"])
def test_a_bet_that_cannot_be_won_is_declined_and_one_that_cannot_be_lost_is_taken(own: int, bot: str) -> None:
    assert answer(dealt(own, 5, 6), bot) == ("bet" if own == 9 else "decline")


GUESS = read_rules(__file__, "bets_guess")


@pytest.mark.parametrize("seed", range(3))
def test_nobody_plans_by_what_a_rival_will_have_chosen_in_secret(seed: int) -> None:
    game = tiny.game(GUESS)
    decision = game.decision
    assert decision is not None
    assert decision.options[bot_named("mcts:400", seed)(game)].id == "decline"


HIDING = read_rules(__file__, "bets_hiding")


@pytest.mark.parametrize("seed", range(3))
def test_rivals_are_not_taken_to_know_what_was_chosen_in_secret(seed: int) -> None:
    game = tiny.game(HIDING)
    assert tiny.ids(game)[bot_named("mcts:200", seed)(game)].startswith("hide")
