"""Check what statements, decisions, calls and seats that rules play reveal, each under a label of the conditions on its way.

Legality may depend on what whoever chooses may know. What is chosen is told as far as it comes out: a choice that goes into
nothing but hidden things stays with those who know them.

An action is looked into once. What it tells of what it is given, and of whether it is done at all, is kept with it, and asked
for wherever it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from typing import NamedTuple, assert_never, get_args

from caylus import model as m
from caylus.analysis.effects import RuleEffects, Spoiling, is_always_offered, is_never_empty
from caylus.limits import MOST_WAYS_OPEN
from caylus.model import walk
from caylus.model.access import Gaining, access, find_state, several_ways

from . import sinks
from .formulas import Amounts, Formulas, frozen
from .labels import (
    PUBLIC,
    Binding,
    Context,
    Label,
    Labels,
    Opened,
    Places,
    Readers,
    Secret,
    Step,
    Unknown,
    along,
    drop_facts,
    is_lasting,
    join,
    later,
    open_member,
    tell_formulas,
)
from .presence import Proof, find_offers
from .sinks import Ledger, Sink, Telling
from .writes import Writes, find_all_effects, find_repeated_actions, is_drawn, is_fixed, remove_list_secret


def private_takes(model: m.Model, formula_reader: Formulas, ledger: Ledger) -> set[m.Takes]:
    """Those that rest on something hidden; reports where it is hidden from the player as well.

    What there is to choose from is looked into already.
    """
    takes_found: set[m.Takes] = set()
    decisions = [
        (action, x) for action in walk.list_actions(model) for x in walk.statements(action.body) if isinstance(x, m.Choose)
    ]
    for automaton in model.automata:
        seat = m.SeatOf(automaton, automaton.player.type)
        formula_reader.places.bind(automaton.player, Binding(alias=seat))
        for action, choose in decisions:
            for takes, option_numbers in walk.automaton_choices(automaton, action, choose):
                for number in option_numbers:
                    where, by = walk.formulas(takes, choose, number)
                    label = join(
                        formula_reader.whole(where, Context()), formula_reader.whole(by, formula_reader.knowing(where, Context()))
                    )
                    if label:
                        takes_found.add(takes)
                    ledger.tell(label, seat, sinks.AUTOMATON.at(takes.site, automaton.name))
    return takes_found


Asks = m.Choose | m.Transfer
"""What asks somebody: a choice, or a `gain` of one of several things."""


@dataclass(slots=True)
class Asked:
    """The labels of a decision: what it depends on, and what others learn of it."""

    question: Label = field(default_factory=dict)
    listed: Label = field(default_factory=dict)
    texts: Label = field(default_factory=dict)
    is_secret: bool = True
    unseen: set[Unknown] = field(default_factory=set)


@dataclass(slots=True)
class Decisions:
    """`asked` is what is known of each decision, by its identity; `kept` are the choices that others do not learn of, and
    `choosers` those who choose.

    `named` are options of which only the name is told, though nothing that they do is seen by all.
    """

    formulas: Formulas
    places: Places
    ledger: Ledger
    writes: Writes
    amounts: Amounts
    asked: dict[int, Asked] = field(default_factory=dict)
    kept: set[Unknown] = field(default_factory=set)
    choosers: dict[Unknown, Readers] = field(default_factory=dict)
    named: list[m.Option] = field(default_factory=list)

    def choose(
        self,
        s: m.Choose,
        under: Label,
        context: Context,
        body: Callable[[m.Body, Label, Context], None],
        may_lapse: Callable[[object], bool],
    ) -> None:
        """`may_lapse`: whether what an option asks for may have changed between the choice and its turn."""
        question_labels, reader = self._ask(s, under, context)
        question = self.formulas.words(s.prompt, context)
        question_labels.question = join(question_labels.question, question)
        self.ledger.tell(question, reader, sinks.QUESTION.at(s.site), context.facts)
        decline_label = self.formulas.words(s.declined, context)
        question_labels.texts = join(question_labels.texts, decline_label)
        self.ledger.tell(decline_label, reader, sinks.OPTION_TEXT.at(s.site), context.facts)
        under = later(under)
        presence = self.ledger.label_for_reader(reader, self._presence(s, context), context.facts)  # of the rest, `_list` reports
        self.ledger.tell(presence, "all", sinks.PASSED_OVER.at(s.site), context.facts)
        picks = {Unknown(option.name, is_choice=True): option for option in s.options}
        unknowns = [*picks]
        for pick, option in picks.items():
            inner = self._list(option, question_labels, reader, context)
            for variable in option.variables:
                unknown = Unknown(variable.name, is_choice=True)
                unknowns.append(unknown)
                bound_unknown = self.places.bound[variable]
                self.places.bind(variable, Binding(Labels({unknown: ()}), row=bound_unknown.row, within=bound_unknown.within))
                self.places.note_source(bound_unknown.within, variable)
                inner = open_member(inner, variable, bound_unknown.within)
            lapse = self._lapse(option, may_lapse, context)
            if lapse is not None:
                self.ledger.tell(join({pick: ()}, lapse), "all", sinks.LAPSE.at(option.site), context.facts)
            label = join(under, {pick: ()})
            for part in option.head:
                if isinstance(part, m.Transfer):
                    if part.given is not None:
                        way: Label = {pick: ()} if several_ways(part.payment) else PUBLIC
                        self.places.bind(part.given, Binding(Labels(join(self.formulas.whole(part.payment, inner), way))))
                    self.writes.transfer(part, label, inner)
            body(option.body, label, inner)
        open_unknowns, filling_unknowns = self._settle(question_labels, unknowns, reader)
        has_unseen = not question_labels.unseen.isdisjoint(picks)
        for pick, option in picks.items() if open_unknowns else ():
            is_unseen = pick in question_labels.unseen
            if pick in filling_unknowns or (has_unseen and not option.body and not option.head):
                self.named.append(option)
                continue
            if option.variables or not (is_unseen or pick in open_unknowns):
                continue
            if not self._tell_by_name(option, option.body, is_unseen, context, set()) and is_unseen:
                self.named.append(option)
        body(s.otherwise, under, context)

    def _tell_by_name(
        self, option: m.Option, body: m.Body, is_unseen: bool, context: Context, seen_actions: set[m.Action]
    ) -> bool:
        """Tell of the hidden things that get a value, or a member, which everybody knows who knows that an option was chosen: of
        lists alone where something else tells of the option, since nobody need count on the rest to stay hidden then.
        """
        are_told = False
        for statement in body:
            secret = self._find_told(statement, context) if is_unseen or isinstance(statement, m.AddTo) else PUBLIC
            if secret:
                self.ledger.tell(secret, "all", sinks.NAME.at(option.site, option.name), context.facts)
            for inner in self._find_open_bodies(statement, context, seen_actions):
                are_told |= self._tell_by_name(option, inner, is_unseen, context, seen_actions)
            are_told |= bool(secret)
        return are_told

    def _find_told(self, s: m.Statement, context: Context) -> Label:
        """The secrets of a place that a statement gives what everybody knows."""
        match s:
            case m.Assign(target=target, value=value) | m.AddTo(target=target, member=value):
                pass
            case _:
                return PUBLIC
        if value == m.Const(-1, value.type) and value.type.base == "object":
            return PUBLIC  # whether it holds anything, everybody sees
        if self.formulas.whole(value, context) or _has_secret(self.formulas.way_to(target, context)):
            return PUBLIC
        return {atom: trail for atom, trail in self.formulas.whole(target, context).items() if isinstance(atom, Secret)}

    def _find_open_bodies(self, s: m.Statement, context: Context, seen_actions: set[m.Action]) -> Iterator[m.Body]:
        """The bodies inside a statement that are done if it is, as far as everybody knows."""
        match s:
            case m.If(condition=condition, then=then, otherwise=otherwise):
                if not self.formulas.whole(condition, context):
                    yield from (then, otherwise)
            case m.ForEach(sources=sources, where=None, body=body):
                if not join(*(self.formulas.whole(source, context) for source in sources)):
                    yield body
            case m.Repeat(condition=condition, limit=limit, body=body):
                if not join(self.formulas.whole(condition, context), self.formulas.whole(limit, context)):
                    yield body
            case m.Do(action=action) if action not in seen_actions:
                seen_actions.add(action)
                yield action.body
            case m.DoMember(object=m.Const()):
                for action in walk.action_versions(s):
                    if action not in seen_actions:
                        seen_actions.add(action)
                        yield action.body
            case m.Effect() | m.Block() | m.Let() | m.Call() | m.Jump():
                pass
            case _:
                assert_never(s)

    def gain(self, s: m.Transfer, under: Label, context: Context, then: Callable[[Label], None]) -> None:
        """Somebody picks what to gain, which may set something off."""
        question_labels, reader = self._ask(s, under, context)
        payment = self.formulas.whole(s.payment, context)
        question_labels.listed = join(question_labels.listed, payment)
        self.ledger.tell(payment, reader, sinks.LISTING.at(s.site), context.facts)
        pick = Unknown("the choice", is_choice=True)
        under = join(later(under), {pick: ()})
        self.writes.transfer(s, under, context)
        then(under)
        self._settle(question_labels, [pick], reader)

    def _ask(self, s: Asks, under: Label, context: Context) -> tuple[Asked, Readers]:
        label = join(under, self.formulas.whole(s.player, context))
        self.ledger.tell(label, "all", sinks.ASKED.at(s.site), context.facts)
        return self.asked.setdefault(id(s), Asked()), self.places.canonical(s.player, context.facts) or "someone"

    def _list(self, option: m.Option, question_labels: Asked, reader: Readers, context: Context) -> Context:
        """The label of the things to choose from, before anything is chosen; returns the context where the option is legal."""
        whole, labels = self.formulas.whole, []
        for variable, source in zip(option.variables, option.sources, strict=True):
            self.places.bound[variable] = self.formulas.member(variable, source, context)
            labels.append(whole(source, context))
        name_label = join(*labels)  # what can be chosen is part of an option's name
        labels.append(whole(option.where, context))
        context = self.formulas.knowing(option.where, context)
        texts = [name_label]
        for part in option.head:
            if isinstance(part, m.Require):
                condition = whole(part.condition, context)
                if part.site.span.is_inside(option.site.span):
                    labels.append(condition)
                else:  # another rule forbids it, and is to blame
                    self.ledger.tell(condition, reader, sinks.LISTING.at(part.site), context.facts)
                    question_labels.listed = join(question_labels.listed, condition)
                texts.append(self.formulas.refusal(part, context))
                self.ledger.tell(texts[-1], reader, sinks.REASON.at(part.site), context.facts)
                context = self.formulas.knowing(part.condition, context)
            else:
                labels += [whole(part.player, context), self.formulas.payable(part.player, part.payment, context)]
        question_labels.listed = join(question_labels.listed, *labels)
        self.ledger.tell(join(*labels), reader, sinks.LISTING.at(option.site), context.facts)
        texts.append(self.formulas.words(option.text, context))
        question_labels.texts = join(question_labels.texts, *texts)
        self.ledger.tell(texts[-1], reader, sinks.OPTION_TEXT.at(option.site), context.facts)
        return context

    def _presence(self, s: m.Choose, context: Context) -> Label:
        """On what it rests whether there is anything to choose from. One option that is always there is enough."""
        if s.may or any(is_always_offered(option, self.amounts) for option in s.options):
            return PUBLIC
        label = join(*(self._option_presence(option, context) for option in s.options))
        return self._prove_presence(s, context) if _has_secret(label) else label

    def _option_presence(self, option: m.Option, context: Context) -> Label:
        """On what it rests whether an option is there for anything at all."""
        labels: list[Label] = []
        for variable, source in zip(option.variables, option.sources, strict=True):
            self.places.bound[variable] = self.formulas.member(variable, source, context)
            labels.append(self._emptiness(option, source, context))
        for site, label in self._condition_labels(option, context):
            labels.append(along(label, _step(site)))
        return join(*labels)

    def _emptiness(self, option: m.Option, source: m.ListExpr, context: Context) -> Label:
        if is_never_empty(source, self.amounts):
            return PUBLIC
        return along(self.formulas.facet(_chosen_list(source), context), _step(option.site))

    def _prove_presence(self, s: m.Choose, context: Context) -> Label:
        """The same, where some options are there for some member wherever their list has one."""
        offers, left, labels = find_offers(s.options), [*s.options], list[Label]()
        for offer in offers:
            guard_labels = [(guard, self.formulas.whole(guard, context)) for guard in offer.guards]
            open_guards = [guard for guard, label in guard_labels if not _has_secret(label)]
            if offer.option not in left or not Proof(offers).is_there(offer, open_guards):
                continue
            labels += [label for guard, label in guard_labels if guard in open_guards]
            if offer.source is not None:
                labels.append(self._emptiness(offer.option, offer.source, context))
            if not open_guards and (offer.source is None or is_never_empty(offer.source, self.amounts)):
                return join(*labels)  # one is there, whatever else is not
            alike = [one.option for one in offers if one.source == offer.source and all(x in one.guards for x in open_guards)]
            left = [option for option in left if option not in alike]  # they are not there where this one is not
        return join(*labels, *(self._option_presence(option, context) for option in left))

    def _condition_labels(self, option: m.Option, context: Context) -> Iterator[tuple[m.Site, Label]]:
        """On what it rests whether an option is there for what is in its lists."""
        whole = self.formulas.whole
        yield option.site, whole(option.where, context)
        context = self.formulas.knowing(option.where, context)
        for part in option.head:
            if isinstance(part, m.Require):
                yield part.site, whole(part.condition, context)
                context = self.formulas.knowing(part.condition, context)
            else:
                yield part.site, join(whole(part.player, context), self.formulas.payable(part.player, part.payment, context))

    def _lapse(self, option: m.Option, may_lapse: Callable[[object], bool], context: Context) -> Label | None:
        """On what it rests whether an option that was there comes to nothing; None where it never does."""
        whole = self.formulas.whole
        labels = [whole(source, context) for source in option.sources if may_lapse(source)]
        if may_lapse((option.where, option.head)):
            labels += [label for _, label in self._condition_labels(option, context)]
        return join(*labels) if labels else None

    def _settle(self, question_labels: Asked, unknowns: list[Unknown], chooser: Readers) -> tuple[set[Unknown], set[Unknown]]:
        """The part of a choice that all learn, and what of it is no more than that a place holds something."""
        self.choosers.update(dict.fromkeys(unknowns, chooser))
        written_unknowns, open_unknowns, filling_unknowns = self.ledger.settle_choice(unknowns)
        question_labels.is_secret = question_labels.is_secret and bool(written_unknowns) and not open_unknowns
        question_labels.unseen = written_unknowns - open_unknowns
        self.kept.update(unknown for unknown in unknowns if unknown not in open_unknowns)
        return open_unknowns, filling_unknowns


def _has_secret(label: Label) -> bool:
    return any(isinstance(atom, Secret) for atom in label)


def _step(site: m.Site) -> Step:
    return Step(site.span, "it is asked for here", True)


def _chosen_list(source: m.ListExpr) -> m.ListExpr:
    """The list that several things are chosen of: that there are so many is all that has to be."""
    while isinstance(source, (m.Behind, m.Faces)):
        source = source.list
    return source


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


class Beginning(NamedTuple):
    """The things that lie open and the facts where an action begins, in terms of its parameters."""

    opened: frozenset[Opened] = frozenset()
    facts: frozenset[tuple[m.Expr, m.Expr]] = frozenset()
    filled: frozenset[m.Expr] = frozenset()


NOTHING_KNOWN = Beginning()


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
    waits: Callable[[m.Statement], bool]
    body: Callable[[m.Body, Scope], object]
    given: dict[Unknown, Label] = field(default_factory=dict)
    handed: dict[Unknown, list[Handed]] = field(default_factory=dict)
    _summaries: dict[tuple[m.Action, Beginning], Summary] = field(default_factory=dict)
    _ways: Counter[m.Action] = field(default_factory=Counter)
    _begun: set[m.Action] = field(default_factory=set)
    _repeated: set[m.Action] = field(default_factory=set)
    """Each is looked into once, and anything may have come before it."""

    def all(self) -> None:
        """Looks into the game, and into what nothing in it does."""
        self._repeated = find_repeated_actions(self.model)
        self.writes.lasting = self.writes.find_lasting(self.model)
        self.places.filled = self.writes.find_filled_for_all(self.model, self.waits)
        self._summary(self.model.start)
        in_game = {*self.gaining.find_reached(self.model.start)}
        others = [action for action in self.model.actions.values() if action not in in_game]
        inner = {callee for action in others for callee in self.gaining.find_reached(action) if callee is not action}
        for action in others:
            if action not in inner:
                self.writes.earlier.done.clear()
                self._summary(action)

    def _summary(self, action: m.Action, beginning: Beginning = NOTHING_KNOWN) -> Summary:
        is_apart = (action, beginning) in self._summaries or self._ways[action] < MOST_WAYS_OPEN
        key = action, beginning if is_apart else NOTHING_KNOWN
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
            if action in self._repeated:
                self.writes.earlier.done |= find_all_effects(self.model)
            self.body(body, Scope({summary.under: ()}, Context(dict(key[1].facts), key[1].opened, filled=key[1].filled)))
            self._begun.discard(action)
            self.ledger.settle_lots()
            for (unknown, to, code), disclosure in self.ledger.telling.items():
                if unknown is summary.under or unknown in summary.passed:
                    summary.telling.setdefault((unknown, _outside(to, action), code), disclosure)
            summary.taken = self.ledger.taken
            self.ledger.telling, self.ledger.taken = outside
        return self._summaries[key]

    def _body_without_closing(self) -> m.Body:
        """The game without what is done when nobody will be asked anything any more: that is seen when all lies open."""
        body = self.model.start.body
        last = max((i for i, statement in enumerate(body) if self.waits(statement)), default=-1)
        return body[: last + 1]

    def do(self, action: m.Action, arguments: tuple[m.Expr, ...], scope: Scope, site: m.Site, is_later: bool = False) -> None:
        """`is_later`: what holds here may hold no more when it is done."""
        context = scope.context
        labels = [self.formulas.labels_of(argument, context) for argument in arguments]
        paths = dict(zip(action.params, arguments, strict=True))
        summary = self._summary(action, NOTHING_KNOWN if is_later else self._beginning(paths, context))
        if action.is_phase:
            self.ledger.tell(scope.under, "all", sinks.PHASE.at(site, action.name))
        step = Step(site.span, f"`{action.name}` is done with it here")
        params_by_path = {self.places.canonical(argument, context.facts): param for param, argument in paths.items()}
        for param, argument in paths.items():
            self.places.note_source(_rename_list(self.formulas.find_source(argument, context), params_by_path), param)
        for unknown, (at, is_facet) in summary.passed.items():
            label = frozen(labels[at].facet if is_facet else labels[at].whole)
            self.given[unknown] = join(self.given.get(unknown, PUBLIC), label)
            self.handed.setdefault(unknown, []).append(Handed(label, params_by_path))
        for (unknown, to, _), disclosure in summary.telling.items():
            if unknown is summary.under:
                label = scope.under
            else:
                at, is_facet = summary.passed[unknown]
                label = labels[at].facet if is_facet else labels[at].whole
                if disclosure.sink.code == "E1005":
                    within = self.formulas.containing_list(arguments[at], context)
                    label = remove_list_secret(label, within.list if isinstance(within, m.ListMembers) else None)
            reader = self._reader(to, paths, context)
            self.ledger.tell(along(label, step, *disclosure.trail), reader, disclosure.sink, context.facts)
        for (param, place), sink in summary.taken.items():
            self._takes(paths[param], walk.substitute(place, paths), sink, scope, step)

    def _beginning(self, paths: dict[m.Variable, m.Expr], context: Context) -> Beginning:
        """The things that lie open and the facts where an action begins, as it is called there."""
        params_by_path: dict[m.Expr | None, m.Expr | None] = {None: None}
        for param, argument in paths.items():
            params_by_path.setdefault(self.places.canonical(argument, context.facts), m.Local(param))
        opened_paths = set()
        for thing, of, to in context.opened:
            of_all = (
                of if isinstance(of, m.AllOf) or (isinstance(of, m.ListMembers) and of.object is None) else params_by_path.get(of)
            )
            if (of is None) == (of_all is None) and to in params_by_path:
                opened_paths.add(Opened(thing, of_all, params_by_path[to]))

        def rename(path: m.Expr, within: m.Expr | None = None) -> m.Expr:
            for argument, param in params_by_path.items():
                if argument is not None and param is not None and argument != within:
                    path = walk.put(path, argument, param)
            return path

        facts = {rename(path): rename(is_) for path, is_ in context.facts.items()}
        facts |= {rename(x, x): is_ for x, is_ in params_by_path.items() if isinstance(x, m.Read | m.Fixed) and is_ is not None}
        own_facts = {
            (path, is_) for path, is_ in facts.items() if paths.keys() >= {*walk.free_variables(path), *walk.free_variables(is_)}
        }
        places = (place for place in context.filled if isinstance(place, m.Read) and is_fixed(place))
        filled_places = frozenset(place for place in places if place.state in self.writes.lasting)
        return Beginning(frozenset(opened_paths), frozenset(own_facts), filled_places)

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
        return to if isinstance(to, str) else self.places.canonical(walk.substitute(to, paths), context.facts) or "someone"

    def check_triggers(self, s: m.Transfer, scope: Scope) -> None:
        """Check the triggers of a gain: they reveal that something was gained, and may set off more triggers."""
        for action in self.gaining.triggered_actions(s):
            whole, context = self.formulas.whole, scope.context
            supplies = {resource.supply for resource in self.formulas.resources(s.payment)} - {None}
            left = [self.places.secrets(supply, s.player, context) for supply in supplies if supply is not None]
            gain_label = join(scope.under, whole(s.player, context), whole(s.payment, context), *left)
            self.ledger.tell(gain_label, "all", sinks.TRIGGER.at(s.site, action.site.rule), context.facts)
            if action not in self._begun:
                then = Scope(later(scope.under), context._replace(opened=frozenset()))
                self.do(action, (s.player, s.payment), then, s.site, is_later=True)


def _outside(to: Readers, action: m.Action) -> Readers:
    """Readers as whoever does the action can speak of them."""
    if isinstance(to, str) or all(variable in action.params for variable in walk.free_variables(to)):
        return to
    return "someone"


def _rename_list(source: m.Expr | None, params_by_path: dict[m.Expr | None, m.Variable]) -> m.Expr | None:
    """A list as an action calls it that is given what `params_by_path` names; None where it cannot speak of it."""
    if not isinstance(source, m.ListMembers) or source.object is None:
        return source
    return replace(source, object=m.Local(params_by_path[source.object])) if source.object in params_by_path else None


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
        self._effects = RuleEffects(model)
        gaining, waits = Gaining(model.triggers), self._effects.waits
        self.calls = Calls(model, formulas, places, ledger, writes, gaining, waits, self.body)
        self._spoiling = Spoiling(model)
        self._likely = likely
        self._may_lapse: dict[int, Callable[[object], bool]] = {}  # what may have changed when the turn of a choice comes
        self._stops: dict[Unknown, Label] = {}

    def body(self, body: m.Body, scope: Scope) -> Context:
        """The context after a body."""
        for statement in body:
            self._draws(statement, scope)
            if isinstance(statement, m.If | m.Let | m.Assign):
                formula = statement.condition if isinstance(statement, m.If) else statement.value
                scope = scope._replace(context=tell_formulas(scope.context, formula))
            context = self._statement(statement, scope)
            self._breaks(statement, scope)
            variables = context.found
            if context.facts or context.opened or context.absent or context.filled or context.told or variables:
                effects = self._effects.effects_of_rules(statement)
                context = drop_facts(context, effects.changed | effects.gained, self.writes.lasting)
            if isinstance(statement, m.Reveal):
                context = self._context_after_revealing(statement, context)
            elif isinstance(statement, m.Put) and self.writes.shows(statement, context):
                context = context._replace(seen=context.seen | {v for v in variables if statement.member == m.Local(v)})
            context = context._replace(filled=context.filled | self.writes.find_filled_places((statement,), context))
            scope = scope._replace(context=context)
        return scope.context

    def _inner(self, body: m.Body, scope: Scope, filled_places: frozenset[m.Expr] = frozenset()) -> Context:
        """A body that may be done several times, or behind others: what holds at its start holds each time, and states
        `filled_places` hold an object whatever else is done."""
        if scope.context.facts or scope.context.opened or scope.context.filled or scope.context.told:
            effects = self._effects.effects_of_rules(body)
            context = drop_facts(scope.context, effects.changed | effects.gained, self.writes.lasting)
            scope = scope._replace(context=context._replace(found=scope.context.found, absent=scope.context.absent))
        return self.body(body, scope._replace(context=scope.context._replace(filled=scope.context.filled | filled_places)))

    def _draws(self, s: m.Statement, scope: Scope) -> None:
        """Lots are drawn whoever is looking on."""
        expressions = [child for child in walk.children(s) if isinstance(child, _EXPRESSIONS)]
        if scope.under and any(access(part).draws for part in walk.parts(*expressions)):
            self.ledger.tell(scope.under, "all", sinks.DRAW.at(s.site))

    def _breaks(self, s: m.Statement, scope: Scope) -> None:
        """Everybody is told that a rule breaks."""
        for formula in self._likely.breaking(s):
            label = join(scope.under, self.formulas.whole(formula, scope.context))
            self.ledger.tell(label, "all", sinks.FAILURE.at(s.site), scope.context.facts)

    def _statement(self, s: m.Statement, scope: Scope) -> Context:
        context = scope.context
        match s:
            case m.Transfer() if s.is_gain and several_ways(s.payment):
                self.decisions.gain(
                    s, scope.under, context, lambda under: self.calls.check_triggers(s, scope._replace(under=under))
                )
            case m.Transfer():
                self.writes.transfer(s, scope.under, context)
                self.calls.check_triggers(s, scope)
            case m.Say(text=text):
                self.ledger.tell(
                    join(scope.under, self.formulas.words(text, context)), "all", sinks.MESSAGE.at(s.site), context.facts
                )
            case m.Effect():
                self.writes.statement(s, scope.under, context)
            case m.Let(variable=variable, value=value):
                return self._let(variable, value, context, s.site)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                step = Step(s.site.span, "it is asked for here", True)
                under = join(scope.under, frozen(along(self.formulas.whole(condition, context), step)))
                places = self.writes.find_filled_places((s,), context) - context.filled
                self.writes.tell_filled(places, scope.under, s.site, context)
                scope = scope._replace(context=context._replace(filled=context.filled | places))
                with self.earlier.branches() as branch:
                    branch()
                    self.body(then, scope._replace(under=under, context=self.formulas.knowing(condition, scope.context)))
                    branch()
                    self.body(otherwise, scope._replace(under=under))
            case m.ForEach():
                return self._for_each(s, scope)
            case m.Repeat():
                self._repeat(s, scope)
            case m.Stop():
                if scope.loop is not None:
                    inner = dropwhile(lambda atom: atom is not scope.loop, scope.under)
                    picks: Label = {atom: scope.under[atom] for atom in inner if isinstance(atom, Unknown) and atom.is_choice}
                    self.ledger.tell(picks, "all", sinks.ASKED.at(s.site))  # whether somebody is asked again, everybody sees
                    step = Step(s.site.span, "the rest of the `repeat` depends on it from here on", True)
                    self._stops[scope.loop] = join(self._stops.get(scope.loop, PUBLIC), along(scope.under, step))
            case m.EndGame(site=site):
                self.ledger.tell(scope.under, "all", sinks.END.at(site))  # in the words nothing is hidden any more
            case m.Choose():
                variables = frozenset(variable for option in s.options for variable in option.variables)
                places = frozenset() if s.may else self.writes.find_common_places([o.body for o in s.options], context)
                self.writes.tell_filled(places, scope.under, s.site, context)
                with self.earlier.branches() as branch:
                    if s.may:
                        branch()

                    def option(body: m.Body, under: Label, context: Context) -> None:
                        if body is not s.otherwise or body:
                            branch()
                        inner_scope = scope._replace(under=under, context=context._replace(found=variables))
                        self._inner(body, inner_scope, places if body is not s.otherwise else frozenset())

                    self.decisions.choose(s, scope.under, context, option, self._may_lapse.get(id(s), lambda part: False))
            case m.Do(action=action, arguments=arguments):
                self.calls.do(action, arguments, scope, s.site)
            case m.DoMember(object=object_, arguments=arguments):
                under = join(scope.under, self.formulas.whole(object_, context))
                for version in walk.action_versions(s):
                    self.calls.do(version, arguments, scope._replace(under=under), s.site)
            case _:
                assert_never(s)
        return context

    def _let(self, variable: m.Variable, value: m.Expr, context: Context, site: m.Site) -> Context:
        step = Step(site.span, f"`{variable.name}` is it from here on")
        labels = Labels(*(frozen(along(label, step)) for label in self.formulas.labels_of(value, context)))
        path = self.places.canonical(value, context.facts)
        alias = path if path is not None and is_lasting(path) else None
        within = self.formulas.containing_list(value, context)
        self.places.bind(variable, Binding(labels, alias, None, within))
        self.places.note_source(self.formulas.find_source(value, context), variable)
        self.earlier.hold(variable, value)
        if is_drawn(value):
            self.places.drawn.add(variable)
        context = open_member(context, variable, self.formulas.list_of_first(value, context) or within)
        if path is None or alias is not None:
            return context
        return context._replace(facts={**context.facts, path: m.Local(variable)})

    # ---- loops

    def _for_each(self, s: m.ForEach, scope: Scope) -> Context:
        context, outer, under = scope.context, scope.context, scope.under
        if s.at_once:
            self._may_lapse[id(walk.question(s)[1])] = self._spoiling.spoils_choice(s)
        for variable, source in zip(s.variables, s.sources, strict=True):
            under = join(under, self.formulas.facet(source, context))
            binding = self.formulas.member(variable, source, context)
            step = Step(s.site.span, f"`{variable.name}` is each of them here")
            whole = frozen(along(binding.labels.whole, step))
            self.places.bind(variable, Binding(Labels(whole), row=binding.row, within=binding.within))
            self.places.note_source(self.formulas.find_source(source, context), variable)
            context = open_member(context, variable, binding.within)
        step = Step(s.site.span, "it is asked for here", True)
        where, body = _loop_condition(s)
        if body is not s.body:
            self._breaks(s.body[0], scope._replace(under=under, context=context))
        condition_label = frozen(along(self._skipping(s, where, body, context), step))
        stay = self._stay(s)
        if all(isinstance(source, m.ListMembers) for source in s.sources):
            self.places.placed.update(stay)
        inner = self.formulas.knowing(where, context._replace(absent=frozenset()))._replace(found=stay)
        with self.earlier.branches() as branch:
            if where is not None:
                branch()
            branch()
            self.earlier.enter_loop(s, s.body)
            after = self._inner(body, scope._replace(under=join(under, condition_label), context=inner))
        for variable, source in zip(s.variables, s.sources, strict=True):
            condition_label = self.formulas.leave_query(condition_label, variable, source)
        self.body(s.otherwise, scope._replace(under=join(under, condition_label)))
        if s.where is not None:
            return outer
        for reveal in s.body:  # what is kept for each of a kind is revealed for all of them
            match s.sources, reveal:
                case (m.AllOf(kind=kind),), m.Reveal(
                    target=m.Read(state=state, indices=(m.Local(variable=index),)) as target
                ) if index in s.variables and state.indices == (kind,):
                    outer = self._context_after_revealing(replace(reveal, target=replace(target, indices=())), outer)
        return self._context_after_revealing_each(s, after, outer)

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
        condition_label = self.formulas.whole(where, context)
        if len(s.sources) > 1 or not _is_mixed(s.sources[0]):
            return condition_label
        effects, changes = self._effects.effects_of_rules(where), self._effects.effects_of_rules(body)
        if effects.draws or changes.draws or changes.decides or effects.asked & (changes.changed | changes.gained):
            return condition_label
        order = self.places.bound[s.variables[0]].labels.whole
        return {atom: trail for atom, trail in condition_label.items() if atom not in order or not isinstance(atom, Unknown)}

    def _context_after_revealing_each(self, s: m.ForEach, after: Context, context: Context) -> Context:
        """The context after a loop that reveals something of each member of a list."""
        opened_paths = set(context.opened)
        for variable, source in zip(s.variables, s.sources, strict=True):
            place = self.places.canonical(source, context.facts)
            if place is not None and len(s.sources) == 1:
                members = [m.Local(one) for one in context.found if self.places.binding(one).within == place]
                opened_paths |= {
                    Opened(thing, one, to)
                    for thing, of, to in after.opened
                    if of == m.Local(variable)
                    for one in (place, *members)
                }
        return context._replace(opened=frozenset(opened_paths))

    def _context_after_revealing(self, s: m.Reveal, context: Context) -> Context:
        target = s.target
        to = self.places.canonical(s.to, context.facts)
        if s.to is not None and to is None:
            return context
        whose = target.player if isinstance(target, m.Holding) else target.object
        of = self.places.canonical(whose, context.facts)
        if (whose is not None and of is None) or (isinstance(target, m.Read) and target.indices):
            return context  # what it is for others stays hidden
        things = target.resources if isinstance(target, m.Holding) else (find_state(target),)
        if isinstance(target, m.Holding) and target.which is not None:
            return context  # one of them lies open, whichever that is
        return context._replace(opened=context.opened | {Opened(thing, of, to) for thing in things})

    def _repeat(self, s: m.Repeat, scope: Scope) -> None:
        loop = Unknown("the rounds")
        condition_label = join(self.formulas.whole(s.condition, scope.context), self.formulas.whole(s.limit, scope.context))
        step = Step(s.site.span, "it is asked for here", True)
        under = join(scope.under, frozen(along(condition_label, step)), {loop: ()})
        context = scope.context._replace(found=frozenset(), absent=frozenset())
        with self.earlier.branches() as branch:
            branch()
            branch()
            self.earlier.enter_loop(s, s.body)
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
