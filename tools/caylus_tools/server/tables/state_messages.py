"""Tell those who play at a table or watch it the state of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import caylus

from caylus_tools.server import Refused
from caylus_tools.server.storage.rows import digest

from .choices import Choices, TableClocks
from .live_game import find_eye
from .message import array, as_json, fields, merge_objects, render_decision, render_options, render_view
from .requests import Audience
from .state import TableState

if TYPE_CHECKING:
    from .live_game import Eye

_VERSION = caylus.__version__

MOST_CHAT = 200
"""Lines of the chat that a page is told: what was said before is of no interest to whoever comes."""


class Telling:
    """The state of a table, told to pages: nothing to a seat that the game would not tell it (`view`, `events_for`, …)."""

    def __init__(self, table: TableState, clocks: TableClocks, choices: Choices) -> None:
        self._table = table
        self._clocks = clocks
        self._choices = choices

    def admit(self, seat: str | None, visitor: str, watch: str = "", since: str = "", chat: int = 0) -> Audience:
        """Admit somebody to a seat that they hold, or to watch. Raises Refused: not_yours, no_seat."""
        with self._table.lock_current():
            if seat is not None:
                self._table.hold(seat, visitor)
            else:
                self._must_watch(visitor, watch)
            return Audience(seat, visitor, since, chat)

    def _must_watch(self, visitor: str, watch: str) -> None:
        """Those who sit here may look from beside the table too, and the owner; others where spectators are let in."""
        row = self._table.row
        is_known = visitor == row.owner or bool(self._table.seats_held_by(visitor))
        has_link = row.watch_link is not None and digest(watch) == row.watch_link
        if not (is_known or (row.spectators and (row.public or has_link))):
            raise Refused("not_yours", "This table is for those who sit at it: ask them for a link.")

    def messages_for(self, visitors: Sequence[tuple[str | None, str, str, str, int]]) -> list[bytes | Refused]:
        """The `state` for each of those who look on, told as `admit` says, or why they may not look on any more."""
        admitted: list[Audience | Refused] = []
        for visitor in visitors:
            try:
                admitted.append(self.admit(*visitor))
            except Refused as refused:
                admitted.append(refused)
        messages = self.messages({audience for audience in admitted if isinstance(audience, Audience)})
        return [messages[audience] if isinstance(audience, Audience) else audience for audience in admitted]

    def messages(self, audiences: Iterable[Audience]) -> dict[Audience, bytes]:
        """The `state` for each. Of a seat that is no longer the visitor's, what a spectator is told."""
        with self._table.lock_current():
            made: dict[Any, bytes] = {}

            def once(key: Any, make: Callable[[], bytes]) -> bytes:
                return made[key] if key in made else made.setdefault(key, make())

            return {audience: self._state(audience, once) for audience in audiences}

    def _state(self, audience: Audience, once: Callable[[Any, Callable[[], bytes]], bytes]) -> bytes:
        held = self._table.seats_held_by(audience.visitor)
        seat = audience.seat if audience.seat in held else None
        eye = find_eye(self._table.game, seat)
        return merge_objects(
            once("table", lambda: as_json(self.table_part())),
            once(("view", eye), lambda: as_json(self._view_part(eye))),
            once(("log", eye, audience.since), lambda: self.log_part(seat, audience.since)),
            once(("chat", audience.chat), lambda: as_json({"chat": self._chat_lines(audience.chat)})),
            once(("asked", seat if seat in self._table.waiting else eye), lambda: as_json(self._decision_part(seat))),
            once(("seat", seat), lambda: as_json(self._seat_part(seat))),
            as_json({"yours": held, "owner": audience.visitor == self._table.row.owner}),
        )

    # ---- the parts of a state

    def table_part(self) -> dict[str, Any]:
        """The part of the message that everybody is told alike."""
        row, game = self._table.row, self._table.game
        return {
            "type": "state",
            "table": self._table.id,
            "title": row.title,
            "revision": self._table.revision,
            "changes": row.changes,
            "server": _VERSION,
            "status": row.status,
            "seats": self.seat_rows(),
            "decides": list(self._table.waiting),
            "ready": list(game.ready),
            "choices": self._table.course.number,
            "asked": self._undo_question(),
            "clock": self._clock_part(),
            "secrets": game.keeps_secrets,
            "result": self._table.run.result,
            "broken": self._render_fault(),
            "rematch": row.options.get("rematch"),
        }

    def seat_rows(self) -> list[dict[str, Any]]:
        waiting, left = self._table.waiting, self._clocks.times_left()
        late = self._clocks.late(waiting)
        return [
            {
                "name": seat.name,
                "label": seat.label,
                "kind": seat.kind,
                "policy": seat.policy,
                "absent": seat.absent,
                "taken": seat.holder is not None,
                "wanted": seat.wanted,
                "left_ms": left.get(seat.name),
                "late": seat.name in late,
                "to_move": seat.name in waiting,
            }
            for seat in self._table.seats
        ]

    def _undo_question(self) -> dict[str, Any] | None:
        asked = self._table.undo_request
        return None if asked is None else {name: asked[name] for name in ("by", "to", "text", "agreed", "waiting")}

    def _clock_part(self) -> dict[str, Any] | None:
        if self._clocks.pace is None:
            return None
        return {"running": self._clocks.running(self._table.waiting), "now": self._table.clock()}

    def _render_fault(self) -> dict[str, Any] | None:
        if self._table.run.lost:
            return {"text": self._table.run.lost, "file": "", "line": 0, "source": ""}
        if self._table.row.status != "broken":
            return None
        return {**self._table.row.options["broken"], "final": self._table.is_stopped}

    def _view_part(self, eye: Eye) -> dict[str, Any]:
        return {"view": render_view(self._table.game, eye)}

    def log_part(self, seat: str | None, since: str) -> bytes:
        book = self._table.logbook(seat)
        place = book.unread(self._read_upto(since), self._table.revision)
        return fields({"cursor": as_json(self._cursor), "log_from": as_json(place + 1), "log": array(book.lines[place:])})

    @property
    def _cursor(self) -> str:
        """The place up to which a page has read: the log is told anew where labels changed, and at the end."""
        called = digest(repr((self._table.game.labels, self._table.game.over)))[:8]
        return f"{self._table.revision}.{called}"

    def _read_upto(self, cursor: str) -> int:
        revision, _, called = cursor.partition(".")
        is_own = revision.isascii() and revision.isdigit() and len(revision) < 10 and called == self._cursor.partition(".")[2]
        return min(int(revision), self._table.revision) if is_own else -1

    def _chat_lines(self, after: int) -> list[dict[str, Any]]:
        return [
            {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
            for line in self._table.chat[-MOST_CHAT:]
            if line.number > after
        ]

    def _decision_part(self, seat: str | None) -> dict[str, Any]:
        """The decision now, as far as a seat may know it; its own decision with its options."""
        own = self._choices.decision(seat) if seat is not None else None
        if self._table.row.status not in ("playing", "broken") or self._table.is_stopped:
            return {"decision": None, "options": []}
        game = self._table.game
        decision = own or game.decision_for(find_eye(game, seat))
        return {"decision": render_decision(decision), "options": render_options(game, own) if own is not None else []}

    def _seat_part(self, seat: str | None) -> dict[str, Any]:
        """The part of the message for the page of a seat, or of a spectator."""
        offered = self._choices.offer(seat) if seat is not None else None
        return {
            "seat": seat,
            "undo": {"to": offered.to, "text": offered.text, "asks": offered.asks} if offered else None,
            "wishes": self._list_wishes(seat),
            "news_from": self._news_from(seat),
        }

    def _list_wishes(self, seat: str | None) -> list[dict[str, Any]]:
        if seat is None:
            return []
        on = self._table.seat(seat).wishes
        return [{"name": wish.name, "title": wish.title, "on": wish.name in on} for wish in self._table.wishes.offered]

    def _news_from(self, seat: str | None) -> int:
        """The number of the last line that had been told when a seat last decided; of a spectator, the last line."""
        own = self._table.course.choices_by_seat(seat) if seat is not None else []
        return self._table.logbook(seat).upto(own[-1]) if own else 0
