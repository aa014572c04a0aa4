"""The arithmetic of payments that are known before play: every way to pay, distinct, in the order written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement

from caylus import model as m
from caylus.limits import MOST_WAYS

NOTHING: m.Alternatives = ((),)


class TooManyWays(Exception):
    """More ways to pay than anybody could choose among."""


def of(amount: int, resources: Sequence[m.Resource], different: bool) -> m.Alternatives:
    """`amount` of the resources, in any mix or all different. Raises `TooManyWays`."""
    if amount == 0:
        return NOTHING
    indices = [r.index for r in resources]
    if len(indices) == 1:
        return (((indices[0], amount),),)
    if amount > MOST_WAYS:
        raise TooManyWays
    picks = combinations(indices, amount) if different else combinations_with_replacement(indices, amount)
    return _distinct(_amounts((r, 1) for r in pick) for pick in picks)


def both(left: m.Alternatives, right: m.Alternatives) -> m.Alternatives:
    return _distinct(_amounts([*a, *b]) for a in left for b in right)


def either(left: m.Alternatives, right: m.Alternatives) -> m.Alternatives:
    return _distinct([*left, *right])


def less(left: m.Alternatives, waived: m.Alternatives) -> m.Alternatives:
    """Each way on the left without the amounts waived, as far as it holds them."""
    return _distinct(_amounts((r, n - min(n, dict(w).get(r, 0))) for r, n in a) for a in left for w in waived)


COMBINE: dict[str, Callable[[m.Alternatives, m.Alternatives], m.Alternatives]] = {"+": both, "or": either, "less": less}
"""By operator; each raises `TooManyWays`."""


def _amounts(pairs: Iterable[tuple[int, int]]) -> m.Amounts:
    total: dict[int, int] = {}
    for resource, amount in pairs:
        total[resource] = total.get(resource, 0) + amount
    return tuple(sorted((r, n) for r, n in total.items() if n))


def _distinct(ways: Iterable[m.Amounts]) -> m.Alternatives:
    found: dict[m.Amounts, None] = {}
    for way in ways:
        found[way] = None
        if len(found) > MOST_WAYS:
            raise TooManyWays
    return tuple(found)
