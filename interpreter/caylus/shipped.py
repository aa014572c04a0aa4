"""Find the files that come with the library: inside the installed package, or beside it in the source tree."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_SOURCE_TREE = _PACKAGE.parent.parent


def folder(name: str) -> Path:
    """The shipped folder of that name: `rulesets` or `schemas`."""
    package_folder = _PACKAGE / name
    return package_folder if package_folder.is_dir() else _SOURCE_TREE / name
