"""Programs, made once: kept by what they were made from (see `cache`), and found again by whoever plays by the same rules."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import TYPE_CHECKING

from caylus import cache

from .program import Outline, Program, carried_out, compiled, outline

if TYPE_CHECKING:
    from .module import Source

FORMAT = "program 2"


def fetch(rules: str, players: int, traced: bool, write: Callable[[], Source]) -> Program:
    """The program of rules, of which `rules` is all that tells them from others, for a number of players.

    A compiled one goes before any other; it does not tell what it does.
    """
    key = _key(rules, players, traced)
    folder = cache.folder()
    if folder is not None and not traced and (folder / key).is_dir():
        from .native import load

        if found := load(write, _package(key), folder / key):
            return found
    kept = cache.read(f"{key}.program")
    if kept is not None:
        told, code = marshal.loads(kept)  # noqa: S302 (from the user's own folder, see `cache`)
        return Program(Outline(*told), carried_out(code), write)
    source = write()
    code = compiled(source)
    cache.write(f"{key}.program", marshal.dumps((tuple(outline(source)), code)))
    return Program(outline(source), carried_out(code), lambda: source)


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
