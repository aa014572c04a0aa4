"""Payments as numbers: an amount of each resource packed into one integer, 32 bits a resource, and tuples of such ways to pay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

from caylus.limits import MOST_WAYS

BITS = 32
FOR_GENERATED_CODE = ("mix", "both", "either", "less", "amount_in")
_MASK = (1 << BITS) - 1

Ways = tuple[int, ...]
"""The ways of paying or gaining something, each a packed amount; `(0,)` is nothing."""


def pack(amounts: Sequence[tuple[int, int]]) -> int:
    """(resource index, amount) pairs as one number."""
    return sum(amount << (BITS * resource) for resource, amount in amounts)


@cache
def unpack(way: int) -> tuple[tuple[int, int], ...]:
    """The (resource index, amount) pairs of a packed amount, resources ascending."""
    pairs = []
    resource = 0
    while way:
        if way & _MASK:
            pairs.append((resource, way & _MASK))
        way >>= BITS
        resource += 1
    return tuple(pairs)


@cache
def mix(amount: int, resources: tuple[int, ...], different: bool) -> Ways:
    """Every way of taking `amount` of the resources: any mix, or no two alike. Raises OverflowError."""
    if amount <= 0:
        return (0,)
    if amount > _MASK:
        raise OverflowError(f"nobody can hold or pay {amount} of anything")
    if len(resources) == 1 and not different:
        return (amount << (BITS * resources[0]),)
    _count(comb(len(resources), amount) if different else comb(len(resources) + amount - 1, amount))
    choose = combinations if different else combinations_with_replacement
    return tuple(sum(1 << (BITS * r) for r in picked) for picked in choose(resources, amount))


def amount_in(ways: Ways, resources: tuple[int, ...]) -> int:
    """How much of the resources together is in a payment of one way."""
    return sum(n for r, n in unpack(ways[0]) if r in resources)


@cache
def both(left: Ways, right: Ways) -> Ways:
    """Each way on the left with each on the right. Raises OverflowError."""
    _count(len(left) * len(right))
    return tuple(dict.fromkeys(a + b for a in left for b in right))


@cache
def either(left: Ways, right: Ways) -> Ways:
    return tuple(dict.fromkeys(left + right))


@cache
def less(left: Ways, waived: Ways) -> Ways:
    """Each way on the left with the waived amounts left out, as far as it holds them."""
    return tuple(dict.fromkeys(_less(a, w) for a in left for w in waived))


def _count(ways: int) -> None:
    if ways > MOST_WAYS:
        raise OverflowError(f"{ways} ways to pay or gain something are too many to choose among")


def _less(way: int, waived: int) -> int:
    off = dict(unpack(waived))
    return pack([(r, n - min(n, off.get(r, 0))) for r, n in unpack(way)])
