"""Games between bots end when the verdicts are sure, and no sooner."""

from __future__ import annotations

import pytest
from caylus_tools.balance.report import is_sure, looks
from caylus_tools.balance.sample import Sample, Study, observe_all
from caylus_tools.simulation.playing import Plan
from support import tiny

pytestmark = pytest.mark.slow

DICE = """
resource coin
action main() {
  for each player in players { let eyes = random 1 to SIDES, choose { option take { gain eyes coin }, option leave { nothing } } }
  MORE
}
value score(player) = player.coin
"""
FAVOUR = "for each player in players { if player.number is 1 { gain 9 coin } }"


def played(games: int, sides: int, more: str = "nothing") -> Study:
    """A study of dice with four sides and nothing more, beside other dice."""
    rulesets = [
        tiny.rules(DICE.replace("SIDES", str(sides)).replace("MORE", more)) for sides, more in ((4, "nothing"), (sides, more))
    ]
    plans = [Plan(rules, 2, 1, ("random",) * 2) for rules in rulesets]
    study = Study(rulesets[:1], 2, 1, plans[0].policy, 1000)
    study.samples.append(Sample("Other dice", rulesets[1], 2))
    study.alike.append(0)
    for number in range(games):
        study.add(observe_all([plans], number)[0])
    return study


def test_looks_come_seldomer_and_the_last_is_at_all_games() -> None:
    assert looks(300) == [60, 90, 135, 202, 300]
    assert looks(60) == [60]
    assert looks(40) == [40]


@pytest.mark.parametrize(
    ("games", "sides", "more", "within", "sure"),
    [
        (60, 4, "nothing", 0.15, True),  # nothing changes
        (60, 4, FAVOUR, 0.01, True),  # a seat wins always
        (60, 9, "nothing", 0.15, False),  # who knows
        (60, 9, "nothing", 0.5, True),  # hardly so much
    ],
)
def test_a_verdict_is_sure_where_a_change_of_who_wins_is_found_or_ruled_out(
    games: int, sides: int, more: str, within: float, sure: bool
) -> None:
    assert is_sure([played(games, sides, more)], within) is sure
