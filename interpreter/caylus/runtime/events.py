"""Events: what happened in a game, each with the rule that caused it, as data for a reader; and the result.

A game is played by a program that tells nothing, which is many times faster. A teller follows it when somebody asks for events:
it begins at a moment of the game's history, and each time goes on to where the game stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from caylus import model as m
from caylus.codegen import Program
from caylus.english import Ground, Offer, Span, Thing, plain
from caylus.model.components import DECLINE
from caylus.records import Record
from caylus.runtime.machine import RuleFault

from .call_stack import Bound, about, asking, bound_variables, current_phase, frame_for_seat, place, waiting
from .decisions import Decision, Wording, find_impediments
from .machine import Errand, Limits, LogFull, Machine, Move
from .names import Names
from .saves import History, put_back
from .visibility import Sight


class Told(NamedTuple):
    """`player` is whom it befell, by number; `bound` are the variables of which it tells besides those of the rules in flight."""

    player: int | None
    data: dict[str, Any]
    bound: Sequence[Bound] = ()


def is_told(sight: Sight, kind: str, data: Sequence[Any]) -> bool:
    """Return whether the reader is told that it has happened at all."""
    match kind:
        case "gain" | "pay" | "lose":
            return sight.visible_amount(data[0], data[1]) != 0
        case "short":
            return sight.open_amount(data[1]) != 0
        case "set":
            slot, new, old = data
            thing, _, _ = sight.names.layout.things_by_slot[slot]
            comes_or_goes = thing.holds is not None and (new < 0) != (old < 0)
            return comes_or_goes or sight.counts(thing) or _sees(sight, slot)
        case "list":
            return _sees(sight, data[0]) or len(data[1]) != len(data[2])
        case "draw":
            return sight.seat is None  # what comes of a draw is seen where it lands
    return True


def tell(sight: Sight, kind: str, stack: Sequence[Any], data: Sequence[Any]) -> Told:
    """Describe an entry. `stack` are the frames in flight."""
    match kind:
        case "gain" | "pay" | "lose":
            return Told(data[0], {"amounts": sight.names.amounts(sight.visible_amount(*data))})
        case "short":
            return Told(data[0], {"amounts": sight.names.amounts(sight.open_amount(data[1]))})
        case "choice" | "ready" | "lapse":
            return _choice_event(sight, kind, stack[-1], *data)
        case "unable":
            return _unable(sight, stack[-1], *data)
        case "draw":
            return Told(None, {"order": [sight.names.name_drawn(data[0], i) for i in data[1]]})
        case "set":
            return _set(sight, *data)
        case "list":
            return _list_event(sight, data[0], data[1], _sees(sight, data[0]))
        case "put":
            return _put(sight, *data)
        case "reveal":
            return _reveal_event(sight, *data)
    return Told(None, {"words": data[0]} if data[0] else {})


def _sees(sight: Sight, slot: int) -> bool:
    """Return whether what lies in a slot of the state is shown to the reader."""
    thing, of, _ = sight.names.layout.things_by_slot[slot]
    return sight.sees(thing, of)


# ---- who chose what


def _choice_event(
    sight: Sight, kind: str, frame: Sequence[Any], player: int, id_: str, offer: Offer, move: Move, *grounds: Ground | Errand
) -> Told:
    said = Wording(sight.names.program, sight.names, sight.s, frame, player)
    tells = sight.choices(player, said.at, move) if kind != "ready" or sight.beforehand(player) else None
    if tells is None:
        return Told(player, {"option": None})
    option, picked, _ = said.parts(move)
    variables = option.variables if option is not None else ()
    known_choices = [(variable, i) for variable, i, is_known in zip(variables, picked, tells, strict=True) if is_known]
    name = option.name if option is not None else DECLINE
    data: dict[str, Any] = {"option": id_ if sight.whole(player, said.at, move) else name, "name": name, "offer": offer}
    if not (all(tells) and sight.options(player, said.at)):
        data["offer"], grounds = said.partial_offer(move, tells), ()  # reasons may speak of what is hidden
    reasons = [reason for one in grounds for reason in (one()["reasons"] if callable(one) else [one])]
    known_reasons = [reason for reason in reasons if reason["kind"] != "absent" and _may_know_lack(sight, player, reason)]
    if kind == "lapse" or known_reasons:
        data["reasons"] = known_reasons
    return Told(player, data, known_choices)


def _unable(sight: Sight, frame: Sequence[Any], player: int, find_errand: Errand) -> Told:
    asked = sight.names.program.decisions[frame[0]]
    if not (sight.question(player, asked) and sight.options(player, asked)):
        return Told(player, {})
    errand = find_errand()
    return Told(player, {**errand, "reasons": [reason for reason in errand["reasons"] if _may_know_lack(sight, player, reason)]})


def _may_know_lack(sight: Sight, player: int, reason: Ground) -> bool:
    """Return whether the reader may know how much the player holds of what is lacking, if the reason tells that."""
    by_name = sight.names.resources
    return all(sight.sees(by_name[name], player) for name in reason.get("held", ()))


# ---- what things have become, where they went, what was turned over


def _set(sight: Sight, slot: int, new: int, old: int) -> Told:
    """The new value of a state or an amount; of a sum that is kept hidden, the change."""
    names, (thing, _, _) = sight.names, sight.names.layout.things_by_slot[slot]
    if _sees(sight, slot):
        return _value(names, slot, new)
    player, data = names.place(slot)
    if sight.counts(thing):
        return Told(player, {**data, "change": new - old})
    there = {"there": True, "kind": _kind(names, slot).name}
    return Told(player, {**data, "value": there if new >= 0 else None})


def _value(names: Names, slot: int, value: int) -> Told:
    player, data = names.place(slot)
    return Told(player, {**data, "value": names.codec.encode(names.layout.things_by_slot[slot][0], value)})


def _list_event(sight: Sight, slot: int, members: Sequence[int], is_seen: bool) -> Told:
    player, data = sight.names.place(slot)
    return Told(player, {**data, **_members(sight.names, slot, members, is_seen)})


def _put(sight: Sight, source: int, target: int, moved: Sequence[int]) -> Told:
    is_seen = _sees(sight, source) or _sees(sight, target)
    places = {"from": sight.names.place(source)[1], "into": sight.names.place(target)[1]}
    return Told(None, {**places, **_members(sight.names, source, moved, is_seen)})


def _reveal_event(sight: Sight, slot: int, value: int | tuple[int, ...], to: int) -> Told:
    names = sight.names
    is_seen = to < 0 or sight.seat in (None, to) or _sees(sight, slot)
    if isinstance(value, tuple):
        event = _list_event(sight, slot, value, is_seen)
    elif is_seen:
        event = _value(names, slot, value)
    else:
        player, data = names.place(slot)
        event = Told(player, {**data})
    return event if to < 0 else event._replace(data={**event.data, "to": names.players[to]})


def _kind(names: Names, slot: int) -> m.Kind:
    """The kind of what lies in a place."""
    kind = names.layout.things_by_slot[slot][0].holds
    assert kind is not None
    return kind


def _members(names: Names, slot: int, members: Sequence[int], is_seen: bool) -> dict[str, Any]:
    """The things that are or were in a place; of those that are not seen, how many of which kind."""
    kind = _kind(names, slot)
    return {"members": [names.name(kind, i) for i in members]} if is_seen else {"size": len(members), "kind": kind.name}


Entry = tuple[Any, ...]
"""What a traced program tells: the place in the rules, the kind, the round and the frames in flight, and what has happened."""

_CHOICES = ("choice", "ready", "lapse")
_NO_STATEMENTS = (*_CHOICES, "unable", "draw")


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
    its parts: the title of what it is called after, and its own; without a place, the title of the object whose rules offer a
    choice.
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
    """An event for programs that count: `round`, `kind`, `player`, `rule` and `data` as there.

    It has no words: its data lack what was offered, said, and why something could not be done.
    """

    round: int
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
        visible_entries = enumerate(self._visible_entries(entries), last + 1)
        return [
            self._event(number, entry, sight) for number, (at, entry, sight) in visible_entries if number > since and at >= before
        ]

    def facts(self, entries: Sequence[Entry]) -> list[Fact]:
        """The events of the entries without their words, for a reader who may see everything."""
        return [self._fact(entry, sight) for _, entry, sight in self._visible_entries(entries)]

    def signatures(self, entries: Sequence[Entry]) -> list[tuple[object, ...]]:
        """The events of the entries by that alone in which the reader can tell them apart; quicker than the events."""
        return [self._signature(entry, sight) for _, entry, sight in self._visible_entries(entries)]

    def count_entries(self, entries: Sequence[Entry], number: int) -> int:
        """Return how many entries there are up to the event of a number above 0; all of them if there is none."""
        visible_entries = (at for at, _, _ in self._visible_entries(entries))
        return next(islice(visible_entries, number - 1, None), len(entries) - 1) + 1

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
        where, kind, (round_, *stack), *data = entry
        if kind in _CHOICES:
            player, option = data[:2]
            event = Told(player, {"option": option, "name": option.partition(" ")[0]})
        elif kind in ("unable", "say"):
            event = Told(data[0] if kind == "unable" else None, {})
        else:
            event = tell(sight, kind, stack, data)
        name = self.names.players[event.player] if event.player is not None else None
        if kind == "draw":
            return Fact(round_, kind, name, "", event.data)
        metadata = self.names.program.metadata
        site = metadata.decisions[where].site if kind in _NO_STATEMENTS else metadata.spots[where].site
        return Fact(round_, kind, name, site.rule, event.data)

    def _origin(self, entry: Entry, sight: Sight) -> tuple[m.Site | None, list[Bound], int]:
        """The site of an entry, the variables of which the reader may know, and how many frames were in flight."""
        where, kind, (_, *stack), *_ = entry
        r = self.names
        if kind in _NO_STATEMENTS:
            spot, in_hand = None, len(stack)
        else:
            spot = r.program.metadata.spots[where]
            in_hand = len(stack) - len(spot.bound)  # what the statement speaks of lies on top
        if spot is not None:
            site: m.Site | None = spot.site
            bound = [*bound_variables(r, stack[:in_hand]), *zip(spot.bound, stack[in_hand:], strict=True)]
        elif kind == "draw":
            site, bound = None, bound_variables(r, stack)
        else:
            site = r.program.decisions[where].site
            bound = [pair for _, variables in waiting(r, stack) for pair in variables]
        return site, sight.public(bound), in_hand

    def _signature(self, entry: Entry, sight: Sight) -> tuple[object, ...]:
        site, open_, _ = self._origin(entry, sight)
        _, kind, (_, *stack), *data = entry
        event = tell(sight, kind, stack, data)
        things = about(self.names, sight.s, [*open_, *event.bound], -1 if event.player is None else event.player)
        return kind, event.player, site and site.title, event.data, things

    def _event(self, number: int, entry: Entry, sight: Sight) -> Event:
        _, kind, (round_, *stack), *data = entry
        r = self.names
        site, open_, in_hand = self._origin(entry, sight)
        event = tell(sight, kind, stack, data)
        at = place(open_)
        things = about(r, sight.s, [*open_, *event.bound], -1 if event.player is None else event.player)
        player = r.players[event.player] if event.player is not None else None
        is_choice = kind in _NO_STATEMENTS and kind != "draw"
        asks = asking(r, [asked_at for asked_at, _ in waiting(r, stack)]) if is_choice and at is None else None
        titles = r.titles(sight.s, *at) if at is not None else [asks.title] if asks is not None else []
        return Event(
            number=number,
            kind=kind,
            text=r.english.render(r.english.event(kind, player, site.title if site is not None else "", event.data)),
            player=player,
            rule=site.rule if site is not None else "",
            title=site.title if site is not None else "",
            see=site.see if site is not None else None,
            file=site.span.file if site is not None else "",
            line=site.span.line if site is not None else 0,
            data=event.data,
            round=round_,
            phase=current_phase(r, stack[:in_hand]),
            about=things,
            place=r.title(sight.s, *at) if at is not None else None,
            place_titles=(*titles,),
        )


class Standing(Record):
    """The standing of a player or a team, of which `score` and `tie_break` are the sums over its members.

    `place` counts from 1, and equals share one. Whoever cannot win stands behind all who can.
    """

    place: int
    players: tuple[str, ...]
    score: int
    tie_break: int
    may_win: bool

    @property
    def has_won(self) -> bool:
        return self.may_win and self.place == 1


class Result(Record):
    """The result of a game: the best first, equals by seat. `reason` is what the rules said on ending it, if anything."""

    standings: tuple[Standing, ...]
    reason: str | None = None

    @property
    def winning(self) -> tuple[Standing, ...]:
        """The winners; several where they share it, nobody where all have lost."""
        return tuple(standing for standing in self.standings if standing.has_won)

    @property
    def winners(self) -> frozenset[str]:
        """The players who have won, members of teams each for themselves."""
        return frozenset(name for standing in self.winning for name in standing.players)

    @property
    def is_lost(self) -> bool:
        """Return whether everybody has lost."""
        return not self.winning

    def data(self, labels: Mapping[str, str]) -> dict[str, Any]:
        """As JSON data (schemas/view)."""
        standings = [
            {**asdict(standing), "players": list(standing.players), "has_won": standing.has_won} for standing in self.standings
        ]
        return {"standings": standings, "lost": self.is_lost, "reason": self.reason, "text": self.render(labels)}

    def render(self, labels: Mapping[str, str]) -> str:
        """The sentence for people, whom `labels` call by what they are called."""
        return plain(self.spans(labels))

    def spans(self, labels: Mapping[str, str]) -> list[Span]:
        """The same as words and players."""
        outcome = self._outcome({name: {"name": name, "title": label} for name, label in labels.items()})
        return [*outcome, f": {self.reason}"] if self.reason else outcome

    def _outcome(self, called: Mapping[str, Thing]) -> list[Span]:
        if self.is_lost:
            players = [name for standing in self.standings for name in standing.players]
            return [called[players[0]] if len(players) == 1 else "Everybody", " has lost"]
        best, *shares = self.winning
        winners = [called[name] for standing in self.winning for name in standing.players]
        between = ["", *[", "] * (len(winners) - 2), " and "][: len(winners)]
        names: list[Span] = [span for pair in zip(between, winners, strict=True) for span in pair]
        if shares:
            return [*names, f" share the win with {best.score}"]
        wins = " wins" if len(best.players) == 1 else " win together"
        others = [standing for standing in self.standings if not standing.has_won]
        by = ", by the tie-break" if any(other.may_win and other.score == best.score for other in others) else ""
        if len(others) == 1:
            return [*names, f"{wins}, {best.score} to {others[0].score}{by}"]
        return [*names, f"{wins} with {best.score}{by}"]


class Merits(NamedTuple):
    """The merits that decide the order of players, the weightiest first."""

    may_win: bool
    score: int
    tie_break: int


def standings(values: Mapping[str, Callable[..., int]], s: list[int], players: Sequence[str]) -> tuple[Standing, ...]:
    """The standings in a state, the best first. `values` are the rules' own functions of a state and a seat.

    Who is of no team, `none` or a number below 0, plays alone.
    """
    score, tie_break, team, may_win = map(values.get, ("score", "tie_break", "team", "may_win"))
    assert score is not None
    teams: dict[tuple[str, int], list[int]] = {}
    for seat in range(len(players)):
        number = team(s, seat) if team is not None else -1
        teams.setdefault(("team", number) if number >= 0 else ("alone", seat), []).append(seat)
    merits = {
        tuple(players[seat] for seat in seats): Merits(
            all(may_win is None or may_win(s, seat) for seat in seats),
            sum(score(s, seat) for seat in seats),
            sum(tie_break(s, seat) for seat in seats) if tie_break is not None else 0,
        )
        for seats in teams.values()
    }
    return rank(merits)


def rank(merits: Mapping[tuple[str, ...], Merits]) -> tuple[Standing, ...]:
    """The standings of players or teams by their merits, the best first; equals in the order of the mapping."""
    ranked = sorted(merits.values(), reverse=True)
    standings = [Standing(1 + ranked.index(own), side, own.score, own.tie_break, own.may_win) for side, own in merits.items()]
    return tuple(sorted(standings, key=lambda standing: standing.place))


class Teller:
    """`entries` are what has been told until now, by the `names` of the program that tells; `upto` is how many choices have been
    made by then, -1 before the beginning is told. A `brief` one tells nothing but facts.
    """

    def __init__(self, program: Program, names: Names, history: History, upto: int = -1, *, is_brief: bool = False) -> None:
        self.names = names.for_program(program)
        self.entries: list[Entry] = []
        self.upto = max(history.first - 1, upto)
        self._quiet = names.program
        self._history = history
        self._is_brief = is_brief
        self._begins: list[int] = []  # how many entries there were before each choice was told, the beginning among them
        self._since = self.upto  # entries up to here have been forgotten
        self._machine: Machine | None = None

    def tell(self, moves: Sequence[Move], limits: Limits) -> None:
        """Goes on to where all these choices have been made. What takes more than the limits, or breaks, it leaves out."""
        while self.upto < len(moves):
            machine, at = self._machine or self._replay_machine(moves), self.upto
            machine.limits = limits
            self._begins.append(len(self.entries))
            self._machine, self.upto = machine, at + 1
            try:
                if at < self._history.first:
                    machine.run()
                else:
                    machine.player = self._history.player(at)
                    machine.run(moves[at])
            except (RuleFault, LogFull):
                self._machine = None

    def count_told(self, number: int) -> int:
        """Return how many of the entries had been told when so many choices had been made."""
        at = number - self._since
        return self._begins[at] if at < len(self._begins) else len(self.entries)

    def go_back(self, number: int) -> None:
        """Forgets what came after so many choices."""
        if self.upto > number:
            if number < self._since:
                self.begin_anew()
            else:
                del self.entries[self.count_told(number) :]
                del self._begins[number - self._since :]
                self.upto, self._machine = number, None

    def forget(self) -> None:
        """Lets go of the entries; those to come follow on them."""
        self.entries.clear()
        self._begins.clear()
        self._since = self.upto

    @property
    def is_whole(self) -> bool:
        """Return whether nothing has been forgotten."""
        return self._since < self._history.first

    def begin_anew(self) -> None:
        self.forget()
        self.upto = self._since = self._history.first - 1
        self._machine = None

    def copy(self, history: History) -> Teller:
        """An equal one for a copy of the game."""
        twin = Teller.__new__(Teller)
        twin.names, twin._quiet, twin._history, twin._is_brief = self.names, self._quiet, history, self._is_brief
        twin.entries, twin._begins = self.entries[:], self._begins[:]
        twin.upto, twin._since, twin._machine = self.upto, self._since, None
        if self._machine is not None:
            twin._machine = twin._speaking(self._machine.copy())
            twin._machine.fixed = self._machine.fixed[:]
        return twin

    def _replay_machine(self, moves: Sequence[Move]) -> Machine:
        """A machine that tells, after as many choices as have been told."""
        if self.upto < self._history.first:
            machine = Machine.begin(self.names.program)
            put_back(machine, self._history.moments[0])
        else:
            quiet = Machine.begin(self._quiet)
            self._history.restore(quiet, moves, self.upto)
            machine = quiet.copy(self.names.program)
            machine.fixed = quiet.fixed
        return self._speaking(machine)

    def _speaking(self, machine: Machine) -> Machine:
        """Gives the machine words for what it has to tell."""
        names = self.names

        def wording(player: int) -> Wording:
            return Wording(machine.program, names, machine.s, frame_for_seat(machine, player), player)

        def describe(_: int, player: int, move: Move) -> tuple[str, Offer]:
            said = wording(player)
            return said.id(move), said.offer(move)

        def reasons(player: int, move: Move) -> tuple[Ground, ...]:
            decision = Decision(machine, names, player)
            return tuple(reason.ground for reason in decision.why_not(decision.render_id(move)))

        def errand(_: int, player: int) -> Errand:
            said = Wording(machine.program, names, machine.s[:], frame_for_seat(machine, player), player)  # as it is now
            return cache(lambda: {**said.errand(), "reasons": find_impediments(said)})

        machine.log = self.entries
        machine.called = names.name_drawn
        if self._is_brief:
            no_offer: Offer = {"words": [], "effects": [], "pays": {}, "apart": []}
            machine.describe = lambda _, player, move: (wording(player).id(move), no_offer)
            return machine
        machine.describe = describe
        machine.errand = errand
        machine.reasons = reasons
        machine.spell = lambda words: names.words(machine.s, words)
        return machine
