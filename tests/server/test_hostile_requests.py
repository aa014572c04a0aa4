"""Whatever is sent to a server, it answers with a reason or not at all, and plays on. `python -m hostile.serving` sends more of it."""

from __future__ import annotations

import asyncio

import pytest
from hostile.serving import attack

from .conftest import Serve

pytestmark = pytest.mark.nightly

REQUESTS, UPLOADS = 200, 30


def test_what_strangers_send_breaks_nothing_and_tells_them_nothing(serve: Serve) -> None:
    server = serve()
    found = asyncio.run(attack(server, range(REQUESTS), range(UPLOADS), quiet=0.5))
    assert found["wrong"] == []
    assert found["crashes in the log"] == {}
    assert found["is well"]
    assert '"trace"' not in server.log
    assert found["choices beside it"] > 0
