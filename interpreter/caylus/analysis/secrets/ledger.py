"""Record what an action reveals and to whom: at once if the secret is known, otherwise when the action is called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector

from .labels import Hidden, Label, Secret, Trail, Unknown, along
from .readers import NO_FACTS, Facts, Places, Readers
from .sinks import Sink, report


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
                self.telling.setdefault((atom, to, sink.code), Told(sink, trail))
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
        for (_, to, _), told in self._collect_told([unknown]):
            self.tell(along(label, *told.trail), to, told.sink, facts)

    def settle_choice(self, made: Iterable[Unknown]) -> tuple[set[Unknown], set[Unknown]]:
        """Of which parts of a choice anything comes, and which all learn of."""
        taken = self._collect_told(made)
        return {unknown for (unknown, _, _), _ in taken}, {unknown for (unknown, to, _), _ in taken if to == "all"}

    def settle_lots(self) -> None:
        """Settle draws: a draw is told to one player, to none, or to all, but never to several."""
        lots = dict.fromkeys(unknown for unknown, _, _ in self.telling if unknown.is_lot)
        for lot in lots:
            taken = self._collect_told([lot])
            unseen = [told.sink for (_, to, _), told in taken if to != "all" and told.sink.thing is not None]
            if not unseen:
                continue
            first, *_ = unseen
            assert isinstance(first.thing, (m.Resource, m.State, m.ListState, m.Row))
            reader = self.lots[lot] = next(to for (_, to, _), told in taken if told.sink is first)
            for (_, to, _), told in taken:
                if to != reader:
                    self._leak(told.sink, Secret(first.thing, None), told.trail)

    def _collect_told(self, unknowns: Iterable[Unknown]) -> list[tuple[tuple[Unknown, Readers, str], Told]]:
        among = set(unknowns)
        found = [(key, told) for key, told in self.telling.items() if key[0] in among]
        for key, _ in found:
            del self.telling[key]
        return found
