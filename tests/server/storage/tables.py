"""A table in rows, to try a database with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from caylus_tools.server.storage.schema import EntryRow, RulesRow, SeatRow, TableRow
from caylus_tools.server.storage.store import Store

SEATS = ("North", "South")


def open_table(store: Store, id: str = "t", **fields: Any) -> str:
    """Opens a table at the first moment, and returns its id."""
    store.put_rules(RulesRow("hash", {"layers": ["first"]}, ["longer"], "A game", 0.0))
    row = TableRow(**{"id": id, "rules": "hash", "title": "A table", "public": True, "spectators": True, "owner": "owner", "made": 0.0, "touched": 0.0, **fields})  # fmt: skip
    store.add_table(row, [SeatRow(id, number, name, link=f"link {name}") for number, name in enumerate(SEATS)], 2**70)
    return id


def the_table(store: Store, id: str = "t") -> TableRow:
    table = store.table(id)
    assert table
    return table


def entry(revision: int, key: str = "", table: str = "t", **fields: Any) -> EntryRow:
    """A choice of North's."""
    return EntryRow(**{"table": table, "revision": revision, "kind": "choice", "seat": "North", "key": key or f"key {revision}", "at": float(revision), "option": "x", **fields})  # fmt: skip


def soon(true: Callable[[], object], seconds: float = 10.0) -> None:
    """Waits until something is true; AssertionError where it does not come true in time."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def keys(entries: Sequence[EntryRow]) -> list[str]:
    return [entry.key for entry in entries]
