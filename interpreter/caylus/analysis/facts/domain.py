"""Sets of values: ranges of numbers, sets of objects, and lists.

A number is a `Range`, and so is a flag, which is 0 or 1. Objects are a whole number with one bit for each: bit 0 for none, and
bit `id + 1` for an object. A list is a `Members`. None stands for a value of which nothing is said, such as a payment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import NamedTuple

from caylus.model.evaluate import Range

NONE = 1
"""The set of objects that holds only `none`."""
NUMBERS = Range(-inf, inf)
COUNTS = Range(0, inf)
FLAGS = Range(0, 1)
YES, NO = Range(1, 1), Range(0, 0)


class Members(NamedTuple):
    """A list: what each of its members can be, and how many there can be."""

    each: Range | int
    size: Range


Set = Range | int | Members | None


def objects(ids: Iterable[int]) -> int:
    """The set of some objects; -1 is none."""
    found = 0
    for id_ in ids:
        found |= 1 << (id_ + 1)
    return found


def ids(of: int) -> Iterator[int]:
    """The objects of a set; -1 is none."""
    while of:
        bit = of & -of
        yield bit.bit_length() - 2
        of ^= bit


def between(first: int, count: int) -> int:
    """The set of so many objects that follow each other."""
    return ((1 << count) - 1) << (first + 1)


def join(a: Set, b: Set) -> Set:
    """The smallest set that covers two of one type."""
    if isinstance(a, Range) and isinstance(b, Range):
        return Range(min(a.low, b.low), max(a.high, b.high))
    if isinstance(a, int) and isinstance(b, int):
        return a | b
    if isinstance(a, Members) and isinstance(b, Members):
        each, size = join(a.each, b.each), join(a.size, b.size)
        if isinstance(each, (Range, int)) and isinstance(size, Range):
            return Members(each, size)
    return None


def meet(a: Set, b: Set) -> Set:
    """The values that two sets of one type have in common."""
    if isinstance(a, Range) and isinstance(b, Range):
        return Range(max(a.low, b.low), min(a.high, b.high))
    if isinstance(a, int) and isinstance(b, int):
        return a & b
    return b if a is None else a


def is_empty(a: Set) -> bool:
    """Return whether nothing can be in a set."""
    return a == 0 if isinstance(a, int) else isinstance(a, Range) and a.low > a.high


def single(a: Set) -> float | None:
    """The only number or object that a set holds; None where there are more, or none at all."""
    if isinstance(a, Range):
        return a.low if a.low == a.high else None
    return a.bit_length() - 2 if isinstance(a, int) and a and not a & (a - 1) else None
