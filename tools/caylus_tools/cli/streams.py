"""The standard streams, fit for use in whatever state the process got them: closed, full, with few letters, gone half-way."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from typing import TYPE_CHECKING, TextIO

from caylus_tools.common.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


SIGNS = "caylus-signs"
"""The error handler of streams: signs that an encoding lacks become others of the same width, so that tables fit."""
_ALIKE = str.maketrans("…·─│┼–—−±×÷≠≤≥∞→←‘’“”›▶▲▼●■◆▪✓✚", "..-|+---~x/#<>8><''\"\">>^vo#*:+%")


def _replace_signs(error: UnicodeError) -> tuple[str, int]:
    """Text in place of what cannot be encoded, and where to go on. Letters are spelled out: a name stays exact."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_replace_sign, error.object[error.start : error.end])), error.end


def _replace_sign(sign: str) -> str:
    if (alike := sign.translate(_ALIKE)) != sign:
        return alike
    if unicodedata.category(sign)[0] in "PSZ":
        return "?" * (2 if unicodedata.east_asian_width(sign) in "WF" else 1)
    return sign.encode("ascii", "backslashreplace").decode()


codecs.register_error(SIGNS, _replace_signs)


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
    """A stream to that file in place of the process's own, which replaces what the terminal cannot show."""
    if stream is None:
        return io.TextIOWrapper(io.BufferedWriter(file), "utf-8", SIGNS)
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO or raw.fileno() != file.fileno():  # a console of Windows, for one
        stream.reconfigure(errors=SIGNS)
        return stream
    by_line = stream.line_buffering or stream.write_through
    stream.flush()
    return io.TextIOWrapper(io.BufferedWriter(file), stream.encoding, SIGNS, line_buffering=by_line)
