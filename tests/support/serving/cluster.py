"""A real PostgreSQL of one's own in a temporary folder, that may be killed: for tests and for measuring.

It listens on a socket in that folder and nowhere else, writes to the disk as one that is in earnest, and is gone with the
block that it was made for.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import psycopg

OWNER = "postgres"
PATIENCE = 60.0
"""Seconds that a start may take; after a kill the old processes have to be gone first."""


class NoPostgres(Exception):
    """This machine has no PostgreSQL that could be started; the text says what is missing."""


class Cluster:
    """`with Cluster() as cluster:` runs one; `cluster.fresh()` is the address of a new, empty database in it."""

    def __init__(self) -> None:
        self._programs = _programs()
        self._as_owner = _as_owner()
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        try:
            if self._as_owner:
                shutil.chown(self._folder, OWNER, OWNER)
            make = ["initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", f"--username={OWNER}", "data"]
            self._run(*make).wait()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *fault: object) -> None:
        self._end(signal.SIGQUIT)  # at once: nothing of it is wanted any more
        shutil.rmtree(self._folder)

    def fresh(self, options: str = "") -> str:
        """The address of a new database, made with these options of CREATE DATABASE."""
        name = f"tables_{secrets.token_hex(6)}"
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name} {options}")
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://{OWNER}@/{name}?host={self._folder}"

    def start(self) -> None:
        """Starts the server and returns once it answers. Raises NoPostgres where it does not."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._server is None or self._server.poll() is not None:
                self._server = self._run("postgres", "-D", "data", "-k", str(self._folder), "-c", "listen_addresses=")
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise NoPostgres(f"PostgreSQL does not start:\n{(self._folder / 'log').read_text(errors='replace')[-2000:]}")

    def stop(self) -> None:
        """Ends the server in good order; connections are cut."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Ends the server as a power cut does, but for what the system has in its own memory."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self._programs / program, *arguments], cwd=self._folder, stdout=log, stderr=log, **self._as_owner
            )

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(self._address("postgres"), autocommit=True, connect_timeout=5)


def _programs() -> Path:
    """The folder of the server's programs, which Debian keeps off the path."""
    program_path = shutil.which("initdb")
    folders = (
        [Path(program_path).parent]
        if program_path
        else sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name))
    )
    if not folders:
        raise NoPostgres("no PostgreSQL is installed here (on Debian: apt-get install postgresql)")
    return folders[-1]


def _as_owner() -> dict[str, Any]:
    """The arguments to start a process as a user whom PostgreSQL lets start it; it refuses root."""
    if os.geteuid() != 0:
        return {}
    try:
        pwd.getpwnam(OWNER)
    except KeyError:
        raise NoPostgres(f"PostgreSQL does not run as root, and there is no user {OWNER} to run it") from None
    return {"user": OWNER, "group": OWNER, "extra_groups": []}


@contextmanager
def database(postgres: bool, folder: Path) -> Iterator[tuple[str, Cluster | None]]:
    """The URL of an empty database, and what serves it if that is PostgreSQL."""
    if not postgres:
        yield f"sqlite:///{folder / 'tables.sqlite3'}", None
        return
    with Cluster() as cluster:
        yield cluster.fresh(), cluster
