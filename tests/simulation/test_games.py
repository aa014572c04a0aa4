"""What one game of a plan is, and what simulations tell of its outcome."""

from __future__ import annotations

import json
import shutil
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus_tools.simulation.executor import run
from caylus_tools.simulation.playing import Plan, Played, Tally, play_one, write_json, write_text
from caylus_tools.simulation.tables import game_from_rows, make_rows
from support import tiny

from .helpers import MAY_BREAK, NOUGHTS

HARVEST = """
resource coin
action main() { for each player in players { choose { option one { gain 1 coin }, option two { gain 2 coin } } } }
"""


def plan(rules: caylus.Ruleset, seed: int = 1, players: int = 2, *policy: str) -> Plan:
    return Plan(rules, players, seed, policy or ("random",) * players)


def games(plan: Plan, number: int, jobs: int = 1) -> list[Played]:
    return list(run(partial(play_one, plan), range(number), jobs=jobs))


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    noughts = plan(caylus.load(NOUGHTS))
    assert play_one(noughts, 7) == games(noughts, 8)[7]


def test_another_seed_gives_other_games() -> None:
    rules = caylus.load(NOUGHTS)
    assert games(plan(rules, 1), 8) != games(plan(rules, 2), 8)


def test_games_of_one_number_under_two_rulesets_are_a_pair() -> None:
    base = games(plan(tiny.rules(HARVEST + "value score(player) = player.coin")), 50)
    twice = games(plan(tiny.rules(HARVEST + "value score(player) = 2 * player.coin")), 50)
    assert {game.scores for game in base} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert [tuple(2 * score for score in game.scores) for game in base] == [game.scores for game in twice]
    assert [game.seed for game in base] == [game.seed for game in twice]


@pytest.mark.slow
def test_other_processes_need_not_find_the_ruleset_where_this_one_has_found_it(tmp_path: Path) -> None:
    folder = shutil.copytree(NOUGHTS, tmp_path / "noughts")
    noughts = plan(caylus.load(folder))
    shutil.rmtree(folder)
    assert games(noughts, 20, jobs=2) == games(noughts, 20)


def test_the_hash_depends_on_the_order_of_the_games() -> None:
    played = games(plan(caylus.load(NOUGHTS)), 8)
    hashes = []
    for order in (played, played[::-1]):
        tally = Tally(2)
        for game in order:
            tally.add(game)
        hashes.append(tally.hash)
    assert hashes[0] != hashes[1]


def test_each_seat_follows_its_own_policy() -> None:
    rules = tiny.rules(HARVEST + "value score(player) = player.coin")
    played = games(plan(rules, 1, 3, "random", "greedy", "random"), 40)
    assert all(game.scores[1] == 2 for game in played)
    assert {game.scores[0] for game in played} == {1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule_that_breaks_is_told_with_the_game_it_broke_in(jobs: int) -> None:
    breaking = plan(tiny.rules(MAY_BREAK), seed=8, players=4)
    number = -1
    with pytest.raises(caylus.RulesetError) as caught:
        for played in run(partial(play_one, breaking), range(100), jobs=jobs):
            number = played.number
    (fault,) = caught.value.diagnostics
    assert fault.code == "E0902"
    assert fault.span is not None
    assert f"in game {number + 1} " in fault.notes[0].text
    assert f"--seed 8 --first {number + 1} --games 1`" in fault.help
    with pytest.raises(caylus.RulesetError) as again:
        play_one(breaking, number + 1)
    assert again.value.diagnostics == caught.value.diagnostics


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
