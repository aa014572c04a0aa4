"""Lists kept up to date while a game goes on: the members of a kind or a row that satisfy what their own states say.

Listing options is most of what a game takes, and between two decisions little of what they rest on changes. So the part
of an option's conditions that looks at nothing but the member itself is asked when one of its states is written, and not
whenever options are listed.
"""

from __future__ import annotations

from dataclasses import dataclass

from caylus import model as m
from caylus.model.walk import parts

from ..writing.expressions import Expressions

WORTHWHILE = 8
"""A shorter source is looked through more quickly than a list is kept."""

_ABOUT_A_MEMBER = (m.Const, m.Local, m.Read, m.Fixed, m.PlaceInRow, m.Compare, m.Contains, m.Logic, m.Not, m.AllOf, m.RowMembers)


@dataclass(frozen=True, slots=True)
class IncrementalList:
    """`number` is the list's place in the machine's `incremental`, `states` whose writing may change it."""

    number: int
    states: frozenset[m.State]


class IncrementalLists:
    """The lists that a module's decisions ask for, by what they hold; `definitions` are the functions that see to them."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.definitions: list[str] = []
        self._lists: dict[tuple[m.Expr, tuple[str, ...]], IncrementalList] = {}

    def __len__(self) -> int:
        return len(self._lists)

    def lists_using_state(self, state: m.State) -> list[IncrementalList]:
        return [one for one in self._lists.values() if state in one.states]

    def members(self, source: m.AllOf | m.RowMembers, conditions: tuple[str, ...], states: frozenset[m.State]) -> IncrementalList:
        """The list of the source's members `x` for which the conditions hold."""
        key = (source, conditions)
        if key not in self._lists:
            mended = self._lists[key] = IncrementalList(len(self._lists), states)
            holds = " and ".join(conditions)
            first, size = self._range(source)
            whole = all(state.kind is not None and self.x.layout.size(state.kind.root) == size for state in states)
            self.definitions += [
                f"def incremental_{mended.number}(s):",
                f"    return [x for x in {self.x.list(source, {})} if {holds}]",
                f"def mend_{mended.number}(m, s, x):",
                f"    kept = m.incremental[{mended.number}]",
                f"    if {'' if whole else f'{first} <= x < {first + size} and '}{holds}:",
                "        if x not in kept:",
                "            insort(kept, x)",
                "    elif x in kept:",
                "        kept.remove(x)",
            ]
        return self._lists[key]

    def is_worthwhile(self, source: m.Expr) -> bool:
        return isinstance(source, (m.AllOf, m.RowMembers)) and self._range(source)[1] >= WORTHWHILE

    def _range(self, source: m.AllOf | m.RowMembers) -> tuple[int, int]:
        if isinstance(source, m.RowMembers):
            return source.row.first, source.row.size
        return source.kind.first, self.x.layout.size(source.kind)


def about_a_member(condition: m.Expr, variable: m.Variable) -> bool:
    """Return whether a condition looks at nothing that changes but the states of one member."""
    return all(
        isinstance(part, _ABOUT_A_MEMBER)
        and (not isinstance(part, m.Local) or part.variable is variable)
        and (not isinstance(part, m.Read) or reads_state_for(part, variable))
        for part in parts(condition)
    )


def reads_state_for(expr: m.Expr, variable: m.Variable) -> bool:
    """Return whether an expression reads a state of what a variable names, without a second key."""
    return isinstance(expr, m.Read) and expr.object == m.Local(variable) and not expr.indices
