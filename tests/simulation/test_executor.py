"""One task for many numbers in several processes: the same results in the same order as in one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path

import pytest
from caylus_tools.common.errors import UsageError
from caylus_tools.simulation.executor import run

from .conftest import Start, Started
from .helpers import die_at_seven, fail_from_seven_on, square

pytestmark = pytest.mark.slow

ASK = """
from itertools import count, islice
from caylus_tools.simulation.executor import run
from simulation.helpers import never_end_from_four_on
results = run(never_end_from_four_on, count(), jobs=2)
print(list(islice(results, 4)), flush=True)
input()
results.close()
print("stopped")
"""


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_numbers(jobs: int) -> None:
    assert list(run(square, range(100, 0, -1), jobs=jobs)) == [n * n for n in range(100, 0, -1)]


def test_no_numbers_give_no_results() -> None:
    assert list(run(square, [], jobs=2)) == []


def test_numbers_may_have_no_end_and_who_stops_asking_leaves_no_process_behind(own_processes: Processes) -> None:
    results = run(square, count(), jobs=2)
    assert list(islice(results, 50)) == [n * n for n in range(50)]
    results.close()  # type: ignore[attr-defined]
    assert own_processes() == set()


Processes = Callable[[], set[multiprocessing.process.BaseProcess]]


@pytest.fixture
def own_processes() -> Processes:
    """Those of this one that were not there when the test began: a server of other tests may have some."""
    before = {*multiprocessing.active_children()}
    return lambda: {*multiprocessing.active_children()} - before


@pytest.fixture
def asking(start: Start, environment: dict[str, str]) -> Started:
    """A process that has the first results, and whose own processes never end what they are at."""
    process = start("-c", ASK, PYTHONPATH=os.pathsep.join([environment["PYTHONPATH"], str(Path(__file__).parents[1])]))
    assert process.stdout is not None
    assert process.stdout.readline() == "[0, 1, 2, 3]\n"
    return process


def test_who_stops_asking_does_not_wait_for_tasks_that_are_being_done(asking: Started) -> None:
    assert asking.communicate("stop\n", timeout=60) == ("stopped\n", "")


def test_who_is_killed_leaves_no_process_behind(asking: Started) -> None:
    asking.kill()
    assert asking.communicate(timeout=60) == ("", "")  # nobody can write any more


def test_ctrl_c_reaches_the_process_that_has_asked_and_no_other(own_processes: Processes) -> None:
    results = run(square, count(), jobs=2)
    first = list(islice(results, 50))
    for process in own_processes():
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
    assert first + list(islice(results, 100_000)) == [n * n for n in range(100_050)]
    results.close()  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no masks")
def test_no_process_hears_ctrl_c_while_it_starts(start: Start, environment: dict[str, str]) -> None:
    asked = "from caylus_tools.simulation.executor import run; from simulation.helpers import is_deaf; "
    asked += "print(set(run(is_deaf, range(20), jobs=2)))"
    process = start("-c", asked, PYTHONPATH=os.pathsep.join([environment["PYTHONPATH"], str(Path(__file__).parents[1])]))
    assert process.communicate(timeout=60) == ("{True}\n", "")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_comes_after_the_results_before_it(jobs: int, own_processes: Processes) -> None:
    results = run(fail_from_seven_on, range(20), jobs=jobs)
    assert list(islice(results, 7)) == list(range(7))
    with pytest.raises(ArithmeticError, match="no 7"):
        next(results)
    assert own_processes() == set()


def test_a_process_that_is_killed_is_told_and_not_waited_for() -> None:
    with pytest.raises(UsageError, match="ended from outside"):
        list(run(die_at_seven, range(20), jobs=2))
