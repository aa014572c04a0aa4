"""Prints the part of requirements-dev.lock that extras of the package need, with hashes, for `pip install --require-hashes -r`.

    python3 tools/lock.py web postgres

Needs nothing but Python. The comments of the lock, which `uv pip compile` writes, name what each package is there for.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def select_locked(extras: list[str]) -> str:
    """The entries of the lock for the package with these extras, and for all that those need."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    if any(line.startswith(f"{project['name']}[") for line in lines):  # an extra of all others
        return (PROJECT / "requirements-dev.lock").read_text(encoding="utf-8")
    entries = re.findall(r"(?m)^[^\s#].*\n(?:[ ].*\n)*", (PROJECT / "requirements-dev.lock").read_text(encoding="utf-8"))
    needed = {_normalize(line) for line in lines}
    while more := {_normalize(entry) for entry in entries if needed & {*re.findall(r"# +(?:via )?(\S+)", entry)}} - needed:
        needed |= more
    return "".join(entry for entry in entries if _normalize(entry) in needed)


def _normalize(requirement: str) -> str:
    """The name of a package at the start of a requirement, as the lock spells it."""
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name[0]).lower()


if __name__ == "__main__":
    sys.stdout.write(select_locked(sys.argv[1:]))
