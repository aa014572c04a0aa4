"""Manage seats, and make the rows of a new table from an order."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from caylus import RuleFault, Ruleset, RulesetError
from caylus.records import Record
from caylus.signs import clean_text

from caylus_tools.bots import USUAL
from caylus_tools.common.english import count_things, full_title
from caylus_tools.common.games import HUMAN
from caylus_tools.server import Refused
from caylus_tools.server.bots import check_policy
from caylus_tools.server.clocks import Clock
from caylus_tools.server.operations import operation
from caylus_tools.server.shapes import LONGEST_LABEL, LabelText, TokenText
from caylus_tools.server.storage.schema import HookRow, SeatRow, TableRow, digest, fresh

from .choices import RUN_OUT, Choices
from .message import SeatOrder, TableOrder
from .state import Beginning, first_start, load_wishes, make_labels, read_match

LONGEST_SAID = 400
AWAY = 600.0
"""Seconds without a page that looks on from a seat, after which whoever opened the table may give it to others."""


class Seats(Choices):
    """The people at the seats of a table."""

    @operation("change", "seats/{seat}/claim", "Take a seat, by its link", "`table`, `seat`")
    def claim(self, seat: str, token: TokenText | None, label: LabelText, visitor: str) -> dict[str, str]:
        """Gives a seat to who brings the token of its link, which is void from then on. Raises Refused.

        A free seat of a public table is given to whoever comes first, without a token.
        """
        new_label = check_label(label)
        with self.lock_current():
            row = self.seat(seat)
            if row.link is None and row.holder == visitor:
                return {"table": self.id, "seat": seat}  # the same click again
            link = digest(token) if token is not None else self._open_link(row)
            if link is None or not self.store.claim(self.id, row.number, link, visitor, new_label or row.label, self.clock()):
                raise Refused("not_yours", "This link has been used or replaced: ask for a new one.")
            self.note_change(True)
            if row.absent:
                self._give_back(self.seat(seat))
            self._begin_when_full()
            return {"table": self.id, "seat": seat}

    def _open_link(self, row: SeatRow) -> str | None:
        """The link of a seat that is free for all; a new one where the last was used up."""
        if not self.row.public or row.holder is not None or row.kind != "person":
            return None
        if row.link is None:
            self.change_seat(row.name, link=digest(fresh()))
        return self.seat(row.name).link

    @operation("change")
    def new_link(self, seat: str, visitor: str) -> str:
        """The token of a new link to a seat, in place of the old one. The holder may, who hands it over, and the owner.

        The owner takes a seat that somebody holds with it, as by `leave`. Raises Refused.
        """
        with self.lock_current():
            self._vacate(self._answer_for(seat, visitor), visitor)
            token = fresh()
            self.change_seat(seat, link=digest(token))
            return token

    @operation("change")
    def new_watch_link(self, visitor: str) -> str:
        """The token of a new link for watching, in place of the old one.

        Raises Refused to all but the owner, and where there are to be no spectators.
        """
        with self.lock_current():
            self._own(visitor)
            if not self.row.spectators:
                raise Refused("not_now", "This table was opened without spectators.")
            token = fresh()
            self.change(watch_link=digest(token))
            return token

    @operation("change", "seats/{seat}/leave", "Leave a seat")
    def leave(self, seat: str, visitor: str) -> None:
        """The holder gets up, or the owner takes the seat of somebody who has been away for `AWAY`.

        It waits for whoever brings a new link. Raises Refused while its holder is here: they can be asked (`ask_for_seat`).
        """
        with self.lock_current():
            self._vacate(self._answer_for(seat, visitor), visitor)
            self.change_seat(seat, holder=None, link=None, wanted=False)

    def _vacate(self, row: SeatRow, visitor: str) -> None:
        """Has somebody get up whom the owner takes a seat from, and tells all. Does nothing where nobody else sits."""
        if row.holder in (None, visitor):
            return
        name, long = self.game.labels[row.name], count_things(round(AWAY / 60), "minute")
        last_activity = next(seat.seen for seat in self.store.seats(self.id) if seat.number == row.number) or 0.0
        rest = AWAY - (self.clock() - last_activity)
        if rest > 0:
            soonest = count_things(math.ceil(rest / 60), "minute")
            text = f"You can take it once {name} has been away for {long}, in {soonest} at the soonest."
            raise Refused("not_now", f"{name} is here, or was a moment ago: ask for the seat. {text}")
        self.change_seat(row.name, holder=None, link=None, wanted=False)
        self._tell_of_owner(f"takes the seat of {name}, who has been away for {long}")

    @operation("change", "seats/{seat}/ask", "Ask for a seat that somebody holds")
    def ask_for_seat(self, seat: str, visitor: str) -> None:
        """The owner asks whoever holds a seat to give it up. Raises Refused."""
        with self.lock_current():
            self._own(visitor)
            if self.seat(seat).holder in (None, visitor):
                raise Refused("not_now", "Nobody else sits there.")
            self.change_seat(seat, wanted=True)
            self._tell_of_owner(f"asks for the seat of {self.game.labels[seat]}")

    @operation("change", "seats/{seat}/answer", "Answer who asks for one's seat")
    def answer_for_seat(self, seat: str, gives: bool, visitor: str) -> None:
        """Give up a seat, or keep it, as its holder answers the owner's request. Raises Refused."""
        with self.lock_current():
            self.hold(seat, visitor)
            if not self.seat(seat).wanted:
                raise Refused("not_now", "Nobody asks you that any more.")
            if gives:
                self.change_seat(seat, holder=None, link=None, wanted=False)
            else:
                self.change_seat(seat, wanted=False)
            self.add_line(seat, "gives the seat up" if gives else "keeps the seat")

    def _tell_of_owner(self, text: str) -> None:
        """Tells all in the chat of something that the owner does, who need not sit here."""
        own_seats = self.seats_held_by(self.row.owner)
        self.add_line(own_seats[0] if own_seats else None, text if own_seats else f"Whoever opened the table {text}")

    @operation("change", "seats/{seat}/bot", "Have a bot play for a seat, or nobody")
    def put_bot(self, seat: str, policy: str | None, visitor: str) -> None:
        """Has a bot decide at a seat for a while; None gives it back to its person. The owner may, and the holder.

        Raises Refused.
        """
        if policy is not None:
            check_policy(policy)
        with self.lock_current():
            row = self._answer_for(seat, visitor)
            if policy is None:
                if row.absent or row.kind == "bot":  # a person who is here gets no time back
                    self._give_back(row)
            elif self.row.status == "open" and row.holder is None:
                self.change_seat(seat, kind="bot", policy=policy, link=None)
            else:
                self._replace_with_bot(seat, policy)
                if row.holder not in (None, visitor):
                    self._tell_of_owner(f"lets a bot play for {self.game.labels[seat]} until they are back")
            self._begin_when_full()
            self.take_wishes()

    def _replace_with_bot(self, seat: str, policy: str) -> None:
        """A bot decides there from now on, until the seat is given back."""
        left = self._clocks.times_left()
        self.change_seat(seat, absent=True, policy=policy)
        self._clocks.go_on(left)

    def _give_back(self, row: SeatRow) -> None:
        left = self._clocks.times_left()
        if self._clocks.pace is not None:
            left[row.name] = self._clocks.pace.time_for_return(left[row.name])
        self.change_seat(row.name, kind="person", absent=False, policy=None)
        self._clocks.go_on(left)

    @operation("change", "seats/{seat}/label", "Set a person's name")
    def label(self, seat: str, label: LabelText, visitor: str) -> None:
        """Set the label of a seat's holder. Raises Refused."""
        new_label = check_label(label)
        with self.lock_current():
            self.hold(seat, visitor)
            self.change_seat(seat, label=new_label)

    @operation("change")
    def change_terms(self, public: bool, clock: Mapping[str, Any] | None, visitor: str) -> None:
        """Set who may come and how long people may think. Raises Refused to all but the owner, and once the game has begun."""
        pace = Clock.from_options(clock)
        with self.lock_current():
            self._own(visitor)
            if self.row.status != "open":
                raise Refused("not_now", "The game has begun already.")
            self.change(public=public, options={**self.row.options, "clock": clock})
            for seat in self.seats:
                self.change_seat(seat.name, left_ms=pace.full() if pace is not None else None)

    @operation("change", "start", "Begin with the seats as they are")
    def start(self, visitor: str) -> None:
        """Begins the game, whoever has come by then. Raises Refused to all but the owner, and once it has begun."""
        with self.lock_current():
            self._own(visitor)
            if self.row.status != "open":
                raise Refused("not_now", "The game has begun already.")
            self._begin()

    def note_rematch(self, new: str, visitor: str) -> tuple[TableRow, list[SeatRow]]:
        """Notes where those of a game that is over play again, if they do not yet; the table with that, and its seats.

        Raises Refused to who does not sit here, and while the game goes on.
        """
        with self.lock_current():
            if visitor != self.row.owner and not self.seats_held_by(visitor):
                raise Refused("not_yours", "Only those who sit here can ask for that.")
            if self.row.status in ("open", "playing"):
                raise Refused("not_now", "The game is not over yet.")
            while "rematch" not in self.row.options:
                options = {**self.row.options, "rematch": new}
                self.note_change(self.store.change_table(self.id, expected_changes=self.row.changes, options=options))
            return self.row, list(self.seats)

    @operation("change")
    def hook(self, seat: str, url: str | None, visitor: str) -> None:
        """Set the address where a seat is told that it has to decide; None: nowhere. Raises Refused."""
        with self.lock_current():
            self.hold(seat, visitor)
            if url is None:
                self.store.drop_hook(self.id, seat)
            else:
                self.store.put_hook(HookRow(self.id, seat, url))
            self.change(touched=self.clock())

    @operation("once")
    def run_out(self, revision: int) -> None:
        """The time of those who have to decide has run out, unless something has been chosen since."""
        with self.lock_current():
            pace, left = self._clocks.pace, self._clocks.times_left()
            if pace is None or revision != self.revision:
                return
            out = [seat for seat in self._clocks.running(self.game.waiting) if not left[seat]]
            if pace.runs_out == "ask":
                self._clocks.go_on(left)
            else:
                for seat in out:
                    self._replace_with_bot(seat, USUAL)
            for seat in out:
                self.add_line(seat, RUN_OUT[pace.runs_out])

    @operation("change", "seats/{seat}/late", "Give a seat more time, or a bot")
    def answer_late(self, seat: str, wait: bool, visitor: str) -> None:
        """Gives more time to a seat that has none left, or has a bot play there until its person is back.

        Any other person at the table may answer, and whoever opened it; the first answer counts. Raises Refused.
        """
        with self.lock_current():
            row, own_seats, pace = self.seat(seat), self.seats_held_by(visitor), self._clocks.pace
            if visitor == row.holder or not (own_seats or visitor == self.row.owner):
                raise Refused("not_yours", "Only the others at the table are asked that.")
            if pace is None or seat not in self._clocks.late(self.game.waiting):
                raise Refused("not_now", "Nobody asks you that any more.")
            name = self.game.labels[seat]
            if wait:
                left = self._clocks.times_left()
                self._clocks.go_on({**left, seat: pace.time_for_return(left[seat])})
                self.add_line(next(iter(own_seats), None), f"gives {name} more time")
            else:
                self._replace_with_bot(seat, USUAL)
                self.add_line(next(iter(own_seats), None), f"lets a bot play for {name} until they are back")

    @operation("change")
    def say(self, text: str, seat: str | None, visitor: str) -> None:
        """Puts a line into the chat. Raises Refused."""
        try:
            text = clean_text(text, LONGEST_SAID)
        except ValueError as error:
            raise Refused("bad", f"The line {error}.") from None
        if not text:
            raise Refused("bad", "The line shows nothing.")
        with self.lock_current():
            if seat is not None:
                self.hold(seat, visitor)
            self.add_line(seat, text)

    def begin_when_full(self) -> None:
        """Begins the game if nobody is missing."""
        with self.lock_current():
            self._begin_when_full()

    def _begin_when_full(self) -> None:
        if self.row.status == "open" and all(row.kind == "bot" or row.holder for row in self.seats):
            self._begin()

    def _begin(self) -> None:
        self.change(status="over" if self.game.over else "playing")
        self._clocks.go_on(self._clocks.times_left())
        self.take_wishes()

    # ---- who may

    def _own(self, visitor: str) -> None:
        if visitor != self.row.owner:
            raise Refused("not_yours", "Only whoever opened the table may do that.")

    def _answer_for(self, seat: str, visitor: str) -> SeatRow:
        row = self.seat(seat)
        if visitor not in (row.holder, self.row.owner):
            raise Refused("not_yours", "Only whoever sits there may do that, or whoever opened the table.")
        return row


