"""What has been worked out once, kept for this user alone and found again by what it was worked out from.

It lies in the user's cache folder, or where the environment's CAYLUS_CACHE says; CAYLUS_CACHE= (empty) keeps nothing. What
lies there is carried out, so a folder that anybody else owns or may write to is never used. Nothing is lost with it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from functools import cache
from pathlib import Path

from .atomic import replace
from .limits import MOST_CACHED

_PACKAGE = Path(__file__).parent


def folder() -> Path | None:
    """The folder, made when there is none; None where nothing can be kept."""
    chosen = os.environ.get("CAYLUS_CACHE")
    if chosen == "":
        return None
    path = Path(chosen) if chosen is not None else _usual()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = path.stat()
    except OSError:
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
    files = sorted(file for file in _PACKAGE.rglob("*") if file.suffix in (".py", ".json", ".lark"))
    return repr([(file.name, about.st_size, about.st_mtime_ns) for file in files for about in [file.stat()]])


def read(name: str) -> bytes | None:
    """What was kept under a name; None if there is nothing, or not what was written."""
    path = folder()
    try:
        data = (path / name).read_bytes() if path is not None else b""
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if content and hashlib.sha256(content).digest() == digest else None


def write(name: str, content: bytes) -> None:
    """Keeps something, whole or not at all; quietly nothing where that cannot be done."""
    path = folder()
    if path is None:
        return
    try:
        replace(path / name, hashlib.sha256(content).digest() + content)
        files = [file for file in path.glob("*.*") if file.is_file()]
        for old in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[MOST_CACHED:]:
            old.unlink()
    except OSError:
        return
