"""Rules in a database: those that tables are played by, and those that are only tried."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from caylus_tools.server.storage import schema
from caylus_tools.server.storage.database import Database
from caylus_tools.server.storage.rows import DraftRow, RulesRow


class KeptRules:
    """The part of a store that keeps rules."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_rules(self, rules: RulesRow) -> None:
        """Keeps rules under their hash; if they are there already, nothing happens."""
        with suppress(IntegrityError), self._database.writing() as connection:
            connection.execute(schema.rules.insert().values(asdict(rules)))

    def rules(self, hash: str) -> RulesRow | None:
        with self._database.reading() as connection:
            row = connection.execute(schema.rules.select().where(schema.rules.c.hash == hash)).one_or_none()
        return RulesRow(**row._mapping) if row else None

    def put_draft(self, draft: DraftRow, room: int, oldest: float) -> None:
        """Keeps rules that are tried; what was kept before `oldest` goes, and then the oldest until all fit into the room."""
        kept = schema.draft.c
        newest_first = sa.func.sum(kept.size).over(order_by=(kept.kept.desc(), kept.id))
        taken = sa.select(kept.id, newest_first.label("taken")).subquery()
        too_much = sa.select(taken.c.id).where(taken.c.taken > room)
        with suppress(IntegrityError), self._database.writing() as connection:  # another has just kept the same
            connection.execute(schema.draft.delete().where((kept.id == draft.id) | (kept.kept < oldest)))
            connection.execute(schema.draft.insert().values(asdict(draft)))
            connection.execute(schema.draft.delete().where(kept.id.in_(too_much)))

    def draft(self, id: str) -> DraftRow | None:
        with self._database.reading() as connection:
            row = connection.execute(schema.draft.select().where(schema.draft.c.id == id)).one_or_none()
        return DraftRow(**row._mapping) if row else None
