"""The main loop of a process of the pool: one job after the other, each within its bounds."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from caylus_tools.server.refused import Refused

from .bounds import Bounds, apply_bounds, settle

OUT_OF_MEMORY = 70
"""How a process ends that had not memory enough: what it still holds cannot be trusted."""


class Task(NamedTuple):
    """`job` is done within the bounds, after `before`, whose authors are trusted: it makes ready what many jobs need."""

    job: Callable[[], Any]
    bounds: Bounds
    before: Callable[[], Any] | None


class Done(NamedTuple):
    result: Any


class Begun(NamedTuple):
    """A job is ready to be done, and its time begins."""


class Failed(NamedTuple):
    """A job had a fault of its own: `trace` is for the log."""

    trace: str


def live(connection: Connection, nice: int) -> None:
    settle(nice)
    with suppress(EOFError, OSError):  # the parent has gone
        while True:
            task: Task = connection.recv()
            connection.send(_attempt(task, connection))


def _attempt(task: Task, connection: Connection) -> Done | Failed | Refused:
    try:
        if task.before is not None:
            task.before()
        connection.send(Begun())
        with apply_bounds(task.bounds):
            return Done(task.job())
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Refused as refused:
        return refused
    except Exception:
        return Failed(traceback.format_exc())
