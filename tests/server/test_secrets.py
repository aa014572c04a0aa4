"""What a server sends keeps the law of secrets. `python -m secrecy.serving` looks at more games."""

from __future__ import annotations

import asyncio

import pytest
from secrecy.games import find_all
from secrecy.serving import LIMITS, NAMES, look
from support.serving.process import Server

from .conftest import Serve

pytestmark = pytest.mark.slow

SEEDS = 2


@pytest.fixture(scope="module")
def server(serve: Serve) -> Server:
    return serve(*LIMITS)


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_a_seat_is_sent_the_same_bytes_of_games_that_it_cannot_tell_apart(name: str, server: Server) -> None:
    one = next(one for one in find_all() if one.name == name)
    looked = asyncio.run(look(server, one, range(SEEDS), 10_000 * (1 + NAMES.index(name))))
    assert looked.leaks == []
    assert looked.compared > 0
