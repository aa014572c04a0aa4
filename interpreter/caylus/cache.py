"""Results kept for this user alone, found again by what they were made from.

A `Shelf` holds results of one kind; who has one says only how they are written and read. Where they lie, what they are called,
how long they stay and which version of all programs they are of is settled here.

They lie in the user's cache folder, or in the folder that the environment variable CAYLUS_CACHE names; CAYLUS_CACHE= (empty)
keeps nothing. Each installation has a sub-folder of its own there, which it makes and marks. Nothing outside such a sub-folder
is ever deleted, and inside one only files with names of this module. Kept programs are carried out, so a folder that another
user owns or may write to is never used; on Windows, only a folder in the user's profile is. Nothing is lost if the cache is
deleted.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import os
import pickle
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar

from .limits import MOST_CACHED

T = TypeVar("T")

_VERSION = "1"
"""Goes up when something kept in the same way means something else."""
_PACKAGE = Path(__file__).parent
_MARK = "CACHEDIR.TAG"
_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by caylus. Everything in this folder can be deleted.\n"
"""The first line is the mark of cache folders that backup programs know."""
_OWN_FOLDER = re.compile(r"caylus-[0-9a-f]{16}")
_OWN_FILE = re.compile(r"[0-9a-f]{32}\.[a-z]+|\.[0-9a-f]{32}\.[a-z]+\.[0-9a-f]{16}")
"""A kept result, or one that was being written when its process was killed."""
_UNUSED = 30 * 24 * 3600  # Seconds after which the sub-folder of another installation goes.
_LOOK_EACH = 50  # Writes of a process after which it looks for what is too much, which takes as long as several writes.
_writes = count()


def folder() -> Path | None:
    """The sub-folder of this installation, made when there is none; None where nothing can be kept."""
    setting = os.environ.get("CAYLUS_CACHE")
    if setting == "":
        return None
    try:
        around = Path(setting) if setting is not None else _usual()
        around.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = around / _own_name()
        if not _is_private(around) or not (path.is_dir() or _make(path)) or not _is_private(path) or not _is_marked(path):
            return None
    except (OSError, RuntimeError, ValueError):  # no home; a name that no file can have
        return None
    return path


@cache
def _own_name() -> str:
    return f"caylus-{hashlib.sha256(str(_PACKAGE).encode('utf-8', 'surrogateescape')).hexdigest()[:16]}"


def _is_private(path: Path) -> bool:
    """Return whether no other user may write to a folder. Windows does not say so in a mode; it protects a user's profile."""
    if not hasattr(os, "getuid"):
        return path.resolve().is_relative_to(Path.home().resolve())
    about = path.stat()
    return about.st_uid == os.getuid() and not stat.S_IMODE(about.st_mode) & 0o022


def _is_marked(path: Path) -> bool:
    return (path / _MARK).is_file()


def _make(path: Path) -> bool:
    """Makes a marked sub-folder; an installation that is new here clears away those that nobody has used for long."""
    from .atomic import new_folder

    try:
        with new_folder(path) as folder:
            folder.chmod(0o700)
            (folder / _MARK).write_text(_SIGNATURE, encoding="ascii")
    except OSError:  # another process was first
        return path.is_dir()
    for other in path.parent.iterdir():
        if _OWN_FOLDER.fullmatch(other.name) and not other.is_symlink() and other.is_dir():
            with suppress(OSError):
                if _is_marked(other) and other.stat().st_mtime < time.time() - _UNUSED:
                    for file in _own_files(other):
                        os.unlink(file)
                    (other / _MARK).unlink()
                    other.rmdir()
    return True


def _own_files(path: Path) -> list[os.DirEntry[str]]:
    with os.scandir(path) as entries:
        return [entry for entry in entries if _OWN_FILE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)]


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "caylus" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "caylus"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "caylus"


