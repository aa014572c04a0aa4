from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.web import guard

from .site import Site


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts a server with these settings, for as long as tests last. Who asks for too much is told so at once, and no rules are made
    ready that nobody asks for."""
    with ExitStack() as running, pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "PAUSE", 0.0)
        patch.setattr(Rulesets, "begin", lambda rulesets: None)
        yield lambda **set_: running.enter_context(Site(tmp_path_factory.mktemp("site"), **set_))


@pytest.fixture(scope="session")
def site(start: Callable[..., Site]) -> Any:
    return start()
