"""Databases for a server that is measured: a file of its own, or a real PostgreSQL that runs for it alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .cluster import Cluster


@contextmanager
def database(postgres: bool, folder: Path) -> Iterator[tuple[str, Cluster | None]]:
    """The URL of an empty database, and what serves it if that is PostgreSQL."""
    if not postgres:
        yield f"sqlite:///{folder / 'tables.sqlite3'}", None
        return
    with Cluster() as cluster:
        yield cluster.fresh(), cluster
