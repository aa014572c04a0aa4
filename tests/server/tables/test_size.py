"""A choice tells so much and no more, and the log of a table has an end: beyond it a rule breaks, with its line."""

from __future__ import annotations

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.tables import LiveTable, live_game
from support import tiny

from .house import House, choose, state

TALKATIVE = f"""
action main() {{
  repeat at most 60 times {{ for each player in players {{
    choose "Talk" {{
      option quiet "be quiet" {{ say "Well." }}
      option loud "be loud" {{ for each x in 1 to 200 {{ say "{"A" * 400}" }} }}
      option long "go on" {{ for each x in 1 to 100 {{ say "{"B" * 200}" }} }}
    }}
  }} }}
}}
"""


@pytest.fixture
def talk(house: House) -> LiveTable:
    return house.table(tiny.rules(TALKATIVE))


def test_a_choice_that_tells_too_much_is_refused_with_the_line_that_does_and_another_can_be_made(talk: LiveTable) -> None:
    choose(talk, "Ann", "quiet")
    with pytest.raises(Refused, match="tells more than the log") as refused:
        choose(talk, "Ben", "loud")
    assert refused.value.code == "broken_rules"
    assert "A" * 400 in refused.value.reasons[0]["source"]
    told = state(talk, "Ben")
    assert (told["status"], told["revision"], len(told["log"])) == ("broken", 1, 1)
    choose(talk, "Ben", "quiet")
    assert (state(talk, "Ben")["status"], state(talk, "Ben")["broken"]) == ("playing", None)


def test_a_log_that_is_full_is_refused_to_grow_and_choices_can_be_taken_back(
    talk: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_game, "MOST_LOG", 100_000)
    revision = 0
    with pytest.raises(Refused, match="tells more than the log"):
        for revision in range(20):
            choose(talk, ("Ann", "Ben")[revision % 2], "long")
    assert 2 <= revision <= 5
    last = ("Ben", "Ann")[revision % 2]
    undo = state(talk, last)["undo"]
    talk.undo(last, undo["to"], revision, "back", last)
    assert state(talk, last)["status"] == "playing"
    choose(talk, last, "quiet")


def test_what_nobody_has_looked_at_has_an_end_too(house: House) -> None:
    table = house.table(tiny.rules(TALKATIVE))
    with pytest.raises(Refused, match="tells more than the log"):
        table.choose("Ann", 0, "loud", "key", "Ann")


def test_what_ends_a_game_is_told_whole(house: House) -> None:
    short = TALKATIVE.replace("repeat at most 60 times", "repeat at most 1 times")
    table = house.table(tiny.rules(short))
    choose(table, "Ann", "long")
    choose(table, "Ben", "quiet")
    assert state(table, "Ann")["status"] == "over"
    assert sum(line["text"].count("B" * 200) for line in state(table, "Ann")["log"]) == 100
