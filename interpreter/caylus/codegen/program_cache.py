"""Programs, made once: kept by what they were made from (see `cache`), and found again by whoever plays by the same rules.

A program just made and one that was kept are read in the same way, so neither can do what the other cannot.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import TYPE_CHECKING

from caylus import cache

from .program import Parts, Program, carried_out, parts

if TYPE_CHECKING:
    from .module import Source

FORMAT = "program 4"


def fetch(rules: str, players: int, traced: bool, write: Callable[[], Source]) -> Program:
    """The program of rules, of which `rules` is all that tells them from others, for a number of players."""
    made = _parts(_key(rules, players, traced), write)
    return Program(made, carried_out(made.code), write)


def is_kept(rules: str, players: int, traced: bool) -> bool:
    """Whether `fetch` would find a program rather than make it."""
    return cache.has(f"{_key(rules, players, traced)}.program")


def _parts(key: str, write: Callable[[], Source]) -> Parts:
    kept = cache.read(f"{key}.program")
    if kept is not None:
        return Parts(*marshal.loads(kept))  # noqa: S302 (from the user's own folder, see `cache`)
    made = parts(write())
    cache.write(f"{key}.program", marshal.dumps(tuple(made)))
    return made


def _key(rules: str, players: int, traced: bool) -> str:
    return cache.key(FORMAT, rules, str(players), str(traced))
