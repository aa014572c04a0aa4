"""Warn of what is done for, or to, an object that may be `none`: then nothing happens, and nobody is told."""

from __future__ import annotations

from caylus import model as m
from caylus.analysis.facts import Facts, Known
from caylus.analysis.facts.domain import ids
from caylus.analysis.facts.fixed_point import Observer
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.access import access

_DOUBTFUL = (m.Read, m.CallValue, m.Query)
"""What may be nothing: a state, the result of a value, the first that there is."""


class Finder(Observer):
    """Finds them. Parameters and members of lists are taken to be somebody: whoever gives them is asked instead."""

    def __init__(self, symbols: Symbols, facts: Facts) -> None:
        self._collector = Collector()
        self._symbols = symbols
        self._facts = facts
        self._named: set[m.Variable] = set()
        self._told: set[m.Site] = set()

    def report(self) -> tuple[Diagnostic, ...]:
        return self._collector.diagnostics

    def statement(self, statement: m.Statement, known: Known) -> None:
        if isinstance(statement, m.Let) and isinstance(statement.value, _DOUBTFUL):
            self._named.add(statement.variable)
        for subject in (touch.of for touch in access(statement).writes if touch.of is not None):
            is_doubtful = subject.variable in self._named if isinstance(subject, m.Local) else isinstance(subject, _DOUBTFUL)
            found = set(ids(self._facts.object_set(subject, known))) if is_doubtful and subject.type.base == "object" else set()
            if -1 in found and found != {-1} and statement.site not in self._told:
                self._told.add(statement.site)
                self._warn(statement, subject)

    def _warn(self, statement: m.Statement, subject: m.Expr) -> None:
        written = self._symbols.written.get(id(subject))
        shown = self._symbols.source(written[1].span) if written is not None else "this"
        is_player = subject.type.kind is not None and subject.type.kind.is_player
        help = f"write `{shown}: {{ … }}`" if is_player else f"ask first: `if {shown} is not none {{ … }}`"
        place = written[1].span if written is not None else statement.site.span
        self._collector.warning(
            "W1060",
            place,
            f"`{shown}` may be `none` here: then nothing happens",
            "perhaps nobody" if is_player else "perhaps nothing",
            help=help,
        )