def check_label(label: str) -> str:
    """The label that somebody wants, in one form for what looks the same. Raises Refused."""
    try:
        return clean_text(label, LONGEST_LABEL)
    except ValueError as error:
        raise Refused("bad", f"The name {error}.") from None


class NewTable(Record):
    """The rows of a table, and what no row tells: its seed, and the tokens of its links."""

    row: TableRow
    seats: list[SeatRow]
    seed: int
    links: dict[str, str]
    watch: str | None


def make_table(order: TableOrder, owner: str, now: float) -> NewTable:
    """A table as it is ordered. Raises Refused (bad) for what no game can be made of."""
    rules, id_ = order.rules, fresh()[:16]
    full = _full_clock(order.clock)
    links: dict[str, str] = {}
    seats = []
    for number, (name, ordered) in enumerate(zip(_names(order), order.seats, strict=True)):
        seat = SeatRow(id_, number, name, check_label(ordered.label), wishes=usual_wishes(rules), left_ms=full)
        if ordered.kind == "bot":
            seat = replace(seat, kind="bot", policy=check_policy(ordered.policy or USUAL))
        elif ordered.mine:
            seat = replace(seat, holder=owner, seen=now)
        else:
            links[name] = fresh()
            seat = replace(seat, link=digest(links[name]))
        seats.append(seat)
    start = _start(order)
    watch = fresh() if order.spectators else None
    row = TableRow(
        id=id_,
        rules=rules.identity,
        title=order.title or full_title(rules)[:80],
        public=order.public,
        spectators=order.spectators,
        owner=owner,
        made=now,
        touched=now,
        options={"players": len(seats) + len(rules.automata), "undo": order.undo, "clock": order.clock},
        start=start,
        watch_link=digest(watch) if watch else None,
    )
    seed = new_seed()
    try:
        read_match(start)
        game = Beginning(rules, seed, start).game(make_labels(rules, seats))
    except (RulesetError, RuleFault, ValueError) as error:
        raise Refused("bad", f"No game can be begun like that: {error}") from error
    return NewTable(replace(row, status="over") if game.over else row, seats, seed, links, watch)


