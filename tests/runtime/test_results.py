"""Who has won: scores, what decides between equal ones, teams, and games that can be lost."""

from __future__ import annotations

import caylus
from hypothesis import given, strategies as st
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


def test_a_view_tells_the_result_when_the_game_is_over_and_not_before() -> None:
    game = over("value team(player) = 7", Ann={"coin": 2}, Ben={"coin": 3})
    result = game.view("Ann")["result"]
    assert result["standings"][0]["players"] == ["Ann", "Ben"]
    assert (result["lost"], result["reason"], result["text"]) == (False, None, "Ann and Ben win together with 5")
    text = HELD.replace("nothing", "players[1] chooses { option go { nothing }, option wait { nothing } }")
    assert tiny.game(text).view()["result"] is None


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.booleans()), min_size=1, max_size=4))
def test_whoever_wins_stands_behind_nobody_who_can_win(held: list[tuple[int, int, bool]]) -> None:
    rules = "value team(player) = player.side\nvalue may_win(player) = player.ready"
    names = ("Ann", "Ben", "Cem", "Dot")
    game = over(rules, **{name: {"coin": c, "side": s, "ready": r} for name, (c, s, r) in zip(names, held, strict=False)})
    able = [standing for standing in game.result.standings if standing.may_win]
    assert sorted(name for standing in game.result.standings for name in standing.players) == sorted(game.players)
    assert set(game.winners) == {n for s in able if s.score == max(one.score for one in able) for n in s.players}
    assert game.result.is_lost == (not able)
