"""Who has won: scores, what decides between equal ones, teams, and games that can be lost."""

from __future__ import annotations

import caylus
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tiny

HELD = """
resource coin
each player has { nuts number, side number, ready flag }
action main() { nothing }
value score(player) = player.coin
"""


def over(added: str = "", **players: dict[str, int | bool]) -> caylus.Game:
    """A game that is over, with what each player has in the end."""
    return tiny.rules(HELD + added).position("main", players, tuple(players))


def test_the_highest_score_wins() -> None:
    game = over(Ann={"coin": 3}, Ben={"coin": 5}, Cem={"coin": 4})
    assert game.winners == ["Ben"]
    assert [(standing.place, standing.players) for standing in game.result.standings] == [
        (1, ("Ben",)),
        (2, ("Cem",)),
        (3, ("Ann",)),
    ]
    assert game.result.render(game.labels) == "Ben wins with 5"


def test_equal_scores_share_a_place_and_the_win() -> None:
    game = over(Ann={"coin": 5}, Ben={"coin": 3}, Cem={"coin": 5}, Dot={"coin": 1})
    assert game.winners == ["Ann", "Cem"]
    assert [standing.place for standing in game.result.standings] == [1, 1, 3, 4]
    assert game.result.render(game.labels) == "Ann and Cem share the win with 5"


def test_a_tie_break_decides_between_equal_scores_and_nothing_else() -> None:
    rule = "value tie_break(player) = player.nuts"
    game = over(rule, Ann={"coin": 5, "nuts": 1}, Ben={"coin": 5, "nuts": 2}, Cem={"coin": 4, "nuts": 9})
    assert [standing.players for standing in game.result.standings] == [("Ben",), ("Ann",), ("Cem",)]
    assert game.result.render(game.labels) == "Ben wins with 5, by the tie-break"
    assert over(rule, Ann={"coin": 5, "nuts": 2}, Ben={"coin": 5, "nuts": 2}).winners == ["Ann", "Ben"]


def test_who_cannot_win_needs_no_tie_break_to_lose() -> None:
    rules = "value tie_break(player) = player.nuts\nvalue may_win(player) = player.ready"
    game = over(rules, Ann={"coin": 5, "ready": True}, Ben={"coin": 5, "nuts": 9}, Cem={"coin": 4, "ready": True})
    assert game.result.render(game.labels) == "Ann wins with 5"


def test_a_team_wins_by_the_sums_of_its_members() -> None:
    rules = "value team(player) = player.side\nvalue tie_break(player) = player.nuts"
    given = {
        "Ann": {"coin": 1, "side": 1},
        "Ben": {"coin": 7, "side": 2},
        "Cem": {"coin": 9, "side": 1},
        "Dot": {"coin": 2, "side": 2},
    }
    game = over(rules, **given)
    assert game.winners == ["Ann", "Cem"]
    assert [(standing.players, standing.score) for standing in game.result.standings] == [
        (("Ann", "Cem"), 10),
        (("Ben", "Dot"), 9),
    ]
    assert game.result.render(game.labels) == "Ann and Cem win together, 10 to 9"
    given["Dot"] = {"coin": 3, "side": 2, "nuts": 1}
    assert over(rules, **given).result.render(game.labels) == "Ben and Dot win together, 10 to 10, by the tie-break"


def test_a_team_may_be_an_object_and_who_has_none_plays_alone() -> None:
    rules = """
    kind banner plural banners
    banner red
    each player has { banner banner }
    value team(player) = player.banner
    """
    game = over(rules, Ann={"coin": 3, "banner": "red"}, Ben={"coin": 4}, Cem={"coin": 2, "banner": "red"}, Dot={"coin": 3})
    assert [standing.players for standing in game.result.standings] == [("Ann", "Cem"), ("Ben",), ("Dot",)]


