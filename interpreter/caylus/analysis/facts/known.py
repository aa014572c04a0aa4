"""Knowledge at one place of a rule: what conditions and statements before it have shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caylus import model as m

from .domain import Set, join

Pair = tuple[m.Expr, m.Expr]


class Known:
    """Knowledge at one place of a rule beyond what always holds: of some formulas, and of pairs of formulas.

    `why` has the places that said so.
    """

    __slots__ = ("signs", "terms", "why")

    def __init__(self, of: Known | None = None) -> None:
        self.terms: dict[m.Expr, Set] = dict(of.terms) if of is not None else {}
        self.signs: dict[Pair, int] = dict(of.signs) if of is not None else {}
        self.why: dict[m.Expr | Pair, tuple[m.Site, ...]] = dict(of.why) if of is not None else {}

    def forget(self, is_spoilt: Callable[[m.Expr], bool]) -> Known:
        """The knowledge that is left after something has changed."""
        if not self.terms and not self.signs:
            return self
        left = Known()
        left.terms = {term: value for term, value in self.terms.items() if not is_spoilt(term)}
        left.signs = {(a, b): signs for (a, b), signs in self.signs.items() if not is_spoilt(a) and not is_spoilt(b)}
        left.why = {key: sites for key, sites in self.why.items() if key in left.terms or key in left.signs}
        return left

    def note(self, key: m.Expr | Pair, site: m.Site | None) -> None:
        """Remembers what said something."""
        if site is not None and site not in self.why.get(key, ()):
            self.why[key] = (*self.why.get(key, ()), site)


def merge(outcomes: Sequence[Known]) -> Known:
    """The knowledge that holds whichever of some ways was taken."""
    first, *others = outcomes
    if not others:
        return first
    found = Known()
    for term, value in first.terms.items():
        if all(term in other.terms for other in others):
            for other in others:
                value = join(value, other.terms[term])
            found.terms[term] = value
    for pair, signs in first.signs.items():
        if all(pair in other.signs for other in others):
            for other in others:
                signs |= other.signs[pair]
            if signs != 7:
                found.signs[pair] = signs
    for known in outcomes:
        for key, sites in known.why.items():
            if key in found.terms or key in found.signs:
                for site in sites:
                    found.note(key, site)
    return found
