"""Report a crash of a command to its user."""

from __future__ import annotations

import platform
import sys
import traceback
from pathlib import Path

from caylus_tools.common import errors
from caylus_tools.common.output import tell

from .print_diagnostics import exit_code, print_faults


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
    _report_bug(error, command)
    return errors.BUG


def _report_bug(error: Exception, command: str) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    tell(f"{command}: a bug of ours, not of your files: {type(error).__name__}: {error}", file=sys.stderr)
    for frame in frames[-6:]:
        place = "/".join(Path(frame.filename).parts[-2:])
        tell(f"  {place}:{frame.lineno} in {frame.name}", file=sys.stderr)
    print(f"  Python {platform.python_version()}, {platform.system()}", file=sys.stderr)
    print("Please file it as an issue of the project, with these lines and what you had typed.", file=sys.stderr)
