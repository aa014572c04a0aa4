"""Payments: a tuple of ways to pay, each of which is the amounts of its resources.

A way has (resource, amount) pairs, the resources in ascending order and every amount above 0. `nothing` has one way, without amounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TypeAlias

from caylus import model as m
from caylus.limits import MOST_AMOUNT, MOST_WAYS

Way: TypeAlias = m.Amounts
Ways: TypeAlias = m.Alternatives
NOTHING: Ways = ((),)


class TooLarge(Exception):
    """A number, an amount or a choice beyond its limit: the rule breaks, and the game stops."""


def make_way(amounts: Mapping[int, int]) -> Way:
    return tuple(sorted((resource, number) for resource, number in amounts.items() if number))


def check_amounts(ways: Ways) -> Ways:
    if any(number > MOST_AMOUNT for way in ways for _, number in way):
        raise TooLarge(f"nobody can hold or pay more than {MOST_AMOUNT:,} of anything")
    return ways


def distinct_ways(ways: Iterable[Way]) -> Ways:
    """Each way once, in the order of their first places."""
    distinct: dict[Way, None] = {}
    for way in ways:
        distinct[way] = None
        check_choice(len(distinct))
    return tuple(distinct)


def check_choice(number: int) -> None:
    if number > MOST_WAYS:
        raise TooLarge(f"there are more than {MOST_WAYS} ways to pay or gain this, too many to choose among")


def pick_any(number: int, resources: tuple[int, ...], different: bool) -> Ways:
    """`2 fruit`, `2 different fruit`: every mix of so many of the resources."""
    if number <= 0:
        return NOTHING
    if len(resources) == 1 and not different:
        return check_amounts((((resources[0], number),),))
    if not different:
        check_choice(number)
    check_choice(comb(len(resources) + (0 if different else number - 1), number))
    pick = combinations if different else combinations_with_replacement
    return tuple(make_way({resource: mix.count(resource) for resource in mix}) for mix in pick(resources, number))


def pay_both(left: Ways, right: Ways) -> Ways:
    """`1 coin + 1 nut`."""
    sums = ({r: dict(a).get(r, 0) + dict(b).get(r, 0) for r, _ in (*a, *b)} for a in left for b in right)
    return check_amounts(distinct_ways(map(make_way, sums)))


def pay_either(left: Ways, right: Ways) -> Ways:
    """`1 coin or 1 nut`."""
    return distinct_ways(left + right)


def pay_less(left: Ways, waived: Ways) -> Ways:
    """`2 coin less 1 coin`: no amount goes below 0."""
    return distinct_ways(make_way({r: max(0, n - dict(off).get(r, 0)) for r, n in way}) for way in left for off in waived)


def pay_times(number: int, ways: Ways) -> Ways:
    """`2 * stall.fee`: each time in any of the ways."""
    if number <= 0:
        return NOTHING
    if len(ways) == 1:
        return check_amounts((make_way({r: number * n for r, n in ways[0]}),))
    check_choice(number + 1)  # of two ways alone there are so many mixes
    total = ways
    for _ in range(number - 1):
        total = pay_both(total, ways)
    return total
