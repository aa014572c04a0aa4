"""The messages between the web process and a worker.

The web process sends a `Request`. The worker sends any number of `StoreCall`s, each answered with a `Returned` or a `Raised`, and
then one `Answer`. The time in which a worker waits for the store is not counted against it.
"""

from __future__ import annotations

import pickle
import select
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from caylus_tools.server.bots import Job
from caylus_tools.server.storage.rows import HookRow


def send(connection: Connection, message: object) -> None:
    """Sends a message. Quicker than `Connection.send`, which makes a pickler of its own for each one."""
    connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def receive(connection: Connection) -> Any:
    """Waits for a message. Raises EOFError and OSError where there will be none."""
    return pickle.loads(connection.recv_bytes())  # noqa: S301 (both ends are ours)


def can_receive(connection: Connection, seconds: float) -> bool:
    """Return whether a message comes within some seconds. Quicker than `Connection.poll`, where the system lets it be."""
    if not hasattr(select, "poll"):
        return connection.poll(seconds)
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(seconds * 1000))


class Request(NamedTuple):
    """A method and its arguments: of `table`, or, if it is one of `OF_ALL`, of all tables of the worker.

    `outdated` are tables whose rows another server has changed since the last request.
    """

    table: str | None
    method: str
    arguments: tuple[Any, ...]
    outdated: Sequence[str] = ()


class StoreCall(NamedTuple):
    """A method of the store that the worker needs."""

    method: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


class Returned(NamedTuple):
    value: Any


class Raised(NamedTuple):
    """An error that the one who asked has to be told: Refused, or a fault of the database."""

    error: Exception


class Failed(NamedTuple):
    """A fault of ours, for the log."""

    trace: str


class Answer(NamedTuple):
    """The result of a request, and everything that the web process has to do because of it.

    `changed` are tables to be shown anew, `waiting` are the seats that have to decide by table, `jobs` are decisions for bots,
    `reminders` are hooks to call with the titles of tables. `is_full` says that the worker holds more memory than it may keep.
    """

    result: Returned | Raised | Failed
    changed: Sequence[str]
    waiting: Mapping[str, Sequence[str]]
    jobs: Sequence[Job]
    reminders: Sequence[tuple[HookRow, str]]
    is_full: bool


OF_ALL = frozenset({"open", "bring", "rematch", "fork"})
"""Methods of `Tables`, which make a table."""

STORE_METHODS = frozenset(
    {
        "add_table",
        "append",
        "change_seat",
        "change_table",
        "chat",
        "claim",
        "drop_hook",
        "entries",
        "hooks",
        "put_hook",
        "put_rules",
        "rules",
        "say",
        "seats",
        "seed",
        "table",
    }
)
"""Methods of `Store` that a worker may call."""

READING = frozenset({"chat", "entries", "hooks", "rules", "seats", "seed", "table"})
"""Those of them that change nothing."""
