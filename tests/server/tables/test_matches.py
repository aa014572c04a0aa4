"""A match at tables: a table for each game, with the same people."""

from __future__ import annotations

from random import Random

import pytest
from caylus import Match, MatchTerms
from caylus_tools.server import Refused
from caylus_tools.server.tables import Audience, seats
from support import tiny

from .house import House, play, state

pytestmark = pytest.mark.slow

EARNING = """
resource coin
each player has { nuts number }
value score(player) = player.coin
action main() {
  for each player in players { choose { option earn { gain 1 coin }, option rest { } } }
  for each player in players { raise player.nuts by 1 }
}
"""


def test_a_match_goes_on_at_a_table_for_each_game_also_after_a_restart(house: House) -> None:
    table = house.table(tiny.rules(EARNING), 2, match=MatchTerms(games=2, count="points", keep=("nuts",)))
    told = state(table, "Ann")
    assert told["match"] == {
        "game": "Game 1 of 2",
        "terms": "A match of 2 games. Points are added up. Each player in turn sits first in a game.",
        "standings": "",
        "next": None,
    }
    with pytest.raises(Refused, match="not over"):
        house.tables.rematch(table.id, "Ann")
    play(table, Random(1))
    assert state(table, None)["match"]["next"] == "Game 2 of 2"
    assert state(table, "Ben")["undo"] is not None
    opened = house.tables.rematch(table.id, "Ann")
    assert state(table, "Ben")["undo"] is None
    assert house.tables.rematch(table.id, "Ben").table == opened.table
    second = house.tables.get(opened.table)
    assert [seat["name"] for seat in state(second, None)["seats"]] == ["Ben", "Ann"]
    assert second.game.read("Ann.nuts") == 1
    assert state(second, "Ben")["yours"] == ["Ben"]
    play(second, Random(2))
    restarted = House(house.url, house.rulesets).tables.get(opened.table)
    assert state(restarted, None)["match"] == state(second, None)["match"]
    assert restarted.game == second.game
    assert state(second, None)["match"]["next"] is None
    another = house.tables.get(house.tables.rematch(second.id, "Ben").table)
    assert state(another, None)["match"]["game"] == "Game 1 of 2"
    assert [seat["name"] for seat in state(another, None)["seats"]] == ["Ann", "Ben"]


def test_nobody_is_told_what_foretells_the_next_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "new_seed", lambda: 3_141_592_653_589_793)
    table = house.table(tiny.rules(EARNING), 2, match=MatchTerms(games=2))
    match = table.match
    assert match is not None
    play(table, Random(1))
    audience = Audience("Ann", "Ann")
    save = table.save(audience)
    sent = [table.messages([audience])[audience].data.decode(), str(save), str(table.transcript(audience))]
    assert [str(match.seed) in one for one in sent] == [False, False, False]
    again = Match.from_save(save, table.game.players)
    assert again is not None
    assert again.played == match.played
