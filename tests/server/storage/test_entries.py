from pathlib import Path

from caylus_tools.server.storage.rows import Again, Appended, EntryRow, RulesRow, SeatRow, Stale, TableRow
from caylus_tools.server.storage.store import Store


def test_of_two_entries_for_one_place_the_first_stands_and_each_is_told_what_became_of_it(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.put_rules(RulesRow("h", {}, [], "A game", 0.0))
    store.add_table(TableRow("t", "h", "A table", False, False, "o", 0.0, 0.0), [SeatRow("t", 0, "A")], 1)
    entries = [EntryRow("t", 1, "choice", "A", key, 1.0, option=key) for key in ("one", "other", "one")]
    assert [store.append(entry) for entry in entries] == [Appended(1), Stale(1), Again(1)]
    assert store.entries("t") == entries[:1]
    store.close()
