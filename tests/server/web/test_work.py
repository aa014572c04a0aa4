"""Work is done by so many threads, and only so much of it waits for one."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from caylus_tools.server.web.hub import Work
from caylus_tools.server.web.problems import Problem


@pytest.mark.parametrize("waiting", [1, 2])
def test_so_many_wait_and_no_more(waiting: int) -> None:
    async def fill() -> list[str]:
        work, go_on = Work(1, waiting), Event()
        asked = []
        for number in range(waiting + 1):
            asked.append(asyncio.create_task(work.run(lambda: str(go_on.wait(30)))))
            while work.waiting < number:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0)
        try:
            with pytest.raises(Problem) as refused:
                await work.run(str)
            assert (refused.value.status, refused.value.code) == (503, "busy")
        finally:
            go_on.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(fill()) == ["True"] * (waiting + 1)
