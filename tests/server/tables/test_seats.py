"""Who sits where at a table: by links, by leaving, by bots that keep a seat."""

from __future__ import annotations

from random import Random

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.bots import Job
from caylus_tools.server.tables import LiveTable
from caylus_tools.server.tables.seats import AWAY
from caylus_tools.server.tables.tables import list_tables
from support import tiny

from .house import OWNER, House, choose, decider, load_modules, play, state

pytestmark = pytest.mark.slow

QUESTIONS = """
resource coin
action main() {
  repeat at most 4 times {
    for each player in players {
      choose "Pick" {
        option coins { gain 2 coin }
        option coin { gain 1 coin }
      }
    }
  }
}
"""

TOGETHER = """
resource coin
action main() {
  repeat at most 4 times {
    for each player in players at once {
      choose "Pick" { option coin { gain 1 coin } option rest { nothing } }
    }
  }
}
"""


def waiting(house: House) -> tuple[LiveTable, dict[str, str]]:
    """A table that nobody has come to."""
    opened = house.open(tiny.rules(QUESTIONS), 2)
    return house.tables.get(opened.table), opened.links


def find_seat(table: LiveTable, name: str) -> dict[str, object]:
    return next(row for row in state(table, None)["seats"] if row["name"] == name)


@pytest.mark.parametrize("is_early", [False, True])
def test_a_game_begins_when_the_last_seat_is_taken_or_its_owner_begins_it(house: House, is_early: bool) -> None:
    table, links = waiting(house)
    table.claim("Ann", links["Ann"], "Zoë", "one")
    with pytest.raises(Refused, match="Only whoever opened"):
        table.start("one")
    assert state(table, None)["status"] == "open"
    if is_early:
        table.start(OWNER)
    else:
        table.claim("Ben", links["Ben"], "", "two")
    told = state(table, None)
    assert (told["status"], told["decides"]) == ("playing", ["Ann"])
    assert told["view"]["players"][0]["label"] == "Zoë"


def test_a_link_gives_a_seat_away_once(house: House) -> None:
    table, links = waiting(house)
    table.claim("Ann", links["Ann"], "", "one")
    with pytest.raises(Refused, match="used or replaced"):
        table.claim("Ann", links["Ann"], "", "two")
    table.claim("Ann", links["Ann"], "", "one")  # the same click again
    with pytest.raises(Refused):
        table.claim("Ben", links["Ann"], "", "two")


def test_a_new_link_makes_the_old_one_void_and_the_seat_changes_hands_when_it_is_used(house: House) -> None:
    table, links = waiting(house)
    new = table.new_link("Ann", OWNER)
    with pytest.raises(Refused):
        table.claim("Ann", links["Ann"], "", "one")
    table.claim("Ann", new, "", "one")
    handed = table.new_link("Ann", "one")
    assert find_seat(table, "Ann")["taken"]
    assert state(table, "Ann", "one")["seat"] == "Ann"
    table.claim("Ann", handed, "", "two")
    assert state(table, "Ann", "one")["seat"] is None
    assert state(table, "Ann", "two")["seat"] == "Ann"


