"""Tables as a list, made of rows: no game is woken for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus_tools.server.storage.rows import TableRow
    from caylus_tools.server.storage.store import Store


def list_tables(store: Store, visitor: str, waiting: Mapping[str, Sequence[str]]) -> dict[str, list[dict[str, Any]]]:
    """The tables a visitor opened or sits at, and the public ones besides; `waiting` are the seats that have to decide, by table,
    as far as that is known."""
    mine = store.list_tables(visitor)
    known = {row.id for row in mine}
    others = [row for row in store.public_tables() if row.id not in known]
    return {
        name: [_table_entry(store, row, visitor, waiting.get(row.id, ())) for row in rows]
        for name, rows in (("mine", mine), ("open", others))
    }


def _table_entry(store: Store, row: TableRow, visitor: str, waiting: Sequence[str]) -> dict[str, Any]:
    seats = store.seats(row.id)
    return {
        "table": row.id,
        "title": row.title,
        "status": row.status,
        "public": row.public,
        "spectators": row.spectators,
        "owner": row.owner == visitor,
        "yours": [seat.name for seat in seats if seat.holder == visitor],
        "seats": [
            {
                "name": seat.name,
                "label": seat.label,
                "kind": seat.kind,
                "taken": seat.holder is not None,
                "to_move": seat.name in waiting,
            }
            for seat in seats
        ],
        "touched": row.touched,
    }
