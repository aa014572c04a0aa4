"""Requirements that can never hold together: those of a condition, with what rules add to it, and those of an option."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from math import inf
from typing import NamedTuple

from caylus import model as m
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, Severity
from caylus.model.evaluate import OPPOSITE
from caylus.model.walk import statements, substitute

_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class _Fact(NamedTuple):
    """A comparison of a formula with a number, or of two formulas, whose difference is compared with 0 then."""

    about: tuple[m.Expr, ...]
    op: str
    number: int
    site: m.Site

    def mirror(self) -> _Fact:
        """The same said the other way round; the fact itself where it is about one formula."""
        return self._replace(about=self.about[::-1], op=_MIRRORED[self.op]) if len(self.about) == 2 else self


class _Together:
    """Facts about one formula, and the numbers that it may be by all of them."""

    def __init__(self) -> None:
        self.facts: list[_Fact] = []
        self._low, self._high = -inf, inf
        self._not: set[int] = set()

    def add(self, fact: _Fact) -> _Together:
        self.facts.append(fact)
        match fact.op:
            case "!=":
                self._not.add(fact.number)
            case ">" | ">=" | "==":
                self._low = max(self._low, fact.number + (fact.op == ">"))
        if fact.op in ("<", "<=", "=="):
            self._high = min(self._high, fact.number - (fact.op == "<"))
        return self

    @property
    def can_hold(self) -> bool:
        if self._high - self._low >= len(self._not):
            return True
        return any(number not in self._not for number in range(int(self._low), int(self._high) + 1))


def check(symbols: Symbols, actions: Iterable[m.Action], told: Collection[Diagnostic]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. A requirement of which one of those `told` speaks already is passed over."""
    known = [d.span for d in told if d.span is not None]
    lint = _Lint(Collector(), set(), {file.path: file.level for file in symbols.files})
    for entry in symbols.entries.values():
        if isinstance(entry.meaning, m.Condition) and lint.find(entry.meaning.site, entry.meaning.requires):
            lint.hopeless.add(entry.meaning)
    for action in actions:
        for statement in statements(action.body):
            for option in statement.options if isinstance(statement, m.Choose) else ():
                lint.find(option.site, [x for x in option.head if isinstance(x, m.Require)], option.where)
    return None, tuple(d for d in lint.collector.diagnostics if d.span and not any(place.is_inside(d.span) for place in known))


class _Lint(NamedTuple):
    collector: Collector
    hopeless: set[m.Condition]
    """Conditions that never hold; what asks for them is not told again."""
    levels: dict[str, int]
    """The level of the layer that each file belongs to: what is above is told, and not what it finds."""

    def find(self, site: m.Site, requires: Iterable[m.Require], where: m.Expr | None = None) -> bool:
        """Reports the first requirement that can never hold together with those before it."""
        before: dict[tuple[m.Expr, ...], _Together] = defaultdict(_Together)
        for fact in self._facts(where, site) if where is not None else ():
            before[fact.about].add(fact)
        for required in requires:
            for found in self._facts(required.condition, required.site):
                fact = found.mirror() if found.about[::-1] in before else found
                together = before[fact.about]
                together.add(fact)
                if not together.can_hold:
                    self._report(together.facts)
                    return True
        return False

    def _facts(self, condition: m.Expr, site: m.Site) -> Iterator[_Fact]:
        """The facts that follow from a condition."""
        match condition:
            case m.Logic(op="and", operands=operands):
                for operand in operands:
                    yield from self._facts(operand, site)
            case m.CallCondition(condition=called, arguments=given):
                if called not in self.hopeless:
                    mapping = dict(zip(called.params, given, strict=True))
                    for required in called.requires:
                        place = max((site, required.site), key=self._level)
                        yield from self._facts(substitute(required.condition, mapping), place)
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
        """The fact that a player with a name is not none."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one, m.Local) and one.variable.type.kind is not None and one.variable.type.kind.is_player:
                yield _Fact((other,), ">=", 0, site)

    def _level(self, site: m.Site) -> int:
        return self.levels.get(site.span.file, 0)

    def _report(self, facts: list[_Fact]) -> None:
        fact = max(reversed(facts), key=lambda fact: self._level(fact.site))
        others = [other for other in facts if other is not fact]
        against = next((other for other in others if not _Together().add(other).add(fact).can_hold), others[0])
        notes = (Note("this is asked for as well", against.site.span),) if against.site.span != fact.site.span else ()
        label = "not together with what else is asked for" if notes else "one of this rules out the other"
        help = "what depends on it is never done"
        self.collector.add(Diagnostic("W1004", "this never holds", fact.site.span, label, notes, help, Severity.WARNING))
