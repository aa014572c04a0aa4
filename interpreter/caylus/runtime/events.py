"""What happened, each with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from caylus.payments import unpack

from .call_stack import about, at_work, phase_of, waiting
from .sight import Sight
from .wording import DECLINE, Wording

if TYPE_CHECKING:
    from caylus import model as m

    from .call_stack import Bound
    from .names import Names

Entry = tuple[Any, ...]
"""What a traced program tells: the place in the rules, the kind, the round and the frames in flight, and what has happened."""

_CHOICES = ("choice", "ready", "lapse")
"""A choice carried out, one made at once with others, and one that comes to nothing."""

_VERBS = {"gain": "gains", "pay": "pays", "lose": "loses"}


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One thing that happened. `kind` is choice, ready, lapse, gain, pay, lose, set, list, draw or say; `player` whom it befell.

    `number` counts from 1 what this reader has been told, without gaps, which could tell of what is hidden. `rule` is the
    definition that did it, `see` its citation, `file` and `line` its place; empty for draws, which are told to no seat.
    `round` and `phase` say when it was, as the view does; `about` what the rules in flight spoke of, as a decision does: the
    space, what stands on it, the player on whose account another one gained something.
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

    def __str__(self) -> str:
        cited = ", ".join(filter(None, (self.title, self.see)))
        return f"{self.number}. {self.text}{f' [{cited}]' if cited else ''}"

    def __repr__(self) -> str:
        return f"<Event {self.number}, {self.kind}: {self.text}>"


class Log:
    """Turns what a traced program tells into events, for a reader at a seat (None: one who may see everything).

    `s` is the state after the last of them.
    """

    def __init__(self, names: Names, s: list[int], seat: int | None = None) -> None:
        self.names = names
        self.s = s
        self.seat = seat
        self._slots: dict[int, tuple[Any, ...]] | None = None

    def events(self, entries: Sequence[Entry], since: int = 0, before: int = 0) -> list[Event]:
        """What the entries tell: events with numbers above `since`, and none of the first entries, as many as are `before`."""
        told = enumerate(self._told(entries), 1)
        return [self._event(number, entry, sight) for number, (at, entry, sight) in told if number > since and at >= before]

    def heard(self, entries: Sequence[Entry], number: int) -> int:
        """How many entries there are up to the event of a number above 0; all of them if there is none."""
        told = (at for at, _, _ in self._told(entries))
        return next(islice(told, number - 1, None), len(entries) - 1) + 1

    def _told(self, entries: Sequence[Entry]) -> Iterator[tuple[int, Entry, Sight]]:
        """Those entries of which the reader is told, with their places and with what was seen when each had happened."""
        sight = Sight(self.names, self.s, self.seat)
        for at, (entry, s) in enumerate(zip(entries, self._states(entries), strict=True)):
            if s is not sight.s:
                sight = Sight(self.names, s, self.seat)
            if self._is_told(entry, sight):
                yield at, entry, sight

    def _states(self, entries: Sequence[Entry]) -> list[list[int]]:
        """The state after each entry, as far as it tells what things are called after: what was set is taken back, last first."""
        lenders = self.names.lender_slots
        s = self.s
        states = []
        for _, kind, _, *data in reversed(entries):
            states.append(s)
            if kind == "set" and data[0] in lenders:
                s = s[:]
                s[data[0]] = data[2]
        return states[::-1]

    def _is_told(self, entry: Entry, sight: Sight) -> bool:
        _, kind, _, *data = entry
        if kind in _VERBS:
            return sight.moved(data[0], data[1]) != 0
        if kind == "set":
            what, *keys = self._thing(data[0])
            return sight.sees(what, keys[0])
        return kind != "draw" or sight.hears_draws()

    def _event(self, number: int, entry: Entry, sight: Sight) -> Event:
        where, kind, (round_, *stack), *data = entry
        r = self.names
        spot = r.program.metadata.spots[where] if kind not in ("draw", *_CHOICES) else None
        in_hand = len(stack) - len(spot.bound) if spot is not None else len(stack)  # what the statement speaks of lies on top
        phase = phase_of(r, stack[:in_hand])
        if kind == "draw":
            kind_ = r.components.kinds[data[0]] if data[0] else None
            names = [r.drawn(data[0], i) for i in data[1]]
            called = [r.called(kind_, i) if kind_ else str(i) for i in data[1]]
            text, things = f"drawn: {', '.join(map(str, called))}", about(r, sight.s, at_work(r, stack), -1)
            return Event(number, "draw", text, None, "", "", None, "", 0, {"order": names}, round_, phase, things)
        if spot is None:
            site = r.program.decisions[where].site
            bound = [pair for _, variables in waiting(r, stack) for pair in variables]
        else:
            site = spot.site
            bound = [*at_work(r, stack[:in_hand]), *zip(spot.bound, stack[in_hand:], strict=True)]
        bound = sight.public(bound)
        player: str | None = None
        details: dict[str, Any] = {}
        if kind in _VERBS:
            way = sight.moved(data[0], data[1])
            player = r.players[data[0]]
            details = {"amounts": {r.components.resources[i].name: n for i, n in unpack(way)}}
            text = f"{r.labels[data[0]]} {_VERBS[kind]} {r.amounts(way)}"
        elif kind in _CHOICES:
            player = r.players[data[0]]
            text, details, picked = self._choice(sight, kind, stack[-1], data)
            bound += picked
        elif kind == "say":
            text = data[0]
        elif kind == "list":
            name, kind_ = self._place(data[0])
            members = [r.name(kind_, i) for i in data[1]]
            called = [r.called(kind_, i) for i in data[1]]
            details = {"list": name, "members": members}
            text = f"{name}: {', '.join(map(str, called)) or 'empty'}"
        elif kind == "put":
            (source, kind_), (target, _) = self._place(data[0]), self._place(data[1])
            details = {"from": source, "into": target, "members": [r.name(kind_, i) for i in data[2]]}
            text = f"{', '.join(str(r.called(kind_, i)) for i in data[2])}: from {source} into {target}"
        elif kind == "reveal":
            text, player, details = self._revealed(*data)
        else:
            text, player, details = self._set(data[0], data[1])
        span = site.span
        things = about(r, sight.s, bound, r.players.index(player) if player is not None else -1)
        rule = (site.rule, site.title, site.see, span.file, span.line)
        return Event(number, kind, text, player, *rule, details, round_, phase, things)

    def _choice(
        self, sight: Sight, kind: str, frame: Sequence[Any], data: Sequence[Any]
    ) -> tuple[str, dict[str, Any], list[Bound]]:
        """What is told of a choice, and the variables in it of which the reader knows what they hold."""
        player, id_, text, move, *reasons = data
        label = self.names.labels[player]
        if kind == "ready":
            if not sight.beforehand(player):
                return f"{label} has chosen", {"option": None}, []
            label = f"{label} has chosen"
        said = Wording(self.names.program, self.names, sight.s, frame, player)
        tells = sight.choices(player, said.at, move)
        if tells is None:
            told = "chooses in secret" if kind == "choice" else "has chosen in secret what comes to nothing"
            return f"{label} {told}", {"option": None}, []
        option, picked, _ = said.parts(move)
        variables = option.variables if option is not None else ()
        known = [(variable, i) for variable, i, is_told in zip(variables, picked, tells, strict=True) if is_told]
        name = option.name if option is not None else DECLINE
        details: dict[str, Any] = {"option": id_ if sight.whole(player, said.at, move) else name}
        if not (all(tells) and sight.options(player, said.at)):
            text, reasons = said.in_part(move, tells), []  # reasons may speak of what is hidden
        if kind == "lapse":
            text += f" comes to nothing ({'; '.join(reasons)})" if reasons else " comes to nothing"
            details["reasons"] = reasons
        return f"{label}: {text}", details, known

    def _place(self, slot: int) -> tuple[str, m.Kind]:
        """What a list or a state is called, and the kind of what lies there."""
        from caylus.model import ListState

        r = self.names
        what, *keys = self._thing(slot)
        whose, kind = (what.owner, what.kind) if isinstance(what, ListState) else (what.kind, what.type.kind)
        owner = r.called(whose, keys[0]) if whose is not None else None
        key = r.called(what.index, keys[1]) if len(keys) > 1 and what.index is not None else None
        return ".".join(p for p in (owner, what.name) if p) + (f"[{key}]" if key else ""), kind

    def _revealed(self, slot: int, value: int | tuple[int, ...], to: int) -> tuple[str, str | None, dict[str, Any]]:
        r = self.names
        shown_to = {"to": r.players[to]} if to >= 0 else {}
        if isinstance(value, int):
            text, player, details = self._set(slot, value)
        else:
            name, kind = self._place(slot)
            called = ", ".join(str(r.called(kind, i)) for i in value)
            details = {"list": name, "members": [r.name(kind, i) for i in value]}
            text, player = f"{name}: {called or 'empty'}", None
        return f"{text} ({'revealed' if to < 0 else f'shown to {r.labels[to]}'})", player, {**details, **shown_to}

    def _set(self, slot: int, value: int) -> tuple[str, str | None, dict[str, Any]]:
        from caylus.model import Resource

        r = self.names
        what, *keys = self._thing(slot)
        if isinstance(what, Resource):
            return f"{r.labels[keys[0]]}'s {what.title}: {value}", r.players[keys[0]], {"state": what.name, "value": value}
        object_ = r.name(what.kind, keys[0]) if what.kind is not None else None
        index = r.name(what.index, keys[1]) if what.index is not None else None
        shown = r.encode(what, value)
        player = object_ if what.kind is not None and what.kind.is_player else None
        held = r.called(what.type.kind, value) if what.type.kind is not None else shown
        details = {"object": object_, "state": what.name, "index": index, "value": shown}
        return f"{self._place(slot)[0]}: {_plain(held)}", player, details

    def _thing(self, slot: int) -> Any:
        """What lies in a slot of the state, and of which object and second key."""
        if self._slots is None:
            self._slots = _slots(self.names)
        return self._slots[slot]


def _plain(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _slots(r: Names) -> dict[int, Any]:
    layout = r.layout
    found: dict[int, Any] = {}
    for resource, base in layout.resources.items():
        found.update({base + p: (resource, p) for p in range(layout.players)})
    found.update(layout.owned())
    for state, base in layout.states.items():
        stride = layout.stride(state)
        for i in range(layout.objects(state)):
            for k in range(stride if state.index is not None else 1):
                found[base + i * stride + k] = (state, i, k)
    return found