def _start(order: TableOrder) -> Mapping[str, Any] | None:
    """The save that a table begins with: the one of the order, or that of the first game of its match."""
    if order.start is not None:
        return {key: value for key, value in order.start.items() if key != "ruleset"}
    if order.match is None:
        return None
    try:
        return first_start(order.match, order.rules, _names(order), new_seed())
    except (RuleFault, ValueError) as error:
        raise Refused("bad", f"No game can be begun like that: {error}") from error


def table_like(
    row: TableRow, seats: Sequence[SeatRow], rules: Ruleset, id_: str, now: float, start: Mapping[str, Any] | None
) -> NewTable:
    """A table of the same rules and people, whose links go over, for a game from the start; in a match they sit as in `start`."""
    options = {name: value for name, value in row.options.items() if name not in ("rematch", "broken", "result")}
    new_row = replace(row, id=id_, options=options, made=now, touched=now)
    new_row = replace(new_row, status="open", revision=0, changes=0, start=start, asked=None, deadline=None)
    names = rules.seating(row.options["players"]) if start is None else start["players"]
    full = _full_clock(row.options["clock"])
    new_seats = [replace(seat, table=id_, left_ms=full, seen=now, wanted=False, **_back(seat)) for seat in seats]
    if start is not None:
        new_seats.sort(key=lambda seat: names.index(seat.name))
    again = [replace(seat, number=number, name=name) for number, (seat, name) in enumerate(zip(new_seats, names, strict=False))]
    return NewTable(new_row, again, new_seed(), {}, None)


