"""Programs, made once: kept by what they were made from (see `cache`), and found again by whoever plays by the same rules.

A program just made and one that was kept are read in the same way, so neither can do what the other cannot.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import TYPE_CHECKING

from caylus.cache import Shelf

from .program import Parts, Program, execute_module, parts

if TYPE_CHECKING:
    from .module import Source

PROGRAMS: Shelf[Parts] = Shelf(
    "program",
    lambda parts: marshal.dumps(tuple(parts)),
    lambda data: Parts(*marshal.loads(data)),  # noqa: S302 (from the user's own folder, see `cache`)
)


def fetch(rules: str, players: int, traced: bool, write: Callable[[], Source]) -> Program:
    """The program of rules, of which `rules` is all that tells them from others, for a number of players."""
    made_from = (rules, str(players), str(traced))
    made = PROGRAMS.get(*made_from)
    if made is None:
        made = parts(write())
        PROGRAMS.keep(made, *made_from)
    return Program(made, execute_module(made.code), write)


def is_kept(rules: str, players: int, traced: bool) -> bool:
    """Return whether `fetch` would find a program rather than make it."""
    return PROGRAMS.has(rules, str(players), str(traced))
