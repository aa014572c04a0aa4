"""Extras: the optional packages that a command needs. Needs only the standard library, because tools/run.py asks here first.

A module of `cli/commands` declares its extras as `EXTRAS`, a literal: an extra for each pattern of the command line. The pattern
"" fits every line.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from .errors import UsageError
from .output import STARTED_BY

PACKAGES = {
    "dask": ("distributed",),
    "learn": ("gymnasium", "numpy", "pettingzoo"),
    "lsp": ("lsprotocol", "pygls"),
    "play": ("argcomplete", "rich", "textual"),
    "postgres": ("psycopg",),
    "report": ("numpy",),
    "sim": ("pyarrow",),
    "web": (
        *("alembic", "brotli", "cryptography", "fontTools", "fontpkg_eb_garamond", "fontpkg_inter", "prometheus_client"),
        *("segno", "sqlalchemy", "starlette", "uvicorn", "websockets"),
    ),
}
"""The modules by which the packages of an extra are imported."""

_COMMANDS = Path(__file__).parents[1] / "cli" / "commands"
_PROJECT = Path(__file__).parents[3]


def command_names() -> list[str]:
    """The commands of `caylus`, by the names of their modules."""
    return sorted(path.stem for path in _COMMANDS.glob("[a-z]*.py"))


def extras_of(words: Sequence[str], environment: Mapping[str, str]) -> set[str]:
    """The extras that a command line needs. It is compared with its `CAYLUS_…` variables before it, as in a shell."""
    if not words or words[0] not in command_names():
        return set()
    module = ast.parse((_COMMANDS / f"{words[0]}.py").read_bytes())
    declarations = (node for node in module.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXTRAS")
    declared: dict[str, str] = next((ast.literal_eval(node.value) for node in declarations), {})
    line = " ".join([*(f"{name}={value}" for name, value in environment.items() if name.startswith("CAYLUS_")), *words])
    return {extra for pattern, extra in declared.items() if re.search(pattern, line)}


def need_extra(extra: str) -> None:
    """Raises `UsageError` that says how to install an extra whose packages are missing."""
    missing = [package for package in PACKAGES[extra] if not _is_installed(package)]
    if missing:
        others = f" and {len(missing) - 1} more of its packages" if len(missing) > 1 else ""
        verb = "are" if others else "is"
        raise UsageError(f"this needs the extra `{extra}`, and {missing[0]}{others} {verb} missing here; {_installing(extra)}")


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # somebody keeps it from being imported
        return False


def _installing(extra: str) -> str:
    """Advice that fits the way in which this program was started."""
    if started_by := os.environ.get(STARTED_BY):  # which installs what is needed, unless somebody has removed it since
        return f"delete the folder {sys.prefix}, and `{started_by}` sets it up anew"
    if not (_PROJECT / "pyproject.toml").is_file():
        return f"install it with `pip install '.[{extra}]'` in a clone of the project"
    return f"install it with `{shlex.quote(sys.executable)} -m pip install --editable {shlex.quote(f'{_PROJECT}[{extra}]')}`"
