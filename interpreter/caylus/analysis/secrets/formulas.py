"""The labels of formulas: on what that is hidden it rests what they come to; and between what numbers they lie."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import assert_never

from caylus import model as m
from caylus.limits import MOST_FACTS, MOST_LIKELY, MOST_NUMBERS, MOST_WAYS, NUMBER_BOUND
from caylus.model.access import access, payment_resources, rule_parts
from caylus.model.evaluate import NAMED, Evaluator
from caylus.model.transfer import NUMBERS, Known, Range, Set, hull
from caylus.model.walk import children, free_variables, inner_list, list_actions, own_parts, parts, substitute

from .labels import (
    NOTHING,
    PUBLIC,
    Binding,
    Context,
    Facts,
    Label,
    Labels,
    Place,
    Places,
    Secret,
    Step,
    Unknown,
    along,
    both,
    is_lasting,
    join,
    map_secrets,
)

Settable = m.Variable | m.State
Grown = m.State | m.Resource


@dataclass(slots=True)
class Sources:
    """`given` is what variables and states are set to anywhere, `listed` the lists that variables are members of."""

    given: defaultdict[Settable, list[m.Expr]] = field(default_factory=lambda: defaultdict(list))
    listed: defaultdict[Settable, list[m.Expr]] = field(default_factory=lambda: defaultdict(list))

    def note(self, part: object) -> None:
        does = access(part)
        for binding in does.bindings():
            (self.listed if binding.is_member else self.given)[binding.variable].append(binding.to)
        for write in does.writes:
            if write.how == "set" and isinstance(write.place, m.Read) and write.value is not None:
                self.given[write.place.state].append(write.value)


def find_sources(model: m.Model) -> Sources:
    sources = Sources()
    for part in _all_parts(model):
        sources.note(part)
    return sources


class Amounts(Evaluator):
    """`likely`: a number without bounds is taken to lie within `MOST_LIKELY` of 0, but where a rule sets it to more, and but for
    those that have `grown` by themselves."""

    def __init__(self, players: int, sources: Sources, likely: bool, grown: Mapping[Grown, Range] = MappingProxyType({})) -> None:
        super().__init__(players)
        self.grown = grown
        self._calls: dict[tuple[m.Value, tuple[Set, ...]], Range] = {}
        self._sources = sources
        self._open = Range(-MOST_LIKELY, MOST_LIKELY) if likely else NAMED
        self._is_likely = likely
        self._found: dict[Settable, Range] = {}
        self._under_way: set[m.Value] = set()

    # ---- what lies where

    def number_range(self, e: m.Expr, known: Known) -> Range:
        found = super().number_range(e, known)
        return self._open if self._is_likely and found == NUMBERS else found

    def value_range(self, call: m.CallValue) -> Range:
        if call.value in self._under_way:
            return self._open  # what comes back to it by way of a state
        self._under_way.add(call.value)
        try:
            return super().value_range(call)
        finally:
            self._under_way.discard(call.value)

    def call_set(self, call: m.CallValue, known: Known) -> Set:
        """The range of a value for these arguments; `value_range` is that for any."""
        if call.type != m.NUMBER or not call.arguments or call.value in self._under_way:
            return super().call_set(call, known)
        arguments = tuple(self.evaluate(argument, known) for argument in call.arguments)
        if (call.value, arguments) not in self._calls:
            self._under_way.add(call.value)
            inner = Known()
            inner.terms = {m.Local(param): x for param, x in zip(call.value.params, arguments, strict=True) if x is not None}
            range_ = hull(self.number_range(result, inner) for _, result in call.value.cases)
            for modifier in call.value.modifiers:
                by = self.number_range(modifier.value, inner)
                range_, _ = self.apply_modifier(range_, modifier.change, by, modifier.where is None)
            self._calls[call.value, arguments] = range_
            self._under_way.discard(call.value)
        return self._calls[call.value, arguments]

    def variable_range(self, variable: m.Variable) -> Range:
        range_ = self.variables.get(variable)
        return self._range_over(variable, ()) if range_ is None else range_

    def state_range(self, state: m.State) -> Range:
        if state in self.grown:
            return self.grown[state]
        return super().state_range(state) if state.bounds else self._range_over(state, (self._open,))

    def holding_range(self, resource: m.Resource) -> Range:
        if resource in self.grown:
            return self.grown[resource]
        return Range(resource.least, self._open.high)

    def _range_over(self, named: Settable, also: tuple[Range, ...]) -> Range:
        if named not in self._found:
            self._found[named] = self._open  # what comes back to it
            argument_ranges = [self.compute_range(value) for value in self._sources.given[named]]
            member_ranges = [self.range_of_member(source) for source in self._sources.listed[named]]
            low, high = hull([*also, *argument_ranges, *member_ranges] or [self._open])
            self._found[named] = Range(max(low, NAMED.low), min(high, NAMED.high))
        return self._found[named]

    # ---- what may break

    def is_sure(self, expr: object) -> bool:
        match expr:
            case m.Numbers():
                return self.is_short(expr) and all(map(self.is_sure, children(expr)))
            case m.CombinePayments(op="*", left=number) if self.compute_range(number).high > MOST_WAYS:
                return False
            case m.CombinePayments():  # of two amounts that people can pay
                return all(map(self.is_sure, children(expr)))
        return super().is_sure(expr)

    def breaking(self, s: m.Statement) -> Iterator[m.Expr]:
        """The smallest formulas of a statement that may break a rule. What stands in words breaks nothing."""
        for formula in _formulas_of(s):
            yield from self._breaking(formula)
        match s:
            case m.Effect():
                writes = [(touch, touch.value) for touch in access(s).writes if touch.value is not None]
                values = [value for _, value in writes]
                grown = [
                    value
                    for touch, value in writes
                    if touch.how in ("raise", "lower")
                    and isinstance(touch.place, m.Read)
                    and not self.state_range(touch.place.state).is_below(NUMBER_BOUND - 1)
                ]
                if grown:
                    yield from grown  # which have made it grow so far
                    return
            case m.Let(value=value):
                values = [value]
            case m.Do(arguments=arguments) | m.DoMember(arguments=arguments):
                values = [*arguments]
            case m.Repeat(limit=limit) if limit is not None and self.compute_range(limit).high > MOST_NUMBERS:
                yield limit
                return
            case m.Block() | m.Jump():
                return
            case _:
                assert_never(s)
        yield from (value for value in values if value.type == m.NUMBER and not self.compute_range(value).is_below(NUMBER_BOUND))

    def _breaking(self, e: m.Expr) -> Iterator[m.Expr]:
        if not self.is_sure(e):
            inner = [part for child in children(e) for part in self._breaking(child)]
            yield from inner or [e]


def _formulas_of(s: m.Statement) -> list[m.Expr]:
    """The formulas that a statement goes by, but for those in words and in statements inside it."""
    match s:
        case m.Say() | m.EndGame():
            return []
        case m.Choose(player=player, options=options):
            formulas = [player]
            for option in options:
                formulas += [*option.sources, *([option.where] if option.where is not None else [])]
                for part in option.head:
                    formulas += [part.condition] if isinstance(part, m.Require) else [part.player, part.payment]
            return formulas
        case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
            return own_parts(s)
    assert_never(s)


def _all_parts(model: m.Model) -> Iterator[object]:
    for action in list_actions(model):
        yield from parts(*action.body)
    for value in model.values.values():
        yield from parts(rule_parts(value))
    for condition in model.conditions.values():
        yield from parts(*condition.requires)


Named = m.Value | m.Condition


@dataclass(slots=True)
class Summary:
    """The labels of a value or a condition, by those of its parameters, and the facts that it states.

    `reasons` is the label of the reasons that a condition gives.
    """

    labels: Labels
    facts: Facts
    reasons: Label
    passed: dict[Unknown, tuple[int, bool]]
    """Which argument an unknown stands for, and whether for its facet."""


@dataclass(slots=True)
class Formulas:
    """Labels of the formulas of one model; each value and each condition is looked into once."""

    model: m.Model
    places: Places
    amounts: Amounts
    _summaries: dict[Named, Summary] = field(default_factory=dict)
    _payments: dict[int, tuple[m.Expr, list[m.Resource]]] = field(default_factory=dict)

    # ---- the label of an expression

    def whole(self, e: m.Expr | None, context: Context) -> Label:
        """On what it rests what an expression comes to."""
        return self.labels_of(e, context).whole if e is not None else PUBLIC

    def words(self, text: m.Words, context: Context) -> Label:
        """On what a text rests."""
        return join(*(self.whole(part, context) for part in text if not isinstance(part, str)))

    def facet(self, e: m.Expr | None, context: Context) -> Label:
        return self.labels_of(e, context).facet if e is not None else PUBLIC

    def labels_of(self, e: m.Expr, context: Context) -> Labels:
        if context.told and e in context.told:
            return NOTHING
        match e:
            case m.Local(variable=variable) if variable in context.seen:
                return NOTHING
            case m.Item(list=m.Gathered(members=members), index=m.Const(value=at)) if 0 < at <= len(members):
                return self.labels_of(members[at - 1], context)
            case m.Local(variable=variable):
                return self.places.bound[variable].labels if variable in self.places.bound else NOTHING
            case m.Read() | m.ListMembers() | m.Holding():
                return self._place_labels(e, context)
            case m.ListItem(list=list_, object=object_, index=index):
                path = join(self.whole(object_, context), self.whole(index, context))
                return Labels(join(path, self.places.secrets(list_, object_, context)), path)
            case m.SizeOf(list=source):
                return _same(self.facet(source, context))
            case m.Compare(left=left, right=m.Const(value=-1, type=m.Type(base="object"))):
                return _same(self.facet(left, context))
            case m.Compare(left=m.Const(value=-1, type=m.Type(base="object")), right=right):
                return _same(self.facet(right, context))
            case m.Contains(list=source, member=member):
                inside = PUBLIC if isinstance(source, (m.AllOf, m.RowMembers)) else self.whole(source, context)
                return _same(join(inside, self.whole(member, context)))
            case m.Logic(op="and", operands=operands):
                labels = []
                for operand in operands:
                    labels.append(self.whole(operand, context))
                    context = self.knowing(operand, context)
                return _same(join(*labels))
            case m.Choice(condition=condition, then=then, otherwise=otherwise):
                condition_label = self.whole(condition, context)
                return both(
                    _same(condition_label),
                    self.labels_of(then, self.knowing(condition, context)),
                    self.labels_of(otherwise, context),
                )
            case m.Query():
                return self._query(e, context)
            case m.CallValue(value=definition, arguments=arguments) | m.CallCondition(condition=definition, arguments=arguments):
                return Labels(*self._argument_labels(self.summary(definition).labels, definition, arguments, context))
            case m.CanPay(player=player, payment=payment):
                return _same(join(self.whole(player, context), self.payable(player, payment, context)))
            case m.Revealed():
                return NOTHING
            case m.Gathered(members=members):
                return Labels(join(*(self.whole(member, context) for member in members)))
            case m.PlayerRow(player=player):
                return Labels(self.whole(player, context))
            case m.Shuffled(list=source) | m.Random(list=source):
                inner = self.labels_of(source, context)
                return Labels(join(inner.whole, {Unknown("the lots", is_lot=True): ()}), inner.facet)
            case m.Item(list=source, index=index):
                inner, path = self.labels_of(source, context), self.whole(index, context)
                return Labels(join(inner.whole, path), PUBLIC if self.is_there(e, context) else join(inner.facet, path))
            case m.RowItem() if self.is_there(e, context):
                return Labels(self.whole(e.index, context))
            case m.Derived():
                return _same(join(*(self.whole(child, context) for child in children(e))))
        assert_never(e)

    def _place_labels(self, e: m.Read | m.ListMembers | m.Holding, context: Context) -> Labels:
        secrets = self.places.secrets
        match e:
            case m.Holding(resources=resources, player=player):
                return _same(join(self.way_to(e, context), *(secrets(r, player, context) for r in resources)))
            case m.ListMembers(list=list_, object=object_):
                path = self.whole(object_, context)
                return Labels(join(path, secrets(list_, object_, context)), path)
        path = self.way_to(e, context)
        in_row, _ = self.places.hidden_row_label(e.state, e.object, context.facts)
        whole = join(path, secrets(e.state, e.object, context), in_row)
        return Labels(whole, path if e.type.base == "object" else whole)

    def is_there(self, e: m.Expr, context: Context) -> bool:
        """Return whether a row, or all of a kind, surely has a member with a number."""
        match e:
            case m.RowItem(row=row, index=index) | m.Item(list=m.RowMembers(row=row), index=index):
                size = row.size
            case m.Item(list=m.AllOf(kind=kind), index=index):
                size = kind.count + kind.each * self.model.fewest_players
            case _:
                return False
        facts = Known()
        facts.terms = {place: self.amounts.all_of(place.type.kind) for place in context.filled if place.type.kind is not None}
        for read in (part for part in parts(index) if isinstance(part, m.Read) and part.state in self.places.filled):
            assert read.type.kind is not None
            facts.terms[read] = self.amounts.all_of(read.type.kind)
        low, high = self.amounts.number_range(index, facts)
        return low >= 1 and high <= size

    def way_to(self, place: Place | None, context: Context) -> Label:
        """On what it rests whose it is, and for what it is kept."""
        return join(*(self.whole(step, context) for step in children(place))) if place is not None else PUBLIC

    def payable(self, player: m.Expr, payment: m.Expr, context: Context) -> Label:
        """On what it rests whether, and in which ways, somebody can pay."""
        secrets = [self.places.secrets(resource, player, context) for resource in self.resources(payment)]
        return join(self.whole(payment, context), *secrets)

    def resources(self, payment: m.Expr) -> list[m.Resource]:
        """Those that may be in a payment."""
        if id(payment) not in self._payments:
            among = payment_resources(payment)
            payable_resources = [resource for resource in self.model.resources if among is None or resource.index in among]
            self._payments[id(payment)] = payment, payable_resources
        return self._payments[id(payment)][1]

    # ---- questions about lists

    def member(self, variable: m.Variable, source: m.ListExpr, context: Context) -> Binding:
        """The binding of a variable that is each member of a list in turn."""
        row = source.row if isinstance(source, (m.RowMembers, m.PlayerRow)) else None
        labels = Labels(self.labels_of(source, context).whole, PUBLIC)
        return Binding(labels, row=row, within=self._list(source, context), is_iterated=True)

    def containing_list(self, e: m.Expr, context: Context) -> m.Expr | None:
        """The list that something is surely a member of, found there without asking what it is."""
        match e:
            case m.Local(variable=variable) if variable in self.places.bound:
                return self.places.bound[variable].within
            case m.ListItem(list=list_, object=object_):
                return self.places.canonical(m.ListMembers(list_, object_, m.Type("list", list_.kind)), context.facts)
            case m.Item(list=m.Gathered(members=members)):
                lists = {self.containing_list(member, context) for member in members}
                return lists.pop() if len(lists) == 1 else None
            case m.Revealed(operand=m.Query(kind="first", source=source)):
                return self._list(source, context)  # which one it is has been told
            case m.Revealed(operand=operand):
                return self.containing_list(operand, context)
            case m.Random(list=source) | m.Query(kind="first", source=source, where=None, body=None):
                return None if any(isinstance(part, m.Query) for part in parts(source)) else self._list(source, context)
        return None

    def list_of_first(self, e: m.Expr, context: Context) -> m.Expr | None:
        """The list on the table of which a question finds the first, whatever it asks."""
        return self._list(e.source, context) if isinstance(e, m.Query) and e.kind == "first" else None

    def find_source(self, e: m.Expr, context: Context) -> m.Expr | None:
        """The list on the table that something, or all the members of a list, have been taken from."""
        match e:
            case m.Local(variable=variable):
                sources = self.places.sources.get(variable, set())
                return next(iter(sources)) if len(sources) == 1 else None
            case m.ListMembers():
                return self.places.canonical(e, context.facts)
        inner = inner_list(e)
        return self.find_source(inner, context) if inner is not None else self.containing_list(e, context)

    def _list(self, source: m.Expr, context: Context) -> m.Expr | None:
        """The list on the table that all the members of one are of."""
        match source:
            case _ if (inner := inner_list(source)) is not None:
                return self._list(inner, context)
            case m.Gathered(members=(member, *_)):
                return self.containing_list(member, context)
            case m.ListMembers():
                return self.places.canonical(source, context.facts)
            case m.Choice(then=then, otherwise=otherwise):
                lists = {self._list(then, context), self._list(otherwise, context)}
                return lists.pop() if len(lists) == 1 else None
            case m.CallValue(value=value, arguments=arguments) if not value.modifiers:
                mapping = dict(zip(value.params, arguments, strict=True))
                lists = {self._list(substitute(result, mapping), context) for _, result in value.cases}
                return lists.pop() if len(lists) == 1 else None
        return None

    def _query(self, query: m.Query, context: Context) -> Labels:
        source = self.labels_of(query.source, context)
        self.places.bound[query.variable] = self.member(query.variable, query.source, context)
        condition_label = self.whole(query.where, context)
        inner = self.knowing(query.where, context)
        rank_label = self.whole(query.body, inner)
        presence = join(source.facet, condition_label)
        result = join(presence, rank_label, source.whole) if query.kind in ("first", "sort") else join(presence, rank_label)
        labels = (result, presence if query.kind in ("first", "sort") else result)
        return Labels(*(self.leave_query(label, query.variable, query.source) for label in labels))

    def leave_query(self, label: Label, variable: m.Variable, source: m.ListExpr) -> Label:
        """The label outside of what asks each member of a list: what only each knew of itself, nobody knows of all of them."""

        def outside(secret: Secret) -> Secret:
            if secret.reader is None or m.Local(variable) not in parts(secret.reader):
                return secret
            is_each = secret.reader == m.Local(variable) and isinstance(source, (m.AllOf, m.ListMembers))
            return Secret(secret.thing, None, source if is_each and not free_variables(source) else None)

        return map_secrets(label, outside)

    # ---- facts

    def knowing(self, condition: m.Expr | None, context: Context) -> Context:
        """The context where a condition is known to hold."""
        if condition is None:
            return context
        facts = self._facts(condition, context.facts)
        absent = frozenset(self._absent(condition, context.facts))
        return context._replace(facts={**context.facts, **facts}, absent=context.absent | absent) if facts or absent else context

    def _absent(self, e: m.Expr, facts: Facts) -> Iterator[tuple[m.Expr, m.Expr]]:
        """What lies not in a list where a condition holds, with that list."""
        match e:
            case m.Logic(op="and", operands=operands):
                for operand in operands:
                    yield from self._absent(operand, facts)
            case m.Not(operand=m.Contains(list=m.ListMembers() as target, member=member)):
                one, other = self.places.canonical(member, facts), self.places.canonical(target, facts)
                if one is not None and other is not None:
                    yield one, other

    def _facts(self, e: m.Expr, facts: Facts) -> Facts:
        canonical = self.places.canonical
        match e:
            case m.Logic(op="and", operands=operands):
                new_facts: dict[m.Expr, m.Expr] = {}
                for operand in operands:
                    new_facts |= self._facts(operand, {**facts, **new_facts})
                return new_facts
            case m.Compare(op="==", left=left, right=right) if left.type.base == "object":
                one, other = canonical(left, facts), canonical(right, facts)
                if one is None or other is None or one == other or m.Const in (type(one), type(other)):
                    return {}
                return {one: other} if isinstance(other, m.Local) else {other: one} if isinstance(one, m.Local) else {}
            case m.CallCondition(condition=definition, arguments=arguments) | m.CallValue(value=definition, arguments=arguments):
                bindings = dict(zip(definition.params, arguments, strict=True))
                equalities = [(canonical(substitute(path, bindings), facts), canonical(substitute(is_, bindings), facts))
                          for path, is_ in self.summary(definition).facts.items()]  # fmt: skip
                return {path: is_ for path, is_ in equalities if path is not None and is_ is not None and path != is_}
        return {}

    # ---- values and conditions

    def summary(self, definition: Named) -> Summary:
        if definition not in self._summaries:
            positions: dict[Unknown, tuple[int, bool]] = {}
            for at, param in enumerate(definition.params):
                whole, facet = Unknown(param.name), Unknown(param.name)
                positions |= {whole: (at, False), facet: (at, True)}
                self.places.bound[param] = Binding(Labels({whole: ()}, {facet: ()}))
            result = (
                self._condition_labels(definition)
                if isinstance(definition, m.Condition)
                else (*self._value_labels(definition), PUBLIC)
            )
            labels, facts, reasons = result
            self._summaries[definition] = Summary(labels, dict([*facts.items()][:MOST_FACTS]), reasons, positions)
        return self._summaries[definition]

    def _condition_labels(self, condition: m.Condition) -> tuple[Labels, Facts, Label]:
        context, labels, reasons = Context(), [], []
        for require in condition.requires:
            condition_label = self.whole(require.condition, context)
            step = Step(require.site.span, f"`{condition.name}` requires it here", True)
            labels.append(along(condition_label, step))
            reasons.append(along(self.refusal(require, context), step))
            context = self.knowing(require.condition, context)
        return _same(join(*labels)), context.facts, join(*reasons)

    def refusal(self, require: m.Require, context: Context) -> Label:
        """On what it rests what people are told where a requirement does not hold."""
        return join(self.words(require.reason, context), self._refusals(require.condition, context))

    def _refusals(self, e: m.Expr, context: Context) -> Label:
        """The same of the reasons that the conditions give which it asks by name."""
        match e:
            case m.Logic(op="and", operands=operands):
                labels = []
                for operand in operands:
                    labels.append(self._refusals(operand, context))
                    context = self.knowing(operand, context)
                return join(*labels)
            case m.CallCondition(condition=definition, arguments=arguments):
                return join(*self._argument_labels([self.summary(definition).reasons], definition, arguments, context))
        return PUBLIC

    def _value_labels(self, value: m.Value) -> tuple[Labels, Facts]:
        step = Step(value.site.span, f"`{value.name}` asks for it")
        labels = []
        for condition, result in value.cases:
            labels.append(_same(along(self.whole(condition, Context()), step)))
            labels.append(_along(self.labels_of(result, self.knowing(condition, Context())), step))
        for change in value.modifiers:
            here = Step(change.site.span, f"`{value.name}` is changed by it here")
            labels.append(_same(along(self.whole(change.where, Context()), here)))
            labels.append(_along(self.labels_of(change.value, self.knowing(change.where, Context())), here))
        plain = len(value.cases) == 1 and not value.modifiers and value.type.base == "flag"
        return both(*labels), self._facts(value.cases[0][1], {}) if plain else {}

    def _argument_labels(
        self, labels: Iterable[Label], definition: Named, arguments: tuple[m.Expr, ...], context: Context
    ) -> Iterator[Label]:
        """Labels in terms of the parameters of what is asked, as they are for these arguments."""
        positions = self.summary(definition).passed
        argument_labels = [self.labels_of(argument, context) for argument in arguments]
        paths = dict(zip(definition.params, arguments, strict=True))
        for label in labels:
            all_labels: list[Label] = []
            for atom, trail in label.items():
                if isinstance(atom, Unknown):
                    if atom in positions:
                        at, is_facet = positions[atom]
                        all_labels.append(along(argument_labels[at].facet if is_facet else argument_labels[at].whole, *trail))
                    else:
                        all_labels.append({atom: trail})
                elif not self._is_open(atom, context):
                    reader = substitute(atom.reader, paths) if atom.reader is not None else None
                    all_labels += [{secret: trail} for secret in self._secret_as_read(atom, reader, context)]
            yield join(*all_labels)

    def _secret_as_read(self, secret: Secret, reader: m.Expr | None, context: Context) -> Iterable[Secret]:
        """A secret as it is known where it was asked for with these arguments: none where it lies open."""
        if secret.reader is None:
            return [secret]
        if secret.thing.audience.seen_by == "owner":
            atoms = self.places.secrets(secret.thing, reader, context)
            return [atom for atom in atoms if isinstance(atom, Secret)]
        return [Secret(secret.thing, self.places.canonical(reader, context.facts))]

    def _is_open(self, secret: Secret, context: Context) -> bool:
        """Return whether it was shown of every member of the list."""
        if secret.members is None:
            return False
        revealed_members = [of for thing, of, to in context.opened if thing is secret.thing and to is None]
        return any(of == secret.members or isinstance(of, m.AllOf) for of in revealed_members)


def _same(label: Label) -> Labels:
    return Labels(label, label)


def _along(labels: Labels, step: Step) -> Labels:
    return Labels(along(labels.whole, step), along(labels.facet, step))


def frozen(label: Label) -> Label:
    """The label of something that is kept while its readers' paths may come to lead elsewhere."""
    return map_secrets(label, lambda s: s if s.reader is None or is_lasting(s.reader) else Secret(s.thing, None, s.members))
