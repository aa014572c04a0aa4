"""Tell pages of changes: one thread makes the message of each audience, once for all who share it.

A page is told the difference to what it was sent last. One that reads slowly has no queue behind it: until it has read its last
message no other is made for it, and then the difference to the newest state. Pages of one address are owed so much and no more.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus_tools.server import Refused
from caylus_tools.server.queues import Asker
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.schema import Online
from caylus_tools.server.tables import LiveTable, Message

from .monitoring import LOG, Metrics
from .problems import json_bytes

if TYPE_CHECKING:
    from caylus_tools.server.workers import TableDirectory


_AGAIN = 1.0
"""In seconds: how soon what could not be told is tried again."""

MOST_OWED = 8 * 1024 * 1024
"""In bytes: what is made for pages of one address before they have read the rest."""
_EXPECTED = 256 * 1024
"""In bytes: what a state counts for until it is made."""

MOST_WHY = 120
"""In bytes: sockets tell no more when they close."""

NOT_NOW = ("busy", "too_many", "too_long")
"""Codes of refusals after which the same may be asked again."""


class Listener:
    """A page that looks at a table as one audience. What it is still to be sent lies in `outbox`, the newest of each sort.

    `moment`, `since` and `chat` say what it has been sent (see `Audience`).
    """

    def __init__(self, seat: str | None, visitor: str, watch: str, household: str) -> None:
        self.seat = seat
        self.visitor = visitor
        self.watch = watch
        self.household = household
        self.since = ""
        self.chat = 0
        self.moment = ""
        self.may_return = True
        self.why = ""
        self.owed_bytes = 0
        self.is_reading = False
        """Whether a state has been sent to it that it has not read yet."""
        self._is_ending = False
        self._outbox: dict[str, bytes | Message] = {}
        self._filled = asyncio.Event()

    def offer(self, sort: str, message: bytes | Message) -> None:
        self._outbox[sort] = message
        self._filled.set()

    def end(self, why: str, *, may_return: bool) -> None:
        """The last that it is told; `may_return` says whether the page comes again by itself."""
        self.may_return, self.why = may_return, why.encode()[:MOST_WHY].decode(errors="ignore")
        self._is_ending = True
        self.offer("end", json_bytes({"type": "restarts" if may_return else "gone", "why": why}))

    @property
    def is_done(self) -> bool:
        """Return whether it has been told the last."""
        return self._is_ending and not self._outbox

    async def next(self) -> bytes:
        """Waits for something to send."""
        await self._filled.wait()
        message = self._outbox.pop(next(iter(self._outbox)))
        if not self._outbox:
            self._filled.clear()
        if isinstance(message, bytes):
            return message
        self.is_reading = True
        self.moment, self.since, self.chat = message.moment, message.since, message.chat
        return message.data


class _Room:
    """Those who look at one table; `owed` are the ones that have to be told its state, `elsewhere` the seats that somebody looks
    on from at other servers."""

    def __init__(self, table: str, elsewhere: frozenset[str]) -> None:
        self.table = table
        self.elsewhere = elsewhere
        self.listeners: set[Listener] = set()
        self.owed: set[Listener] = set()
        self.changed_at = 0.0
        self.telling: asyncio.Task[None] | None = None

    def here(self) -> set[str]:
        """The seats that somebody looks on from at this server."""
        return {listener.seat for listener in self.listeners if listener.seat is not None}

    def tell_online(self) -> None:
        message = json_bytes({"type": "online", "seats": sorted(self.here() | self.elsewhere)})
        for listener in self.listeners:
            listener.offer("online", message)


class Hub:
    """Belongs to the event loop; only `note_change` and `is_here` may be called from anywhere."""

    def __init__(self, tables: TableDirectory, run: Callable[..., Awaitable[Any]], metrics: Metrics) -> None:
        self._tables = tables
        self._run = run
        self._metrics = metrics
        self._rooms: dict[str, _Room] = {}
        self._others: Sequence[Online] = ()
        self._owed: Counter[str] = Counter()
        """Bytes by address, of states that are made or have not been read."""
        self._held: dict[str, set[str]] = {}
        """By address, the tables at which somebody has to wait until others there have read."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Called on the loop that it is to belong to."""
        self._loop = asyncio.get_running_loop()
        self._tables.listen(self.note_change)

    def note_change(self, table: str) -> None:
        """A table has changed, here or at another server."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._notify_table, table)

    @property
    def listeners(self) -> int:
        return sum(len(room.listeners) for room in self._rooms.values())

    def from_household(self, household: str) -> int:
        return sum(listener.household == household for room in self._rooms.values() for listener in room.listeners)

    def is_here(self, table: str, seat: str) -> bool:
        """Return whether somebody looks on from a seat at this server. Any thread may ask."""
        room = self._rooms.get(table)
        return room is not None and any(listener.seat == seat for listener in tuple(room.listeners))

    def online(self) -> Online:
        """The seats of those who look on here, for other servers to know."""
        return {table: sorted(seats) for table, room in self._rooms.items() if (seats := room.here())}

    def others_see(self, others: Sequence[Online]) -> None:
        """Note what another server has said last of who looks on there."""
        self._others = others
        for table, room in self._rooms.items():
            elsewhere = self._foreign_seats(table)
            if elsewhere != room.elsewhere:
                room.elsewhere = elsewhere
                room.tell_online()

    def _foreign_seats(self, table: str) -> frozenset[str]:
        return frozenset(seat for online in self._others for seat in online.get(table, ()))

    def join(self, table: str, listener: Listener) -> None:
        """From now on it is told of every change; and of how things are."""
        room = self._rooms.setdefault(table, _Room(table, self._foreign_seats(table)))
        room.listeners.add(listener)
        room.tell_online()
        self.owe(table, listener)

    def leave(self, table: str, listener: Listener) -> None:
        room = self._rooms[table]
        room.listeners.discard(listener)
        room.owed.discard(listener)
        self._charge(listener, 0)
        self._go_on(listener.household)
        if room.listeners:
            room.tell_online()
        else:
            del self._rooms[table]

    def owe(self, table: str, *listeners: Listener) -> None:
        """These are to be told the table's state."""
        room = self._rooms[table]
        if not room.owed:
            room.changed_at = time.perf_counter()
        room.owed.update(listeners)
        self._begin_telling(room)

    def note_read(self, table: str, listener: Listener) -> None:
        """A listener has read what it was sent."""
        if listener.is_reading:
            listener.is_reading = False
            self._charge(listener, 0)
            self._held.setdefault(listener.household, set()).add(table)
            self._go_on(listener.household)

    def _go_on(self, household: str) -> None:
        for table in self._held.pop(household, ()):
            if table in self._rooms:
                self._begin_telling(self._rooms[table])

    def _begin_telling(self, room: _Room) -> None:
        if room.owed and room.telling is None:
            room.telling = asyncio.create_task(self._tell(room))

    def _charge(self, listener: Listener, size: int) -> None:
        self._owed[listener.household] += size - listener.owed_bytes
        listener.owed_bytes = size
        if not self._owed[listener.household]:
            del self._owed[listener.household]

    def _take_ready(self, room: _Room) -> Sequence[Listener]:
        """Those who can be told: they have read what they were sent, and others at their address most of theirs."""
        ready = []
        for listener in [one for one in room.owed if not one.owed_bytes]:
            if self._owed[listener.household] < MOST_OWED:
                self._charge(listener, _EXPECTED)
                ready.append(listener)
            else:
                self._held.setdefault(listener.household, set()).add(room.table)
        room.owed.difference_update(ready)
        return ready

    def restart(self) -> None:
        """Everybody is told that the server restarts, and is let go of."""
        for room in self._rooms.values():
            for listener in room.listeners:
                listener.end("The server restarts.", may_return=True)

    def shut_out(self, addresses: Collection[str], why: str) -> None:
        """Lets go of those who look on from some addresses."""
        for listener in [one for room in self._rooms.values() for one in room.listeners if one.household in addresses]:
            listener.end(why, may_return=False)

    def _notify_table(self, table: str) -> None:
        if room := self._rooms.get(table):
            self.owe(table, *room.listeners)

    async def _tell(self, room: _Room) -> None:
        """Goes on until nobody can be told anything; what changes meanwhile is told in the next round, at once."""
        try:
            while owed := self._take_ready(room):
                began = room.changed_at
                try:
                    messages: Mapping[Listener, Message | Refused] = await self._run(
                        room.table, Asker("", room.table), self._messages, room.table, owed
                    )
                except (StorageError, Refused):  # away or busy: whoever looks on sees how things were
                    self._owe_nothing(owed)
                    room.owed.update(listener for listener in owed if listener in room.listeners)
                    await asyncio.sleep(_AGAIN)
                    continue
                except Exception:  # a fault of ours at one table; whoever looks on is told of the next change
                    self._owe_nothing(owed)
                    LOG.exception("crash", extra={"fields": {"table": room.table}})
                    self._metrics.crashes.inc()
                    continue
                for listener, message in messages.items():
                    if isinstance(message, Refused):
                        self._charge(listener, 0)
                        listener.end(message.text, may_return=False)
                    elif listener in room.listeners:
                        self._charge(listener, len(message.data))
                        listener.offer("state", message)
                    else:
                        self._charge(listener, 0)
                self._metrics.pushes.observe(time.perf_counter() - began)
        finally:
            room.telling = None

    def _owe_nothing(self, listeners: Iterable[Listener]) -> None:
        for listener in listeners:
            self._charge(listener, 0)

    def _messages(self, table: str, listeners: Sequence[Listener]) -> Mapping[Listener, Message | Refused]:
        """The message of each audience, or why there is none any more: a seat can have been given to somebody else since.

        Raises Refused where there is none just now.
        """
        looking = [(one.seat, one.visitor, one.watch, one.since, one.chat, one.moment) for one in listeners]
        try:
            return dict(zip(listeners, self._tables.ask(table, LiveTable.messages_for, looking), strict=True))
        except Refused as refusal:
            if refusal.code in NOT_NOW:
                raise
            return dict.fromkeys(listeners, refusal)
