"""What has been worked out once, kept for this user alone and found again by what it was worked out from.

It lies in the user's cache folder, or where the environment's CAYLUS_CACHE says; CAYLUS_CACHE= (empty) keeps nothing. What
lies there is carried out, so a folder that anybody else owns or may write to is never used. Nothing is lost with it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .limits import MOST_CACHED

_PACKAGE = Path(__file__).parent


def folder() -> Path | None:
    """The folder, made when there is none; None where nothing can be kept."""
    chosen = os.environ.get("CAYLUS_CACHE")
    if chosen == "":
        return None
    try:
        path = Path(chosen) if chosen is not None else _usual()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = path.stat()
    except (OSError, RuntimeError):  # the latter where the user has no home
        return None
    if hasattr(os, "getuid") and (about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o022):
        return None
    return path


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "caylus" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "caylus"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "caylus"


def key(*what: str) -> str:
    """A name for whatever follows from these texts, from this library and from this Python."""
    told = [sys.implementation.cache_tag or "", _library(), *what]
    return hashlib.sha256("\0".join(told).encode()).hexdigest()[:32]


@cache
def _library() -> str:
    """Tells this state of the library from every other one."""
    return repr(sorted(_files(str(_PACKAGE))))


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(folder):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry.path)
        elif entry.name.endswith((".py", ".json", ".lark")):
            about = entry.stat()
            yield entry.path, about.st_size, about.st_mtime_ns


def read(name: str) -> bytes | None:
    """What was kept under a name; None if there is nothing, or not what was written."""
    path = folder()
    try:
        data = (path / name).read_bytes() if path is not None else b""
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if content and _digest(name, content) == digest else None


def has(name: str) -> bool:
    """Whether something was kept under a name, which `read` may yet find damaged."""
    path = folder()
    return path is not None and (path / name).is_file()


def _digest(name: str, content: bytes) -> bytes:
    """Tells something from a damaged one, and from what was kept under another name."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def write(name: str, content: bytes) -> None:
    """Keeps something, whole or not at all; quietly nothing where that cannot be done."""
    from .atomic import replace

    path = folder()
    if path is None:
        return
    try:
        replace(path / name, _digest(name, content) + content)
        files = [file for file in path.glob("*.*") if file.is_file()]
        for old in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[MOST_CACHED:]:
            old.unlink()
    except OSError:
        return
