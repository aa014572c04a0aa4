"""An operator lists, closes and deletes tables, shuts addresses out, and has people forgotten."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from caylus_tools.common.errors import UsageError
from caylus_tools.server import Refused
from caylus_tools.server.administration import COMMANDS, FORMER, run_command
from caylus_tools.server.storage.schema import DraftRow, HookRow, ReminderRow
from caylus_tools.server.storage.store import Store
from support import tiny

from server.storage.tables import entry, keys, open_table, the_table
from server.tables.house import House, Rulesets, choose, state

ASKING = """
state told number
action main() {
  repeat at most 9 times { for each player in players {
    choose { option small { raise told by 1 }, option large { raise told by 5 } }
  } }
}
"""


@pytest.fixture
def store(tmp_path: object) -> Iterator[Store]:
    with closing(Store(f"sqlite:///{tmp_path}/tables.sqlite")) as store:
        yield store


def run(store: Store, *words: str) -> str:
    return "\n".join(run_command(store._database.name, *words))


def test_tables_are_listed_the_last_touched_first(store: Store) -> None:
    open_table(store, "old", touched=86_400.0, title="First")
    open_table(store, "new", touched=2 * 86_400.0, public=False)
    assert [line.split()[:4] for line in run(store, "list").splitlines()] == [
        ["new", "open", "private", "1970-01-03"],
        ["old", "open", "public", "1970-01-02"],
    ]


def test_at_a_table_that_is_closed_nobody_plays_on_and_it_is_in_no_list(tmp_path: object) -> None:
    house = House(f"sqlite:///{tmp_path}/tables.sqlite", Rulesets())
    table = house.table(tiny.rules(ASKING), public=True)
    choose(table, "Ann", "small")
    assert run(house.store, "close", table.id) == f"the table {table.id} is closed"
    table.mark_stale()
    told = state(table, "Ben")
    assert (told["status"], told["broken"]["final"], told["options"], told["undo"]) == ("broken", True, [], None)
    assert "closed by whoever runs" in told["broken"]["text"]
    with pytest.raises(Refused):
        table.choose("Ben", 1, "small", "key", "Ben")
    assert house.store.public_tables() == []
    house.store.close()


def test_nothing_is_left_of_a_table_that_is_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.server.administration.HEARD", 0.0)
    for id in "tu":
        open_table(store, id)
        store.append(entry(1, table=id))
        store.say(id, None, "somebody", "hello", 1.0)
        store.put_hook(HookRow(id, "North", "https://example.org"))
    run(store, "delete", "t")
    assert store.table("t") is None
    assert (store.seats("t"), store.entries("t"), store.chat("t"), store.hooks("t")) == ([], [], [], [])
    assert (len(store.seats("u")), keys(store.entries("u")), len(store.chat("u")), len(store.hooks("u"))) == (2, ["key 1"], 1, 1)


def test_finished_tables_go_when_they_are_old_and_others_stay(store: Store) -> None:
    for id, status, touched in (("a", "over", 5.0), ("b", "over", 50.0), ("c", "playing", 5.0), ("d", "broken", 5.0)):
        open_table(store, id, touched=touched)
        store.change_table(id, status=status)  # type: ignore[arg-type]
    assert store.delete_finished(before=10.0) == 2
    assert [bool(store.table(id)) for id in "abcd"] == [False, True, True, False]


@pytest.mark.parametrize(
    ("address", "network"),
    [("203.0.113.7", "203.0.113.7"), ("2001:db8:1:2::3", "2001:db8:1:2::/64"), ("::ffff:203.0.113.7", "203.0.113.7")],
)
def test_an_address_is_shut_out_for_a_time(store: Store, address: str, network: str) -> None:
    assert run(store, "ban", address, "2") == f"{network} is shut out for 2 h"
    store.beat(time.time(), {})
    assert store.bans == {network}
    store.beat(time.time() + 3 * 3600, {})
    assert store.bans == frozenset()
    run(store, "ban", address, "2")
    assert "may come in again" in run(store, "ban", address, "0")
    store.beat(time.time(), {})
    assert store.bans == frozenset()


def test_nothing_of_a_person_is_kept_but_the_games(store: Store) -> None:
    for id in "tu":
        open_table(store, id, owner="Ann")
        store.claim(id, 0, "link North", "Ann", "Ann A.", 1.0)
        store.claim(id, 1, "link South", "Bob", "Bob B.", 1.0)
        store.append(entry(1, table=id))
        for seat, name in (("North", "Ann A."), ("South", "Bob B.")):
            store.say(id, seat, name, f"I am {name}", 1.0)
        store.put_hook(HookRow(id, "North", "https://example.org/ann"))
    store.put_reminder(ReminderRow("Ann", "ann@example.org", "mail"))
    store.put_draft(DraftRow("d", None, {}, 1, 1.0, "Ann"), 9, 9, 0.0)
    assert run(store, "erase", "t", "North").splitlines() == [f"the table {id} has {FORMER} now" for id in "tu"]
    for id in "tu":
        assert [(seat.label, seat.holder) for seat in store.seats(id)] == [(FORMER, None), ("Bob B.", "Bob")]
        assert [(line.name, line.text) for line in store.chat(id)] == [(FORMER, "…"), ("Bob B.", "I am Bob B.")]
        assert (keys(store.entries(id)), store.hooks(id), the_table(store, id).owner) == (["key 1"], [], "")
    assert (store.reminders("Ann"), store.draft("d")) == ([], None)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("close",), "--admin takes one of these"),
        (("shut", "t"), "--admin takes one of these"),
        (("close", "t"), "there is no table t"),
        (("erase", "t", "North"), "nobody holds the seat North"),
        (("ban", "somewhere", "2"), "is no address"),
        (("ban", "203.0.113.7", "-1"), "is not a whole number of hours"),
    ],
)
def test_what_cannot_be_done_is_said(store: Store, words: tuple[str, ...], reason: str) -> None:
    with pytest.raises(UsageError, match=re.escape(reason)):
        run(store, *words)


def test_help_has_every_command() -> None:
    from caylus_tools.cli.commands.serve import _COMMANDS

    assert [line.split()[0] for line in _COMMANDS.splitlines()] == [*COMMANDS]
