"""`caylus serve` as a process of its own on a free port: killed, stopped, started again on the same database."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[3]
STARTS_WITHIN = 120.0
STOPS_WITHIN = 60.0
GLANCE = 0.02
"""Seconds between two looks whether it answers yet."""


class Server:
    """One server; `folder` holds its log, and its database where `database` names none.

    Whoever asks through it may come from any address that `X-Forwarded-For` says: so that bounds for each address hold for people
    who are many and all on one machine.
    """

    def __init__(
        self, folder: Path, database: str | None = None, *arguments: str, environment: dict[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self.database = database or f"sqlite:///{folder / 'tables.sqlite3'}"
        self._log = folder / f"server-{self.port}.log"
        self._folder, self._arguments = folder, arguments
        self._environment = environment or {**os.environ, "PYTHONPATH": f"{ROOT / 'interpreter'}{os.pathsep}{ROOT / 'tools'}"}
        self._process: subprocess.Popen[bytes] | None = None
        self._groups: set[int] = set()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Leaves nothing running of it."""
        self.kill()
        for pid in self.running_processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """All that it has said since it was first started."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> float:
        """Returns after how many seconds it was ready. Raises RuntimeError with its log if it does not become so."""
        start_time = time.monotonic()
        command = [sys.executable, "-m", "caylus_tools", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        for limit in ("tables_per_hour", "public_tables_per_hour"):  # many tests share a server
            command += ["--limit", f"{limit}=1000"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--database", self.database, "--proxies", "127.0.0.1", *self._arguments],
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._groups.add(self._process.pid)
        while not self.is_well():
            if not self.is_running or time.monotonic() - start_time > STARTS_WITHIN:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.log[-4000:]}")
            time.sleep(GLANCE)
        return time.monotonic() - start_time

    def is_well(self) -> bool:
        """Return whether it answers that it can serve."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """As if it had been switched off. It learns nothing of it, and what it has started is left to itself."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> float:
        """Asks it to end, and returns how many seconds that took. Raises `subprocess.TimeoutExpired` if it goes on."""
        assert self._process is not None
        start_time = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(STOPS_WITHIN)
        return time.monotonic() - start_time

    def memory(self) -> dict[str, float]:
        """Megabytes that are resident now: the server's own, and with all that it has started. Known on Linux only."""
        assert self._process is not None
        return {"server": _resident(self._process.pid), "with workers": sum(map(_resident, self.running_processes()))}

    def processor(self) -> dict[str, float]:
        """Seconds of the processor that were used since the start: the server's own, and with all that it has started."""
        assert self._process is not None
        return {
            "server": _processor_seconds(self._process.pid),
            "with workers": sum(map(_processor_seconds, self.running_processes())),
        }

    def kill_worker(self, draw: Random) -> None:
        """Kills one of the processes that work for it, at random. Known on Linux only."""
        assert self._process is not None
        others = [pid for pid in self.running_processes() if pid != self._process.pid]
        if others:
            with contextlib.suppress(ProcessLookupError):
                os.kill(draw.choice(others), signal.SIGKILL)

    def running_processes(self) -> list[int]:
        """The processes that run of all it has ever been and started. Known on Linux only."""
        running = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        return [pid for pid in running if _group(pid) in self._groups]


def free_port() -> int:
    """One that nobody on this machine listens at now."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _group(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None


def _processor_seconds(pid: int) -> float:
    """Seconds; 0 where there is no such process any more."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)
