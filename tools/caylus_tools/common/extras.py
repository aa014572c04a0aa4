"""Packages that only some commands need."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from .errors import UsageError

_PROJECT = Path(__file__).parents[3]


def need_extra(extra: str, *packages: str) -> None:
    """Raises `UsageError` that tells how to install an extra whose packages are missing."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise UsageError(f"{' and '.join(missing)} {verb} missing here; install with `{_installing(extra)}`")


def _installing(extra: str) -> str:
    """A command line that works in a clone of the project too, which pip knows by its folder and not by its name."""
    package = f"{_PROJECT}[{extra}]"
    if (_PROJECT / "pyproject.toml").is_file():
        return f"{shlex.quote(sys.executable)} -m pip install --editable {shlex.quote(package)}"
    return f"pip install 'caylus-rules[{extra}]'"