class Shelf(Generic[T]):
    """Results of one `kind`. `encode` gives None for what cannot be kept, `decode` for what it has not written.

    They follow from this Python and, unless it does not matter, from this library; `made_by` are folders of other programs
    that they follow from.
    """

    def __init__(
        self,
        kind: str,
        encode: Callable[[T], bytes | None],
        decode: Callable[[bytes], T | None],
        made_by: tuple[Path, ...] = (),
        is_of_library: bool = True,
    ) -> None:
        self.kind = kind
        self._encode = encode
        self._decode = decode
        self._made_by = made_by
        self._is_of_library = is_of_library

    def get(self, *made_from: str) -> T | None:
        """The entry kept for these texts; None where there is nothing."""
        data = read(self._name(made_from))
        return None if data is None else self._decode(data)

    def has(self, *made_from: str) -> bool:
        """Return whether something was kept, which `get` may yet find damaged."""
        path = folder()
        return path is not None and (path / self._name(made_from)).is_file()

    def keep(self, result: T, *made_from: str) -> None:
        data = self._encode(result)
        if data is not None:
            write(self._name(made_from), data)

    def _name(self, made_from: tuple[str, ...]) -> str:
        name = key(self.kind, *map(_state, self._made_by), *made_from, is_of_library=self._is_of_library)
        return f"{name}.{self.kind}"


class _ObjectReader(pickle.Unpickler):
    """Makes objects of this library's classes, and nothing else."""

    def find_class(self, module: str, name: str) -> type:
        class_ = super().find_class(module, name) if module.startswith("caylus.") and "." not in name else None
        if not isinstance(class_, type) or class_.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is nothing that rules are made of")
        return class_


def read_objects(data: bytes) -> Any:
    """The objects of this library's classes that a pickle holds. Raises UnpicklingError for anything else."""
    return _ObjectReader(io.BytesIO(data)).load()


def object_shelf(kind: str) -> Shelf[Any]:
    """A shelf of objects of this library's classes."""

    def encode(result: Any) -> bytes | None:
        with suppress(RecursionError):  # rules as deep as that are understood anew each time
            return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
        return None

    def decode(data: bytes) -> Any:
        with suppress(pickle.UnpicklingError):  # it was not written by this library
            return read_objects(data)
        return None

    return Shelf(kind, encode, decode)


def key(*what: str, is_of_library: bool = True) -> str:
    """A name for whatever follows from these texts, from this Python and, unless it does not matter, from this library."""
    parts = [_VERSION, sys.implementation.cache_tag or "", *([_state(_PACKAGE)] if is_of_library else []), *what]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _state(package: Path) -> str:
    """Tells this state of a program from every other one."""
    return hashlib.sha256(repr(sorted(_files(str(package)))).encode("utf-8", "surrogateescape")).hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(folder):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry.path)
        elif entry.name.endswith((".py", ".json", ".lark", ".txt", ".wat")):
            about = entry.stat()
            yield entry.path, about.st_size, about.st_mtime_ns


def read(name: str) -> bytes | None:
    """The entry under a name; None if there is nothing, or not what was written."""
    path = folder()
    if path is None:
        return None
    try:
        data = (path / name).read_bytes()
        os.utime(path / name)  # those that nobody has read for longest go first
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if content and _digest(name, content) == digest else None


def compute_digest(path: str | Path) -> str:
    """Tells what a file holds, or which names lie in a folder, from anything else; empty where it cannot be read."""
    try:
        if os.path.isdir(path):
            return hashlib.sha256("\0".join(sorted(os.listdir(path))).encode("utf-8", "surrogatepass")).hexdigest()
        return hashlib.sha256(Path(path).read_bytes().removeprefix(codecs.BOM_UTF8)).hexdigest()
    except (OSError, ValueError):
        return ""


def _digest(name: str, content: bytes) -> bytes:
    """Tells something from a damaged one, and from what was kept under another name."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def write(name: str, content: bytes) -> None:
    """Keeps a result under a name that `key` made, with a suffix; whole, or not at all where that cannot be done."""
    from .atomic import replace

    path = folder()
    if path is None:
        return
    try:
        replace(path / name, _digest(name, content) + content, lasting=False)  # one that is damaged counts as none
        if next(_writes) % _LOOK_EACH == 0:
            # delete the files that nobody has read for longest, where all together are larger than they may be
            files = sorted(
                ((about.st_mtime, about.st_size, file.path) for file in _own_files(path) if (about := file.stat())), reverse=True
            )
            total = 0
            for _, size, file in files:
                total += size
                if total > MOST_CACHED:
                    os.unlink(file)
    except OSError:
        return
