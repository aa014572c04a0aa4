"""Summarise what each action reveals, wherever it is called.

An action is looked into once. What it tells of what it is given, and of whether it is done at all, is kept with it, and asked
for wherever it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from caylus import model as m
from caylus.analysis.suspension import Suspension
from caylus.limits import MOST_WAYS_OPEN
from caylus.model.access import Gaining, access
from caylus.model.walk import free_variables, statements, substitute

from . import sinks
from .formulas import Formulas, frozen
from .labels import PUBLIC, Label, Labels, Step, Unknown, along, join, later
from .ledger import Ledger, Telling
from .readers import Binding, Context, Opened, Places, Readers
from .sinks import Sink
from .writes import Writes, remove_list_secret


class Scope(NamedTuple):
    """The scope of a statement: the label it is done under, the facts there, the `repeat` that a `stop` leaves."""

    under: Label = PUBLIC
    context: Context = Context()
    loop: Unknown | None = None


@dataclass(slots=True)
class Summary:
    """The leaks of an action, by its unknowns: `under`, and its parameters (whole and facet)."""

    under: Unknown
    passed: dict[Unknown, tuple[int, bool]]
    telling: Telling = field(default_factory=dict)
    taken: dict[tuple[m.Variable, m.ListMembers], Sink] = field(default_factory=dict)


class Handed(NamedTuple):
    """The label of what a parameter is given at one place, and the parameters that there hold what the caller names so."""

    label: Label
    called: dict[m.Expr | None, m.Variable]


@dataclass(slots=True)
class Calls:
    """`body` tells what a body tells; `given` is on what it rests what each parameter is given anywhere, and `handed` keeps
    that apart for each place.
    """

    model: m.Model
    formulas: Formulas
    places: Places
    ledger: Ledger
    writes: Writes
    gaining: Gaining
    body: Callable[[m.Body, Scope], object]
    given: dict[Unknown, Label] = field(default_factory=dict)
    handed: dict[Unknown, list[Handed]] = field(default_factory=dict)
    _summaries: dict[tuple[m.Action, frozenset[Opened]], Summary] = field(default_factory=dict)
    _ways: Counter[m.Action] = field(default_factory=Counter)
    _begun: set[m.Action] = field(default_factory=set)

    def all(self) -> None:
        """Looks into the game, and into what nothing in it does."""
        self._summary(self.model.start)
        in_game = self._called_actions(self.model.start)
        others = [action for action in self.model.actions.values() if action not in in_game]
        inner = {done for action in others for done in self._called_actions(action) if done is not action}
        for action in others:
            if action not in inner:
                self.writes.earlier.done.clear()
                self._summary(action)

    def _called_actions(self, start: m.Action) -> set[m.Action]:
        """An action, and all that are done with it."""
        found = {start}
        waiting = [start]
        while waiting:
            for statement in statements(waiting.pop().body):
                done = [*access(statement).actions(), *self.gaining.triggered_actions(statement)]
                waiting += [action for action in done if action not in found]
                found.update(done)
        return found

    def _summary(self, action: m.Action, opened: frozenset[Opened] = frozenset()) -> Summary:
        key = (action, opened if (action, opened) in self._summaries or self._ways[action] < MOST_WAYS_OPEN else frozenset())
        if key not in self._summaries:
            self._ways[action] += 1
            outside, self.ledger.telling, self.ledger.taken = (self.ledger.telling, self.ledger.taken), {}, {}
            summary = self._summaries[key] = Summary(Unknown(action.name), {})
            for at, param in enumerate(action.params):
                whole, facet = Unknown(param.name), Unknown(param.name)
                summary.passed |= {whole: (at, False), facet: (at, True)}
                self.places.bind(param, Binding(Labels({whole: ()}, {facet: ()})))
                self.writes.given.add(param)
            body = self._body_without_closing() if action is self.model.start else action.body
            self._begun.add(action)
            self.body(body, Scope({summary.under: ()}, Context(opened=key[1])))
            self._begun.discard(action)
            self.ledger.settle_lots()
            for (unknown, to, code), told in self.ledger.telling.items():
                if unknown is summary.under or unknown in summary.passed:
                    summary.telling.setdefault((unknown, _outside(to, action), code), told)
            summary.taken = self.ledger.taken
            self.ledger.telling, self.ledger.taken = outside
        return self._summaries[key]

    def _body_without_closing(self) -> m.Body:
        """The game without what is done when nobody will be asked anything any more: that is seen when all lies open."""
        body = self.model.start.body
        asks = Suspension(self.gaining).statement
        last = max((i for i, statement in enumerate(body) if asks(statement)), default=-1)
        return body[: last + 1]

    def do(self, action: m.Action, arguments: tuple[m.Expr, ...], scope: Scope, site: m.Site) -> None:
        context = scope.context
        labels = [self.formulas.labels_of(argument, context) for argument in arguments]
        paths = dict(zip(action.params, arguments, strict=True))
        summary = self._summary(action, self._opened_paths(paths, context))
        if action.is_phase:
            self.ledger.tell(scope.under, "all", sinks.sink_of_phase(action, site))
        step = Step(site.span, f"`{action.name}` is done with it here")
        called = {self.places.canonical(argument, context.facts): param for param, argument in paths.items()}
        for param, argument in paths.items():
            self.places.note_source(_rename_list(self.formulas.find_source(argument, context), called), param)
        for unknown, (at, is_facet) in summary.passed.items():
            label = frozen(labels[at].facet if is_facet else labels[at].whole)
            self.given[unknown] = join(self.given.get(unknown, PUBLIC), label)
            self.handed.setdefault(unknown, []).append(Handed(label, called))
        for (unknown, to, _), told in summary.telling.items():
            if unknown is summary.under:
                label = scope.under
            else:
                at, is_facet = summary.passed[unknown]
                label = labels[at].facet if is_facet else labels[at].whole
                if told.sink.code == "E1005":
                    within = self.formulas.containing_list(arguments[at], context)
                    label = remove_list_secret(label, within.list if isinstance(within, m.ListMembers) else None)
            reader = self._reader(to, paths, context)
            self.ledger.tell(along(label, step, *told.trail), reader, told.sink, context.facts)
        for (param, place), sink in summary.taken.items():
            self._takes(paths[param], substitute(place, paths), sink, scope, step)

    def _opened_paths(self, paths: dict[m.Variable, m.Expr], context: Context) -> frozenset[Opened]:
        """The paths that are open while an action is done, as it is called there."""
        if not context.opened:
            return context.opened
        called: dict[m.Expr | None, m.Expr | None] = {None: None}
        for param, argument in paths.items():
            called.setdefault(self.places.canonical(argument, context.facts), m.Local(param))
        found = set()
        for thing, of, to in context.opened:
            of_all = of if isinstance(of, m.AllOf) or (isinstance(of, m.ListMembers) and of.object is None) else called.get(of)
            if (of is None) == (of_all is None) and to in called:
                found.add(Opened(thing, of_all, called[to]))
        return frozenset(found)

    def _takes(self, member: m.Expr, place: m.Expr, sink: Sink, scope: Scope, step: Step) -> None:
        """An action takes what it is given out of a list: it had better lie there."""
        assert isinstance(place, m.ListMembers)
        if self.writes.is_pick(member, place, scope.context):
            return
        if isinstance(member, m.Local) and member.variable in self.writes.given:
            self.ledger.taken.setdefault((member.variable, place), sink)
            return
        self.ledger.tell(along(self.formulas.whole(place, scope.context), step), "all", sink, scope.context.facts)

    def _reader(self, to: Readers, paths: dict[m.Variable, m.Expr], context: Context) -> Readers:
        return to if isinstance(to, str) else self.places.canonical(substitute(to, paths), context.facts) or "someone"

    def check_triggers(self, s: m.Transfer, scope: Scope) -> None:
        """Check the triggers of a gain: they reveal that something was gained, and may set off more triggers."""
        for action in self.gaining.triggered_actions(s):
            whole, context = self.formulas.whole, scope.context
            gained = join(scope.under, whole(s.player, context), whole(s.payment, context))
            self.ledger.tell(gained, "all", sinks.sink_of_trigger(s.site, action.site.rule), context.facts)
            if action not in self._begun:
                self.do(action, (s.player, s.payment), Scope(later(scope.under), context._replace(opened=frozenset())), s.site)


def _outside(to: Readers, action: m.Action) -> Readers:
    """Readers as whoever does the action can speak of them."""
    if isinstance(to, str) or all(variable in action.params for variable in free_variables(to)):
        return to
    return "someone"


def _rename_list(source: m.Expr | None, called: dict[m.Expr | None, m.Variable]) -> m.Expr | None:
    """A list as an action calls it that is given what `called` names; None where it cannot speak of it."""
    if not isinstance(source, m.ListMembers) or source.object is None:
        return source
    return replace(source, object=m.Local(called[source.object])) if source.object in called else None
