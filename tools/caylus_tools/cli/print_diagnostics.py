"""Print diagnostics, and derive the exit code."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from caylus_tools.common.errors import CLEAN, FINDINGS, USAGE
from caylus_tools.common.terminals import is_terminal

if TYPE_CHECKING:
    from caylus import Diagnostic

_NOT_THERE = ("E0601", "E0620")
"""Codes of files, rulesets and variants that are not there; where another file asks for them, that file is at fault."""


def print_faults(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str], stream: TextIO) -> None:
    from caylus.diagnostics.render import render

    colour = is_terminal(stream) and "NO_COLOR" not in os.environ
    print(render(diagnostics, sources, colour), file=stream)


def exit_code(diagnostics: Sequence[Diagnostic]) -> int:
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
    if any(error.code in _NOT_THERE and error.span is None for error in errors):
        return USAGE
    return FINDINGS if errors else CLEAN
