"""What rules mean, kept as programs are (see `codegen.program_cache`): reading it takes a small part of what their texts take."""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from typing import Any

from caylus import cache

FORMAT = "meaning 1"


def recall(rules: str, part: str) -> Any:
    """A part of what rules mean, of which `rules` is all that tells them from others; None where it is not kept."""
    kept = cache.read(_name(rules, part))
    if kept is not None:
        with suppress(pickle.UnpicklingError):  # it was not written by this library
            return _Reader(io.BytesIO(kept)).load()
    return None


def is_kept(rules: str, part: str) -> bool:
    """Whether `recall` would find something."""
    return cache.has(_name(rules, part))


def keep(rules: str, part: str, meaning: Any) -> None:
    with suppress(RecursionError):  # rules as deep as that are understood anew each time
        cache.write(_name(rules, part), pickle.dumps(meaning, pickle.HIGHEST_PROTOCOL))


class _Reader(pickle.Unpickler):
    """Makes objects of this library's classes, and nothing else."""

    def find_class(self, module: str, name: str) -> type:
        found = super().find_class(module, name) if module.startswith("caylus.") and "." not in name else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is nothing that rules are made of")
        return found


def _name(rules: str, part: str) -> str:
    return f"{cache.key(FORMAT, rules, part)}.meaning"
