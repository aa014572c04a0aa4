"""Events: what happened in a game, each with the rule that caused it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..running.call_stack import about, bound_variables, current_phase, place, waiting
from ..viewing.visibility import Sight
from .entries import is_told, tell

if TYPE_CHECKING:
    from caylus import model as m

    from ..names import Names

Entry = tuple[Any, ...]
"""What a traced program tells: the place in the rules, the kind, the round and the frames in flight, and what has happened."""

_NO_STATEMENTS = ("choice", "ready", "lapse", "unable", "draw")


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One thing that happened; `player` is whom it befell, if anyone.

    `kind` is choice, ready (chosen at once with others), lapse (what was chosen at once comes to nothing), unable (what somebody
    may do, and cannot), gain, pay, lose, short (what somebody should lose, and does not have), set, list, put, reveal, draw, say
    or end. `data` are the parts of it (schemas/event). `text` is made of them, for people who read the rules: states are called
    as there. See `caylus.english` for other texts.

    `number` counts from 1 what this reader has been told, without gaps, which could tell of what is hidden. `rule` is the
    definition that did it, `see` its citation, `file` and `line` its place; empty for draws, which are told to no seat.
    `round` and `phase` say when it was, as the view does; `about` what the rules in flight spoke of, as a decision does: the
    space, what stands on it, the player on whose account another one gained something. `place` is what people call the member of
    a row where it was done, if the rules in flight spoke of one: what was chosen there is no such place yet. `place_titles` are
    its parts: the title of what it is called after, and its own.
    """

    number: int
    kind: str
    text: str
    player: str | None
    rule: str
    title: str
    see: str | None
    file: str
    line: int
    data: dict[str, Any]
    round: int
    phase: dict[str, Any] | None
    about: dict[str, str]
    place: str | None = None
    place_titles: tuple[str, ...] = ()

    def __str__(self) -> str:
        cited = ", ".join(filter(None, (self.title, self.see)))
        return f"{self.number}. {self.text}{f' [{cited}]' if cited else ''}"

    def __repr__(self) -> str:
        return f"<Event {self.number}, {self.kind}: {self.text}>"


class Fact(NamedTuple):
    """An event without words, for programs that count: `kind`, `player`, `rule` and `data` as there."""

    kind: str
    player: str | None
    rule: str
    data: dict[str, Any]


class Log:
    """Turns what a traced program tells into events, for a reader at a seat (None: one who may see everything).

    `s` is the state after the last of them.
    """

    def __init__(self, names: Names, s: list[int], seat: int | None = None) -> None:
        self.names = names
        self.s = s
        self.seat = seat

    def events(self, entries: Sequence[Entry], since: int = 0, before: int = 0, last: int = 0) -> list[Event]:
        """The events of the entries: those with numbers above `since`, without the first `before` entries.

        The entries follow on the event with the number `last`.
        """
        told = enumerate(self._visible_entries(entries), last + 1)
        return [self._event(number, entry, sight) for number, (at, entry, sight) in told if number > since and at >= before]

    def facts(self, entries: Sequence[Entry], before: int = 0) -> list[Fact]:
        """The events of the entries without their words, and without the first `before` entries."""
        return [self._fact(entry, sight) for _, entry, sight in self._visible_entries(entries[before:])]

    def count_entries(self, entries: Sequence[Entry], number: int) -> int:
        """Return how many entries there are up to the event of a number above 0; all of them if there is none."""
        told = (at for at, _, _ in self._visible_entries(entries))
        return next(islice(told, number - 1, None), len(entries) - 1) + 1

    def _visible_entries(self, entries: Sequence[Entry]) -> Iterator[tuple[int, Entry, Sight]]:
        """Those entries of which the reader is told, with their places and with what was seen when each had happened."""
        sight = Sight(self.names, self.s, self.seat)
        for at, (entry, s) in enumerate(zip(entries, self._states(entries), strict=True)):
            if s is not sight.s:
                sight = Sight(self.names, s, self.seat)
            if is_told(sight, entry[1], entry[3:]):
                yield at, entry, sight

    def _states(self, entries: Sequence[Entry]) -> list[list[int]]:
        """The state after each entry, as far as it matters to who is told and what things are called: undone last first."""
        told_by = self.names.audience_slots
        s = self.s
        states = []
        for _, kind, _, *data in reversed(entries):
            states.append(s)
            if kind == "set" and data[0] in told_by:
                s = s[:]
                s[data[0]] = data[2]
        return states[::-1]

    def _fact(self, entry: Entry, sight: Sight) -> Fact:
        where, kind, (_, *stack), *data = entry
        told = tell(sight, kind, stack, data)
        player = self.names.players[told.player] if told.player is not None else None
        metadata = self.names.program.metadata
        if kind == "draw":
            return Fact(kind, player, "", told.data)
        site = metadata.decisions[where].site if kind in _NO_STATEMENTS else metadata.spots[where].site
        return Fact(kind, player, site.rule, told.data)

    def _event(self, number: int, entry: Entry, sight: Sight) -> Event:
        where, kind, (round_, *stack), *data = entry
        r = self.names
        if kind in _NO_STATEMENTS:
            spot, in_hand = None, len(stack)
        else:
            spot = r.program.metadata.spots[where]
            in_hand = len(stack) - len(spot.bound)  # what the statement speaks of lies on top
        told = tell(sight, kind, stack, data)
        if spot is not None:
            site: m.Site | None = spot.site
            bound = [*bound_variables(r, stack[:in_hand]), *zip(spot.bound, stack[in_hand:], strict=True)]
        elif kind == "draw":
            site, bound = None, bound_variables(r, stack)
        else:
            site = r.program.decisions[where].site
            bound = [pair for _, variables in waiting(r, stack) for pair in variables]
        open_ = sight.public(bound)
        at = place(open_)
        things = about(r, sight.s, [*open_, *told.bound], -1 if told.player is None else told.player)
        player = r.players[told.player] if told.player is not None else None
        return Event(
            number=number,
            kind=kind,
            text=r.english.render(r.english.event(kind, player, site.title if site is not None else "", told.data)),
            player=player,
            rule=site.rule if site is not None else "",
            title=site.title if site is not None else "",
            see=site.see if site is not None else None,
            file=site.span.file if site is not None else "",
            line=site.span.line if site is not None else 0,
            data=told.data,
            round=round_,
            phase=current_phase(r, stack[:in_hand]),
            about=things,
            place=r.title(sight.s, *at) if at is not None else None,
            place_titles=(*r.titles(sight.s, *at),) if at is not None else (),
        )
