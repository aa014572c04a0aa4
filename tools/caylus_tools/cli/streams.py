"""The standard streams, fit for use in whatever state the process got them: closed, full, with few letters, gone half-way."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from caylus_tools.common.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def prepare() -> None:
    """Has the streams report what is wrong with them in our words. Those that somebody has put in their place stay as they are.

    The number of a stream that is closed is taken, lest the next file that is opened gets it, and with it what is printed.
    It is opened the wrong way round, so that using it fails all the same.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 0 else os.O_RDONLY)  # gets the lowest number that is free
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    sys.stdout = _prepare_stream(sys.stdout, _Output(1, "w", closefd=False))
    sys.stderr = _prepare_stream(sys.stderr, _Errors(2, "w", closefd=False))


class _Output(io.FileIO):
    """Says once that nothing more can be written; what is still waiting to be written then goes nowhere, in silence."""

    _is_broken = False

    def write(self, data: ReadableBuffer, /) -> int:
        if self._is_broken:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BrokenPipeError:
            self._is_broken = True
            raise
        except OSError as error:
            self._is_broken = True
            reason = "it is closed" if error.errno == errno.EBADF else error.strerror
            raise UsageError(f"nothing can be written to standard output: {reason}") from None


class _Errors(io.FileIO):
    """A stream for errors that loses what cannot be written: that is no reason for a command to end otherwise."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def _prepare_stream(stream: TextIO | None, file: io.FileIO) -> TextIO:
    """A stream to that file in place of the process's own; letters that the terminal does not have are spelled out."""
    if stream is None:
        return io.TextIOWrapper(io.BufferedWriter(file), "utf-8", "backslashreplace")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO or raw.fileno() != file.fileno():  # a console of Windows, for one
        stream.reconfigure(errors="backslashreplace")
        return stream
    by_line = stream.line_buffering or stream.write_through
    stream.flush()
    return io.TextIOWrapper(io.BufferedWriter(file), stream.encoding, "backslashreplace", line_buffering=by_line)
