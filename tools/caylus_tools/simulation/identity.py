"""Identify the code that plays: games are comparable only if the same code played them."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path

import caylus

_TOOLS = Path(__file__).parents[1]
_PLAYING = (Path(caylus.__file__).parent, _TOOLS / "bots", _TOOLS / "simulation")


@cache
def identity() -> str:
    """The code that plays and the version of Python, in a few words: the same wherever equal seeds give equal games."""
    digest = hashlib.sha256()
    for package in _PLAYING:
        for file in sorted(package.rglob("*.py")):
            digest.update(f"{file.relative_to(package).as_posix()}\n".encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return f"caylus {digest.hexdigest()[:12]} on Python {'.'.join(platform.python_version_tuple()[:2])}"
