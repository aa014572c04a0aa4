"""The `caylus` command: finds the subcommand, and turns whatever goes wrong into words and an exit code."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

from caylus_tools.common import errors

from .commands import balance, check, compile, diff, doc, explain, fmt, new, play, replay, resume, show, simulate, test, why
from .commands import list as list_rulesets


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line, given without the program's name, and returns its exit code (see `outcome`)."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # as standard error is: what the terminal has no letter for is no fault
        sys.stdout.reconfigure(errors="backslashreplace")
    chosen = _parser().parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except errors.UsageError as error:
        print(f"caylus {chosen.command}: {error}", file=sys.stderr)
        return errors.USAGE
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return errors.CLEAN
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return errors.INTERRUPTED
    except Exception as error:
        from .crash_report import explain

        return explain(error, chosen.command)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="caylus", description="Board games whose rules are text: play them, check them, try them out."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Command)
    for command in (
        list_rulesets,
        play,
        resume,
        replay,
        check,
        explain,
        fmt,
        test,
        show,
        diff,
        doc,
        new,
        why,
        simulate,
        balance,
        compile,
    ):
        command.add_to(commands)
    return parser


class _Command(argparse.ArgumentParser):
    """A command's options may stand between its other words."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.parse_known_args = super().parse_known_args  # type: ignore[method-assign] # what intermixed parsing is made of
        return self.parse_intermixed_args(args, namespace), []
