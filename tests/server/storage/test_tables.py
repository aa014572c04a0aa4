"""Tables, seats and what is said: kept as they were given, changed for all or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from caylus_tools.server.storage.schema import ChatRow, DraftRow, HookRow, RulesRow, digest, fresh
from caylus_tools.server.storage.store import Store
from support.databases import OpenStore

from server.storage.tables import open_table, the_table


def test_rules_are_kept_once_as_they_were_first_given(store: Store) -> None:
    first = RulesRow("hash", {"texts": ["“é”\n", None, 1.5, {"deep": []}]}, ["a", "b"], "A game", 1.0)
    for rules in (first, RulesRow("hash", {}, [], "Another", 2.0)):
        store.put_rules(rules)
    assert store.rules("hash") == first
    assert store.rules("other") is None


def test_rules_that_are_tried_are_known_to_every_server_while_their_owner_has_room(another: OpenStore) -> None:
    here, there = another(), another()

    def keep(store: Store, id: str, kept: float, size: int = 4, owner: str = "Ann", oldest: float = 0.0) -> bool:
        return store.put_draft(DraftRow(id, None, {"own.rules": "“é”"}, size, kept, owner), 8, 20, oldest)

    def kept_ids() -> str:
        return "".join(id for id in "abcdefg" if here.draft(id))

    assert [keep(here, id, float(at)) for at, id in enumerate("abc")] == [True] * 3
    assert there.draft("c") == DraftRow("c", None, {"own.rules": "“é”"}, 4, 2.0, "Ann")
    assert kept_ids() == "bc"
    assert keep(there, "b", 3.0, owner="Bob"), "it stays Ann's, and is newer now"
    assert keep(there, "d", 4.0, size=1)
    assert kept_ids() == "bd"
    assert keep(there, "e", 5.0, size=8, owner="Bob")
    assert kept_ids() == "bde"
    assert not keep(there, "f", 6.0, size=8, owner="Eve"), "nothing of others goes for it"
    assert kept_ids() == "bde"
    assert keep(there, "f", 6.0, size=8, owner="Eve", oldest=4.0)
    assert kept_ids() == "def"


def test_a_table_is_read_as_it_was_written(store: Store) -> None:
    open_table(store, title="Ünïted “table”", options={"clock": {"minutes": 5}}, start={"seats": [1, 2]}, watch_link="w")
    table = the_table(store)
    assert (table.title, table.options, table.start, table.watch_link, table.asked, table.status, table.revision) == (
        "Ünïted “table”", {"clock": {"minutes": 5}}, {"seats": [1, 2]}, "w", None, "open", 0)  # fmt: skip
    assert [(seat.number, seat.name, seat.link) for seat in store.seats("t")] == [
        (0, "North", "link North"),
        (1, "South", "link South"),
    ]
    assert store.seed("t") == 2**70
    assert store.table("u") is None
    with pytest.raises(KeyError):
        store.seed("u")


def test_what_changes_of_a_table_is_counted(store: Store) -> None:
    open_table(store)
    assert store.change_table("t", status="playing", asked={"by": "North"}, deadline=7.0)
    assert store.change_seat("t", 1, kind="bot", policy="greedy", wishes=["pass on"])
    store.say("t", None, "somebody", "hello", 3.0)
    table, (_, seat) = the_table(store), store.seats("t")
    assert (table.changes, table.revision, table.status, table.asked, table.touched) == (
        3,
        0,
        "playing",
        {"by": "North"},
        3.0,
    )
    assert (seat.kind, seat.policy, seat.wishes) == ("bot", "greedy", ["pass on"])
    assert store.change_table("t", asked=None)
    table = the_table(store)
    assert table.asked is None


def test_a_change_that_was_thought_out_over_an_older_table_changes_nothing(store: Store) -> None:
    open_table(store)
    assert store.change_table("t", expected_changes=0, title="first")
    assert not store.change_table("t", expected_changes=0, title="second")
    assert not store.change_seat("t", 0, expected_changes=0, label="nobody")
    table = the_table(store)
    assert (table.title, table.changes, store.seats("t")[0].label) == ("first", 1, "")


def test_what_is_not_there_cannot_be_changed(store: Store) -> None:
    open_table(store)
    assert not store.change_seat("t", 7, label="nobody")
    table = the_table(store)
    assert table.changes == 0
    for change in (lambda: store.change_table("u", title=""), lambda: store.change_seat("u", 0, label=""), lambda: store.say("u", None, "", "", 0.0)):  # fmt: skip
        with pytest.raises(KeyError):
            change()


def test_a_link_gives_its_seat_away_once_whoever_comes_with_it_at_once(another: OpenStore) -> None:
    stores = [another(), another()]
    open_table(stores[0])
    with ThreadPoolExecutor(8) as people:
        taken = list(
            people.map(lambda n: stores[n % 2].claim("t", 0, "link North", f"visitor {n}", f"Person {n}", 1.0), range(8))
        )
    (taker,) = [n for n in range(8) if taken[n]]
    seat, other = stores[0].seats("t")
    assert (seat.holder, seat.label, seat.link) == (f"visitor {taker}", f"Person {taker}", None)
    assert (other.holder, other.link) == (None, "link South")
    assert not stores[0].claim("t", 1, "link North", "visitor", "Person", 1.0)


@pytest.mark.slow
def test_tables_are_found_by_who_may_know_of_them(store: Store) -> None:
    for number, (id, public) in enumerate([("a", True), ("b", False), ("c", True), ("d", True)]):
        open_table(store, id, public=public, owner=f"owner of {id}", touched=float(number))
    store.claim("a", 0, "link North", "owner of b", "Person", 1.0)
    store.claim("a", 1, "link South", "owner of b", "Person", 1.0)
    store.change_table("d", status="over")
    assert [table.id for table in store.public_tables()] == ["c", "a"]
    assert [table.id for table in store.public_tables(most=1)] == ["c"]
    assert [table.id for table in store.list_tables("owner of b")] == ["b", "a"]
    assert store.list_tables("nobody") == []


@pytest.mark.slow
def test_what_many_say_at_once_stands_in_one_order(another: OpenStore) -> None:
    stores = [another(), another()]
    open_table(stores[0])
    with ThreadPoolExecutor(8) as people:
        list(people.map(lambda n: stores[n % 2].say("t", "North", "Person", f"text {n}", float(n)), range(24)))
    lines = stores[0].chat("t")
    assert [line.number for line in lines] == list(range(1, 25))
    assert {line.text for line in lines} == {f"text {n}" for n in range(24)}
    assert stores[1].chat("t", after=23) == lines[-1:]
    assert isinstance(lines[0], ChatRow)


def test_a_seat_has_one_hook(store: Store) -> None:
    open_table(store)
    for url in ("https://first", "https://second"):
        store.put_hook(HookRow("t", "North", url))
    store.put_hook(HookRow("t", "North", "https://second", last_error="refused"))
    assert store.hooks("t") == [HookRow("t", "North", "https://second", "refused")]
    store.drop_hook("t", "North")
    assert store.hooks("t") == []


def test_a_token_cannot_be_told_from_its_digest() -> None:
    token = fresh()
    assert token != fresh()
    assert len(token) == 32
    assert digest(token) == digest(token) != digest(fresh())
    assert token not in digest(token)


def test_one_owner_does_not_fill_the_list_of_public_tables(store: Store) -> None:
    for number in range(4):
        open_table(store, f"a{number}", owner="Ann", touched=float(number))
    open_table(store, "b", owner="Bob", touched=0.5)
    open_table(store, "c", owner="Cat", public=False)
    assert [table.id for table in store.public_tables(of_owner=2)] == ["a3", "a2", "b"]
