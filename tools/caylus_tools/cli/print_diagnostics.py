"""Print diagnostics, and derive the exit code."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

import caylus

from caylus_tools.common import errors
from caylus_tools.common.errors import CLEAN, FINDINGS, USAGE
from caylus_tools.common.output import is_terminal, tell

_NOT_THERE = ("E0601", "E0620")
"""Codes of files, rulesets and variants that are not there; where another file asks for them, that file is at fault."""


def print_faults(diagnostics: Sequence[caylus.Diagnostic], sources: Mapping[str, str], stream: TextIO) -> None:
    from caylus.diagnostics.render import render

    colour = is_terminal(stream) and not os.environ.get("NO_COLOR")
    print(render(diagnostics, sources, colour), file=stream)


def exit_code(diagnostics: Sequence[caylus.Diagnostic]) -> int:
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
    if any(error.code in _NOT_THERE and error.span is None for error in errors):
        return USAGE
    return FINDINGS if errors else CLEAN


def report(error: Exception, command: str) -> int:
    """Says on standard error what went wrong, and returns the exit code: for what is foreseen that of a fault, else of a bug."""
    import caylus

    if isinstance(error, caylus.RulesetError):
        print_faults(error.diagnostics, error.sources, sys.stderr)
        return exit_code(error.diagnostics)
    if isinstance(error, caylus.RuleFault):
        fault = caylus.Diagnostic(error.code, str(error), error.span)
        print_faults((fault,), {}, sys.stderr)
        return errors.FINDINGS
    frames = traceback.extract_tb(error.__traceback__)
    tell(f"{command}: a bug of ours, not of your files: {type(error).__name__}: {error}", file=sys.stderr)
    for frame in frames[-6:]:
        place = "/".join(Path(frame.filename).parts[-2:])
        tell(f"  {place}:{frame.lineno} in {frame.name}", file=sys.stderr)
    print(f"  Python {platform.python_version()}, {platform.system()}", file=sys.stderr)
    print("Please file it as an issue of the project, with these lines and what you had typed.", file=sys.stderr)
    return errors.BUG
