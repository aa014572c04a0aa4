"""What balance tells of teams, and of games that everybody can lose."""

from __future__ import annotations

import pytest
from caylus_tools.balance.report import Report, report
from caylus_tools.balance.sample import Study, observe_all
from caylus_tools.simulation.playing import Plan
from support import tiny

pytestmark = pytest.mark.slow

DICE = """
resource coin
action main() {
  for each player in players { let eyes = random 1 to 4, choose { option take { gain eyes coin }, option leave { nothing } } }
}
value score(player) = player.coin
"""
GAMES = 60


def run_study(added: str, players: int) -> Report:
    rules = tiny.rules(DICE + added)
    plan = Plan(rules, players, 1, ("random",) * players)
    study = Study([rules], players, 1, plan.policy, GAMES)
    for number in range(GAMES):
        study.add(observe_all([[plan]], number)[0])
    return report([study], 0.01)


def estimates(made: Report, group: str) -> dict[str, float]:
    return {" ".join(row.key): row.estimates[0].value for row in made.parts[0].groups[group].rows if row.estimates[0] is not None}


def test_members_of_a_team_win_as_often_and_the_fair_share_is_that_of_a_team() -> None:
    made = run_study("value team(player) = player.number % 2", 4)
    wins = estimates(made, "winners")
    assert wins["seat 1"] == wins["seat 3"]
    assert wins["seat 1"] + wins["seat 2"] == pytest.approx(1)
    assert made.parts[0].study.base.fair == pytest.approx(0.5)
    assert estimates(made, "scores").keys() == {"mean", "winner", "lead"}


def test_games_that_everybody_loses_are_counted() -> None:
    made = run_study("value may_win(player) = player.coin > 2", 2)
    wins = estimates(made, "winners")
    assert 0 < wins["lost"] < 1
    assert wins["seat 1"] + wins["seat 2"] + wins["lost"] == pytest.approx(1)


def test_who_plays_alone_may_lose() -> None:
    assert estimates(run_study("value may_win(player) = player.coin > 2", 1), "winners").keys() == {"lost"}


def test_a_cooperative_game_has_no_lead_and_accuses_no_seat() -> None:
    made = run_study("value team(player) = 1\nvalue may_win(player) = some friend in players where friend.coin > 2", 2)
    assert estimates(made, "scores").keys() == {"mean", "winner"}
    assert any(
        "No evidence that it matters where one sits" in sentence for verdict in made.verdicts for sentence in verdict.sentences
    )
