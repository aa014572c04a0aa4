"""All that a server keeps. What a method has answered is committed; what it refuses has changed nothing."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from threading import Lock
from typing import Any, TypeVar, Unpack

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from caylus_tools.server.operations import operation
from caylus_tools.server.storage import schema
from caylus_tools.server.storage.database import StorageHealth, StorageUnavailable
from caylus_tools.server.storage.opening import open_database

R = TypeVar("R", bound=schema.Row)

_log = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds after which a server says again that it runs."""
SILENCE = 3 * BEAT
"""Seconds without a word from any server after which nobody could choose anything, and no clock runs."""

SEEN_AGAIN = 60.0
"""Seconds after which it is written down again that somebody looks on from a seat."""

# Each choice or each minute needs these, so they are written once: to build a statement takes longer than to carry it out.
_MOVE = sa.text(
    "UPDATE game_table SET revision = :revision, deadline = :deadline, touched = :touched, "
    "status = COALESCE(CAST(:status AS TEXT), status) WHERE id = :id AND revision = :before RETURNING revision + changes"
)
_ADD_ENTRY = sa.text(
    'INSERT INTO entry ("table", revision, kind, seat, "key", at, "option", back_to, "by") '
    "VALUES (:table, :revision, :kind, :seat, :key, :at, :option, :back_to, :by)"
)
_SET_SEEN = sa.text('UPDATE seat SET seen = :seen WHERE "table" = :table AND name = :name')
_SET_CLOCK = sa.text('UPDATE seat SET left_ms = :left_ms WHERE "table" = :table AND number = :number')


