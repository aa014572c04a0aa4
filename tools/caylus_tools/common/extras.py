"""Packages that only some commands need."""

from __future__ import annotations

from importlib.util import find_spec

from .errors import UsageError


def need_extra(extra: str, *packages: str) -> None:
    """Raises `UsageError` that tells how to install an extra whose packages are missing."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise UsageError(f"{' and '.join(missing)} {verb} missing here; install with `pip install 'caylus-rules[{extra}]'`")
