"""What is submitted to a table, and what is answered."""

from __future__ import annotations

from random import Random
from typing import Any

import caylus
import pytest
from caylus_tools.server import Refused

from .house import House, decider, load_modules, play, state


def expect_refusal(call: Any, *arguments: Any) -> Refused:
    with pytest.raises(Refused) as raised:
        call(*arguments)
    return raised.value


def test_a_choice_is_told_to_all(house: House) -> None:
    table = house.table(load_modules("classic"))
    seat, own = decider(table)
    answer = table.choose(seat, own["revision"], own["options"][0]["id"], "key", seat)
    assert answer.revision == own["revision"] + 1
    for other in (None, *own["decides"]):
        assert state(table, other)["revision"] == answer.revision


def test_a_choice_is_played_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table(load_modules("classic"))
    seat, own = decider(table)
    played, play_on = [], caylus.Game.choose

    def count(game: caylus.Game, option: Any, player: str | None = None) -> None:
        played.append(option)
        play_on(game, option, player)

    monkeypatch.setattr(caylus.Game, "choose", count)
    table.choose(seat, own["revision"], own["options"][0]["id"], "key", seat)
    assert len(played) == 1


def test_the_same_key_gets_the_same_answer_and_who_saw_the_table_before_is_told_so(house: House) -> None:
    table = house.table(load_modules("classic"))
    seat, own = decider(table)
    first, again = (table.choose(seat, own["revision"], own["options"][0]["id"], "key", seat) for _ in range(2))
    assert (first.again, again.again, again.revision) == (False, True, first.revision)
    assert expect_refusal(table.choose, seat, own["revision"], own["options"][0]["id"], "other", seat).code == "stale"
    assert expect_refusal(table.choose, seat, own["revision"] + 7, own["options"][0]["id"], "third", seat).code == "stale"


def test_nobody_chooses_for_others(house: House) -> None:
    table = house.table(load_modules("classic"))
    seat, own = decider(table)
    rival = next(row["name"] for row in own["seats"] if row["name"] != seat)
    option = own["options"][0]["id"]
    assert expect_refusal(table.choose, seat, own["revision"], option, "key", rival).code == "not_yours"
    assert expect_refusal(table.choose, rival, own["revision"], option, "key", rival).code == "not_now"
    assert expect_refusal(table.choose, "Nobody", own["revision"], option, "key", rival).code == "no_seat"


def test_what_is_not_legal_is_refused_with_the_lines_that_say_so(house: House) -> None:
    table = house.table(load_modules("classic"))
    seat, own = decider(table)
    lit = {cell for option in own["options"] for cell in option["cells"]}
    greyed = next(space["name"] for row in own["view"]["rows"].values() for space in row if space["name"] not in lit)
    told = expect_refusal(table.choose, seat, own["revision"], f"place {greyed}", "key", seat)
    assert told.code == "illegal"
    assert all(reason["source"] for reason in told.reasons)
    assert state(table, seat)["revision"] == own["revision"]


@pytest.mark.slow
def test_two_servers_on_one_database_play_one_game(house: House) -> None:
    here = house.table(load_modules("classic"))
    there = House(house.url, house.rulesets)
    other = there.tables.get(here.id)
    draw = Random(1)
    for number in range(30):
        seat, own = decider(here)
        option = draw.choice(own["options"])["id"]
        taken = [here, other][number % 2].choose(seat, own["revision"], option, f"key {number}", seat)
        assert expect_refusal([other, here][number % 2].choose, seat, own["revision"], option, "too late", seat).code == "stale"
        assert taken.revision == own["revision"] + 1
    assert state(here, None) == state(other, None)
    there.store.close()


@pytest.mark.slow
def test_a_key_of_a_page_never_stands_for_what_the_table_does_itself(house: House) -> None:
    table = house.table(load_modules("classic"), people=1, bots=1)
    seat, bot = (row["name"] for row in state(table, None)["seats"])
    if state(table, None)["decides"] == [bot]:
        table.choose_for(bot, 0, table.jobs()[0].options[0])
    own = state(table, seat)
    revision = own["revision"]
    table.choose(seat, revision, own["options"][0]["id"], f"bot {revision + 1} {bot}", seat)
    (job,) = table.jobs()
    assert not table.choose_for(bot, job.revision, job.options[0]).again


def test_what_a_bot_notes_of_a_choice_is_said_once(house: House) -> None:
    table = house.table(load_modules("classic"), people=1, bots=1)
    person, bot = (row["name"] for row in state(table, None)["seats"])
    if state(table, None)["decides"] == [person]:
        play(table, Random(1), 1)
    (job,) = table.jobs()
    for _ in range(2):
        table.choose_for(bot, job.revision, job.options[0], note="No time to think.")
    assert [line["text"] for line in state(table, None)["chat"]] == ["No time to think."]


@pytest.mark.nightly
def test_a_game_is_played_to_its_end(house: House) -> None:
    table = house.table(load_modules("classic"), 3)
    play(table, Random(5))
    told = state(table, None)
    assert told["status"] == "over"
    scores = told["view"]["scores"]
    assert {name: sum(points.values()) for name, points in told["result"]["sources"].items()} == scores