class Store:
    """A database by its address, for many threads at once and other servers. Processes of tables call its operations.

    Raises StorageError, where it is opened, if it cannot be used, and from every method StorageUnavailable while the database
    is away; it needs no help to go on once that is back.
    """

    def __init__(self, url: str) -> None:
        self.id = secrets.token_hex(8)
        self._seen: dict[tuple[str, str], float] = {}
        self._beat_at: float | None = None
        self._online: schema.Online = {}
        self._tries = 0
        """How often this server had to catch up."""
        self._beating = Lock()
        self.bans: frozenset[str] = frozenset()
        """Addresses that are shut out, as they were when this server last beat."""
        self._heard: Callable[[str], None] = lambda table: None
        self._database = open_database(url, self.id)
        try:
            schema.migrate(self._database)
        except BaseException:
            self._database.close()
            raise

    def close(self) -> None:
        self._database.close()

    @property
    def health(self) -> StorageHealth:
        """The health of the database, as far as faults and `beat` have shown."""
        return self._database.health

    def _read(
        self, row: type[R], *which: sa.ColumnElement[bool], order: sa.ColumnElement[Any] | None = None, most: int | None = None
    ) -> list[R]:
        """The rows of a table that all conditions fit, `most` at most."""
        query = row.__table__.select().where(*which).order_by(order).limit(most)
        with self._database.reading() as connection:
            return [row(**one._mapping) for one in connection.execute(query)]

    def _scalars(self, query: sa.Select[Any]) -> list[Any]:
        """The first column of what is found."""
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    # Tables

    @operation("change")
    def add_table(self, table: schema.TableRow, seats: Sequence[schema.SeatRow], seed: int) -> bool:
        """False where there is one of its id already, which stays as it is."""
        try:
            with self._database.writing() as connection:
                _insert(connection, table)
                connection.execute(schema.secret.insert().values(table=table.id, seed=str(seed)))
                connection.execute(schema.seat.insert(), [asdict(seat) for seat in seats])
        except IntegrityError:
            return False
        self._database.used.note_use(table.id, table.revision + table.changes)
        return True

    @operation("look")
    def table(self, id: str) -> schema.TableRow | None:
        """A table, which `listen` from now on tells of."""
        for table in self._read(schema.TableRow, schema.game_table.c.id == id):
            self._database.used.note_use(id, table.revision + table.changes)
            return table
        return None

    def public_tables(self, most: int = 100, of_owner: int = 5) -> list[schema.TableRow]:
        """Public tables that can be played at, the last touched first, and only some of each owner."""
        table = schema.game_table.c
        condition = table.public & table.status.in_(("open", "playing"))
        place = sa.func.row_number().over(partition_by=table.owner, order_by=(table.touched.desc(), table.id))
        places = sa.select(table.id, place.label("place")).where(condition).subquery()
        return self._tables(table.id.in_(sa.select(places.c.id).where(places.c.place <= of_owner)), most)

    def list_tables(self, visitor: str, most: int = 100) -> list[schema.TableRow]:
        """Tables that somebody has opened or sits at, the last touched first."""
        table = schema.game_table.c
        return self._tables((table.owner == visitor) | table.id.in_(_own_tables(visitor)), most)

    def list_finished_games(self, visitor: str, most: int = 1000) -> list[schema.FinishedGame]:
        """The games that are over at tables where somebody sits, the last touched first."""
        table, rules = schema.game_table, schema.rules
        columns = (table.c.id, table.c.title, table.c.touched, table.c.options, rules.c.title, rules.c.variants)
        which = (table.c.status == "over") & table.c.id.in_(_own_tables(visitor))
        query = sa.select(*columns).select_from(table.join(rules)).where(which).order_by(table.c.touched.desc()).limit(most)
        with self._database.reading() as connection:
            return [schema.FinishedGame(*row) for row in connection.execute(query)]

    def _tables(self, which: sa.ColumnElement[bool], most: int | None) -> list[schema.TableRow]:
        return self._read(schema.TableRow, which, order=schema.game_table.c.touched.desc(), most=most)

    @operation("look")
    def seats(self, id: str) -> list[schema.SeatRow]:
        """The seats of a table in order."""
        return self._read(schema.SeatRow, schema.seat.c.table == id, order=schema.seat.c.number)

    def seats_by_table(self, ids: Collection[str]) -> dict[str, list[schema.SeatRow]]:
        """The seats of several tables in order, by table."""
        seats: dict[str, list[schema.SeatRow]] = {}
        for row in self._read(schema.SeatRow, schema.seat.c.table.in_(ids), order=schema.seat.c.number):
            seats.setdefault(row.table, []).append(row)
        return seats

    @operation("look")
    def seed(self, id: str) -> int:
        """The seed of a table's draws. Raises KeyError for a table that is not there."""
        for seed in self._scalars(sa.select(schema.secret.c.seed).where(schema.secret.c.table == id)):
            return int(seed)
        raise KeyError(id)

    @operation("change")
    def change_table(self, id: str, *, expected_changes: int | None = None, **fields: Unpack[schema.TableChanges]) -> bool:
        """Changes a table and tells who looks at it. With `expected_changes`, only if that is still its `changes`; else False.

        Raises KeyError for a table that is not there.
        """
        return self._change(id, expected_changes, dict(fields))

    @operation("change")
    def change_seat(
        self, id: str, number: int, *, expected_changes: int | None = None, **fields: Unpack[schema.SeatChanges]
    ) -> bool:
        """Changes a seat, as `change_table` does a table."""
        seat = schema.seat.update().where(schema.seat.c.table == id, schema.seat.c.number == number)
        return self._change(id, expected_changes, {}, seat.values(**fields))

    @operation("change")
    def claim(self, id: str, number: int, link: str, visitor: str, label: str, at: float) -> bool:
        """Gives a seat to who brings its link (its digest), and makes the link void. False if that is its link no more."""
        seat = schema.seat.update().where(schema.seat.c.table == id, schema.seat.c.number == number, schema.seat.c.link == link)
        return self._change(id, None, {}, seat.values(holder=visitor, link=None, label=label, seen=at, wanted=False))

    def _change(self, id: str, expected_changes: int | None, fields: Mapping[str, Any], besides: sa.Update | None = None) -> bool:
        """False, and nothing has changed, if others were first or `besides` finds no row."""
        table = schema.game_table.c
        condition = table.id == id if expected_changes is None else (table.id == id) & (table.changes == expected_changes)
        change = schema.game_table.update().where(condition).values(**fields, changes=table.changes + 1)
        with self._database.writing() as connection:
            version = connection.scalar(change.returning(table.revision + table.changes))
            if version is None:
                _revision(connection, id)  # KeyError if there is no such table
                return False
            if besides is not None and not connection.execute(besides).rowcount:
                connection.rollback()
                return False
            self._database.tell(connection, id)
        self._database.used.note_own_change(id, version)
        return True

    # Entries

    @operation("look")
    def entries(self, id: str, after: int = 0) -> list[schema.EntryRow]:
        """The entries of a table after a revision, in order."""
        entry = schema.entry.c
        return self._read(schema.EntryRow, entry.table == id, entry.revision > after, order=entry.revision)

    @operation("change")
    def append(
        self,
        entry: schema.EntryRow,
        *,
        status: schema.Status | None = None,
        clocks: Mapping[int, int] | None = None,
        deadline: float | None = None,
    ) -> schema.AppendResult:
        """Puts an entry behind the last one, with all that goes with it: the table's status, what is left on the clocks
        (milliseconds by number of the seat), the time by which the next entry has to come.

        Of rivals for one revision, in whatever thread or server, one is `added`; the others change nothing.
        Raises KeyError for a table that is not there.
        """
        revision = entry.revision
        row_values = {"id": entry.table, "revision": revision, "before": revision - 1, "deadline": deadline, "touched": entry.at}
        try:
            with self._database.writing() as connection:
                version = connection.scalar(_MOVE, {**row_values, "status": status})
                if version is None:
                    return _why_not(connection, entry)
                connection.execute(_ADD_ENTRY, asdict(entry))
                if clocks:
                    clock_rows = [{"table": entry.table, "number": number, "left_ms": ms} for number, ms in clocks.items()]
                    connection.execute(_SET_CLOCK, clock_rows)
                self._database.tell(connection, entry.table)
        except IntegrityError:  # the place was free, but the key was not
            with self._database.reading() as connection:
                return _why_not(connection, entry)
        self._database.used.note_own_change(entry.table, version)
        return schema.AppendResult("added", revision)

    # What is said

    @operation("change")
    def say(self, id: str, seat: str | None, name: str, text: str, at: float) -> schema.ChatRow:
        """Puts a line behind the last one of a table's chat. Raises KeyError for a table that is not there."""
        table, chat = schema.game_table.c, schema.chat.c
        statement = schema.game_table.update().where(table.id == id).values(changes=table.changes + 1, touched=at)
        with self._database.writing() as connection:
            version = connection.scalar(statement.returning(table.revision + table.changes))
            if version is None:
                raise KeyError(id)
            last: int = connection.scalar(sa.select(sa.func.coalesce(sa.func.max(chat.number), 0)).where(chat.table == id)) or 0
            line = schema.ChatRow(id, last + 1, seat, name, text, at)
            _insert(connection, line)
            self._database.tell(connection, id)
        self._database.used.note_own_change(id, version)
        return line

    @operation("look")
    def chat(self, id: str, after: int = 0) -> list[schema.ChatRow]:
        """The lines of a table's chat behind a number, in order."""
        chat = schema.chat.c
        return self._read(schema.ChatRow, chat.table == id, chat.number > after, order=chat.number)

    # Hooks

    @operation("change")
    def put_hook(self, hook: schema.HookRow) -> None:
        """Keeps where a seat is told that it decides, in place of what was there."""
        with self._database.writing() as connection:
            connection.execute(schema.hook.delete().where(schema.hook.c.table == hook.table, schema.hook.c.seat == hook.seat))
            _insert(connection, hook)

    @operation("change")
    def drop_hook(self, id: str, seat: str) -> None:
        with self._database.writing() as connection:
            connection.execute(schema.hook.delete().where(schema.hook.c.table == id, schema.hook.c.seat == seat))

    @operation("look")
    def hooks(self, id: str) -> list[schema.HookRow]:
        return self._read(schema.HookRow, schema.hook.c.table == id)

    # People

    def reminders(self, visitor: str) -> list[schema.ReminderRow]:
        """The addresses where somebody is told of their turns."""
        return self._read(schema.ReminderRow, schema.reminder.c.visitor == visitor, order=schema.reminder.c.address)

    def put_reminder(self, reminder: schema.ReminderRow) -> None:
        """Keeps an address of somebody, in place of what was known of it."""
        with self._database.writing() as connection:
            connection.execute(_reminder(reminder.visitor, reminder.address))
            _insert(connection, reminder)

    def drop_reminder(self, visitor: str, address: str) -> None:
        with self._database.writing() as connection:
            connection.execute(_reminder(visitor, address))

    def confirm_reminder(self, token: str) -> bool:
        """Confirms the address that the digest of a token belongs to; False where there is none."""
        condition = schema.reminder.c.unconfirmed == token
        with self._database.writing() as connection:
            return bool(connection.execute(schema.reminder.update().where(condition).values(unconfirmed=None)).rowcount)

    def holder(self, id: str, seat: str) -> str | None:
        """The visitor who holds a seat."""
        query = sa.select(schema.seat.c.holder).where(schema.seat.c.table == id, schema.seat.c.name == seat)
        return next(iter(self._scalars(query)), None)

    def key(self, name: str, make: Callable[[], str]) -> str:
        """A key of this server, made when it is asked for first."""
        query = sa.select(schema.kept_key.c.value).where(schema.kept_key.c.name == name)
        if not self._scalars(query):
            with suppress(IntegrityError), self._database.writing() as connection:  # another server may be first
                connection.execute(schema.kept_key.insert().values(name=name, value=make()))
        return str(self._scalars(query)[0])

    # Time

    def due(self, now: float) -> list[schema.DeadlineRow]:
        """Deadlines that have passed, the longest passed first; none while the servers have not been seen, see `beat`.

        An entry that answers one stands at its revision + 1, and so is `stale` where a choice came in time.
        """
        table = schema.game_table.c
        condition = sa.exists().where(schema.server.c.seen >= now - SILENCE)
        query = (
            sa.select(table.id, table.revision, table.deadline).where(table.deadline <= now, condition).order_by(table.deadline)
        )
        with self._database.reading() as connection:
            return [schema.DeadlineRow(*row) for row in connection.execute(query)]

    def downtime(self, now: float) -> float:
        """A server begins: the seconds since any was seen, which are put on every deadline, once however many begin."""
        return self._be_seen(now, 0.0, {})

    def beat(self, now: float, online: schema.Online) -> list[schema.Online]:
        """A server runs, and says so every `BEAT` seconds, with who looks on there; what others have said last is returned.

        Time in which the database was away or the machine asleep is put on deadlines, and nobody was away meanwhile.
        """
        with self._beating:
            self._beat(now, online)
        others = (schema.server.c.id != self.id) & (schema.server.c.seen >= now - SILENCE)
        return self._scalars(sa.select(schema.server.c.online).where(others))

    def catch_up(self, now: float) -> None:
        """Beats where that is long overdue: before anything is decided by clocks that ran while nobody could be served.

        Of many who need it at once, one waits for a database that is away, and the others are told so.
        """
        if not self._is_overdue(now):
            return
        tries = self._tries
        with self._beating:
            if not self._is_overdue(now):
                return
            if tries != self._tries:
                raise StorageUnavailable("the database was away a moment ago")
            self._tries += 1
            self._beat(now, self._online)

    def _is_overdue(self, now: float) -> bool:
        return self._beat_at is not None and abs(now - self._beat_at) > SILENCE

    def _beat(self, now: float, online: schema.Online) -> None:
        away = self._be_seen(now, SILENCE, online)
        self._beat_at, self._online = now, online
        self.bans = frozenset(self._scalars(sa.select(schema.ban.c.address).where(schema.ban.c.until > now)))
        self.health.wrote()
        if away:
            _log.warning("for %.0f s nobody could be served, or the time was changed by as much: no clock ran", away)

    def delay(self, ids: Collection[str], seconds: float) -> None:
        """Puts seconds in which some tables could not be played at on their deadlines."""
        with self._database.writing() as connection:
            late_tables = self._delay(connection, seconds, schema.game_table.c.id.in_(ids))
        self._tell_all(late_tables)

    def _delay(self, connection: sa.Connection, seconds: float, which: sa.ColumnElement[bool]) -> list[str]:
        """Delays the deadlines of some tables, and returns the tables that have one."""
        table = schema.game_table
        changes = {"deadline": table.c.deadline + seconds, "changes": table.c.changes + 1}
        statement = table.update().where(table.c.deadline.is_not(None), which).values(changes).returning(table.c.id)
        ids = list(connection.scalars(statement))
        for id in ids:
            self._database.tell(connection, id)
        return ids

    def _tell_all(self, ids: Iterable[str]) -> None:
        """Has this server hear of what it has changed by itself, as others do."""
        for id in ids:
            self._heard(id)

    def _be_seen(self, now: float, least: float, online: schema.Online) -> float:
        """Seconds by which deadlines were put off: in which no server was seen, or by which a lone one had its time changed."""
        server, seat = schema.server, schema.seat
        late_tables: list[str] = []
        with self._database.alone() as connection:
            last = connection.scalar(sa.select(sa.func.max(server.c.seen)))
            away = now - last if last is not None else 0.0
            if away < -SILENCE and connection.scalar(sa.select(sa.exists().where(server.c.id != self.id))):
                away = 0.0
            if -SILENCE <= away <= least:
                away = 0.0
            if away:
                late_tables = self._delay(connection, away, sa.true())
                connection.execute(seat.update().where(seat.c.seen.is_not(None)).values(seen=seat.c.seen + away))
            connection.execute(server.delete().where((server.c.id == self.id) | (server.c.seen < now - SILENCE)))
            connection.execute(server.insert().values(id=self.id, seen=now, online=online))
            if seats := self._to_be_seen(now, online):
                rows = [{"table": table, "name": name, "seen": now} for table, name in seats]
                connection.execute(_SET_SEEN, rows)
        self._seen.update(dict.fromkeys(seats, now))
        self._tell_all(late_tables)
        return away

    def _to_be_seen(self, now: float, online: schema.Online) -> list[tuple[str, str]]:
        """The seats that somebody looks on from, but for those that were written down less than a minute ago."""
        here = [(table, name) for table, names in online.items() for name in names]
        self._seen = {seat: self._seen[seat] for seat in here if seat in self._seen}
        return [seat for seat in here if now - self._seen.get(seat, -SEEN_AGAIN) >= SEEN_AGAIN]

    # What an operator does

    def all_tables(self) -> list[schema.TableRow]:
        """All tables, the last touched first."""
        return self._tables(sa.true(), None)

    def close_table(self, id: str, text: str) -> None:
        """Ends the play at a table; a text says why. Raises KeyError for a table that is not there."""
        row = self.table(id)
        if row is None:
            raise KeyError(id)
        fault = {"text": text, "file": "", "line": 0, "source": ""}
        self.change_table(
            id, status="broken", public=False, deadline=None, options={**row.options, "broken": fault, "closed": True}
        )

    def delete_tables(self, ids: Collection[str]) -> None:
        """Deletes tables with all that was chosen and said there."""
        with self._database.writing() as connection:
            for table in (schema.secret, schema.seat, schema.entry, schema.chat, schema.hook):
                connection.execute(table.delete().where(table.c.table.in_(ids)))
            connection.execute(schema.game_table.delete().where(schema.game_table.c.id.in_(ids)))

    def delete_finished(self, before: float) -> int:
        """Deletes tables that are over, or cannot go on, and were last touched before some time; returns how many."""
        table = schema.game_table.c
        ids = self._scalars(sa.select(table.id).where(table.status.in_(("over", "broken")), table.touched < before))
        self.delete_tables(ids)
        return len(ids)

    def ban(self, address: str, until: float) -> None:
        """Shuts an address out until some time, in place of what was said of it before."""
        with self._database.writing() as connection:
            connection.execute(schema.ban.delete().where(schema.ban.c.address == address))
            _insert(connection, schema.BanRow(address, until))

    def erase(self, visitor: str, label: str) -> list[str]:
        """Forgets a person: their seats have another label and no holder, what they said there is taken out, and nothing else of
        them is kept. Games stay as they are. Returns the tables that they sat at."""
        seat, chat, table = schema.seat, schema.chat, schema.game_table
        with self._database.writing() as connection:
            seats = connection.execute(sa.select(seat.c.table, seat.c.number, seat.c.name).where(seat.c.holder == visitor)).all()
            for id, number, name in seats:
                fields = dict.fromkeys(("holder", "link", "seen"))
                person = seat.update().where(seat.c.table == id, seat.c.number == number)
                connection.execute(person.values(**fields, label=label, wishes=[], wanted=False))
                connection.execute(chat.update().where(chat.c.table == id, chat.c.seat == name).values(name=label, text="…"))
                connection.execute(schema.hook.delete().where(schema.hook.c.table == id, schema.hook.c.seat == name))
                connection.execute(table.update().where(table.c.id == id).values(changes=table.c.changes + 1))
                self._database.tell(connection, id)
            connection.execute(table.update().where(table.c.owner == visitor).values(owner=""))
            connection.execute(schema.reminder.delete().where(schema.reminder.c.visitor == visitor))
            connection.execute(schema.draft.delete().where(schema.draft.c.owner == visitor))
        return [id for id, _, _ in seats]

    # The database

    def listen(self, listener: Callable[[str], None]) -> None:
        """Has a thread call `listener` with each table used here that another server has changed; now and then for nothing."""
        self._heard = listener
        self._database.listen(listener)

    # ---- rules

    @operation("change")
    def put_rules(self, rules: schema.RulesRow) -> None:
        """Keeps rules under their hash; if they are there already, nothing happens."""
        with suppress(IntegrityError), self._database.writing() as connection:
            _insert(connection, rules)

    @operation("look")
    def rules(self, hash: str) -> schema.RulesRow | None:
        return next(iter(self._read(schema.RulesRow, schema.rules.c.hash == hash)), None)

    def titles(self, hashes: Collection[str]) -> dict[str, str]:
        """The titles of rules, by their hashes."""
        query = sa.select(schema.rules.c.hash, schema.rules.c.title).where(schema.rules.c.hash.in_(hashes))
        with self._database.reading() as connection:
            return {row.hash: row.title for row in connection.execute(query)}

    def put_draft(self, draft: schema.DraftRow, room: int, room_of_all: int, oldest: float) -> bool:
        """Keeps rules that are tried, in place of the oldest of the same owner where these would take more than their room.

        What was kept before `oldest` goes. False where there is no room, and nothing of others goes for it.
        """
        columns = schema.draft.c
        newest_first = sa.func.sum(columns.size).over(order_by=(columns.kept.desc(), columns.id))
        totals = sa.select(columns.id, newest_first.label("taken")).where(columns.owner == draft.owner).subquery()
        too_much = sa.select(totals.c.id).where(totals.c.taken > room - draft.size)
        try:
            with self._database.writing() as connection:
                connection.execute(schema.draft.delete().where(columns.kept < oldest))
                again = schema.draft.update().where(columns.id == draft.id).values(kept=draft.kept)
                if connection.execute(again).rowcount:
                    return True
                connection.execute(schema.draft.delete().where(columns.id.in_(too_much)))
                sum_of_all: int = connection.scalar(sa.select(sa.func.coalesce(sa.func.sum(columns.size), 0))) or 0
                if sum_of_all + draft.size > room_of_all:
                    connection.rollback()
                    return False
                _insert(connection, draft)
        except IntegrityError:  # another has just kept the same
            pass
        return True

    def draft(self, id: str) -> schema.DraftRow | None:
        return next(iter(self._read(schema.DraftRow, schema.draft.c.id == id)), None)


def _own_tables(visitor: str) -> sa.Select[Any]:
    """The tables at which somebody sits."""
    return sa.select(schema.seat.c.table).where(schema.seat.c.holder == visitor)


def _insert(connection: sa.Connection, row: schema.Row) -> None:
    connection.execute(row.__table__.insert().values(asdict(row)))


def _why_not(connection: sa.Connection, entry: schema.EntryRow) -> schema.AppendResult:
    same = (schema.entry.c.table == entry.table) & (schema.entry.c.key == entry.key)
    again = connection.scalar(sa.select(schema.entry.c.revision).where(same))
    return (
        schema.AppendResult("stale", _revision(connection, entry.table)) if again is None else schema.AppendResult("again", again)
    )


def _revision(connection: sa.Connection, id: str) -> int:
    revision: int | None = connection.scalar(sa.select(schema.game_table.c.revision).where(schema.game_table.c.id == id))
    if revision is None:
        raise KeyError(id)
    return revision


def _reminder(visitor: str, address: str) -> sa.Delete:
    return schema.reminder.delete().where(schema.reminder.c.visitor == visitor, schema.reminder.c.address == address)
