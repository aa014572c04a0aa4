"""The time that a bot may think about a decision."""

from __future__ import annotations

import re
import sys
from math import inf
from typing import NamedTuple

_WRITTEN = re.compile(r"(?P<iterations>[0-9]{1,9})|(?P<number>[0-9]{1,9}(\.[0-9]{1,3})?)(?P<unit>s|ms)")


class Budget(NamedTuple):
    """Whichever ends first."""

    iterations: int = sys.maxsize
    seconds: float = inf


def parse(text: str) -> Budget | None:
    """The budget written as a time, `2s`, `0.5s`, `500ms`, or as a number of iterations, `500`; None for anything else."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        return None
    if written["iterations"]:
        budget = Budget(iterations=int(written["iterations"]))
    else:
        budget = Budget(seconds=float(written["number"]) / (1 if written["unit"] == "s" else 1000))
    return budget if min(budget) > 0 else None
