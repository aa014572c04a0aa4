"""A cache of checked rules beside that of programs (see `codegen.program_cache`): much faster than reading their texts."""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from typing import Any

from caylus.cache import Shelf


class _Reader(pickle.Unpickler):
    """Makes objects of this library's classes, and nothing else."""

    def find_class(self, module: str, name: str) -> type:
        found = super().find_class(module, name) if module.startswith("caylus.") and "." not in name else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is nothing that rules are made of")
        return found


def _encode(meaning: Any) -> bytes | None:
    with suppress(RecursionError):  # rules as deep as that are understood anew each time
        return pickle.dumps(meaning, pickle.HIGHEST_PROTOCOL)
    return None


def _decode(data: bytes) -> Any:
    with suppress(pickle.UnpicklingError):  # it was not written by this library
        return _Reader(io.BytesIO(data)).load()
    return None


MEANINGS: Shelf[Any] = Shelf("meaning", _encode, _decode)
"""A part of what rules mean, by what tells them from others and by the part's name."""