def _full_clock(options: Mapping[str, Any] | None) -> int | None:
    pace = Clock.from_options(options)
    return pace.full() if pace is not None else None


def _back(seat: SeatRow) -> dict[str, Any]:
    """A seat that a bot has kept for somebody is theirs again."""
    return {"absent": False, "policy": None} if seat.absent else {}


def seats_from_save(save: Mapping[str, Any], rules: Ruleset) -> list[SeatOrder]:
    """Those who played a saved game: whoever opens it takes the first seat that was a person's."""
    names = save["players"][: len(save["players"]) - len(rules.automata)]
    labels = save.get("labels", save["players"])
    policies = save.get("policies", [HUMAN] * len(names))
    orders: list[SeatOrder] = []
    for name, label, policy in zip(names, labels, policies, strict=False):
        seat_label = label[:LONGEST_LABEL] if label != name else ""
        if policy == HUMAN:
            orders.append(SeatOrder("person", seat_label, mine=not any(order.mine for order in orders)))
        else:
            orders.append(SeatOrder("bot", seat_label, policy))
    return orders


def new_seed() -> int:
    """A seed for a game that nobody can foretell."""
    return secrets.randbits(62)


def usual_wishes(rules: Ruleset) -> list[str]:
    return [wish.name for wish in load_wishes(rules).offered if wish.holds]


def _names(order: TableOrder) -> Sequence[str]:
    """The names of people's seats."""
    rules, count = order.rules, len(order.seats) + len(order.rules.automata)
    if not rules.fewest_players <= count <= rules.most_players:
        raise Refused("bad", f"{rules.title} is for {rules.fewest_players} to {rules.most_players} players, not {count}.")
    names = rules.seating(count) if order.start is None else order.start.get("players", ())
    if len(names) != count:
        raise Refused("bad", f"The saved game is one of {len(names)} players, not of {count}.")
    return names[: len(order.seats)]
