"""The answer of a command that was run, and the names of fixtures that run one."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """The exit code of a command and what it printed."""

    code: int | str | None
    out: str
    err: str


Caylus = Callable[..., Done]
Run = Callable[..., subprocess.CompletedProcess[str]]
