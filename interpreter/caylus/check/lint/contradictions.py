"""Requirements that can never hold together: those of a condition, with what rules add to it, and those of an option."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from caylus import model as m
from caylus.arithmetic import COMPARE
from caylus.check.symbols import Symbols
from caylus.diagnostics.collector import Collector
from caylus.diagnostics.diagnostic import Diagnostic, Note, Severity
from caylus.model.evaluate import OPPOSITE
from caylus.model.walk import statements, substitute

_MOST = 200
"""Facts of one rule that are held against each other."""

_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class _Fact(NamedTuple):
    """A comparison of a formula with a number, or of two formulas, whose difference is compared with 0 then."""

    about: tuple[m.Expr, ...]
    op: str
    number: int
    site: m.Site

    def mirrored(self) -> _Fact:
        """The same said the other way round; the fact itself where it is about one formula."""
        return self._replace(about=self.about[::-1], op=_MIRRORED[self.op]) if len(self.about) == 2 else self

    def holds(self, number: int) -> bool:
        return COMPARE[self.op](number, self.number)


def check(symbols: Symbols, actions: Iterable[m.Action], told: Collection[Diagnostic]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. A requirement of which one of those `told` speaks already is passed over."""
    known = [d.span for d in told if d.span is not None]
    lint = _Lint(Collector(), set())
    for entry in symbols.entries.values():
        if isinstance(entry.meaning, m.Condition) and lint.find(entry.meaning.site, entry.meaning.requires):
            lint.hopeless.add(entry.meaning)
    for action in actions:
        for statement in statements(action.body):
            for option in statement.options if isinstance(statement, m.Choose) else ():
                lint.find(option.site, [x for x in option.head if isinstance(x, m.Require)], option.where)
    return None, tuple(d for d in lint.collector.found if d.span and not any(place.is_in(d.span) for place in known))


class _Lint(NamedTuple):
    collector: Collector
    hopeless: set[m.Condition]
    """Conditions that never hold; what asks for them is not told again."""

    def find(self, site: m.Site, requires: Iterable[m.Require], where: m.Expr | None = None) -> bool:
        """Reports the first requirement that can never hold together with those before it."""
        before: dict[tuple[m.Expr, ...], list[_Fact]] = defaultdict(list)
        for fact in self._facts(where, site) if where is not None else ():
            before[fact.about].append(fact)
        for required in requires:
            for found in self._facts(required.condition, required.site):
                fact = found.mirrored() if found.about[::-1] in before else found
                others = before[fact.about]
                others.append(fact)
                if len(others) <= _MOST and not _can_hold(others):
                    self._report(fact, others)
                    return True
        return False

    def _facts(self, condition: m.Expr, site: m.Site) -> Iterator[_Fact]:
        """What has to be so where a condition holds."""
        match condition:
            case m.Logic(op="and", operands=operands):
                for operand in operands:
                    yield from self._facts(operand, site)
            case m.CallCondition(condition=called, arguments=given):
                if called not in self.hopeless:
                    mapping = dict(zip(called.params, given, strict=True))
                    for required in called.requires:
                        yield from self._facts(substitute(required.condition, mapping), site)
            case m.Not(operand=m.Not(operand=inner)):
                yield from self._facts(inner, site)
            case m.Not(operand=m.Compare(op=op, left=left, right=right)):
                yield from self._facts(m.Compare(OPPOSITE[op], left, right), site)
            case m.Compare(op=op, left=m.Const() as left, right=right):
                if not isinstance(right, m.Const):
                    yield from self._facts(m.Compare(_MIRRORED[op], right, left), site)
            case m.Compare(op=op, left=left, right=m.Const(value=number)):
                yield _Fact((left,), op, number, site)
            case m.Compare(op=op, left=left, right=right):
                if op == "==":
                    yield from self._facts_of_players(left, right, site)
                yield _Fact((left, right), op, 0, site)
            case m.Not(operand=operand):
                yield _Fact((operand,), "==", 0, site)
            case m.Const():
                return
            case _:
                yield _Fact((condition,), "==", 1, site)

    def _facts_of_players(self, left: m.Expr, right: m.Expr, site: m.Site) -> Iterator[_Fact]:
        """What is a player that has a name is not none."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one, m.Local) and one.variable.type.kind is not None and one.variable.type.kind.is_player:
                yield _Fact((other,), ">=", 0, site)

    def _report(self, fact: _Fact, facts: list[_Fact]) -> None:
        against = next((other for other in facts[:-1] if not _can_hold([other, fact])), facts[0])
        notes = (Note("this is asked for as well", against.site.span),) if against.site.span != fact.site.span else ()
        label = "not together with what else is asked for" if notes else "one of this rules out the other"
        help = "what depends on it is never done"
        self.collector.add(Diagnostic("W1004", "this never holds", fact.site.span, label, notes, help, Severity.WARNING))


def _can_hold(facts: list[_Fact]) -> bool:
    """Whether some number is as all facts about it say."""
    nearby = {fact.number + step for fact in facts for step in (-1, 0, 1)}
    return any(all(fact.holds(number) for fact in facts) for number in nearby)
