"""A server gets along with what its extra brings: nothing of a terminal, and of PostgreSQL only where it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

IMPORTS_ALL = """
import importlib, pkgutil, sys

for missing in ("argcomplete", "rich", "textual", "pygments", "psycopg", "pyarrow", "distributed", "numpy", "pettingzoo", "httpx"):
    sys.modules[missing] = None
import caylus_tools.cli.commands.serve
import caylus_tools.server

for module in pkgutil.walk_packages(caylus_tools.server.__path__, "caylus_tools.server."):
    if not module.name.startswith(("caylus_tools.server.storage.postgres", "caylus_tools.server.storage.migrations")):
        importlib.import_module(module.name)
"""


@pytest.mark.nightly
def test_a_server_needs_nothing_that_its_extra_does_not_bring(environment: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTS_ALL], env=environment, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
