"""The unit for systemd in the manual gives a server what its defaults need."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from configparser import ConfigParser
from pathlib import Path

import caylus_tools.server
import pytest
from caylus_tools.server.settings import Limits
from caylus_tools.server.web import running, services
from caylus_tools.server.web.guard import count_needed_files
from caylus_tools.server.workers.directory import FOREIGN_WORKERS, own_workers

PROCESSORS = 64
THREADS_OF_A_WORKER = 2
ANSWERING_WORKERS = 2
OTHER_THREADS = 64
"""Those of the database, of clocks, bots and hooks, and of processes that check rules."""


@pytest.fixture(scope="module")
def unit() -> Mapping[str, str]:
    """What stands under [Service]."""
    text = (Path(caylus_tools.server.__file__).parent / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```ini\n(.*?)```", text, re.DOTALL)
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(block)
    return parser["Service"]


def test_as_many_files_may_be_open_as_the_default_limits_need(unit: Mapping[str, str]) -> None:
    assert int(unit["LimitNOFILE"]) >= count_needed_files(Limits())


def test_there_may_be_as_many_threads_as_workers_and_requests_need(
    unit: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: PROCESSORS)
    threads = sum(services.THREADS.values()) + OTHER_THREADS
    assert int(unit["TasksMax"]) >= threads + (own_workers() + FOREIGN_WORKERS + ANSWERING_WORKERS) * THREADS_OF_A_WORKER


def test_the_server_ends_its_workers_itself_and_has_the_time_to(unit: Mapping[str, str]) -> None:
    assert unit["KillMode"] == "mixed"
    assert int(unit["TimeoutStopSec"]) >= 2 * (running._LAST_WORDS + running._GRACE)


def test_a_worker_that_the_system_ends_for_want_of_memory_is_replaced_by_the_server(unit: Mapping[str, str]) -> None:
    assert unit["OOMPolicy"] == "continue"
    assert re.fullmatch(r"[5-9]\d%", unit["MemoryMax"])  # what is in proportion to the machine, as the number of workers is
    assert unit["Restart"] == "always"