def test_only_those_win_for_whom_may_win_holds() -> None:
    rule = "value may_win(player) = player.ready"
    game = over(rule, Ann={"coin": 2, "ready": True}, Ben={"coin": 9}, Cem={"coin": 3, "ready": True})
    assert game.winners == ["Cem"]
    assert [standing.players[0] for standing in game.result.standings] == ["Cem", "Ann", "Ben"]
    assert game.result.render(game.labels) == "Cem wins with 3"


def test_where_nobody_may_win_everybody_has_lost() -> None:
    rule = "value may_win(player) = player.ready"
    game = over(rule, Ann={"coin": 2}, Ben={"coin": 9})
    assert game.winners == []
    assert game.result.is_lost
    assert game.result.render(game.labels) == "Everybody has lost"
    alone = over(rule, Ann={"coin": 2})
    assert alone.result.render(alone.labels) == "Ann has lost"


def test_a_team_can_win_only_if_each_of_its_members_can() -> None:
    rules = "value may_win(player) = player.ready\nvalue team(player) = 1"
    assert over(rules, Ann={"ready": True}, Ben={"ready": True}).winners == ["Ann", "Ben"]
    assert over(rules, Ann={"ready": True}, Ben={}).winners == []


def test_teams_that_tie_share_the_win() -> None:
    game = over("value team(player) = player.side", Ann={"side": 1}, Ben={"side": 2}, Cem={"side": 1}, Dot={"side": 2})
    assert game.winners == ["Ann", "Ben", "Cem", "Dot"]
    assert game.result.render(game.labels) == "Ann, Cem, Ben and Dot share the win with 0"


def test_a_view_tells_the_result_when_the_game_is_over_and_not_before() -> None:
    game = over("value team(player) = 7", Ann={"coin": 2}, Ben={"coin": 3})
    result = game.view("Ann")["result"]
    assert result["standings"][0]["players"] == ["Ann", "Ben"]
    assert (result["lost"], result["reason"], result["text"]) == (False, None, "Ann and Ben win together with 5")
    text = HELD.replace("nothing", "players[1] chooses { option go { nothing }, option wait { nothing } }")
    assert tiny.game(text).view()["result"] is None


def test_what_decides_who_wins_can_be_modified_like_any_value() -> None:
    rules = "value may_win(player) = yes\nrule poor { may_win(player) is no where player.coin < 2 }"
    assert over(rules, Ann={"coin": 1}, Ben={"coin": 0}).winners == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("value tie_break(player) = player.ready", "`tie_break` is a flag, not a number"),
        ("value team(player) = player.ready", "`team` is a flag, not an object or a number"),
        ("value may_win(player) = player.coin", "`may_win` is a number, not a flag"),
        ("value may_win() = yes", "`may_win` is asked for one player"),
        ("condition may_win(player) { require player.ready }", "`may_win` is a condition, not a value"),
    ],
)
def test_what_the_language_asks_for_has_to_be_of_its_sort(value: str, message: str) -> None:
    with pytest.raises(caylus.RulesetError) as failed:
        tiny.rules(HELD + value)
    assert message in [fault.message for fault in failed.value.diagnostics if fault.is_error]


def test_a_thing_called_team_means_nothing_to_the_language() -> None:
    rules = "kind team plural teams\nteam red\neach player has { team team }\nstate may_win flag"
    assert over(rules, Ann={"team": "red"}, Ben={"coin": 1, "team": "red"}).winners == ["Ben"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.booleans()), min_size=1, max_size=4))
def test_whoever_wins_stands_behind_nobody_who_can_win(held: list[tuple[int, int, bool]]) -> None:
    rules = "value team(player) = player.side\nvalue may_win(player) = player.ready"
    names = ("Ann", "Ben", "Cem", "Dot")
    game = over(rules, **{name: {"coin": c, "side": s, "ready": r} for name, (c, s, r) in zip(names, held, strict=False)})
    able = [standing for standing in game.result.standings if standing.may_win]
    assert sorted(name for standing in game.result.standings for name in standing.players) == sorted(game.players)
    assert set(game.winners) == {n for s in able if s.score == max(one.score for one in able) for n in s.players}
    assert game.result.is_lost == (not able)
