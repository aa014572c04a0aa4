"""What is chosen at a table has one order, whoever offers it from wherever."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from caylus_tools.server.storage.schema import AppendResult
from caylus_tools.server.storage.store import Store
from support.databases import OpenStore
from support.serving.cluster import Cluster

from server.storage.tables import entry, keys, open_table, the_table


def test_of_entries_for_one_place_the_first_stands_and_each_is_told_what_became_of_it(store: Store) -> None:
    open_table(store)
    offers = [entry(1, "one"), entry(1, "other"), entry(1, "one"), entry(2, "one"), entry(2, "other"), entry(4, "too far")]
    told = [store.append(offer) for offer in offers]
    assert told == [
        AppendResult("added", 1),
        AppendResult("stale", 1),
        AppendResult("again", 1),
        AppendResult("again", 1),
        AppendResult("added", 2),
        AppendResult("stale", 2),
    ]
    assert store.entries("t") == [offers[0], offers[4]]
    assert store.entries("t", after=1) == [offers[4]]


def test_an_undo_is_an_entry_and_nothing_is_lost(store: Store) -> None:
    open_table(store)
    rows = [entry(1), entry(2), entry(3, kind="undo", option=None, back_to=1, by="bot")]
    assert [store.append(row) for row in rows] == [AppendResult("added", 1), AppendResult("added", 2), AppendResult("added", 3)]
    assert store.entries("t") == rows


def test_status_clocks_and_deadline_change_with_the_entry_or_not_at_all(store: Store) -> None:
    open_table(store)
    store.append(entry(1), status="over", clocks={0: 5000, 1: 60_000}, deadline=9.0)
    assert store.append(entry(1, "late"), status="broken", clocks={0: 1}, deadline=2.0).kind == "stale"
    assert store.append(entry(2, "key 1"), status="broken", clocks={0: 1}, deadline=2.0).kind == "again"
    table = the_table(store)
    assert (table.status, table.revision, table.deadline, table.touched) == ("over", 1, 9.0, 1.0)
    assert [seat.left_ms for seat in store.seats("t")] == [5000, 60_000]
    store.append(entry(2))
    table = the_table(store)
    assert (table.status, table.deadline) == ("over", None)


def test_a_key_means_something_at_its_own_table_only(store: Store) -> None:
    open_table(store)
    open_table(store, "u")
    assert [store.append(entry(1, "one")), store.append(entry(1, "one", table="u"))] == [
        AppendResult("added", 1),
        AppendResult("added", 1),
    ]


def test_a_table_that_is_not_there_takes_nothing(store: Store) -> None:
    with pytest.raises(KeyError):
        store.append(entry(1))
    assert store.entries("t") == []


@pytest.mark.slow
def test_of_racing_rivals_one_wins_each_place_and_the_others_know_why_they_did_not(another: OpenStore) -> None:
    stores = [another(), another()]
    open_table(stores[0])
    places, told = 25, Counter[str]()
    with ThreadPoolExecutor(8) as rivals:
        for place in range(1, places + 1):
            offers = [entry(place, "said thrice" if rival < 3 else f"rival {rival}", at=float(rival)) for rival in range(8)]
            named = [entry(place, f"{place} {offer.key}", at=offer.at) for offer in offers]
            answers = list(rivals.map(lambda pair: stores[pair[0] % 2].append(pair[1]), enumerate(named)))
            assert sum(answer.kind == "added" for answer in answers) == 1
            stands = stores[0].entries("t")[-1].key
            for offer, answer in zip(named, answers, strict=True):
                if answer.kind != "added":
                    assert answer == (AppendResult("again", place) if offer.key == stands else AppendResult("stale", place))
            told.update(answer.kind for answer in answers)
    rows = stores[1].entries("t")
    assert [row.revision for row in rows] == list(range(1, places + 1))
    assert len(set(keys(rows))) == told["added"] == places


@pytest.mark.slow
def test_a_postgresql_with_habits_of_its_own_keeps_the_same_order_and_any_text(postgres: Cluster) -> None:
    address = postgres.fresh("ENCODING 'SQL_ASCII' TEMPLATE template0")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {connection.info.dbname} SET default_transaction_isolation = 'serializable'")
    store = Store(address)
    open_table(store, title="Zoë’s table 😀")
    assert the_table(store).title == "Zoë’s table 😀"
    for place in range(1, 6):
        with ThreadPoolExecutor(8) as rivals:
            answers = list(rivals.map(store.append, [entry(place, f"{place} {rival}") for rival in range(8)]))
        assert Counter(answers) == {AppendResult("added", place): 1, AppendResult("stale", place): 7}
    store.close()