def test_strangers_give_nothing_away(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    for stranger in ("Ben", "nobody", ""):
        for change in (table.new_link, table.leave):
            with pytest.raises(Refused, match="Only whoever"):
                change("Ann", stranger)
        with pytest.raises(Refused, match="Only whoever"):
            table.put_bot("Ann", "greedy", stranger)
        with pytest.raises(Refused):
            table.label("Ann", "Mallory", stranger)


def test_who_has_left_can_be_followed_by_others_but_by_no_link_of_before(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    kept = table.new_link("Ann", "Ann")
    table.leave("Ann", "Ann")
    with pytest.raises(Refused, match="used or replaced"):
        table.claim("Ann", kept, "", "Ann")
    assert not find_seat(table, "Ann")["taken"]
    with pytest.raises(Refused):
        choose(table, "Ann", "coins")
    table.claim("Ann", table.new_link("Ann", OWNER), "", "three")
    choose(table, "Ann", "coins", "three")


def look_on(house: House, table: LiveTable, *seats: str) -> None:
    house.store.beat(house.now, {table.id: seats})


def pass_away(house: House, table: LiveTable, seconds: float) -> None:
    """Lets time pass with nobody before a page. The server says all the time that it runs: when it does not, nobody is away."""
    end = house.now + seconds
    while house.now < end:
        house.now = min(end, house.now + 5)
        look_on(house, table)


def render_text(table: LiveTable) -> str:
    line = state(table, None)["chat"][-1]
    return f"{line['name']}: {line['text']}"


@pytest.mark.parametrize("way", ["leave", "new_link"])
def test_the_owner_takes_a_seat_only_from_who_has_been_away_for_long_and_all_are_told(house: House, way: str) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    take = getattr(table, way)
    look_on(house, table)
    for seconds in (0, AWAY - 1, AWAY - 1):
        pass_away(house, table, seconds)
        with pytest.raises(Refused, match=r"Ann is here, .* ask for the seat"):
            take("Ann", OWNER)
        assert find_seat(table, "Ann")["taken"]
        look_on(house, table, "Ann")
    pass_away(house, table, AWAY)
    take("Ann", OWNER)
    assert not find_seat(table, "Ann")["taken"]
    assert render_text(table) == ": Whoever opened the table takes the seat of Ann, who has been away for 10 minutes"
    with pytest.raises(Refused):
        choose(table, "Ann", "coins")


def test_while_no_server_runs_nobody_is_away(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    look_on(house, table, "Ann", "Ben")
    house.now += 10 * AWAY
    house.store.downtime(house.now)
    with pytest.raises(Refused, match="ask for the seat"):
        table.leave("Ann", OWNER)


@pytest.mark.parametrize(("gives", "told"), [(True, "Ben: gives the seat up"), (False, "Ben: keeps the seat")])
def test_or_if_its_holder_agrees(house: House, gives: bool, told: str) -> None:
    table = house.table(tiny.rules(QUESTIONS), people=1, mine=1)
    with pytest.raises(Refused, match="any more"):
        table.answer_for_seat("Ben", gives, "Ben")
    table.ask_for_seat("Ben", OWNER)
    assert render_text(table) == "Ann: asks for the seat of Ben"
    assert find_seat(table, "Ben")["wanted"]
    with pytest.raises(Refused, match="do not sit"):
        table.answer_for_seat("Ben", True, OWNER)
    table.answer_for_seat("Ben", gives, "Ben")
    assert render_text(table) == told
    assert (find_seat(table, "Ben")["taken"], find_seat(table, "Ben")["wanted"]) == (not gives, False)
    if gives:
        table.claim("Ben", table.new_link("Ben", OWNER), "", "three")
        assert state(table, "Ben", "three")["seat"] == "Ben"


def test_nobody_but_the_owner_asks_for_a_seat_and_not_for_one_where_nobody_sits(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), people=1, mine=1)
    for seat, visitor in (("Ann", "Ben"), ("Ben", "Ben"), ("Ben", "nobody")):
        with pytest.raises(Refused, match="Only whoever opened"):
            table.ask_for_seat(seat, visitor)
    table.leave("Ben", "Ben")
    for seat in ("Ann", "Ben"):
        with pytest.raises(Refused, match="Nobody else sits"):
            table.ask_for_seat(seat, OWNER)


def test_a_bot_keeps_a_seat_and_gives_it_back(house: House) -> None:
    asked = house.tables.jobs
    table = house.table(tiny.rules(QUESTIONS))
    table.put_bot("Ann", "random", OWNER)
    assert render_text(table) == ": Whoever opened the table lets a bot play for Ann until they are back"
    assert [(job.seat, job.revision, job.policy) for job in asked[-1:]] == [("Ann", 0, "random")]
    _offer(table, asked[-1], "coin")
    choose(table, "Ben", "coins")
    assert asked[-1].revision == 2
    table.put_bot("Ann", None, "Ann")
    with pytest.raises(Refused):
        _offer(table, asked[-1], "coin")
    choose(table, "Ann", "coins")


def _offer(table: LiveTable, job: Job, option: str) -> None:
    table.choose_for(job.seat, job.revision, option)


@pytest.mark.parametrize("policy", ["", "human", "gredy", "mcts:-1s"])
def test_what_is_no_bot_is_not_put_in(house: House, policy: str) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    with pytest.raises(Refused, match="bot"):
        table.put_bot("Ann", policy, OWNER)


@pytest.mark.parametrize("label", ["x" * 25, "two\nlines", "\u202eabc", "\x00"])
def test_nobody_is_called_what_cannot_be_read(house: House, label: str) -> None:
    table, links = waiting(house)
    with pytest.raises(Refused, match="The name "):
        table.claim("Ann", links["Ann"], label, "one")
    assert not find_seat(table, "Ann")["taken"]


def test_a_line_of_the_chat_shows_something(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    for line in ("  ", "\u3164", "\u2800\u0301"):
        with pytest.raises(Refused, match="shows nothing"):
            table.say(line, "Ann", "Ann")
    table.say(" \U0001f468\u200d\U0001f467 ", "Ann", "Ann")
    assert [line["text"] for line in state(table, "Ann")["chat"]] == ["\U0001f468\u200d\U0001f467"]


@pytest.mark.parametrize(
    ("labels", "called"),
    [
        (("Zoë", "Kim"), ["Zoë", "Kim"]),
        (("Kim", "kim"), ["Kim (Ann)", "kim (Ben)"]),
        (("Ben", ""), ["Ben (Ann)", "Ben"]),
        (("ann", ""), ["ann", "Ben"]),
        (("Kim", "\u039aim"), ["Kim (Ann)", "\u039aim (Ben)"]),
        (("B\u0435n", "\u3164"), ["B\u0435n (Ann)", "Ben"]),
        (("Ben", "Ann"), ["Ben (Ann)", "Ann (Ben)"]),
    ],
)
def test_texts_call_people_so_that_nobody_is_taken_for_another(house: House, labels: tuple[str, str], called: list[str]) -> None:
    table, links = waiting(house)
    for seat, label in zip(("Ann", "Ben"), labels, strict=True):
        table.claim(seat, links[seat], label, seat)
    assert [player["label"] for player in state(table, None)["view"]["players"]] == called
    choose(table, "Ann", "coins")
    assert state(table, None)["log"][-1]["text"].startswith(f"{called[0]}")


def test_whoever_may_watch_is_let_in_and_sees_what_spectators_do(house: House) -> None:
    rules = tiny.rules(QUESTIONS)
    public = house.table(rules, public=True)
    assert public.admit(None, "stranger").seat is None
    private = house.open(rules)
    table = house.tables.get(private.table)
    with pytest.raises(Refused, match="ask them for a link"):
        table.admit(None, "stranger")
    assert table.admit(None, "stranger", private.watch or "").seat is None
    new = table.new_watch_link(OWNER)
    with pytest.raises(Refused):
        table.admit(None, "stranger", private.watch or "")
    table.admit(None, "stranger", new)
    closed = house.table(rules, public=True, spectators=False)
    with pytest.raises(Refused):
        closed.admit(None, "stranger")
    closed.admit(None, "Ann")
    assert [state(closed, None, visitor)["owner"] for visitor in (OWNER, "Ann")] == [True, False]
    with pytest.raises(Refused):
        closed.admit("Ann", "Ben")


def test_people_play_again_at_one_table_whoever_asks_first(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    with pytest.raises(Refused, match="not over"):
        house.tables.rematch(table.id, "Ann")
    play(table, Random(1))
    with pytest.raises(Refused, match="sit here"):
        house.tables.rematch(table.id, "stranger")
    again = house.tables.rematch(table.id, "Ann")
    assert house.tables.rematch(table.id, "Ben").table == again.table != table.id
    assert state(table, None)["rematch"] == again.table
    other = house.tables.get(again.table)
    assert state(other, None)["status"] == "playing"
    choose(other, "Ann", "coins")


def test_lists_tell_of_ones_own_tables_and_of_open_ones(house: House) -> None:
    rules = load_modules("classic")
    mine = house.table(rules, public=True)
    house.table(rules)
    told = list_tables(house.store, "Red", {mine.id: mine.standing})
    assert len(told["mine"]) == 2
    assert told["open"] == []
    strangers = list_tables(house.store, "stranger", {})
    assert [row["table"] for row in strangers["open"]] == [mine.id]
    assert strangers["open"][0]["yours"] == []
    assert [
        seat["name"] for seat in next(row for row in told["mine"] if row["table"] == mine.id)["seats"] if seat["to_move"]
    ] == [*mine.waiting]
    (public,) = strangers["open"]
    assert (public["game"], public["round"], public["phase"], public["last"]) == ("Caylus", 0, "", None)


def test_lists_tell_the_round_the_phase_and_open_scores_of_a_game_to_those_who_may_look_on(house: House) -> None:
    table = house.table(load_modules("classic"), public=True, spectators=False)
    seat, told = decider(table)
    choose(table, seat, told["options"][0]["id"])
    (mine,) = list_tables(house.store, seat, {table.id: table.standing})["mine"]
    assert (mine["round"], mine["phase"], mine["last"]) == (1, "Placing workers", seat)
    assert [row["score"] for row in mine["seats"]] == [0, 0]
    (other,) = list_tables(house.store, "stranger", {table.id: table.standing})["open"]
    assert (other["round"], other["last"], other["seats"][0]["score"]) == (0, None, None)


def test_a_free_seat_is_for_whoever_comes_first_where_the_table_is_public_and_nowhere_else(house: House) -> None:
    opened = house.open(tiny.rules(QUESTIONS), 2, public=True)
    table = house.tables.get(opened.table)
    table.claim("Ann", None, "Zoë", "one")
    assert find_seat(table, "Ann")["taken"]
    private, _ = waiting(house)
    for closed in (table, private):
        with pytest.raises(Refused, match="link"):
            closed.claim("Ann", None, "", "two")
