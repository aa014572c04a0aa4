"""Tell those who play at a table or watch it the state of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import caylus

from caylus_tools.server import Refused
from caylus_tools.server.operations import operation
from caylus_tools.server.storage.schema import digest, fresh

from . import message
from .choices import Choices
from .live_game import Eye, find_eye
from .state import describe_match

Difference = dict[str, Any] | list[Any]
"""`[value]` puts a value in the place of the old one. An object has differences for some names, or places of a list."""


def find_difference(old: Any, new: Any) -> Difference:
    """Return what makes one document of another. Objects with other names and lists of another length are put whole."""
    match old, new:
        case dict(), dict() if [*old] == [*new]:
            return {name: find_difference(old[name], value) for name, value in new.items() if old[name] != value}
        case list(), list() if len(old) == len(new):
            pairs = enumerate(zip(old, new, strict=True))
            return {str(place): find_difference(before, now) for place, (before, now) in pairs if before != now}
    return [new]


_VERSION = caylus.__version__  # found once: it takes milliseconds

MOST_CHAT = 200
"""Lines of the chat that a page is told: what was said before is of no interest to whoever comes."""


Key = tuple[Hashable, ...]
"""The name of a part of a state, the same for all who are told it alike."""


Reader = tuple[str | None, str]
"""A seat, or None for whoever watches, and a visitor."""


class _Moment(NamedTuple):
    """A state as it was told: its parts, and the keys of those that each reader was told."""

    name: str
    parts: dict[Key, dict[str, Any]]
    keys: dict[Reader, Sequence[Key]]

    def tells_the_same(self, other: _Moment) -> bool:
        """Return whether another moment tells nobody anything else."""
        is_same = all(self.parts.get(key, part) == part for key, part in other.parts.items())
        return is_same and all(self.keys.get(reader, keys) == keys for reader, keys in other.keys.items())


def _name_for(moment: _Moment, reader: Reader) -> str:
    """The name of a moment for the pages of a seat. What others were told then, they cannot name."""
    return f"{moment.name}.{reader[0] or ''}"


def _change(before: _Moment, now: _Moment, old: Key, new: Key) -> bytes:
    """The difference of a part; a part of another key, which others may have been told, is told whole."""
    part = now.parts[new]
    return message.as_json(
        find_difference(before.parts[old], part) if old == new else {name: [value] for name, value in part.items()}
    )


_WHOLE = message.as_json({"type": "state"})


class Telling(Choices):
    """The state of a table, told to pages: nothing to a seat that the game would not tell it (`view`, `events_for`, …)."""

    _moments: Sequence[_Moment] = ()
    """The last one, and the one before it for pages that were told of a change apart."""

    @operation("look")
    def admit(
        self, seat: str | None, visitor: str, watch: str = "", since: str = "", chat: int = 0, moment: str = ""
    ) -> message.Audience:
        """Admit somebody to a seat that they hold, or to watch. Raises Refused: not_yours, no_seat."""
        with self.lock_current():
            if seat is not None:
                self.hold(seat, visitor)
            else:
                self._must_watch(visitor, watch)
            return message.Audience(seat, visitor, since, chat, moment)

    def _must_watch(self, visitor: str, watch: str) -> None:
        """Those who sit here may look from beside the table too, and the owner; others where spectators are let in."""
        row = self.row
        is_known = visitor == row.owner or bool(self.seats_held_by(visitor))
        has_link = row.watch_link is not None and digest(watch) == row.watch_link
        if not (is_known or (row.spectators and (row.public or has_link))):
            raise Refused("not_yours", "This table is for those who sit at it: ask them for a link.")

    @operation("look")
    def messages_for(self, visitors: Sequence[tuple[str | None, str, str, str, int, str]]) -> list[message.Message | Refused]:
        """The message for each of those who look on, told as `admit` says, or why they may not look on any more."""
        admissions: list[message.Audience | Refused] = []
        for visitor in visitors:
            try:
                admissions.append(self.admit(*visitor))
            except Refused as refusal:
                admissions.append(refusal)
        messages = self.messages({audience for audience in admissions if isinstance(audience, message.Audience)})
        return [messages[audience] if isinstance(audience, message.Audience) else audience for audience in admissions]

    def messages(self, audiences: Iterable[message.Audience]) -> dict[message.Audience, message.Message]:
        """The message for each: a `state`, or the `change` since the moment that it names, if that is one of the last two.

        Of a seat that is no longer the visitor's, what a spectator is told.
        """
        with self.lock_current():
            readers = {audience: self._reader(audience) for audience in audiences}
            now = self._note_moment([*readers.values()])
            cache: dict[Any, bytes] = {}

            def once(key: Hashable, make: Callable[[], bytes]) -> bytes:
                return cache[key] if key in cache else cache.setdefault(key, make())

            return {audience: self._message(audience, reader, now, once) for audience, reader in readers.items()}

    def _reader(self, audience: message.Audience) -> Reader:
        is_theirs = audience.seat in self.seats_held_by(audience.visitor)
        return audience.seat if is_theirs else None, audience.visitor

    def _message(self, audience: message.Audience, reader: Reader, now: _Moment, once: Callable[..., bytes]) -> message.Message:
        seat = reader[0]
        eye = find_eye(self.game, seat)
        before = self._find_moment(audience.moment, reader)
        if before is None:
            parts = [_WHOLE, *(once(key, partial(message.as_json, now.parts[key])) for key in now.keys[reader])]
        else:
            pairs = zip(before.keys[reader], now.keys[reader], strict=True)
            changes = [once((before.name, *pair), partial(_change, before, now, *pair)) for pair in pairs]
            parts = [
                message.as_json({"type": "change", "since": audience.moment}),
                message.fields({"change": message.merge_objects(*changes)}),
            ]
        name = _name_for(now, reader)
        data = message.merge_objects(
            *parts,
            message.as_json({"moment": name}),
            once(("log", eye, audience.since), lambda: self.log_part(seat, audience.since)),
            once(("chat", audience.chat), lambda: message.as_json({"chat": self._chat_lines(audience.chat)})),
        )
        return message.Message(data, name, self._cursor, self.chat[-1].number if self.chat else 0)

    # ---- moments

    def _note_moment(self, readers: Iterable[Reader]) -> _Moment:
        """The state now, as far as these readers are told it."""
        parts: dict[Key, dict[str, Any]] = {}
        keys: dict[Reader, Sequence[Key]] = {}
        for seat, visitor in readers:
            eye = find_eye(self.game, seat)
            makers: dict[Key, Callable[[], dict[str, Any]]] = {
                ("table",): self.table_part,
                ("view", eye): partial(self._view_part, eye),
                ("asked", seat if seat in self.waiting else eye, self.revision): partial(self._decision_part, seat),
                ("seat", seat): partial(self._seat_part, seat),
                ("visitor", visitor): partial(self._visitor_part, visitor),
            }
            parts |= {key: make() for key, make in makers.items() if key not in parts}
            keys[seat, visitor] = [*makers]
        now = _Moment(fresh()[:12], parts, keys)
        for last in self._moments[-1:]:
            if last.tells_the_same(now):
                last.parts.update(parts)
                last.keys.update(keys)
                return last
        self._moments = (*self._moments[-1:], now)
        return now

    def _find_moment(self, name: str, reader: Reader) -> _Moment | None:
        """A moment that a reader was told, if it is one of the last two."""
        return next((one for one in self._moments if reader in one.keys and _name_for(one, reader) == name), None)

    # ---- the parts of a state

    def table_part(self) -> dict[str, Any]:
        """The part of the message that everybody is told alike."""
        row, game = self.row, self.game
        return {
            "table": row.id,
            **message.pick(row, "title", "changes", "status"),
            "revision": self.revision,
            "server": _VERSION,
            "seats": self.seat_rows(),
            "decides": list(self.waiting),
            "ready": list(game.ready),
            "choices": self.course.number,
            "asked": self._undo_question(),
            "clock": self._clock_part(),
            "terms": {"public": row.public, "clock": row.options["clock"]},
            "secrets": game.keeps_secrets,
            "result": self.run.result,
            "broken": self._render_fault(),
            "rematch": row.options.get("rematch"),
            "match": describe_match(self.match, game) if self.match is not None else None,
        }

    def seat_rows(self) -> list[dict[str, Any]]:
        waiting, left = self.waiting, self._clocks.times_left()
        late = self._clocks.late(waiting)
        return [
            {
                **message.render_seat(seat),
                **message.pick(seat, "absent", "wanted"),
                "left_ms": left.get(seat.name),
                "late": seat.name in late,
                "to_move": seat.name in waiting,
            }
            for seat in self.seats
        ]

    def _undo_question(self) -> dict[str, Any] | None:
        request = self.undo_request
        return None if request is None else {name: request[name] for name in ("by", "to", "text", "agreed", "waiting")}

    def _clock_part(self) -> dict[str, Any] | None:
        if self._clocks.pace is None:
            return None
        return {"running": self._clocks.running(self.waiting), "now": self.clock()}

    def _render_fault(self) -> dict[str, Any] | None:
        if self.run.lost:
            return {"text": self.run.lost, "file": "", "line": 0, "source": ""}
        if self.row.status != "broken":
            return None
        return {**self.row.options["broken"], "final": self.is_stopped}

    def _view_part(self, eye: Eye) -> dict[str, Any]:
        return {"view": message.render_view(self.game, eye)}

    def log_part(self, seat: str | None, since: str) -> bytes:
        book = self.logbook(seat)
        place = book.unread(self._read_upto(since), self.revision)
        return message.fields(
            {
                "cursor": message.as_json(self._cursor),
                "log_from": message.as_json(place + 1),
                "log": message.array(book.lines[place:]),
            }
        )

    @property
    def _cursor(self) -> str:
        """The place up to which a page has read: the log is told anew where labels changed, and at the end."""
        checksum = digest(repr((self.game.labels, self.game.over)))[:8]
        return f"{self.revision}.{checksum}"

    def _read_upto(self, cursor: str) -> int:
        revision, _, checksum = cursor.partition(".")
        is_own = revision.isascii() and revision.isdigit() and len(revision) < 10 and checksum == self._cursor.partition(".")[2]
        return min(int(revision), self.revision) if is_own else -1

    def _chat_lines(self, after: int) -> list[dict[str, Any]]:
        return [
            {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
            for line in self.chat[-MOST_CHAT:]
            if line.number > after
        ]

    def _decision_part(self, seat: str | None) -> dict[str, Any]:
        """The decision now, as far as a seat may know it; its own decision with its options."""
        own = self.decision(seat) if seat is not None else None
        if self.row.status not in ("playing", "broken") or self.is_stopped:
            return {"decision": None, "options": []}
        game = self.game
        decision = own or game.decision_for(find_eye(game, seat))
        if own is None:
            return {"decision": message.render_decision(decision), "options": []}
        asking = {**(message.render_decision(own) or {}), "rules": [rule["name"] for rule in own.rules]}
        return {"decision": asking, "options": message.render_options(game, own)}

    def _seat_part(self, seat: str | None) -> dict[str, Any]:
        """The part of the message for the page of a seat, or of a spectator."""
        offered = self.offer(seat) if seat is not None else None
        return {
            "seat": seat,
            "undo": {"to": offered.to, "text": offered.text, "asks": offered.asks} if offered else None,
            "wishes": self._list_wishes(seat),
            "news_from": self._news_from(seat),
            "phases": self._phases_since(seat) if seat is not None else [],
        }

    def _visitor_part(self, visitor: str) -> dict[str, Any]:
        return {"yours": self.seats_held_by(visitor), "owner": visitor == self.row.owner}

    def _list_wishes(self, seat: str | None) -> list[dict[str, Any]]:
        if seat is None:
            return []
        on = self.seat(seat).wishes
        return [{"name": wish.name, "title": wish.title, "on": wish.name in on} for wish in self.wishes.offered]

    def _news_from(self, seat: str | None) -> int:
        """The number of the first line since a seat last decided; 0 where it has not, and of a spectator."""
        own = self.course.choices_by_seat(seat) if seat is not None else []
        return self.logbook(seat).upto(own[-1]) + 1 if own else 0

    def _phases_since(self, seat: str) -> list[str]:
        """The names of the phases that did something to a seat since it last decided."""
        own = self.course.choices_by_seat(seat)
        return self.logbook(seat).phases_since(own[-1] if own else None, seat)
