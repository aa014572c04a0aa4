"""Payments: an amount of each resource packed into one number, 32 bits a resource, and tuples of such ways to pay.

The check of a text works out payments that are known before play by these functions, generated code all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from .arithmetic import Bits
from .limits import MOST_AMOUNT, MOST_WAYS

BITS = 32
FOR_GENERATED_CODE = ("amount", "mix", "so_much", "both", "either", "less", "times", "count_resources")
"""The names that a generated module gets from here."""

_MASK = (1 << BITS) - 1

Ways = tuple[Bits, ...]
"""The ways of paying or gaining something, each a packed amount; `(0,)` is nothing."""


def pack(amounts: Sequence[tuple[int, int]]) -> Bits:
    """(resource index, amount) pairs as one number."""
    return sum(amount << (BITS * resource) for resource, amount in amounts)


def resource_mask(resources: Iterable[int]) -> int:
    """A number that has a bit in common with every packed amount in which there is any of some resources."""
    return sum(_MASK << (BITS * resource) for resource in set(resources))


@cache
def unpack(way: Bits) -> tuple[tuple[int, int], ...]:
    """The (resource index, amount) pairs of a packed amount, resources ascending."""
    return tuple(_pairs(way))


def _pairs(way: Bits) -> Iterator[tuple[int, int]]:
    resource = 0
    while way:
        if way & _MASK:
            yield resource, way & _MASK
        way >>= BITS
        resource += 1


def amount(number: int) -> int:
    """So much of a resource. Raises OverflowError."""
    if number > MOST_AMOUNT:
        raise OverflowError(f"nobody can hold or pay more than {MOST_AMOUNT:,} of anything")
    return number


@cache
def mix(number: int, resources: tuple[int, ...], different: bool) -> Ways:
    """Every way of taking so many of the resources: any mix, or no two alike. Raises OverflowError."""
    if number <= 0:
        return (0,)
    if len(resources) == 1 and not different:
        return (amount(number) << (BITS * resources[0]),)
    if different and number > len(resources):
        return ()
    if number > MOST_WAYS:
        raise _too_many()
    amount(number)
    step = 1 if different else 0
    picks = [i * step for i in range(number)]
    ways: list[Bits] = []
    while True:
        ways.append(sum(1 << (BITS * resources[pick]) for pick in picks))
        if len(ways) > MOST_WAYS:
            raise _too_many()
        at = number - 1
        while at >= 0 and picks[at] == len(resources) - 1 - (number - 1 - at) * step:
            at -= 1
        if at < 0:
            return tuple(ways)
        picks[at] += 1
        for later in range(at + 1, number):
            picks[later] = picks[later - 1] + step


def so_much(number: int, resource: int) -> Ways:
    """So much of one resource, the one way there is; of none (-1), nothing. Raises OverflowError."""
    return (amount(number) << (BITS * resource),) if number > 0 and resource >= 0 else (0,)


def count_resources(ways: Ways, resources: tuple[int, ...]) -> int:
    """Return how much of the resources together is in a payment; of several ways, in the first."""
    return sum(n for r, n in unpack(ways[0]) if r in resources)


@cache
def both(left: Ways, right: Ways) -> Ways:
    """Each way on the left with each on the right. Raises OverflowError."""
    ways = _distinct([a + b for a in left for b in right])
    for way in ways:
        for _, number in unpack(way):
            amount(number)
    return ways


@cache
def either(left: Ways, right: Ways) -> Ways:
    """Those on the left, then those on the right. Raises OverflowError."""
    return _distinct(left + right)


@cache
def less(left: Ways, waived: Ways) -> Ways:
    """Each way on the left with the waived amounts left out, as far as it holds them. Raises OverflowError."""
    return _distinct([_less(a, w) for a in left for w in waived])


@cache
def times(number: int, ways: Ways) -> Ways:
    """So many of a payment, each in any of its ways. Raises OverflowError."""
    if number <= 0:
        return (0,)
    if len(ways) == 1:
        return (pack([(r, amount(number * n)) for r, n in unpack(ways[0])]),)
    if number >= MOST_WAYS:  # two different ways alone make one more than that
        raise _too_many()
    together = ways
    for _ in range(number - 1):
        together = both(together, ways)
    return together


COMBINE: dict[str, Callable[[Ways, Ways], Ways]] = {"+": both, "or": either, "less": less}
"""By operator of the language."""


def _less(way: Bits, waived: Bits) -> Bits:
    return pack([(r, n - min(n, waived >> (BITS * r) & _MASK)) for r, n in unpack(way)])


def _distinct(ways: Sequence[Bits]) -> Ways:
    """Each once, in their order."""
    distinct_ways = tuple(dict.fromkeys(ways))
    if len(distinct_ways) > MOST_WAYS:
        raise _too_many()
    return distinct_ways


def _too_many() -> OverflowError:
    return OverflowError(f"there are more than {MOST_WAYS} ways to pay or gain this, too many to choose among")
