"""What simulations tell of teams, of wins that are shared and of games that everybody loses."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from caylus_tools.simulation.playing import Plan, Tally, play_one, write_json, write_text
from caylus_tools.simulation.tables import game_from_rows, make_rows
from support import tiny

DICE = """
resource coin
action main() { for each player in players { let eyes = random 1 to 4, gain eyes coin } }
value score(player) = player.coin
"""
ACROSS = "value team(player) { 1 if player is players[1] or player is players[3], 2 otherwise }"
GAMES = 60


def simulate(added: str, players: int) -> tuple[Plan, Tally]:
    plan = Plan(tiny.rules(DICE + added), players, 1, ("random",) * players)
    tally = Tally(players)
    for number in range(GAMES):
        tally.add(play_one(plan, number))
    return plan, tally


def collect_messages(plan: Plan, tally: Tally) -> dict[str, str]:
    """The lines of the summary for people, by what they begin with."""
    out = StringIO()
    write_text(out, plan, tally, 1.0, 0)
    return dict(line.split("  ", 1) for line in out.getvalue().splitlines()[1:])


def as_json(plan: Plan, tally: Tally) -> Any:
    out = StringIO()
    write_json(out, plan, tally, 1.0)
    return json.loads(out.getvalue())


def test_each_team_is_told_how_often_it_wins() -> None:
    plan, tally = simulate(ACROSS, 4)
    lines, data = collect_messages(plan, tally), as_json(plan, tally)
    assert all(teams == [["Ann", "Cem"], ["Ben", "Dot"]] for teams in data["teams"])
    for team in data["teams"][0]:
        won = sum(winners in (team, ["Ann", "Ben", "Cem", "Dot"]) for winners in data["winners"])
        assert lines[f"{' and '.join(team)}"].strip() == f"win {won / GAMES:.0%}"


def test_wins_are_shared_by_teams_and_not_within_them() -> None:
    plan, tally = simulate(ACROSS, 4)
    shared = sum(len(winners) == 4 for winners in as_json(plan, tally)["winners"])
    assert collect_messages(plan, tally)["shared wins"].strip() == f"{shared / GAMES:.0%}"
    assert 0 < shared < GAMES / 2


def test_the_share_of_games_that_everybody_loses_is_told() -> None:
    plan, tally = simulate("value may_win(player) = player.coin > 2", 1)
    winners = as_json(plan, tally)["winners"]
    assert set(map(len, winners)) == {0, 1}
    assert collect_messages(plan, tally)["lost"].strip() == f"{winners.count([]) / GAMES:.0%}"


def test_rules_without_teams_ties_and_losses_say_nothing_of_them() -> None:
    plan, tally = simulate("value tie_break(player) { 1 if player is players[1], 0 otherwise }", 2)
    assert collect_messages(plan, tally).keys() == {"bots", "rounds", "Ann", "Ben", "hash"}
    assert "teams" not in as_json(plan, tally)


def test_tables_tell_the_first_seat_of_each_team_and_read_it_back() -> None:
    plan = Plan(tiny.rules(DICE + ACROSS), 4, 1, ("random",) * 4, resources=True)
    played = play_one(plan, 0)
    rows = make_rows(plan, played)
    assert [row[4] for row in rows.players] == [1, 2, 1, 2]
    assert game_from_rows(rows) == played


def test_a_bot_that_makes_do_with_made_up_worlds_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.bots.common.MOST_REPLAYED", 0)
    text = """
    resource dime hidden
    each player has { open number }
    action main() {
      for each player in players { let eyes = random 1 to 3, gain eyes dime }
      for each player in players { choose { option bid(n in 0 to player.dime) { set player.open to n } } }
    }
    """
    plan, tally = Plan(tiny.rules(text), 2, 1, ("greedy", "greedy")), Tally(2)
    tally.add(play_one(plan, 0))
    assert as_json(plan, tally)["made_up"] == tally.made_up == 2
    assert collect_messages(plan, tally)["guesses"].strip().startswith("2 by what lies on the table")
    monkeypatch.undo()
    tally = Tally(2)
    tally.add(play_one(plan, 0))
    assert "made_up" not in as_json(plan, tally)
