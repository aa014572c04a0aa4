"""Check what statements reveal, each under a label of the conditions on its way."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never, get_args

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.analysis.interference import Spoiling
from caylus.model.access import Gaining, access, several_ways
from caylus.model.walk import action_versions, children, parts, question

from . import sinks
from .amounts import Amounts
from .calls import Calls, Scope
from .decisions import Decisions
from .formulas import Formulas, frozen
from .labels import PUBLIC, Label, Labels, Step, Unknown, along, join
from .ledger import Ledger
from .readers import Binding, Context, Opened, Places, drop_facts, is_lasting
from .writes import Writes, state_at_place

_EXPRESSIONS = get_args(m.Expr)


class Statements:
    """The statements of all actions of a model; `calls` knows what actions tell."""

    def __init__(
        self,
        model: m.Model,
        formulas: Formulas,
        places: Places,
        ledger: Ledger,
        writes: Writes,
        decisions: Decisions,
        likely: Amounts,
    ) -> None:
        self.formulas = formulas
        self.places = places
        self.ledger = ledger
        self.writes = writes
        self.earlier = writes.earlier
        self.decisions = decisions
        self.calls = Calls(model, formulas, places, ledger, writes, Gaining(model.triggers), self.body)
        self._effects = RuleEffects(model)
        self._spoiling = Spoiling(model)
        self._likely = likely
        self._may_lapse: dict[int, Callable[[object], bool]] = {}
        self._stops: dict[Unknown, Label] = {}

    def body(self, body: m.Body, scope: Scope) -> Context:
        """The context after a body."""
        for statement in body:
            self._draws(statement, scope)
            context = self._statement(statement, scope)
            self._breaks(statement, scope)
            found = context.found
            if context.facts or context.opened or context.absent or found:
                effects = self._effects.effects_of_rules(statement)
                context = drop_facts(context, effects.changed | effects.gained)
            if isinstance(statement, m.Reveal):
                context = self._context_after_revealing(statement, context)
            elif isinstance(statement, m.Put) and self.writes.shows(statement, context):
                context = context._replace(seen=context.seen | {v for v in found if statement.member == m.Local(v)})
            scope = scope._replace(context=context)
        return scope.context

    def _inner(self, body: m.Body, scope: Scope) -> Context:
        """A body that may be done several times, or behind others: what holds at its start holds each time."""
        if scope.context.facts or scope.context.opened:
            effects = self._effects.effects_of_rules(body)
            context = drop_facts(scope.context, effects.changed | effects.gained)
            scope = scope._replace(context=context._replace(found=scope.context.found, absent=scope.context.absent))
        return self.body(body, scope)

    def _draws(self, s: m.Statement, scope: Scope) -> None:
        """Lots are drawn whoever is looking on."""
        asked = [child for child in children(s) if isinstance(child, _EXPRESSIONS)]
        if scope.under and any(access(part).draws for part in parts(*asked)):
            self.ledger.tell(scope.under, "all", sinks.sink_of_draw(s.site))

    def _breaks(self, s: m.Statement, scope: Scope) -> None:
        """Everybody is told that a rule breaks."""
        for formula in self._likely.breaking(s):
            label = join(scope.under, self.formulas.whole(formula, scope.context))
            self.ledger.tell(label, "all", sinks.sink_of_failure(s.site), scope.context.facts)

    def _statement(self, s: m.Statement, scope: Scope) -> Context:
        context = scope.context
        match s:
            case m.Transfer(verb="gain") if several_ways(s.payment):
                self.decisions.gain(
                    s, scope.under, context, lambda under: self.calls.check_triggers(s, scope._replace(under=under))
                )
            case m.Transfer():
                self.writes.transfer(s, scope.under, context)
                self.calls.check_triggers(s, scope)
            case m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Rearrange() | m.Reveal():
                self.writes.statement(s, scope.under, context)
            case m.Let(variable=variable, value=value):
                self._let(variable, value, context, s.site)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                step = Step(s.site.span, "it is asked for here", True)
                under = join(scope.under, frozen(along(self.formulas.whole(condition, context), step)))
                with self.earlier.branches() as branch:
                    branch()
                    self.body(then, scope._replace(under=under, context=self.formulas.knowing(condition, context)))
                    branch()
                    self.body(otherwise, scope._replace(under=under))
            case m.ForEach():
                return self._for_each(s, scope)
            case m.Repeat():
                self._repeat(s, scope)
            case m.Stop():
                if scope.loop is not None:
                    step = Step(s.site.span, "the rest of the `repeat` depends on it from here on", True)
                    self._stops[scope.loop] = join(self._stops.get(scope.loop, PUBLIC), along(scope.under, step))
            case m.EndGame(site=site):
                self.ledger.tell(scope.under, "all", sinks.sink_of_end(site))  # in the words nothing is hidden any more
            case m.Choose():
                chosen = frozenset(variable for option in s.options for variable in option.variables)
                with self.earlier.branches() as branch:
                    if s.may:
                        branch()

                    def option(body: m.Body, under: Label, context: Context) -> None:
                        if body is not s.otherwise or body:
                            branch()
                        self._inner(body, scope._replace(under=under, context=context._replace(found=chosen)))

                    self.decisions.choose(s, scope.under, context, option, *self._lapses(s))
            case m.Do(action=action, arguments=arguments):
                self.calls.do(action, arguments, scope, s.site)
            case m.DoMember(object=object_, arguments=arguments):
                under = join(scope.under, self.formulas.whole(object_, context))
                for version in action_versions(s):
                    self.calls.do(version, arguments, scope._replace(under=under), s.site)
            case m.Say(text=text):
                self.ledger.tell(
                    join(scope.under, self.formulas.words(text, context)), "all", sinks.sink_of_message(s.site), context.facts
                )
            case _:
                assert_never(s)
        return context

    def _lapses(self, s: m.Choose) -> tuple[Callable[[object], bool], ...]:
        """The part of a choice made at once with others that may have changed when its turn comes."""
        return (self._may_lapse[id(s)],) if id(s) in self._may_lapse else ()

    def _let(self, variable: m.Variable, value: m.Expr, context: Context, site: m.Site) -> None:
        step = Step(site.span, f"`{variable.name}` is it from here on")
        labels = Labels(*(frozen(along(label, step)) for label in self.formulas.labels_of(value, context)))
        path = self.places.canonical(value, context.facts)
        alias = path if path is not None and is_lasting(path) else None
        within = self.formulas.containing_list(value, context)
        self.places.bind(variable, Binding(labels, alias, None, within))
        self.places.note_source(self.formulas.find_source(value, context), variable)

    # ---- loops

    def _for_each(self, s: m.ForEach, scope: Scope) -> Context:
        context, under = scope.context, scope.under
        if s.at_once:
            self._may_lapse[id(question(s)[1])] = self._spoiling.spoils_choice(s)
        for variable, source in zip(s.variables, s.sources, strict=True):
            under = join(under, self.formulas.facet(source, context))
            binding = self.formulas.member(variable, source, context)
            step = Step(s.site.span, f"`{variable.name}` is each of them here")
            whole = frozen(along(binding.labels.whole, step))
            self.places.bind(variable, Binding(Labels(whole), row=binding.row, within=binding.within))
            self.places.note_source(self.formulas.find_source(source, context), variable)
        step = Step(s.site.span, "it is asked for here", True)
        where, body = _loop_condition(s)
        asked = frozen(along(self._skipping(s, where, body, context), step))
        stay = self._stay(s)
        if all(isinstance(source, m.ListMembers) for source in s.sources):
            self.places.placed.update(stay)
        inner = self.formulas.knowing(where, context._replace(absent=frozenset()))._replace(found=stay)
        with self.earlier.branches() as branch:
            if where is not None:
                branch()
            branch()
            self.earlier.enter_loop(s)
            after = self._inner(body, scope._replace(under=join(under, asked), context=inner))
        for variable, source in zip(s.variables, s.sources, strict=True):
            asked = self.formulas.leave_query(asked, variable, source)
        self.body(s.otherwise, scope._replace(under=join(under, asked)))
        return context if s.where is not None else self._context_after_revealing_each(s, after, context)

    def _stay(self, s: m.ForEach) -> frozenset[m.Variable]:
        """The variables of a loop that nothing in its body takes away but a `put` of themselves."""
        own = [m.Local(variable) for variable in s.variables]
        others = tuple(one for one in s.body if not (isinstance(one, m.Put) and one.member in own))
        moves = any(isinstance(thing, m.ListState) for thing in self._effects.effects_of_rules(others).changed)
        return frozenset() if moves or len(own) > 1 else frozenset(s.variables)

    def _skipping(self, s: m.ForEach, where: m.Expr | None, body: m.Body, context: Context) -> Label:
        """On what it rests which members a loop passes over. Of members in random order, nobody sees which those are: only how
        many are not passed over is seen, if nothing that is done changes what is asked of them, and nobody decides meanwhile.
        """
        asked = self.formulas.whole(where, context)
        if len(s.sources) > 1 or not _is_mixed(s.sources[0]):
            return asked
        effects, changes = self._effects.effects_of_rules(where), self._effects.effects_of_rules(body)
        if effects.draws or changes.draws or changes.decides or effects.asked & (changes.changed | changes.gained):
            return asked
        order = self.places.bound[s.variables[0]].labels.whole
        return {atom: trail for atom, trail in asked.items() if atom not in order or not isinstance(atom, Unknown)}

    def _context_after_revealing_each(self, s: m.ForEach, after: Context, context: Context) -> Context:
        """The context after a loop that reveals something of each member of a list."""
        opened = set(context.opened)
        for variable, source in zip(s.variables, s.sources, strict=True):
            place = self.places.canonical(source, context.facts)
            if place is not None and len(s.sources) == 1:
                opened |= {Opened(thing, place, to) for thing, of, to in after.opened if of == m.Local(variable)}
        return context._replace(opened=frozenset(opened))

    def _context_after_revealing(self, s: m.Reveal, context: Context) -> Context:
        target = s.target
        to = self.places.canonical(s.to, context.facts)
        if s.to is not None and to is None:
            return context
        whose = target.player if isinstance(target, m.Holding) else target.object
        of = self.places.canonical(whose, context.facts)
        if (whose is not None and of is None) or (isinstance(target, m.Read) and target.indices):
            return context  # what it is for others stays hidden
        things = target.resources if isinstance(target, m.Holding) else (state_at_place(target),)
        if isinstance(target, m.Holding) and target.which is not None:
            return context  # one of them lies open, whichever that is
        return context._replace(opened=context.opened | {Opened(thing, of, to) for thing in things})

    def _repeat(self, s: m.Repeat, scope: Scope) -> None:
        loop = Unknown("the rounds")
        asked = join(self.formulas.whole(s.condition, scope.context), self.formulas.whole(s.limit, scope.context))
        step = Step(s.site.span, "it is asked for here", True)
        under = join(scope.under, frozen(along(asked, step)), {loop: ()})
        context = scope.context._replace(found=frozenset(), absent=frozenset())
        with self.earlier.branches() as branch:
            branch()
            branch()
            self.earlier.enter_loop(s)
            self._inner(s.body, scope._replace(under=under, loop=loop, context=context))
        rest = {atom: trail for atom, trail in self._stops.pop(loop, PUBLIC).items() if atom is not loop}
        self.ledger.settle(loop, rest)


def _is_mixed(source: m.ListExpr) -> bool:
    """Return whether it is all of a list that everybody knows, in random order."""
    return isinstance(source, m.Shuffled) and isinstance(source.list, (m.AllOf, m.RowMembers, m.Numbers))


def _loop_condition(s: m.ForEach) -> tuple[m.Expr | None, m.Body]:
    """The condition of a loop on each member, and its body: an `if` around all of it counts as `where`."""
    match s:
        case m.ForEach(where=None, body=(m.If(condition=condition, then=then, otherwise=()),), otherwise=()):
            return condition, then
    return s.where, s.body
