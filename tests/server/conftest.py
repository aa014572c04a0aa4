"""Servers as processes of their own, as somebody who types `caylus serve` has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from caylus_tools.common import process_pool
from support.databases import another, database, postgres, postgres_database, store, used_database
from support.serving.process import Server

__all__ = ["another", "database", "postgres", "postgres_database", "store", "used_database"]

Serve = Callable[..., Server]


@pytest.fixture(scope="package", autouse=True)
def copies() -> Iterator[None]:
    """Processes of servers are copies of one that has imported all, as `caylus serve` has them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process_pool, "_context", process_pool._context)
        process_pool.preload("caylus_tools.server.workers.worker", "caylus_tools.server.rules.jobs")
        yield


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Iterator[Serve]:
    """Starts `caylus serve` with arguments, on a database of its own unless one is named. All end with the module."""
    with ExitStack() as running:

        def start(*arguments: str | Path, database: str | None = None) -> Server:
            folder = tmp_path_factory.mktemp("server")
            return running.enter_context(Server(folder, database, *map(str, arguments), environment=environment))

        yield start


@pytest.fixture(scope="module")
def server(serve: Serve) -> Server:
    """One that the tests of a module share."""
    return serve()
