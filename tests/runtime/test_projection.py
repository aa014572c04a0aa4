"""What the points would come to if the game ended now."""

from __future__ import annotations

import caylus
import pytest
from support import tiny

COUNT = """
resource coin
resource luck hidden
each player has { done flag }
action main() {
  for each player in players {
    gain 4 coin + 3 luck
    choose "Which" { option gain_some(n in 1 to 3) "{n}" { gain n coin } }
  }
  do finish()
}
action finish() { for each player in players { gain player.coin / 2 point } }
action ask() { for each player in players { choose "Which" { option a { gain 1 point }, option b { gain 2 point } } } }
action give(player) { gain 1 point }
value rank(player) = 10 * player.coin
value score(player) = player.point
resource point
"""


@pytest.fixture(scope="module")
def game() -> caylus.Game:
    return tiny.game(COUNT, 2)


def test_points_are_counted_on_a_copy(game: caylus.Game) -> None:
    before = game.digest()
    assert game.project_points("finish") == {"Ann": 2, "Ben": 0}
    assert (game.digest(), game.scores) == (before, {"Ann": 0, "Ben": 0})


def test_a_value_of_each_player_will_do_as_well(game: caylus.Game) -> None:
    assert game.project_points("rank") == {"Ann": 40, "Ben": 0}


def test_an_end_that_asks_somebody_something_cannot_be_foretold(game: caylus.Game) -> None:
    assert game.project_points("ask") is None


@pytest.mark.parametrize("name", ["give", "nothing_of_that_kind", "main.x"])
def test_only_what_can_be_counted_is_projected(game: caylus.Game, name: str) -> None:
    with pytest.raises(caylus.UnknownThing):
        game.project_points(name)
