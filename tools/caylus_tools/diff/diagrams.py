"""Decision diagrams: one form for all formulas of one meaning, whatever the order of their parts.

A diagram is a leaf, or an atom with the diagram for where it holds and the one for where it does not. No atom stands in it twice
on one way, atoms come in the order of their names, and none is left that makes no difference. So two diagrams are the same if and
only if they lead to the same leaf for all answers (Bryant 1986). A diagram is named by a digest of its content: those of two
rulesets can be compared.
"""

from __future__ import annotations

import hashlib

MOST_STEPS = 20_000
MOST_ATOMS = 64


class TooLarge(Exception):
    """A diagram that takes too long to make: formulas of a strange form have exponential ones."""


def digest(written: object) -> str:
    return hashlib.sha256(repr(written).encode()).hexdigest()


YES, NO = digest("yes"), digest("no")
"""The leaves of a formula that holds or does not."""


class Diagrams:
    """The diagrams that make up one formula or one statement."""

    def __init__(self) -> None:
        self._nodes: dict[str, tuple[str, str, str]] = {}
        self._known: dict[tuple[str, str, str], str] = {}
        self._atoms: set[str] = set()

    def atom(self, name: str, holds: bool = True) -> str:
        """The formula that holds where an atom does, or where it does not."""
        self._atoms.add(name)
        if len(self._atoms) > MOST_ATOMS:
            raise TooLarge
        return self._node(name, YES, NO) if holds else self._node(name, NO, YES)

    def choose(self, test: str, then: str, otherwise: str) -> str:
        """The diagram that is one of two, by a formula."""
        if test in (YES, NO) or then == otherwise:
            return otherwise if test == NO else then
        asked = test, then, otherwise
        if asked not in self._known:
            if len(self._known) >= MOST_STEPS:
                raise TooLarge
            first = min(self._nodes[one][0] for one in asked if one in self._nodes)
            holds, fails = (self.choose(*(self._follow(one, first, way) for one in asked)) for way in (1, 2))
            self._known[asked] = holds if holds == fails else self._node(first, holds, fails)
        return self._known[asked]

    def negate(self, test: str) -> str:
        return self.choose(test, NO, YES)

    def _node(self, atom: str, holds: str, fails: str) -> str:
        name = digest([atom, holds, fails])
        self._nodes[name] = atom, holds, fails
        return name

    def _follow(self, diagram: str, atom: str, way: int) -> str:
        node = self._nodes.get(diagram)
        return node[way] if node is not None and node[0] == atom else diagram
