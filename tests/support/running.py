"""What a command that was run has answered, and how fixtures that run one are called."""

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
