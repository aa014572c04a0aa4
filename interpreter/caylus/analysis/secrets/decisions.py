"""Check what decisions reveal: that somebody is asked, the options there are, and the option taken.

Legality may depend on what whoever chooses may know. What is chosen is told as far as it comes out: a choice that goes into
nothing but hidden things stays with those who know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from caylus import model as m
from caylus.analysis.availability import is_always_offered, is_never_empty
from caylus.model.access import several_ways

from . import sinks
from .amounts import Amounts
from .formulas import Formulas
from .labels import PUBLIC, Label, Labels, Step, Unknown, along, join, later
from .ledger import Ledger
from .readers import Binding, Context, Places, Readers
from .writes import Writes

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
        may_lapse: Callable[[object], bool] = lambda part: False,
    ) -> None:
        """`may_lapse`: whether what an option asks for may have changed between the choice and its turn."""
        asked, reader = self._ask(s, under, context)
        question = self.formulas.words(s.prompt, context)
        asked.question = join(asked.question, question)
        self.ledger.tell(question, reader, sinks.question(s.site), context.facts)
        declined = self.formulas.words(s.declined, context)
        asked.texts = join(asked.texts, declined)
        self.ledger.tell(declined, reader, sinks.option_text(s.site), context.facts)
        under = later(under)
        presence = self.ledger.label_for_reader(reader, self._presence(s, context), context.facts)  # of the rest, `_list` reports
        self.ledger.tell(presence, "all", sinks.sink_of_being_asked(s.site), context.facts)
        picks = {Unknown(option.name, is_choice=True): option for option in s.options}
        made = [*picks]
        for pick, option in picks.items():
            self._list(option, asked, reader, context)
            inner = self._context_if_offered(option, context)
            for variable in option.variables:
                unknown = Unknown(variable.name, is_choice=True)
                made.append(unknown)
                listed = self.places.bound[variable]
                self.places.bind(variable, Binding(Labels({unknown: ()}), row=listed.row, within=listed.within))
                self.places.note_source(listed.within, variable)
            lapse = self._lapse(option, may_lapse, context)
            if lapse is not None:
                self.ledger.tell(join({pick: ()}, lapse), "all", sinks.sink_of_lapse(option.site), context.facts)
            label = join(under, {pick: ()})
            for part in option.head:
                if isinstance(part, m.Transfer):
                    if part.given is not None:
                        way: Label = {pick: ()} if several_ways(part.payment) else PUBLIC
                        self.places.bind(part.given, Binding(Labels(join(self.formulas.whole(part.payment, inner), way))))
                    self.writes.transfer(part, label, inner)
            body(option.body, label, inner)
        told = self._settle(asked, made, reader)
        if told:
            self.named += [option for pick, option in picks.items() if pick in asked.unseen and not option.variables]
        body(s.otherwise, under, context)

    def gain(self, s: m.Transfer, under: Label, context: Context, then: Callable[[Label], None]) -> None:
        """Somebody picks what to gain, which may set something off."""
        asked, reader = self._ask(s, under, context)
        payment = self.formulas.whole(s.payment, context)
        asked.listed = join(asked.listed, payment)
        self.ledger.tell(payment, reader, sinks.sink_of_listing(s.site), context.facts)
        pick = Unknown("the choice", is_choice=True)
        under = join(later(under), {pick: ()})
        self.writes.transfer(s, under, context)
        then(under)
        self._settle(asked, [pick], reader)

    def _ask(self, s: Asks, under: Label, context: Context) -> tuple[Asked, Readers]:
        label = join(under, self.formulas.whole(s.player, context))
        self.ledger.tell(label, "all", sinks.sink_of_question(s.site), context.facts)
        return self.asked.setdefault(id(s), Asked()), self.places.canonical(s.player, context.facts) or "someone"

    def _list(self, option: m.Option, asked: Asked, reader: Readers, context: Context) -> None:
        """The label of the things to choose from, before anything is chosen."""
        whole, found = self.formulas.whole, []
        for variable, source in zip(option.variables, option.sources, strict=True):
            self.places.bound[variable] = self.formulas.member(variable, source, context)
            found.append(whole(source, context))
        named = join(*found)  # what can be chosen is part of an option's name
        found.append(whole(option.where, context))
        context = self.formulas.knowing(option.where, context)
        texts = [named]
        for part in option.head:
            if isinstance(part, m.Require):
                found.append(whole(part.condition, context))
                texts.append(self.formulas.refusal(part, context))
                self.ledger.tell(texts[-1], reader, sinks.reason(part.site), context.facts)
                context = self.formulas.knowing(part.condition, context)
            else:
                found += [whole(part.player, context), self.formulas.payable(part.player, part.payment, context)]
        asked.listed = join(asked.listed, *found)
        self.ledger.tell(join(*found), reader, sinks.sink_of_listing(option.site), context.facts)
        texts.append(self.formulas.words(option.text, context))
        asked.texts = join(asked.texts, *texts)
        self.ledger.tell(texts[-1], reader, sinks.option_text(option.site), context.facts)

    def _presence(self, s: m.Choose, context: Context) -> Label:
        """On what it rests whether there is anything to choose from. One option that is always there is enough."""
        if s.may or self._is_covered(s.options):
            return PUBLIC
        found: list[Label] = []
        for option in s.options:
            for variable, source in zip(option.variables, option.sources, strict=True):
                self.places.bound[variable] = self.formulas.member(variable, source, context)
                is_there = is_never_empty(source, self.amounts)
                found.append(
                    PUBLIC if is_there else along(self.formulas.facet(_chosen_list(source), context), _step(option.site))
                )
            for site, label in self._condition_labels(option, context):
                found.append(along(label, _step(site)))
        return join(*found)

    def _is_covered(self, options: Sequence[m.Option]) -> bool:
        """Return whether one option is always there: it asks for nothing, or for what another is not there for."""
        plain = [option for option in options if option.where is None and not option.sources]
        asked = [part.condition for o in plain for part in o.head if isinstance(part, m.Require) and len(o.head) == 1]
        folded = [self.amounts.fold(condition) for condition in asked]
        return any(is_always_offered(option, self.amounts) for option in options) or any(
            self.amounts.fold(m.Not(condition)) in folded for condition in folded
        )

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
        found = [whole(source, context) for source in option.sources if may_lapse(source)]
        if may_lapse((option.where, option.head)):
            found += [label for _, label in self._condition_labels(option, context)]
        return join(*found) if found else None

    def _context_if_offered(self, option: m.Option, context: Context) -> Context:
        """The context where an option is known to be legal."""
        context = self.formulas.knowing(option.where, context)
        for part in option.head:
            if isinstance(part, m.Require):
                context = self.formulas.knowing(part.condition, context)
        return context

    def _settle(self, asked: Asked, made: list[Unknown], chooser: Readers) -> set[Unknown]:
        """The part of a choice that all learn."""
        self.choosers.update(dict.fromkeys(made, chooser))
        written, told = self.ledger.settle_choice(made)
        asked.is_secret = asked.is_secret and bool(written) and not told
        asked.unseen = written - told
        self.kept.update(unknown for unknown in made if unknown not in told)
        return told


def _step(site: m.Site) -> Step:
    return Step(site.span, "it is asked for here", True)


def _chosen_list(source: m.ListExpr) -> m.ListExpr:
    """The list that several things are chosen of: that there are so many is all that has to be."""
    while isinstance(source, (m.Behind, m.Faces)):
        source = source.list
    return source
