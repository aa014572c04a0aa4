"""Everybody who waits is served in turn, and nobody may ask for too much at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, wait
from itertools import count
from threading import Event

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.queues import Asker, FairQueue, InFlight, is_wanted

ANN, ANNS_PHONE, BOB = Asker("1.1.1.1", "ann"), Asker("1.1.1.1", "phone"), Asker("2.2.2.2", "bob")


class Line:
    """A queue whose threads are busy until `go_on`; `done` are those who were served, in this order."""

    def __init__(self, queue: FairQueue, threads: int = 1) -> None:
        self.queue, self.done = queue, list[str]()
        self._released, self._numbers, begun = Event(), count(), [Event() for _ in range(threads)]
        self._jobs: list[Future[object]] = [
            queue.submit(Asker("", f"table {one}"), lambda one=one: self._hold(one)) for one in begun
        ]
        assert all(one.wait(30) for one in begun)

    def _hold(self, begun: Event) -> None:
        begun.set()
        assert self._released.wait(30)

    def ask(self, who: Asker, name: str) -> Future[object]:
        job: Future[object] = self.queue.submit(who, lambda: self.done.append(name))
        self._jobs.append(job)
        return job

    def go_on(self) -> list[str]:
        self._released.set()
        wait([job for job in self._jobs if not job.cancelled()], 30)
        return self.done


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ([(ANN, "ann 0"), (ANN, "ann 1"), (ANN, "ann 2"), (BOB, "bob 0"), (BOB, "bob 1")], "ann 0, bob 0, ann 1, bob 1, ann 2"),
        ([(ANN, "ann 0"), (ANN, "ann 1"), (ANNS_PHONE, "phone"), (BOB, "bob")], "ann 0, bob, phone, ann 1"),
        ([(ANN, "ann 0"), (ANN, "ann 1"), (Asker("", "one"), "one"), (Asker("", "two"), "two")], "ann 0, one, two, ann 1"),
    ],
    ids=["addresses", "visitors of one address", "what the server does for tables"],
)
def test_all_who_wait_take_turns(asked: list[tuple[Asker, str]], served: str) -> None:
    line = Line(FairQueue(1))
    for who, name in asked:
        line.ask(who, name)
    assert ", ".join(line.go_on()) == served


def test_who_waits_is_not_overtaken_by_ever_new_addresses() -> None:
    line = Line(FairQueue(1))
    line.ask(ANN, "ann 0")
    line.ask(ANN, "ann 1")
    line.queue.submit(BOB, lambda: [line.ask(Asker(f"3.3.3.{number}", "new"), f"new {number}") for number in range(3)])
    line.go_on()
    line.queue.submit(BOB, str).result(30)
    assert line.done.index("ann 1") < line.done.index("new 0")


def test_an_address_has_no_more_than_its_share_of_the_threads() -> None:
    queue, held, begun = FairQueue(2, share=1), Event(), Event()
    first = queue.submit(ANN, lambda: (begun.set(), held.wait(30)))
    assert begun.wait(30)
    second = queue.submit(ANN, lambda: "second")
    assert queue.submit(BOB, lambda: "bob").result(30) == "bob"
    assert not second.done()
    held.set()
    assert (first.result(30)[1], second.result(30)) == (True, "second")


def test_more_at_once_than_one_may_have_is_refused_until_some_is_answered() -> None:
    line = Line(FairQueue(1, in_flight=InFlight(of_address=3, of_visitor=2)))
    jobs = [line.ask(ANN, "ann"), line.ask(ANN, "ann")]
    with pytest.raises(Refused, match="at once from here") as refused:
        line.ask(ANN, "ann")
    assert refused.value.code == "too_many"
    line.ask(ANNS_PHONE, "phone")
    with pytest.raises(Refused):
        line.ask(ANNS_PHONE, "phone")
    line.ask(BOB, "bob")
    jobs[0].cancel()
    line.ask(ANN, "ann")
    assert sorted(line.go_on()) == ["ann", "ann", "bob", "phone"]


def test_requests_count_over_all_queues_together() -> None:
    in_flight = InFlight(of_address=1, of_visitor=1)
    line, other = Line(FairQueue(1, in_flight=in_flight)), FairQueue(1, in_flight=in_flight)
    line.ask(ANN, "ann")
    with pytest.raises(Refused):
        other.submit(ANN, str)
    line.go_on()
    assert other.submit(ANN, str).result(30) == ""


@pytest.mark.parametrize("waiting", [1, 2])
def test_so_many_wait_and_no_more(waiting: int) -> None:
    line = Line(FairQueue(1, waiting))
    jobs = [line.ask(Asker(f"1.1.1.{number}", "somebody"), str(number)) for number in range(waiting)]
    with pytest.raises(Refused) as refused:
        line.ask(BOB, "bob")
    assert refused.value.code == "busy"
    jobs[0].cancel()
    line.ask(BOB, "bob")
    assert line.go_on()[-1] == "bob"


def test_whose_turn_does_not_come_in_time_is_told_so_and_waits_no_more() -> None:
    async def ask(line: Line) -> None:
        with pytest.raises(Refused, match="did not come in time") as refused:
            await line.queue.run(ANN, 0.01, line.done.append, "ann")
        assert refused.value.code == "busy"

    line = Line(FairQueue(1))
    asyncio.run(ask(line))
    assert line.go_on() == []


def test_what_somebody_no_longer_waits_for_is_dropped() -> None:
    async def leave(line: Line) -> None:
        asking = asyncio.create_task(line.queue.run(ANN, None, line.done.append, "ann"))
        while not line.queue.waiting:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    line = Line(FairQueue(1))
    asyncio.run(leave(line))
    line.ask(BOB, "bob")
    assert line.go_on() == ["bob"]


def test_what_is_done_is_wanted_until_whoever_asked_leaves() -> None:
    told, begun, left = list[bool](), Event(), Event()

    def work() -> None:
        told.append(is_wanted())
        begun.set()
        assert left.wait(30)
        told.append(is_wanted())

    async def leave(queue: FairQueue) -> None:
        asking = asyncio.create_task(queue.run(ANN, None, work))
        assert await asyncio.to_thread(begun.wait, 30)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        left.set()

    queue = FairQueue(1)
    asyncio.run(leave(queue))
    assert queue.submit(BOB, is_wanted).result(30)
    assert told == [True, False]
    assert is_wanted(), "outside of a queue nobody can leave"


def test_what_a_function_raises_reaches_who_asked_and_the_thread_goes_on() -> None:
    queue = FairQueue(1)
    with pytest.raises(ZeroDivisionError):
        queue.submit(ANN, lambda: 1 / 0).result(30)
    assert queue.submit(ANN, lambda: 1).result(30) == 1


def test_a_queue_that_is_closed_drops_what_waits_and_takes_nothing() -> None:
    line = Line(FairQueue(1))
    job = line.ask(ANN, "ann")
    line.queue.close()
    assert job.cancelled()
    with pytest.raises(Refused):
        line.ask(ANN, "ann")
    assert line.go_on() == []


def test_nothing_is_remembered_of_who_asks_for_nothing() -> None:
    queue = FairQueue(1, in_flight=InFlight(5, 5))
    for number in range(20):
        queue.submit(Asker(f"1.1.1.{number}", "somebody"), str).result(30)
    queue.submit(BOB, str).result(30)
    assert len(queue._turns) <= 1
    assert queue._in_flight is not None
    assert len(queue._in_flight._counts) == 0
