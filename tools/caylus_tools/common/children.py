"""Other processes of this machine: how they are begun, and when they go."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

_CONTEXT = multiprocessing.get_context("spawn")


def begin(life: Callable[..., None], *arguments: Any) -> tuple[Connection, BaseProcess]:
    """A new process that does `life(connection, *arguments)`, and our end of that connection.

    It does not hear Ctrl-C, and goes when this process goes, whatever both are at.
    """
    connection, its_end = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_live, args=(life, its_end, *arguments), daemon=True)
    with _interrupts_blocked():
        process.start()
    its_end.close()
    return connection, process


def _live(life: Callable[..., None], connection: Connection, *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    life(connection, *arguments)


def _leave_with_the_parent() -> None:
    """However the parent ends, and whatever this process is at."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process started within does not hear Ctrl-C, which a terminal sends to all; this one hears it afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which the first process that starts would begin, and open our ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
