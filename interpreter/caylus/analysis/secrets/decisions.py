"""What decisions tell: that somebody is asked, what there is to choose from, and what was chosen.

Legality may depend on what whoever chooses may know. What is chosen is told as far as it comes out: a choice that goes into
nothing but hidden things stays with those who know them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from caylus import model as m
from caylus.model.payment_choices import several_ways

from . import sinks
from .formulas import Formulas
from .labels import PUBLIC, Label, Labels, Unknown, join, later
from .ledger import Ledger
from .readers import Binding, Context, Places, Readers
from .writes import Writes

Asks = m.Choose | m.Transfer
"""What asks somebody: a choice, or a `gain` of one of several things."""


@dataclass(slots=True)
class Asked:
    """What a decision rests on, and what of it others learn."""

    question: Label = field(default_factory=dict)
    listed: Label = field(default_factory=dict)
    texts: Label = field(default_factory=dict)
    is_secret: bool = True
    unseen: set[Unknown] = field(default_factory=set)


@dataclass(slots=True)
class Decisions:
    """`asked` is what is known of each decision, by its identity; `kept` are the choices that others do not learn of.

    `named` are options of which only the name is told, though nothing that they do is seen by all.
    """

    formulas: Formulas
    places: Places
    ledger: Ledger
    writes: Writes
    asked: dict[int, Asked] = field(default_factory=dict)
    kept: set[Unknown] = field(default_factory=set)
    named: list[m.Option] = field(default_factory=list)

    def choose(self, s: m.Choose, under: Label, context: Context, body: Callable[[m.Body, Label, Context], None]) -> None:
        asked, reader = self._ask(s, under, context)
        question = self.formulas.words(s.prompt, context)
        asked.question = join(asked.question, question)
        self.ledger.tell(question, reader, sinks.question(s.site), context.facts)
        declined = self.formulas.words(s.declined, context)
        asked.texts = join(asked.texts, declined)
        self.ledger.tell(declined, reader, sinks.option_text(s.site), context.facts)
        under = later(under)
        picks = {Unknown(option.name): option for option in s.options}
        made = [*picks]
        for pick, option in picks.items():
            self._list(option, asked, reader, context)
            inner = self._offered(option, context)
            for variable in option.variables:
                unknown = Unknown(variable.name)
                made.append(unknown)
                listed = self.places.bound[variable]
                self.places.bind(variable, Binding(Labels({unknown: ()}), row=listed.row, within=listed.within))
            label = join(under, {pick: ()})
            for part in option.head:
                if isinstance(part, m.Transfer):
                    if part.given is not None:
                        way: Label = {pick: ()} if several_ways(part.payment) else PUBLIC
                        self.places.bind(part.given, Binding(Labels(join(self.formulas.whole(part.payment, inner), way))))
                    self.writes.transfer(part, label, inner)
            body(option.body, label, inner)
        told = self._settle(asked, made)
        if told:
            self.named += [option for pick, option in picks.items() if pick in asked.unseen and not option.variables]
        body(s.otherwise, under, context)

    def gain(self, s: m.Transfer, under: Label, context: Context, then: Callable[[Label], None]) -> None:
        """Somebody picks what to gain, which may set something off."""
        asked, reader = self._ask(s, under, context)
        payment = self.formulas.whole(s.payment, context)
        asked.listed = join(asked.listed, payment)
        self.ledger.tell(payment, reader, sinks.listed(s.site), context.facts)
        pick = Unknown("the choice")
        under = join(later(under), {pick: ()})
        self.writes.transfer(s, under, context)
        then(under)
        self._settle(asked, [pick])

    def _ask(self, s: Asks, under: Label, context: Context) -> tuple[Asked, Readers]:
        label = join(under, self.formulas.whole(s.player, context))
        self.ledger.tell(label, "all", sinks.asked(s.site), context.facts)
        return self.asked.setdefault(id(s), Asked()), self.places.canonical(s.player, context.facts) or "someone"

    def _list(self, option: m.Option, asked: Asked, reader: Readers, context: Context) -> None:
        """What there is to choose from, before anything is chosen."""
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
        self.ledger.tell(join(*found), reader, sinks.listed(option.site), context.facts)
        texts.append(self.formulas.words(option.text, context))
        asked.texts = join(asked.texts, *texts)
        self.ledger.tell(texts[-1], reader, sinks.option_text(option.site), context.facts)

    def _offered(self, option: m.Option, context: Context) -> Context:
        """The context where an option is known to be legal."""
        context = self.formulas.knowing(option.where, context)
        for part in option.head:
            if isinstance(part, m.Require):
                context = self.formulas.knowing(part.condition, context)
        return context

    def _settle(self, asked: Asked, made: list[Unknown]) -> set[Unknown]:
        """What of a choice all learn of."""
        written, told = self.ledger.settle_choice(made)
        asked.is_secret = asked.is_secret and bool(written) and not told
        asked.unseen = written - told
        self.kept.update(unknown for unknown in made if unknown not in told)
        return told
