"""Programs as machine code: made once, kept in the cache, and found again by whoever plays by the same rules."""

from __future__ import annotations

import marshal
import platform
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import version
from threading import get_ident
from typing import TYPE_CHECKING

import wasmtime

from caylus.cache import Shelf

from .instance import Instance
from .module import Module, Places
from .outcomes import Unfit

if TYPE_CHECKING:
    from caylus.runtime.ruleset import Ruleset

Kept = tuple[tuple[int, ...], bytes]
"""The places of a module, and what the compiler made of it."""


def _decode(data: bytes) -> Kept | None:
    places, binary = marshal.loads(data)  # noqa: S302 (from the user's own folder, see `caylus.cache`)
    return places, binary


_SHELF: Shelf[Kept] = Shelf("machine", marshal.dumps, _decode)


@cache
def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.parallel_compilation = False
    return wasmtime.Engine(config)


def find(rules: Ruleset, players: int) -> Instance:
    """The machine code of rules for a number of players, for this thread. Raises `Unfit` where there can be none."""
    result = _find(rules, players, get_ident())
    if isinstance(result, str):
        raise Unfit(result)
    return result


@lru_cache(maxsize=16)
def _find(rules: Ruleset, players: int, _thread: int) -> Instance | str:
    """The machine code, or the reason why there is none: an exception raised twice would hold the games of both calls."""
    try:
        return _load(rules, players)
    except Unfit as unfit:
        return str(unfit)
    except wasmtime.WasmtimeError as error:
        return f"there is no memory for machine code: {error}"


def _load(rules: Ruleset, players: int) -> Instance:
    program = rules.program(players)
    sprint = min(program.sprint, rules.limits.sprint(program.heaviest))
    made_from = (rules.identity, str(players), str(sprint), version("wasmtime"), platform.machine())
    entry = _SHELF.get(*made_from) if rules.probe is None else None
    if entry is not None:
        with suppress(wasmtime.WasmtimeError):  # of another processor
            return Instance(program, Places(*entry[0]), _engine(), wasmtime.Module.deserialize(_engine(), entry[1]))
    try:
        module = Module(program, sprint)
        code = bytes(wasmtime.wat2wasm(module.text()))
    except (AssertionError, LookupError, TypeError, wasmtime.WasmtimeError) as error:  # a bug of ours, and no reason not to play
        raise Unfit(f"their program could not be translated ({type(error).__name__}: {error})") from None
    binary = wasmtime.Module(_engine(), code)
    if rules.probe is None:
        _SHELF.keep((tuple(module.places), bytes(binary.serialize())), *made_from)
    return Instance(program, module.places, _engine(), binary)
