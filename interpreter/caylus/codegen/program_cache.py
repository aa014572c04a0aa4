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
    """The program of rules, of which `rules` is all that tells them from others, for a number of players.

    A compiled one goes before any other; it does not tell what it does.
    """
    key = _key(rules, players, traced)
    made = _parts(key, write)
    folder = cache.folder()
    if folder is not None and not traced and (folder / key).is_dir():
        from .native import load

        if native := load(_package(key), folder / key):
            return Program(made, native, write)
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


def compile_natively(rules: str, players: int, write: Callable[[], Source]) -> None:
    """Compiles a program, so that `fetch` finds it from now on. Raises CannotCompile."""
    from .native import CannotCompile, build

    key = _key(rules, players, traced=False)
    folder = cache.folder()
    if folder is None:
        raise CannotCompile("there is nowhere to keep it: set CAYLUS_CACHE to a folder of your own")
    if not (folder / key).exists():
        try:
            build(write(), _package(key), folder / key)
        except OSError as error:
            raise CannotCompile(f"it cannot be kept in {folder}: {error.strerror or error}") from error


def _key(rules: str, players: int, traced: bool) -> str:
    return cache.key(FORMAT, rules, str(players), str(traced))


def _package(key: str) -> str:
    return f"rules_{key}"
