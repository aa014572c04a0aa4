"""Processes that do what may run wild: whatever they are given, the next job is done, and nobody waits for ever."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import forkserver
from pathlib import Path

import pytest
from caylus_tools.common import process_pool
from caylus_tools.common.process_pool import Bounds, Closed, Pool, ProcessLost
from caylus_tools.server import Refused

from . import jobs

FAIR = Bounds(seconds=20)
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module", params=["new", "copies"] if sys.platform == "linux" else ["new"])
def one(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """A pool of one process, which begins anew or is the copy of another one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process_pool, "_context", process_pool._context)
        if request.param == "copies":
            process_pool.preload(jobs.__name__)
        made = Pool(1, nice=3, expected=(Refused,))
        yield made
        made.close()


def test_a_job_is_done_in_another_process_which_stays(one: Pool) -> None:
    first = one.do(jobs.number_of_process, FAIR)
    assert first != os.getpid()
    assert one.do(jobs.number_of_process, FAIR) == first


def test_the_process_stands_back(one: Pool) -> None:
    assert one.do(jobs.niceness, FAIR) == os.nice(0) + 3


@pytest.mark.slow
@pytest.mark.parametrize(("job", "lives_on"), [(jobs.spin, True), (jobs.spin_on, False)])
def test_what_computes_too_long_is_stopped_or_ended_with_its_process(one: Pool, job: Callable[[], None], lives_on: bool) -> None:
    before = one.do(jobs.number_of_process, FAIR)
    with pytest.raises(ProcessLost) as lost:
        one.do(job, Bounds(seconds=60, busy=0.1))
    assert lost.value.is_overrun
    assert (one.do(jobs.number_of_process, FAIR) == before) == lives_on


@pytest.mark.parametrize("seconds", [None, 600])
def test_what_nobody_waits_for_any_more_stops_and_its_process_lives_on(one: Pool, seconds: float | None) -> None:
    before = one.do(jobs.number_of_process, FAIR)
    with pytest.raises(ProcessLost):
        one.do(jobs.spin, Bounds(seconds, busy=500), is_wanted=lambda: False)
    assert one.do(jobs.number_of_process, FAIR) == before


def test_what_only_waits_is_ended_by_the_clock(one: Pool) -> None:
    with pytest.raises(ProcessLost):
        one.do(partial(jobs.sleep, 60), Bounds(seconds=0.2, busy=10))
    assert one.do(jobs.number_of_process, FAIR)


def test_memory_is_counted_from_the_beginning_of_the_job(one: Pool) -> None:
    with pytest.raises(ProcessLost):
        one.do(partial(jobs.hold, 80 * MEGABYTE), Bounds(seconds=20, memory=40 * MEGABYTE))
    assert one.do(partial(jobs.hold, 20 * MEGABYTE), Bounds(seconds=20, memory=40 * MEGABYTE)) == 20 * MEGABYTE
    assert one.do(partial(jobs.hold, 80 * MEGABYTE), FAIR) == 80 * MEGABYTE  # the bound was that of the job


@pytest.mark.slow
def test_a_process_that_is_killed_is_replaced(one: Pool) -> None:
    before = one.do(jobs.number_of_process, FAIR)
    with pytest.raises(ProcessLost):
        one.do(jobs.die, FAIR)
    assert one.do(jobs.number_of_process, FAIR) != before


def test_a_process_that_is_killed_while_it_is_idle_costs_no_job(one: Pool) -> None:
    os.kill(one.do(jobs.number_of_process, FAIR), signal.SIGKILL)
    time.sleep(0.1)
    assert one.do(jobs.number_of_process, FAIR)


def test_what_a_job_refuses_is_refused_here(one: Pool) -> None:
    with pytest.raises(Refused) as refused:
        one.do(jobs.refuse, FAIR)
    assert (refused.value.code, refused.value.text, refused.value.reasons) == ("bad", "No.", [{"text": "Because."}])


def test_a_job_with_a_fault_ends_no_process(one: Pool, caplog: pytest.LogCaptureFixture) -> None:
    before = one.do(jobs.number_of_process, FAIR)
    with pytest.raises(RuntimeError):
        one.do(jobs.fail, FAIR)
    assert "KeyError" in caplog.text
    assert one.do(jobs.number_of_process, FAIR) == before


def test_what_makes_ready_does_not_count(one: Pool) -> None:
    before = partial(jobs.sleep, 1.2)
    assert one.do(jobs.number_of_process, Bounds(seconds=1), before=before)


def test_no_large_file_is_written(one: Pool, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        one.do(partial(jobs.write, tmp_path / "large", 40 * MEGABYTE), FAIR)


def test_a_pool_that_is_closed_leaves_nobody_waiting() -> None:
    closing = Pool(1, nice=0)
    assert closing.do(jobs.number_of_process, FAIR)
    threading.Timer(0.2, closing.close).start()
    with pytest.raises(Closed):
        closing.do(partial(jobs.sleep, 60), Bounds(seconds=90))
    with pytest.raises(Closed):
        closing.do(jobs.number_of_process, FAIR)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only there processes are copies")
def test_an_original_that_stands_still_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "_context", process_pool._context)
    monkeypatch.setattr(process_pool, "TO_COPY", 4.0)
    process_pool.preload(jobs.__name__)
    os.kill(forkserver._forkserver._forkserver_pid, signal.SIGSTOP)  # type: ignore[attr-defined]
    pool = Pool(1)
    assert pool.do(jobs.number_of_process, FAIR) != os.getpid()
    pool.close()
