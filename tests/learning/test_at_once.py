"""Where all choose at once, agents act one after the other and see nothing of what those before them chose."""

from __future__ import annotations

import numpy as np
from caylus_tools.learning import raw_env
from support import tiny

GUESSING = """
resource coin "coin"
list order of player
each player has { side number }
action main() {
  for each player in players { add player to order }
  for each player in order at once {
    choose { option left { set player.side to 1 }, option right { set player.side to 2 } }
  }
  if order[1].side is order[2].side { order[2] gains 1 coin } else { order[1] gains 1 coin }
}
value score(player) = player.coin
"""


def test_who_acts_later_sees_nothing_of_what_was_chosen_before() -> None:
    seen = []
    for action in (0, 1):
        environment = raw_env(tiny.rules(GUESSING), players=2)
        environment.reset(seed=1)
        environment.step(action)
        assert environment.agent_selection == "player_1"
        seen.append(environment.observe("player_1"))
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_what_all_chose_shows_when_the_last_has_acted() -> None:
    environment = raw_env(tiny.rules(GUESSING), players=2)
    environment.reset(seed=1)
    for action in (0, 1):
        environment.step(action)
    assert environment.rewards == {"player_0": 1.0, "player_1": -1.0}
