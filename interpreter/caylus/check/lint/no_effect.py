"""Warn of equal branches, of values that are overwritten at once, of constant scores, and of resources of no use."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from caylus import model as m
from caylus import syntax as s
from caylus.analysis.facts import Facts
from caylus.analysis.facts.domain import single
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, first_word
from caylus.diagnostics.words import join_words
from caylus.model.access import rule_parts
from caylus.model.evaluate import Range
from caylus.model.walk import parts, statements
from caylus.syntax.walk import walk

from .resource_use import find_resource_use


def check(
    symbols: Symbols, facts: Facts, actions: Iterable[m.Action], shown: Collection[str]
) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only; of nothing that has one of the names `shown`."""
    collector = Collector()
    for node in symbols.nodes:
        match node:
            case s.If(then=then, otherwise=s.Block() as otherwise) if s.same(then, otherwise):
                place, notes = first_word(otherwise.span, "{"), (Note("the first", then.span),)
                message = "both branches do the same"
                collector.warning("W1038", place, message, "as above", notes=notes, help="do it without asking")
            case s.Value(cases=(*_, case, last)) if s.same(case.value, last.value):
                message, notes = "this case gives what `otherwise` gives", (Note("the same here", last.span),)
                collector.warning("W1038", case.span, message, "no difference", notes=notes, help="leave the case out")
            case s.Block(statements=body):
                _overwritten(body, collector)
    _score(facts, collector)
    _needless_choices(facts, collector)
    _needless_resources(symbols, facts, list(actions), shown, collector)
    return None, collector.diagnostics


def _overwritten(body: tuple[s.Statement, ...], collector: Collector) -> None:
    """Warns of a value that the next statement replaces, and of a list that it clears once more."""
    for first, then in pairwise(body):
        if isinstance(then, s.Rearrange) and then.verb == "clear" and s.same(first, then):
            message, notes = "this has no effect: the list is empty already", (Note("cleared here", first.span),)
            collector.warning("W1039", then.span, message, "once more", notes=notes, help="leave it out")
        if not isinstance(then, s.Assign) or not isinstance(first, (s.Assign, s.Adjust)):
            continue
        if s.same(first.target, then.target) and not any(s.same(part, then.target) for part in walk(then.value)):
            message, notes = "this has no effect: the next statement sets it again", (Note("set again here", then.span),)
            collector.warning("W1039", first.span, message, "lost", notes=notes, help="leave it out")


def _needless_choices(facts: Facts, collector: Collector) -> None:
    """Warns of choices of an option that nothing but its text uses."""
    for action in facts.reached:
        for statement in statements(action.body):
            for option in statement.options if isinstance(statement, m.Choose) else ():
                used = {
                    x.variable for x in parts(option.where, option.head, option.body, option.sources) if isinstance(x, m.Local)
                }
                if option.variables and used.isdisjoint(option.variables) and option.body:
                    names = join_words([f"`{variable.name}`" for variable in option.variables], "and")
                    message, help = f"the choice of {names} makes no difference", "use it, or leave the choice out"
                    collector.warning("W1047", option.site.span, message, "no rule asks for it", help=help)


def _score(facts: Facts, collector: Collector) -> None:
    """Warns of a score that is the same for everybody."""
    score = facts.model.score
    value = facts.results.get(score)
    reads = any(isinstance(part, (m.Local, m.Read, m.Holding, m.SizeOf, m.Query)) for part in parts(rule_parts(score)))
    if isinstance(value, Range) and single(value) is not None and not reads:
        message, help = f"every player's score is {value.low:.0f}", "let it ask something of `player`"
        collector.warning("W1040", score.site.span, message, "everybody wins", help=help)


def _needless_resources(
    symbols: Symbols, facts: Facts, actions: list[m.Action], shown: Collection[str], collector: Collector
) -> None:
    """Warns of resources that players gain and no rule asks for."""
    resources = facts.model.resources
    gained, asked = find_resource_use(facts.model, actions)
    asked.update(r for trigger in facts.model.triggers for r in trigger.resources)
    asked.update(r.supply for r in resources if r.supply is not None)
    for resource in resources:
        entry = symbols.entries.get(resource.name)
        if (
            entry is not None
            and resource in gained
            and resource not in asked
            and resource.name not in shown
            and resource.supply is None
        ):
            help = "let something cost it, ask for it or count it in the score; or remove it"
            collector.warning(
                "W1041", resource.span, f"`{resource.name}` is gained, but no rule asks for it", "of no use", help=help
            )
