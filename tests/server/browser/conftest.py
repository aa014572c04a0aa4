"""Real browsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from support.browsing import Visitors, chromium
from support.serving.process import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends before tests of another package: while it is there, nothing else of this thread can run an event loop."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """The visitors of the server of this module."""
    coming = Visitors(browser, server.address)
    yield coming
    coming.leave()
