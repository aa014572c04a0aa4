"""A program as a compiled extension: the generated module, and what it stands on, through mypyc.

The extension is a package of its own: copies of the modules that work while a game is played, and the generated one,
which are compiled together and so call each other directly. Its machine is one of its own kind, too.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from caylus import arithmetic, knowledge, payments
from caylus.atomic import new_folder

from . import rt_batches, rt_knowledge, rt_support, rt_transfers, rt_triggers
from .module_text import HEAD, MODULE

if TYPE_CHECKING:
    from .module import Source

_PLAYS = (
    "limits.py", "arithmetic.py", "payments.py", "knowledge.py", "batches.py", "runtime/fixed_draws.py",
    "runtime/machine.py", "runtime/random.py", "codegen/rt_transfers.py", "codegen/rt_support.py", "codegen/rt_triggers.py",
    "codegen/rt_knowledge.py", "codegen/rt_batches.py",
)  # fmt: skip
"""What works while a game is played."""

_IMPORTS = "; ".join(
    (
        HEAD,
        "from bisect import insort",
        "from typing import Any, Final",
        "from .machine import Machine",
        *(
            f"from .{module.__name__.rpartition('.')[2]} import {', '.join(module.FOR_GENERATED_CODE)}"
            for module in (arithmetic, payments, knowledge, rt_transfers, rt_triggers, rt_support, rt_knowledge, rt_batches)
        ),
    )
)
"""The first line of the module, so that every other line keeps its number."""


class CannotCompile(Exception):
    """There is no mypyc, no C compiler, or one of them gave up; the message says which and what it told."""


def build(source: Source, package: str, folder: Path) -> None:
    """Compiles a program into `folder`, which is not there yet, as the package of that name. Raises CannotCompile."""
    with new_folder(folder) as work:
        modules = lay_out(source, work / package)
        _compile(work, [file.relative_to(work).as_posix() for file in modules])
        for file in modules:
            if file.name != "__init__.py":
                file.unlink()
        for left in ("build", ".mypy_cache"):
            shutil.rmtree(work / left, ignore_errors=True)


def lay_out(source: Source, package: Path) -> list[Path]:
    """Writes the modules of a program's package into a new folder."""
    library = Path(__file__).resolve().parent.parent
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    for file in _PLAYS:
        text = (library / file).read_text(encoding="utf-8")
        for other in _PLAYS:
            text = text.replace(f"from caylus.{Path(other).stem} import", f"from .{Path(other).stem} import")
        (package / Path(file).name).write_text(text, encoding="utf-8")
    (package / MODULE).write_text(source.text.replace(HEAD, _IMPORTS, 1), encoding="utf-8")
    return sorted(package.glob("*.py"))


def _compile(work: Path, modules: Sequence[str]) -> None:
    options = ["--config-file=", "--follow-imports=skip", "--ignore-missing-imports"]  # no configuration of the user's own
    command = [sys.executable, "-m", "mypyc", *options, *modules]
    done = subprocess.run(  # noqa: S603 (our own files, by name)
        command, cwd=work, env={**os.environ, "MYPYC_OPT_LEVEL": "3"}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).strip().splitlines()
        told = [line for line in lines if "error" in line.lower() and not line.startswith(("gcc", "cc", "clang"))]
        raise CannotCompile("\n  ".join(["it cannot be compiled here:", *(told or lines)[-5:]]))


def load(package: str, folder: Path) -> dict[str, Any] | None:
    """What the module defines that was compiled into `folder`; None if there is none, or a damaged one."""
    try:
        return vars(_imported(f"{package}.{MODULE.removesuffix('.py')}", folder))
    except ImportError:
        return None


def _imported(name: str, folder: Path) -> ModuleType:
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
