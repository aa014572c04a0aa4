"""Warn of what is added to a list that has it already: then the game stops."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m
from caylus.analysis.facts import Facts, Known
from caylus.analysis.facts.domain import YES
from caylus.analysis.facts.fixed_point import Observer
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Severity, Span


class Additions(Observer):
    """Looks at each addition, and whether what is added is always in the list already."""

    def __init__(self, symbols: Symbols, facts: Facts) -> None:
        self._facts = facts
        self._found: dict[Span, tuple[m.ListState, bool]] = {}

    def statement(self, statement: m.Statement, known: Known) -> None:
        if isinstance(statement, m.AddTo) and not statement.moves:
            list_, place = statement.target.list, statement.site.span
            has_copies = any(thing.copies > 1 for thing in list_.kind.objects)
            is_in = not has_copies and self._facts.evaluate(m.Contains(statement.target, statement.member), known) == YES
            self._found[place] = list_, is_in and self._found.get(place, (list_, True))[1]

    def report(self) -> Iterator[Diagnostic]:
        for place, (list_, is_in) in self._found.items():
            if is_in:
                message = f"the game stops here: this is in `{list_.name}` already"
                help = f"leave it out, or ask first: `if … is not in {list_.name}`"
                yield Diagnostic("W1061", message, place, "added before", (), help, Severity.WARNING)
