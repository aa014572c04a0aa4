"""Check what changes reveal: of resources, states and lists, and of members that move between lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from caylus import model as m

from . import sinks
from .earlier import Earlier
from .formulas import Formulas
from .labels import Label, Secret, join, without_picks
from .ledger import Ledger
from .readers import Context, Places, Readers

Statement = m.Assign | m.Adjust | m.AddTo | m.RemoveFrom | m.Put | m.Rearrange | m.Reveal


@dataclass(slots=True)
class Writes:
    """Statements that change what is on the table, each under a label of what has to hold for it to be done."""

    formulas: Formulas
    places: Places
    ledger: Ledger
    earlier: Earlier
    given: set[m.Variable] = field(default_factory=set)
    """What actions are given."""

    def statement(self, s: Statement, under: Label, context: Context) -> None:
        self._tell_change(s, under, context)
        self.earlier.note(s, not any(isinstance(atom, Secret) for atom in under))

    def _tell_change(self, s: Statement, under: Label, context: Context) -> None:
        match s:
            case m.Assign(target=target, value=value) | m.Adjust(target=target, amount=value):
                self._assign(target, value, under, context, s.site)
            case m.AddTo(target=target, member=member):
                path = join(under, self.formulas.whole(target.object, context))
                self._tell(
                    join(path, self.formulas.facet(member, context)), "all", sinks.sink_of_write(target.list, s.site), context
                )
                label = join(path, self.formulas.whole(member, context))
                self._tell(label, self._readers(target, context), sinks.sink_of_write(target.list, s.site), context)
                if self.earlier.may_hold(s, context):
                    there = self.places.secrets(target.list, target.object, context)
                    self._tell(there, "all", sinks.sink_of_adding(target.list, s.site), context)
            case m.RemoveFrom(target=target, member=member):
                self._check_move(member, target, None, under, context, s.site)
            case m.Put(member=member, source=source, target=target):
                self._check_move(member, source, target, under, context, s.site)
            case m.Rearrange(verb=verb, target=target, by=order):
                path = join(under, self.formulas.whole(target.object, context))
                sink = sinks.sink_of_draw(s.site) if verb == "shuffle" else sinks.sink_of_write(target.list, s.site)
                self._tell(path, "all", sink, context)
                self._tell(self.formulas.whole(order, context), self._readers(target, context), sink, context)
            case m.Reveal(target=target, to=to):
                things = target.resources if isinstance(target, m.Holding) else (state_at_place(target),)
                path = join(under, self.formulas.way_to(target, context), self.formulas.whole(to, context))
                for thing in things:
                    self._tell(path, "all", sinks.sink_of_write(thing, s.site), context)
            case _:
                assert_never(s)

    def _tell(self, label: Label, to: Readers, sink: sinks.Sink, context: Context) -> None:
        self.ledger.tell(label, to, sink, context.facts)

    # ---- numbers and states

    def transfer(self, s: m.Transfer, under: Label, context: Context) -> None:
        """Gaining, losing and paying: everybody sees what becomes of resources that all may see."""
        label = join(under, self.formulas.whole(s.player, context), self.formulas.whole(s.payment, context))
        for resource in self.formulas.resources(s.payment):
            if resource.supply is None:
                self._change(resource, s.player, label, context, s.site)
                continue
            source, target = (resource.supply, resource) if s.verb == "gain" else (resource, resource.supply)
            moved = join(label, self.places.secrets(source, s.player, context))
            self._change(source, s.player, label, context, s.site)
            self._change(target, s.player, moved, context, s.site)

    def _change(self, resource: m.Resource, player: m.Expr, label: Label, context: Context, site: m.Site) -> None:
        sink = sinks.sink_of_count(resource, site) if resource.audience.counted else sinks.sink_of_write(resource, site)
        self._tell(label, self.places.readers(resource, player, context.facts), sink, context)

    def _assign(self, target: m.Read | m.Holding, value: m.Expr, under: Label, context: Context, site: m.Site) -> None:
        written = self.formulas.labels_of(value, context)
        if isinstance(target, m.Holding):
            label = join(under, self.formulas.way_to(target, context), written.whole)
            for resource in target.resources:
                self._change(resource, target.player, label, context, site)
            return
        path = join(under, self.formulas.way_to(target, context))
        sink = sinks.sink_of_write(target.state, site)
        if target.type.base == "object":
            self._tell(join(path, written.facet), "all", sink, context)
        if self.earlier.may_lie_open(target.state):
            self._tell(without_picks(path), "all", sinks.sink_of_covering(target.state, site), context)
        self._tell(join(path, written.whole), self._readers(target, context), sink, context)

    def _readers(self, place: m.Read | m.ListMembers, context: Context) -> Readers:
        """The readers of what is written there."""
        if isinstance(place, m.ListMembers):
            return self.places.readers(place.list, place.object, context.facts)
        _, in_row = self.places.hidden_row_label(place.state, place.object, context.facts)
        return "nobody" if in_row == "nobody" else self.places.readers(place.state, place.object, context.facts)

    # ---- what is moved

    def _check_move(
        self,
        member: m.Expr | None,
        source: m.ListMembers | m.Read,
        target: m.ListMembers | m.Read | None,
        under: Label,
        context: Context,
        site: m.Site,
    ) -> None:
        """Everybody sees from where to where, and how many. Which one it is, those learn who see either place: a pick is no
        more than that, whatever else tells how it was found.
        """
        path = join(under, self.formulas.way_to(source, context), self.formulas.way_to(target, context))
        self._tell(path, "all", sinks.sink_of_write(state_at_place(target or source), site), context)
        if member is None:
            return
        found = self.formulas.whole(member, context)
        readers = [self._readers(place, context) for place in (source, target) if place is not None]
        sink = sinks.sink_of_pick(site)._replace(thing=state_at_place(target or source))
        own = self.formulas.whole(source, context)
        self._tell(without_picks(self.formulas.facet(member, context)), "all", sink, context)
        if self.is_pick(member, source, context):
            found = remove_list_secret(found, state_at_place(source))
            self._tell(found, _union_of_readers(readers), sink, context)
        elif isinstance(member, m.Local) and member.variable in self.given and isinstance(source, m.ListMembers):
            self._tell(found, _union_of_readers(readers), sink, context)
            self.ledger.taken.setdefault((member.variable, source), sink)
        else:
            self._tell(join(found, own), "all", sink, context)

    def shows(self, s: m.Put, context: Context) -> bool:
        """Return whether everybody sees what is put: it comes from, or goes to, where all may see it."""
        return "all" in [self._readers(place, context) for place in (s.source, s.target)]

    def is_pick(self, member: m.Expr, source: m.ListMembers | m.Read, context: Context) -> bool:
        """Return whether it is surely one of those that lie there, and nothing but itself says which."""
        if not isinstance(source, m.ListMembers):
            return member == source
        place = self.places.canonical(source, context.facts)
        return place is not None and self.formulas.containing_list(member, context) == place


def state_at_place(place: m.ListMembers | m.Read) -> m.ListState | m.State:
    return place.list if isinstance(place, m.ListMembers) else place.state


def remove_list_secret(label: Label, thing: object) -> Label:
    """The label of a member of a list, but for what it tells of that list."""
    return {atom: trail for atom, trail in label.items() if not (isinstance(atom, Secret) and atom.thing is thing)}


def _union_of_readers(readers: list[Readers]) -> Readers:
    """Those who see any of several places."""
    some = {reader for reader in readers if reader != "nobody"}
    if len(some) > 1:
        return "all" if "all" in some else "someone"
    return some.pop() if some else "nobody"
