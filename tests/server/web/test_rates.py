"""Who asks for too much has to wait, and others do not."""

from __future__ import annotations

import pytest
from caylus_tools.server.web import guard
from caylus_tools.server.web.guard import Rate
from caylus_tools.server.web.problems import Problem


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_as_many_as_are_allowed_come_at_once_and_then_as_time_goes_by() -> None:
    clock = Clock()
    rate = Rate(4, 32, clock)
    assert [rate.wait("a") for _ in range(4)] == [0, 0, 0, 0]
    assert rate.wait("a") == 8
    clock.now = 7
    assert rate.wait("a") == 1
    clock.now = 8
    assert [rate.wait("a"), rate.wait("a"), rate.wait("b")] == [0, 8, 0], "one does not wait for another"
    clock.now = 1000
    assert [rate.wait("a") for _ in range(5)] == [0, 0, 0, 0, 8], "nothing is saved up for longer"


@pytest.mark.parametrize(("seconds", "told"), [(0.2, "1"), (1.4, "1"), (7.6, "8")])
def test_who_has_to_wait_is_told_how_many_whole_seconds_and_never_none(seconds: float, told: str) -> None:
    assert Problem(429, "too_fast", "Wait.", retry_after=seconds).answer().headers["Retry-After"] == told


def test_several_are_counted_as_several() -> None:
    rate = Rate(5, 5, Clock())
    assert rate.wait("a", 4) == 0
    assert rate.wait("a", 2) == 1
    assert rate.wait("a", 1) == 0
    assert rate.wait("a", 9) == 5, "more than there ever is comes when all of it is there"


@pytest.mark.slow
def test_no_more_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_MOST_BUCKETS", 100)
    rate = Rate(2, 2, Clock())
    for number in range(1000):
        assert rate.wait(str(number)) == 0
    assert len(rate._buckets) <= 100
