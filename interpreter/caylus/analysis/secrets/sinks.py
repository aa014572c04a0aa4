"""Describe the places where a secret can come out, and record what an action reveals there, and to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector, Note, Span

from .labels import NO_FACTS, Facts, Hidden, Label, Places, Readers, Secret, Trail, Unknown, along


class Sink(NamedTuple):
    """A place where something is told: `message` goes on with "of the hidden …". `prints`: what is counted is shown, too."""

    code: str
    span: Span
    message: str
    help: str
    label: str
    prints: bool
    thing: object


class Leak(NamedTuple):
    """The message of a sink, the same wherever the sink is; `{name}` in it stands for the thing that is named there."""

    code: str
    message: str
    help: str
    label: str
    prints: bool = False

    def at(self, site: m.Site, name: str = "", thing: Hidden | None = None) -> Sink:
        message, help = (text.replace("{name}", name) for text in (self.message, self.help))
        return Sink(self.code, site.span, message, help, self.label, self.prints, thing)


_SAY = "`reveal {secret}`"
_LIST = Leak("E1001", "what lies in `{name}` tells", _SAY, "more than one player sees this")
_VALUE = _LIST._replace(message="what becomes of `{name}` tells")
ADDED = Leak("E1001", "that it is added, or lies there already, tells",
    "add only what is surely not there: ask `where … is not in {secret}` first, `clear {secret}`, or move it with `put`",
    "everybody counts them")  # fmt: skip
COVERED = Leak("E1001", "that `{name}` lies open no more tells",
    "what was revealed lies open until it is set: set `{name}` for everybody first, "
    "or reveal what it comes to, `let shown = reveal ….{name}`, which lays nothing open", "everybody sees it go")  # fmt: skip
FILLED = Leak("E1001", "whether `{name}` holds anything tells",
    "let it hold something in any case: `set` it before, and keep a number within its row, as in `min(…, 5)`; "
    "or `reveal {secret}`", "everybody sees whether it holds anything")  # fmt: skip
PHASE = Leak("E1001", "that `{name}` begins tells", _SAY, "everybody sees it begin")
END = Leak("E1001", "that the game ends here, or goes on, tells", _SAY, "everybody sees it end")
COUNTED = Leak("E1006", "everybody counts `{name}`, and so is told",
    "let it change by what everybody knows, or by `reveal {secret}`", "everybody sees how much")  # fmt: skip
MESSAGE = Leak("E1002", "these words tell", "`reveal {secret}` first", "everybody reads this", True)
QUESTION = Leak("E1002", "the words that ask tell whoever decides",
    "show it first: `reveal {secret} to` whoever decides; or leave it out", "read by who decides", True)  # fmt: skip
REASON = Leak("E1002", "the reason tells whoever chooses", "show it first: `reveal {secret} to` whoever chooses; or leave it out",
    "read by who asks why", True)  # fmt: skip
OPTION_TEXT = REASON._replace(message="the words of an option tell whoever chooses", label="read by who chooses")
NAME = Leak("E1001", "that `{name}` was chosen, which everybody is told, tells",
    "make what it does a choice within one option: `option {name}(n in 1 to 3) { … }`", "its name tells")  # fmt: skip
ASKED = Leak("E1003", "who is asked tells", "ask it in a `require` of the option: then everybody is asked",
    "everybody sees that somebody is asked")  # fmt: skip
PASSED_OVER = Leak("E1003", "whether there is anything to choose from tells",
    "write `may choose`, or add an option that asks for nothing: then somebody is asked in any case",
    "asked, or else passed over")  # fmt: skip
LAPSE = Leak("E1011", "that this choice comes to nothing tells",
    "let no player change what another's choice asks for; or let all choose into a state of their own, "
    "and say behind the loop what comes of it", "everybody is told when it comes to nothing")  # fmt: skip
FAILURE = Leak("E1010", "that a rule breaks here, or does not, tells",
    "keep the hidden number within bounds, as in `number from 0 to 9` or `min({secret}, 9)`",
    "this may go out of bounds")  # fmt: skip
LISTING = Leak("E1004", "what there is to choose from tells whoever chooses",
    "let it rest on what whoever chooses may know, or `reveal {secret}`", "offered or not")  # fmt: skip
AUTOMATON = Leak("E1009", "what `{name}` goes by tells",
    "let it go by what `{name}` may know, or show it first: `reveal {secret} to {name}`",
    "the player there does not know it")  # fmt: skip
PICK = Leak("E1005", "which one is moved tells",
    "let somebody choose it; or show it first: `let found = reveal first … in {secret} where …`, then `put found from …`; "
    "of a hand take it by its place or by lot, from a player who has a name: `let victim = …`",
    "whoever sees it come learns it")  # fmt: skip
DRAW = Leak("E1007", "that lots are drawn tells", "draw lots in any case, or `reveal {secret}`", "lots are drawn here")
TRIGGER = Leak("E1008", "what `{name}` does after gaining tells", _SAY, "this sets it off")


def sink_of_write(thing: Hidden, site: m.Site) -> Sink:
    """A change that more people see than may know what it rests on."""
    return (_LIST if isinstance(thing, m.ListState) else _VALUE).at(site, thing.name, thing)


def report(collector: Collector, sink: Sink, secret: Secret, trail: Trail) -> None:
    """One error, with the way from where it is declared hidden."""
    thing = secret.thing
    name = _render_secret(secret)
    notes = [Note(f"`{thing.name}` is hidden here", thing.span), *(Note(step.words, step.span) for step in trail)]
    help = sink.help.replace("{secret}", name)
    if help.startswith("`reveal"):
        asks = next((step for step in reversed(trail) if step.asks), None)
        word = f"`if {help[1:]}" if asks is not None else help
        help = f"if everybody may know it, say so: {word}"
    collector.error(sink.code, sink.span, f"{sink.message} of the hidden `{name}`", sink.label, notes=notes, help=help)


def _render_secret(secret: Secret) -> str:
    """The secret as the rules write it, where they say whose it is."""
    reader = secret.reader
    if isinstance(reader, m.Local) and not isinstance(secret.thing, m.Row):
        return f"{reader.variable.name}.{secret.thing.name}"
    return secret.thing.name


class Told(NamedTuple):
    """A place where something comes out, and the way there."""

    sink: Sink
    trail: Trail


Telling = dict[tuple[Unknown, Readers, str], Told]
"""Of what is not known yet: to whom it is told, the first place for each code."""


@dataclass(slots=True)
class Ledger:
    """`telling` and `taken` are kept for the action at hand: what it takes out of a list though it was only given it.
    `lots` are those that turned out to be seen by one player or none, with who that is.
    """

    places: Places
    collector: Collector
    telling: Telling = field(default_factory=dict)
    taken: dict[tuple[m.Variable, m.ListMembers], Sink] = field(default_factory=dict)
    lots: dict[Unknown, Readers] = field(default_factory=dict)
    _reported: set[tuple[Hidden, str, int]] = field(default_factory=set)

    def tell(self, label: Label, to: Readers, sink: Sink, facts: Facts = NO_FACTS) -> None:
        """Record that these readers learn what depends on a label."""
        for atom, trail in label.items():
            if isinstance(atom, Unknown):
                key = atom, to, sink.code
                if key not in self.telling or self.telling[key].sink.label == FILLED.label:  # which tells the least
                    self.telling[key] = Told(sink, trail)
            elif not (to == "nobody" or (atom.is_counted and not sink.prints) or self._knows(to, atom, facts)):
                self._leak(sink, atom, trail)

    def label_for_reader(self, reader: Readers, label: Label, facts: Facts) -> Label:
        """The part of a label that a reader may know, or may turn out to."""
        return {a: trail for a, trail in label.items() if isinstance(a, Unknown) or a.is_counted or self._knows(reader, a, facts)}

    def _knows(self, to: Readers, secret: Secret, facts: Facts) -> bool:
        return secret.reader is not None and self.places.canonical(secret.reader, facts) == to

    def _leak(self, sink: Sink, secret: Secret, trail: Trail) -> None:
        key = (secret.thing, sink.span.file, sink.span.line)
        if key not in self._reported:
            self._reported.add(key)
            report(self.collector, sink, secret, trail)

    # ---- what is not known yet becomes known

    def settle(self, unknown: Unknown, label: Label, facts: Facts = NO_FACTS) -> None:
        """It rests on a label."""
        for (_, to, _), disclosure in self._collect_told([unknown]):
            self.tell(along(label, *disclosure.trail), to, disclosure.sink, facts)

    def settle_choice(self, unknowns: Iterable[Unknown]) -> tuple[set[Unknown], set[Unknown], set[Unknown]]:
        """Of which parts of a choice anything comes, which all learn of, and of which of those nothing but whether a place holds
        anything.
        """
        disclosures = self._collect_told(unknowns)
        open_unknowns = {unknown for (unknown, to, _), _ in disclosures if to == "all"}
        plain = {unknown for (unknown, to, _), one in disclosures if to == "all" and one.sink.label != FILLED.label}
        return {unknown for (unknown, _, _), _ in disclosures}, open_unknowns, open_unknowns - plain

    def settle_lots(self) -> None:
        """Settle draws: a draw is told to one player, to none, or to all, but never to several."""
        lots = dict.fromkeys(unknown for unknown, _, _ in self.telling if unknown.is_lot)
        for lot in lots:
            disclosures = self._collect_told([lot])
            unseen = [
                disclosure.sink for (_, to, _), disclosure in disclosures if to != "all" and disclosure.sink.thing is not None
            ]
            if not unseen:
                continue
            first, *_ = unseen
            assert isinstance(first.thing, (m.Resource, m.State, m.ListState, m.Row))
            reader = self.lots[lot] = next(to for (_, to, _), disclosure in disclosures if disclosure.sink is first)
            for (_, to, _), disclosure in disclosures:
                if to != reader:
                    self._leak(disclosure.sink, Secret(first.thing, None), disclosure.trail)

    def _collect_told(self, unknowns: Iterable[Unknown]) -> list[tuple[tuple[Unknown, Readers, str], Told]]:
        among = set(unknowns)
        disclosures = [(key, disclosure) for key, disclosure in self.telling.items() if key[0] in among]
        for key, _ in disclosures:
            del self.telling[key]
        return disclosures
