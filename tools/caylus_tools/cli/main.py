"""The `caylus` command: finds the subcommand, and turns whatever goes wrong into words and an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from caylus_tools.common import errors, interrupts
from caylus_tools.common.output import tell

from . import streams
from .commands import balance, check, compile, diff, doc, explain, fmt, new, play, replay, resume, show, simulate, test, why
from .commands import list as list_rulesets


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line, given without the program's name, and returns its exit code (see `common.errors`).

    Raises SystemExit where the words are no command line, or ask for help.
    """
    streams.prepare()
    command = "caylus"
    try:
        try:
            chosen = _parsed(sys.argv[1:] if arguments is None else arguments)
            command = f"caylus {chosen.command}"
            with interrupts.raised():
                code: int = chosen.run(chosen)
                return code
        finally:
            sys.stdout.flush()
    except errors.UsageError as error:
        tell(f"{command}: {error.args[0]}", *error.args[1:], file=sys.stderr)
        return errors.USAGE
    except BrokenPipeError:  # the reader of our output has seen enough
        return errors.CLEAN
    except OSError as error:  # nobody foresaw it, but a file or a folder is in a way that its owner has to mend
        named = f"{error.filename}: " if error.filename else ""
        tell(f"{command}: {named}{error.strerror or error}", file=sys.stderr)
        return errors.USAGE
    except KeyboardInterrupt as interrupt:
        return _interrupted(interrupt)
    except Exception as error:
        if (hidden := interrupts.behind(error)) is not None:
            return _interrupted(hidden)
        from .crash_report import explain

        return explain(error, command)


def _interrupted(interrupt: KeyboardInterrupt) -> int:
    if sys.stderr.isatty():
        print(file=sys.stderr)  # what is typed next begins a line
    return interrupts.exit_code(interrupt)


def _parsed(words: Sequence[str]) -> argparse.Namespace:
    parser = _parser()
    if any("\0" in word for word in words):  # no shell lets one through, and no file is called so
        parser.error("a word holds a character with the code 0")
    return parser.parse_args(words)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="caylus", description="Board games whose rules are text: play them, check them, try them out.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
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


class _Parser(argparse.ArgumentParser):
    """Words that are no command line may hold anything, and are made visible where they are repeated."""

    def error(self, message: str) -> NoReturn:
        from caylus.diagnostics import visible

        super().error(visible(message))


class _Command(_Parser):
    """A command's options may stand between its other words."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.parse_known_args = super().parse_known_args  # type: ignore[method-assign] # what intermixed parsing is made of
        return self.parse_intermixed_args(args, namespace), []


class _Version(argparse.Action):
    """Finds the version out when somebody asks for it, and not for every command."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import caylus

        print(f"caylus {caylus.__version__}")
        parser.exit()
