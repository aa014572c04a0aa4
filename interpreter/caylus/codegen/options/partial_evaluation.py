"""Split an option's conditions into those known before its options are listed and those known choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from caylus import model as m
from caylus.model.walk import parts

from ..writing.expressions import Expressions
from .incremental_lists import IncrementalList, IncrementalLists, about_a_member, reads_state_for
from .targets_by_place import Reach, reach


@dataclass(frozen=True, slots=True)
class Table:
    """`name` is a constant that tells of each thing the `subject` may name whether the `conditions` fail (0), hold (1), or
    some of them have to be asked (2): those that are `left`.
    """

    subject: m.Read
    name: str
    conditions: list[m.Expr]
    left: list[m.Expr]


class Foreseen(NamedTuple):
    """The table for a choice if there is one, what else its own states settle, and the incremental list of what passes both.

    Where neither knows of a state of its own, there may be a reach instead.
    """

    table: Table | None
    own: list[m.Expr]
    mended: IncrementalList | None
    reach: Reach | None = None


class PartialEvaluation:
    def __init__(self, expressions: Expressions, lists: IncrementalLists) -> None:
        self.x = expressions
        self.lists = lists
        self._done: dict[m.Variable, Foreseen] = {}

    def evaluate(self, variable: m.Variable, source: m.ListExpr, conditions: Sequence[m.Expr]) -> Foreseen:
        """Evaluate in advance a choice, which is `variable` and made from `source`, and the conditions that it binds last."""
        if variable not in self._done:
            self._done[variable] = self._evaluate(variable, source, conditions)
        return self._done[variable]

    def _evaluate(self, variable: m.Variable, source: m.ListExpr, conditions: Sequence[m.Expr]) -> Foreseen:
        if not all(map(self.x.evaluator.is_sure, conditions)):
            return Foreseen(None, [], None)  # they are asked in their order: one may keep another from failing
        table = self._table(variable, conditions)
        own = [c for c in conditions if about_a_member(c, variable) and (table is None or c not in table.conditions)]
        if not isinstance(source, (m.AllOf, m.RowMembers)) or not self.lists.is_worthwhile(source):
            return Foreseen(table, own, None)
        if table is None and not any(isinstance(part, m.Read) for c in own for part in parts(c)):
            within = reach(self.x, variable, source, conditions)
            if within is not None:
                return Foreseen(None, [], None, within)
        if not own and table is None:
            return Foreseen(None, own, None)
        x = {variable: "x"}
        fits = [f"{table.name}[{self.x.write(table.subject, x)}]"] if table is not None else []
        states = {part.state for c in own for part in parts(c) if isinstance(part, m.Read)}
        states |= {table.subject.state} if table is not None else set()
        return Foreseen(table, own, self.lists.members(source, (*fits, *(self.x.write(c, x) for c in own)), frozenset(states)))

    def _table(self, variable: m.Variable, conditions: Sequence[m.Expr]) -> Table | None:
        """A table of what the state of the variable that most conditions look at may name, if several do."""
        reads = Counter(read for c in conditions for read in set(parts(c)) if reads_state_for(read, variable) and read.type.kind)
        subject, looking = max(reads.items(), key=lambda item: item[1], default=(None, 0))
        if not isinstance(subject, m.Read) or looking < 2:
            return None
        assert subject.type.kind is not None
        about = [c for c in conditions if subject in parts(c)]
        named = [m.Const(i, subject.type) for i in (*range(self.x.layout.size(subject.type.kind.root)), -1)]
        rests = [[self.x.evaluator.substitute(c, subject, constant) for c in about] for constant in named]
        sorts = [_sort(rest) for rest in rests]
        open_ = [{c for c, r in zip(about, rest, strict=True) if not isinstance(r, m.Const)} for rest in rests]
        left = set().union(*(some for some, sort in zip(open_, sorts, strict=True) if sort))
        return Table(subject, self.x.constant(tuple(sorts), "FITS"), about, [c for c in about if c in left])


def _sort(rests: Iterable[m.Expr]) -> int:
    """Return whether what is left of conditions fails (0), holds (1), or has to be asked (2)."""
    values = [rest.value if isinstance(rest, m.Const) else 2 for rest in rests]
    return 0 if 0 in values else max(values)
