"""Exit codes of commands, and the errors that the user can mend."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

CLEAN = 0
FINDINGS = 1
USAGE = 2
BUG = 3
INTERRUPTED = 130


class UsageError(Exception):
    """The command cannot be done as it was asked for; the first text says why, in words for the one who typed it.

    Each further one is a line that tells more.
    """

    def __str__(self) -> str:
        return "\n".join(self.args)


_PROJECT = Path(__file__).parents[3]


def need_extra(extra: str, *packages: str) -> None:
    """Raises `UsageError` that tells how to install an extra whose packages are missing."""
    if told := missing(extra, *packages):
        raise UsageError(told)


def missing(extra: str, *packages: str) -> str:
    """A sentence that names the packages of an extra that are missing and says how to install them; empty if none is."""
    names = [package for package in packages if not _is_installed(package)]
    verb = "is" if len(names) == 1 else "are"
    return f"{' and '.join(names)} {verb} missing here; install with `{_installing(extra)}`" if names else ""


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # somebody keeps it from being imported
        return False


def _installing(extra: str) -> str:
    """A command line that works in a clone of the project too, which pip knows by its folder and not by its name."""
    package = f"{_PROJECT}[{extra}]"
    if (_PROJECT / "pyproject.toml").is_file():
        return f"{shlex.quote(sys.executable)} -m pip install --editable {shlex.quote(package)}"
    return f"pip install 'caylus-rules[{extra}]'"
