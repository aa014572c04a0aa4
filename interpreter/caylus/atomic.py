"""Files and folders written whole or not at all: what was there stays until what is new is on the disk.

Everything is written under a fresh name beside its place, which nobody could have foreseen and no link can stand at, and
then renamed. What goes wrong on the way, an interruption or a full disk, leaves nothing behind.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | Path, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """A stream for what a file is to hold, put in its place with the same permissions when the block ends well.

    What is not `lasting` is not waited for until it is on the disk: it may be lost or damaged if the machine stops.

    Of a link, it is the file it leads to that is replaced. A file with several names keeps them: it is written over when
    its new content is safely on the disk beside it. Devices and pipes are written to, and so is what standard output goes to.
    Raises OSError where that cannot be done.
    """
    there = _status(path)
    if there is not None and (stream := _open_as_it_is(path, there)):
        with stream:
            yield stream
        return
    target = os.path.realpath(path)
    part = _fresh_name(target)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666 if there is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            if lasting:
                os.fsync(handle)
        if there is not None:
            os.chmod(part, stat.S_IMODE(there.st_mode))
        if there is None or there.st_nlink == 1:
            os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    if os.path.exists(part):
        # copies a file into one with several names. An interruption leaves `part`, which is whole
        with open(part, "rb") as new, open(target, "r+b") as old:
            shutil.copyfileobj(new, old)
            old.truncate()
            old.flush()
            os.fsync(old.fileno())
        os.unlink(part)
    if lasting:
        _settle(os.path.dirname(target))


def replace(path: str | Path, content: bytes, *, lasting: bool = True) -> None:
    """Puts `content` in the place of a file, see `replacing`."""
    with replacing(path, lasting=lasting) as stream:
        stream.write(content)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to fill, called `path` when the block ends well. Raises OSError where that cannot be done."""
    part = Path(_fresh_name(os.fspath(path)))
    part.mkdir()
    try:
        yield part
        for file in part.rglob("*"):
            _settle(file)
        os.rename(part, path)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    _settle(path.parent)


def _status(path: str | Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _open_as_it_is(path: str | Path, there: os.stat_result) -> BinaryIO | None:
    """A stream to what is no file that could be replaced."""
    if stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", os.fspath(path))
    if not stat.S_ISREG(there.st_mode):
        return open(path, "wb")
    for output in (1, 2):
        with suppress(OSError):
            if os.path.samestat(there, os.fstat(output)):
                return os.fdopen(os.dup(output), "wb")
    return None


def _fresh_name(target: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name[:40]}.{secrets.token_hex(8)}")


def _settle(path: str | Path) -> None:
    """Has the system write a file or the names in a folder to the disk now, where it can be told to."""
    with suppress(OSError):
        handle = os.open(path or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
