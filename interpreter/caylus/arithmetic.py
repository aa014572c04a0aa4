"""The operators of the language: their results and their bounds.

There is one meaning of every operator: the check of a text, what is worked out before a game, and generated code, which calls
these functions, agree on each number and on each fault. No fault says which number it was: that may be a secret. Nothing is
imported but bounds, so that what plays starts quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Annotated

from .limits import FORMULA_BOUND, MOST_NUMBERS, NUMBER_BOUND

FOR_GENERATED_CODE = ("check_intermediate", "check_number", "divide", "numbers", "remainder")
"""The names that a generated module gets from here."""


def check_number(number: int) -> int:
    """A number that gets a name. Raises OverflowError if it is greater than any game needs: it would grow without end."""
    if -NUMBER_BOUND < number < NUMBER_BOUND:
        return number
    raise OverflowError("a number has grown beyond all bounds")


def check_intermediate(number: int) -> int:
    """The result of `+`, `-`, `*` or a sum on the way to such a number. Raises OverflowError, far later."""
    if -FORMULA_BOUND < number < FORMULA_BOUND:
        return number
    raise OverflowError("a number has grown beyond all bounds")


def divide(a: int, b: int) -> int:
    """Rounded down; by zero gives 0."""
    return a // b if b else 0


def remainder(a: int, b: int) -> int:
    """The remainder of `divide`: what is missing from it times b to a, so that it lies between 0 and b. By zero gives 0."""
    return a % b if b else 0


def numbers(low: int, high: int) -> range:
    """From low to high. Raises OverflowError for more than anybody could go through."""
    if high < low:
        return range(0)
    check_number(low)
    check_number(high)
    if high - low >= MOST_NUMBERS:
        raise OverflowError(f"a range holds more than {MOST_NUMBERS:,} numbers")
    return range(low, high + 1)


Bits = Annotated[int, "64 bits"]
"""A number without a sign that is used bit by bit: machine code keeps it in 64 bits."""

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: check_intermediate(a + b),
    "-": lambda a, b: check_intermediate(a - b),
    "*": lambda a, b: check_intermediate(a * b),
    "/": divide,
    "%": remainder,
    "min": min,
    "max": max,
}
"""By operator. Those that can raise OverflowError are `GROWING`."""

GROWING = ("+", "-", "*")

COMPARE: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
