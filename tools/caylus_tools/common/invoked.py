"""The way the `caylus` command was started here, for hints that can be typed as they are."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

STARTED_BY = "CAYLUS_STARTED_BY"
"""The environment variable in which a program that stands before this one (tools/run.py) says how it was started itself."""


def command() -> str:
    """The beginning of a command line that starts this program again: `caylus`, or the way it was started where that is not
    found.
    """
    if started_by := os.environ.get(STARTED_BY):
        return started_by
    program = Path(sys.argv[0])
    if program.parts[-2:] == ("caylus_tools", "__main__.py"):
        return f"{shlex.quote(Path(sys.executable).name)} -m caylus_tools"
    found = shutil.which("caylus")
    is_elsewhere = program.is_file() and (found is None or Path(found).resolve() != program.resolve())
    return shlex.quote(sys.argv[0]) if is_elsewhere and program.stem == "caylus" else "caylus"
