"""Databases for tests: an SQLite file, and a PostgreSQL that is started once and really there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from caylus_tools.server.storage.store import Store

from support.serving.cluster import Cluster, NoPostgres

OpenStore = Callable[[], Store]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL, which may be killed as long as it is started again. Where there is none its tests are left out, but not in CI."""
    try:
        cluster = Cluster()
    except NoPostgres as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))
    with cluster:
        yield cluster


@pytest.fixture(scope="session")
def used_database(postgres: Cluster) -> str:
    return postgres.fresh()


@pytest.fixture
def postgres_database(used_database: str) -> str:
    """The address of an empty database in PostgreSQL: one for all tests, emptied each time, which is ten times as fast."""
    with psycopg.connect(used_database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return used_database


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "SQLite":
        return f"sqlite:///{tmp_path}/tables.db"
    address: str = request.getfixturevalue("postgres_database")
    return address


@pytest.fixture
def another(database: str) -> Iterator[OpenStore]:
    """Opens the database as one server more does."""
    stores: list[Store] = []

    def open_store() -> Store:
        stores.append(Store(database))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(another: OpenStore) -> Store:
    return another()
