"""Where points came from: by source in players' words, and always as many as there are."""

from __future__ import annotations

import caylus
import pytest
from caylus_tools.simulation.playing import Plan, play_to_the_end
from caylus_tools.verbalize.breakdown import breakdown, render_points, worth
from support import tiny

RULES = """
resource point "point", coin "coin", gem "gem" plural "gems"
state pot number = 3
action main() {
  for each player in players { do visit(player), do pay_off(player) }
  do add_up()
}
action visit(player) "Visits" {
  choose { option go { gain 4 point, do thank(player) }, option stay { } }
}
action thank(player) "Guests" { for each friend in players where friend is not player { friend gains 1 point } }
action pay_off(player) "Debts" { lose 2 point, gain 2 gem + 5 coin }
action add_up() "The count" {
  for each player in players {
    gain 3 * player.gem point
    gain player.coin / 2 point
  }
}
value score(player) = 2 * player.point + pot
"""


def test_points_go_by_the_title_of_their_rule_by_what_it_counts_and_by_who_brought_them() -> None:
    game = tiny.game(RULES, 2)
    for choice in ("go", "stay"):
        game.choose(choice)
    told = breakdown(game.events, game.rules, game.scores)
    assert told["Ann"] == {"Visits": 8, "Debts": -4, "The count: gems": 12, "The count: coin": 4, "counted at the end": 3}
    assert told["Ben"] == {
        "Guests by others": 2,
        "Debts": -2,
        "The count: gems": 12,
        "The count: coin": 4,
        "counted at the end": 3,
    }
    assert render_points(told["Ben"]).endswith("Guests by others 2, Debts −2")


@pytest.mark.parametrize(
    ("score", "worths"),
    [
        ("player.gem", {"gem": 1}),
        ("2 * player.gem + player.coin * 3", {"gem": 2, "coin": 3}),
        ("player.gem - player.coin", {"gem": 1, "coin": -1}),
        ("5 * player.gem - 2 * (player.coin - player.gem)", {"gem": 7, "coin": -2}),
        ("player.coin - player.coin", {}),
        ("player.gem / 2 + player.coin", {"coin": 1}),
    ],
)
def test_a_resource_is_worth_what_the_score_makes_of_one(score: str, worths: dict[str, int]) -> None:
    rules = tiny.rules(f"resource gem, coin\naction main() {{ nothing }}\nvalue score(player) = {score}")
    assert worth(rules.model) == worths


def test_what_a_reader_was_not_told_is_counted_at_the_end() -> None:
    game = tiny.game(RULES, 2)
    for choice in ("go", "stay"):
        game.choose(choice)
    assert breakdown([], game.rules, game.scores) == {name: {"counted at the end": score} for name, score in game.scores.items()}


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_it_adds_up_in_both_editions_with_nothing_left_over(edition: str) -> None:
    game = play_to_the_end(Plan(caylus.load(edition), 3, 1, ("random",) * 3), 0)
    told = breakdown(game.events, game.rules, game.scores)
    assert {name: sum(points.values()) for name, points in told.items()} == dict(game.scores)
    assert not any("counted at the end" in points for points in told.values())
