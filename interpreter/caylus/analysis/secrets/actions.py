"""What actions tell: statement by statement, under a label of what has to hold for each of them to be done.

An action is looked into once. What it tells of what it is given, and of whether it is done at all, is kept with it, and asked
for wherever it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.analysis.suspension import Suspension
from caylus.model.gaining import Gaining
from caylus.model.payment_choices import several_ways
from caylus.model.walk import children, free_variables, parts, statements, substitute, versions_of

from . import sinks
from .decisions import Decisions
from .formulas import Formulas, frozen
from .labels import PUBLIC, Label, Labels, Step, Unknown, along, join, later
from .ledger import Ledger, Telling
from .readers import Binding, Context, Opened, Places, Readers, is_lasting, without
from .sinks import Sink
from .writes import Writes, thing_at, unless_of

_EXPRESSIONS = get_args(m.Expr)
_DRAWS = (m.Shuffled, m.Random)


class Scope(NamedTuple):
    """Where a statement stands: what it is done under, what holds there, the `repeat` that a `stop` leaves."""

    under: Label = PUBLIC
    context: Context = Context()
    loop: Unknown | None = None


@dataclass(slots=True)
class Summary:
    """What an action tells, by what is not known of it: `under`, and its parameters (whole and facet)."""

    under: Unknown
    passed: dict[Unknown, tuple[int, bool]]
    telling: Telling = field(default_factory=dict)
    taken: dict[tuple[m.Variable, m.ListMembers], Sink] = field(default_factory=dict)


@dataclass(slots=True)
class Actions:
    """`given` is on what it rests what each parameter is given anywhere."""

    model: m.Model
    formulas: Formulas
    places: Places
    ledger: Ledger
    writes: Writes
    decisions: Decisions
    effects: RuleEffects
    gaining: Gaining
    given: dict[Unknown, Label] = field(default_factory=dict)
    _summaries: dict[tuple[m.Action, frozenset[Opened]], Summary] = field(default_factory=dict)
    _begun: set[m.Action] = field(default_factory=set)
    _stops: dict[Unknown, Label] = field(default_factory=dict)

    # ---- actions

    def all(self) -> None:
        """Looks into the game, and into what nothing in it does."""
        self.summary(self.model.start)
        in_game = self._done_in(self.model.start)
        others = [action for action in self.model.actions.values() if action not in in_game]
        inner = {done for action in others for done in self._done_in(action) if done is not action}
        for action in others:
            if action not in inner:
                self.summary(action)

    def _done_in(self, start: m.Action) -> set[m.Action]:
        """An action, and all that are done with it."""
        found = {start}
        waiting = [start]
        while waiting:
            for statement in statements(waiting.pop().body):
                match statement:
                    case m.Do(action=action):
                        done = [action]
                    case m.DoMember():
                        done = versions_of(statement)
                    case _:
                        done = self.gaining.set_off_by(statement)
                waiting += [action for action in done if action not in found]
                found.update(done)
        return found

    def summary(self, action: m.Action, opened: frozenset[Opened] = frozenset()) -> Summary:
        key = (action, opened)
        if key not in self._summaries:
            outside, self.ledger.telling, self.ledger.taken = (self.ledger.telling, self.ledger.taken), {}, {}
            summary = self._summaries[key] = Summary(Unknown(action.name), {})
            for at, param in enumerate(action.params):
                whole, facet = Unknown(param.name), Unknown(param.name)
                summary.passed |= {whole: (at, False), facet: (at, True)}
                self.places.bind(param, Binding(Labels({whole: ()}, {facet: ()})))
                self.writes.given.add(param)
            body = self._before_the_closing() if action is self.model.start else action.body
            self._begun.add(action)
            self.body(body, Scope({summary.under: ()}, Context(opened=opened)))
            self._begun.discard(action)
            self.ledger.settle_lots()
            for (unknown, to, code), told in self.ledger.telling.items():
                if unknown is summary.under or unknown in summary.passed:
                    summary.telling.setdefault((unknown, _outside(to, action), code), told)
            summary.taken = self.ledger.taken
            self.ledger.telling, self.ledger.taken = outside
        return self._summaries[key]

    def _before_the_closing(self) -> m.Body:
        """The game without what is done when nobody will be asked anything any more: that is seen when all lies open."""
        body = self.model.start.body
        asks = Suspension(self.gaining).statement
        last = max((i for i, statement in enumerate(body) if asks(statement)), default=-1)
        return body[: last + 1]

    def _do(self, action: m.Action, arguments: tuple[m.Expr, ...], scope: Scope, site: m.Site) -> None:
        context = scope.context
        labels = [self.formulas.of(argument, context) for argument in arguments]
        paths = dict(zip(action.params, arguments, strict=True))
        summary = self.summary(action, self._opened_in(paths, context))
        step = Step(site.span, f"`{action.name}` is done with it here")
        for unknown, (at, is_facet) in summary.passed.items():
            label = frozen(labels[at].facet if is_facet else labels[at].whole)
            self.given[unknown] = join(self.given.get(unknown, PUBLIC), label)
        for (unknown, to, _), told in summary.telling.items():
            if unknown is summary.under:
                label = scope.under
            else:
                at, is_facet = summary.passed[unknown]
                label = labels[at].facet if is_facet else labels[at].whole
                if told.sink.code == "E1005":
                    within = self.formulas.within(arguments[at], context)
                    label = unless_of(label, within.list if isinstance(within, m.ListMembers) else None)
            reader = self._reader(to, paths, context)
            self.ledger.tell(along(label, step, *told.trail), reader, told.sink, context.facts)
        for (param, place), sink in summary.taken.items():
            self._takes(paths[param], substitute(place, paths), sink, scope, step)

    def _opened_in(self, paths: dict[m.Variable, m.Expr], context: Context) -> frozenset[Opened]:
        """What lies open when an action is done, as it is called there."""
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

    def _set_off(self, s: m.Transfer, scope: Scope) -> None:
        """What is done after gaining tells that something was gained, and may set off more of the same."""
        for action in self.gaining.set_off_by(s):
            whole, context = self.formulas.whole, scope.context
            gained = join(scope.under, whole(s.player, context), whole(s.payment, context))
            self.ledger.tell(gained, "all", sinks.triggered(s.site, action.site.rule), context.facts)
            if action not in self._begun:
                self._do(action, (s.player, s.payment), Scope(later(scope.under), context._replace(opened=frozenset())), s.site)

    # ---- statements

    def body(self, body: m.Body, scope: Scope) -> Context:
        """What holds after it."""
        for statement in body:
            self._draws(statement, scope)
            context = self._statement(statement, scope)
            if context.facts or context.opened:
                effects = self.effects.of(statement)
                context = without(context, effects.changed | effects.gained)
            if isinstance(statement, m.Reveal):
                context = self._revealed(statement, context)
            scope = scope._replace(context=context)
        return scope.context

    def _inner(self, body: m.Body, scope: Scope) -> Context:
        """A body that may be done several times, or behind others: what holds at its start holds each time."""
        if scope.context.facts or scope.context.opened:
            effects = self.effects.of(body)
            scope = scope._replace(context=without(scope.context, effects.changed | effects.gained))
        return self.body(body, scope)

    def _draws(self, s: m.Statement, scope: Scope) -> None:
        """Lots are drawn whoever is looking on."""
        asked = [child for child in children(s) if isinstance(child, _EXPRESSIONS)]
        if scope.under and any(isinstance(part, _DRAWS) for part in parts(*asked)):
            self.ledger.tell(scope.under, "all", sinks.drawn(s.site))

    def _statement(self, s: m.Statement, scope: Scope) -> Context:
        context = scope.context
        match s:
            case m.Transfer(verb="gain") if several_ways(s.payment):
                self.decisions.gain(s, scope.under, context, lambda under: self._set_off(s, scope._replace(under=under)))
            case m.Transfer():
                self.writes.transfer(s, scope.under, context)
                self._set_off(s, scope)
            case m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Rearrange() | m.Reveal():
                self.writes.statement(s, scope.under, context)
            case m.Let(variable=variable, value=value):
                self._let(variable, value, context, s.site)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                step = Step(s.site.span, "it is asked for here", True)
                under = join(scope.under, frozen(along(self.formulas.whole(condition, context), step)))
                self.body(then, scope._replace(under=under, context=self.formulas.knowing(condition, context)))
                self.body(otherwise, scope._replace(under=under))
            case m.ForEach():
                return self._for_each(s, scope)
            case m.Repeat():
                self._repeat(s, scope)
            case m.Stop():
                if scope.loop is not None:
                    step = Step(s.site.span, "the rest of the `repeat` depends on it from here on", True)
                    self._stops[scope.loop] = join(self._stops.get(scope.loop, PUBLIC), along(scope.under, step))
            case m.Choose():
                self.decisions.choose(s, scope.under, context, lambda *done: self._option(scope, *done))
            case m.Do(action=action, arguments=arguments):
                self._do(action, arguments, scope, s.site)
            case m.DoMember(object=object_, arguments=arguments):
                under = join(scope.under, self.formulas.whole(object_, context))
                for version in versions_of(s):
                    self._do(version, arguments, scope._replace(under=under), s.site)
            case m.Say(text=text):
                shown = [self.formulas.whole(part, context) for part in text if not isinstance(part, str)]
                self.ledger.tell(join(scope.under, *shown), "all", sinks.said(s.site), context.facts)
        return context

    def _option(self, scope: Scope, body: m.Body, under: Label, context: Context) -> None:
        self._inner(body, scope._replace(under=under, context=context))

    def _let(self, variable: m.Variable, value: m.Expr, context: Context, site: m.Site) -> None:
        step = Step(site.span, f"`{variable.name}` is it from here on")
        labels = Labels(*(frozen(along(label, step)) for label in self.formulas.of(value, context)))
        path = self.places.canonical(value, context.facts)
        alias = path if path is not None and is_lasting(path) else None
        within = self.formulas.within(value, context)
        self.places.bind(variable, Binding(labels, alias, None, within))

    # ---- loops

    def _for_each(self, s: m.ForEach, scope: Scope) -> Context:
        context, under = scope.context, scope.under
        for variable, source in zip(s.variables, s.sources, strict=True):
            under = join(under, self.formulas.facet(source, context))
            binding = self.formulas.member(variable, source, context)
            step = Step(s.site.span, f"`{variable.name}` is each of them here")
            whole = frozen(along(binding.labels.whole, step))
            self.places.bind(variable, Binding(Labels(whole), row=binding.row, within=binding.within))
        asked = self.formulas.whole(s.where, context)
        step = Step(s.site.span, "it is asked for here", True)
        inner = self.formulas.knowing(s.where, context)
        after = self._inner(s.body, scope._replace(under=join(under, frozen(along(asked, step))), context=inner))
        return context if s.where is not None else self._revealed_to_each(s, after, context)

    def _revealed_to_each(self, s: m.ForEach, after: Context, context: Context) -> Context:
        """What a loop has revealed of each member of a list."""
        opened = set(context.opened)
        for variable, source in zip(s.variables, s.sources, strict=True):
            place = self.places.canonical(source, context.facts)
            if place is not None and len(s.sources) == 1:
                opened |= {Opened(thing, place, to) for thing, of, to in after.opened if of == m.Local(variable)}
        return context._replace(opened=frozenset(opened))

    def _revealed(self, s: m.Reveal, context: Context) -> Context:
        target = s.target
        to = self.places.canonical(s.to, context.facts)
        if s.to is not None and to is None:
            return context
        whose = target.player if isinstance(target, m.Holding) else target.object
        of = self.places.canonical(whose, context.facts)
        if whose is not None and of is None:
            return context
        things = target.resources if isinstance(target, m.Holding) else (thing_at(target),)
        return context._replace(opened=context.opened | {Opened(thing, of, to) for thing in things})

    def _repeat(self, s: m.Repeat, scope: Scope) -> None:
        loop = Unknown("the rounds")
        asked = join(self.formulas.whole(s.condition, scope.context), self.formulas.whole(s.limit, scope.context))
        step = Step(s.site.span, "it is asked for here", True)
        under = join(scope.under, frozen(along(asked, step)), {loop: ()})
        self._inner(s.body, scope._replace(under=under, loop=loop))
        rest = {atom: trail for atom, trail in self._stops.pop(loop, PUBLIC).items() if atom is not loop}
        self.ledger.settle(loop, rest)


def _outside(to: Readers, action: m.Action) -> Readers:
    """Readers as whoever does the action can speak of them."""
    if isinstance(to, str) or all(variable in action.params for variable in free_variables(to)):
        return to
    return "someone"
