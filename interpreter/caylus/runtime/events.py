"""What happened, each with the rule behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caylus.payments import pack, unpack

from .call_stack import about, at_work, phase_of, waiting

if TYPE_CHECKING:
    from caylus import model as m

    from .names import Names

_VERBS = {"gain": "gains", "pay": "pays", "lose": "loses"}


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One thing that happened. `kind` is choice, gain, pay, lose, set, list, draw or say; `player` whom it befell, if anyone.

    `number` counts from 1 what has happened in the game and is the same for every reader, so a reader who may not see
    everything finds gaps. `rule` is the definition that did it, `see` its citation, `file` and `line` its place; empty for draws.
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
        self._slots: dict[int, tuple[m.State, int, int] | tuple[m.Resource, int]] | None = None

    def events(self, entries: Sequence[tuple[Any, ...]], first: int = 1) -> list[Event]:
        """What the entries tell; the first of them has the number `first`."""
        told = enumerate(zip(entries, self._states(entries), strict=True), first)
        return [event for number, (entry, s) in told if (event := self._event(number, entry, s)) is not None]

    def _states(self, entries: Sequence[tuple[Any, ...]]) -> list[list[int]]:
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

    def _event(self, number: int, entry: tuple[Any, ...], s: list[int]) -> Event | None:
        where, kind, (round_, *stack), *data = entry
        r = self.names
        spot = r.program.metadata.spots[where] if kind not in ("choice", "draw") else None
        in_hand = len(stack) - len(spot.bound) if spot is not None else len(stack)  # what the statement speaks of lies on top
        phase = phase_of(r, stack[:in_hand])
        if kind == "draw":
            kind_ = r.components.kinds[data[0]] if data[0] else None
            names = [r.drawn(data[0], i) for i in data[1]]
            called = [r.called(kind_, i) if kind_ else str(i) for i in data[1]]
            text, things = f"drawn: {', '.join(map(str, called))}", about(r, s, at_work(r, stack), -1)
            return Event(number, "draw", text, None, "", "", None, "", 0, {"order": names}, round_, phase, things)
        if spot is None:
            asked, move = r.program.decisions[where], data[3]
            site = asked.site
            bound = [pair for _, variables in waiting(r, stack) for pair in variables]
            bound += zip(asked.options[move[0]].variables, move[1:], strict=False) if move[0] < len(asked.options) else ()
        else:
            site = spot.site
            bound = [*at_work(r, stack[:in_hand]), *zip(spot.bound, stack[in_hand:], strict=True)]
        player: str | None = None
        details: dict[str, Any] = {}
        if kind in _VERBS:
            way = self._visible(data[0], data[1])
            if way == 0:
                return None
            player = r.players[data[0]]
            details = {"amounts": {r.components.resources[i].name: n for i, n in unpack(way)}}
            text = f"{r.labels[data[0]]} {_VERBS[kind]} {r.amounts(way)}"
        elif kind == "choice":
            player = r.players[data[0]]
            details = {"option": data[1]}
            text = f"{r.labels[data[0]]}: {data[2]}"
        elif kind == "say":
            text = data[0]
        elif kind == "list":
            list_ = next(x for x, base in r.layout.lists.items() if base == data[0])
            members = [r.name(list_.kind, i) for i in data[1]]
            called = [r.called(list_.kind, i) for i in data[1]]
            details = {"list": list_.name, "members": members}
            text = f"{list_.name}: {', '.join(map(str, called)) or 'empty'}"
        else:
            text, player, details = self._set(data[0], data[1])
        span = site.span
        things = about(r, s, bound, r.players.index(player) if player is not None else -1)
        rule = (site.rule, site.title, site.see, span.file, span.line)
        return Event(number, kind, text, player, *rule, details, round_, phase, things)

    def _visible(self, player: int, way: int) -> int:
        """The part of an amount that the reader may see."""
        if self.seat is None or self.seat == player:
            return way
        resources = self.names.components.resources
        return pack([(i, n) for i, n in unpack(way) if not resources[i].hidden])

    def _set(self, slot: int, value: int) -> tuple[str, str | None, dict[str, Any]]:
        from caylus.model import Resource

        r = self.names
        if self._slots is None:
            self._slots = _slots(r)
        what, *keys = self._slots[slot]
        if isinstance(what, Resource):
            holder, label = r.players[keys[0]], r.labels[keys[0]]
            if what.hidden and self.seat not in (None, keys[0]):
                return f"{label}'s {what.title} changes", holder, {"state": what.name}
            return f"{label}'s {what.title}: {value}", holder, {"state": what.name, "value": value}
        object_ = r.name(what.kind, keys[0]) if what.kind is not None else None
        index = r.name(what.index, keys[1]) if what.index is not None else None
        shown = r.encode(what, value)
        player = object_ if what.kind is not None and what.kind.is_player else None
        owner = r.called(what.kind, keys[0]) if what.kind is not None else None
        key = r.called(what.index, keys[1]) if what.index is not None else None
        held = r.called(what.type.kind, value) if what.type.kind is not None else shown
        name = ".".join(p for p in (owner, what.name) if p) + (f"[{key}]" if key else "")
        return f"{name}: {_plain(held)}", player, {"object": object_, "state": what.name, "index": index, "value": shown}


def _plain(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _slots(r: Names) -> dict[int, Any]:
    layout = r.layout
    found: dict[int, Any] = {}
    for resource, base in layout.resources.items():
        found.update({base + p: (resource, p) for p in range(layout.players)})
    for state, base in layout.states.items():
        stride = layout.stride(state)
        for i in range(layout.objects(state)):
            for k in range(stride if state.index is not None else 1):
                found[base + i * stride + k] = (state, i, k)
    return found
