"""End the process on a signal before anything has begun. Imports next to nothing."""

from __future__ import annotations

import os

SIGNALLED = 128
"""What shells add to the number of the signal that ended a process."""


def leave(number: int, _: object) -> None:
    """A handler of signals. It raises nothing, for while modules are imported an exception may get lost or told by Python."""
    os._exit(SIGNALLED + number)
