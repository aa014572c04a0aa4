"""The capabilities of the terminal that text goes to."""

from __future__ import annotations

import os
from typing import TextIO


def is_terminal(stream: TextIO) -> bool:
    """Return whether it is one that moves its cursor and shows colours when it is told to."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO) -> int:
    """The width of a terminal."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80
