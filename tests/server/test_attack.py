"""Rules of strangers that stall, allocate or break: people at other tables go on, and the server ends when it is asked to."""

from __future__ import annotations

import asyncio

import pytest
from support.serving.attack import LIMITS, attack

from .conftest import Serve

pytestmark = pytest.mark.nightly

SECONDS = 3
ENDS_WITHIN = 5.0
MOST_MEMORY = 200
"""Megabytes of the web process."""


def test_people_play_on_beside_harmful_rules_and_the_server_ends_meanwhile(serve: Serve) -> None:
    found = asyncio.run(attack(serve(*LIMITS), tables=2, attackers=3, seconds=SECONDS))
    assert found["attackers that could not begin"] == []
    assert found["beside the attack"]["choices"] > 0
    assert found["beside the attack"]["most memory of the web process (MB)"] < MOST_MEMORY
    assert found["stopped in (s)"] < ENDS_WITHIN
