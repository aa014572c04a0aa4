"""The `caylus` command: finds the subcommand, and turns whatever goes wrong into words and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Action, ArgumentError, ArgumentParser, HelpFormatter
from collections.abc import Collection, Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

import caylus
from caylus.diagnostics import visible

from caylus_tools.common import errors, interrupts
from caylus_tools.common.english import did_you_mean, join_words
from caylus_tools.common.extras import extras_of, need_extra
from caylus_tools.common.output import tell

from . import streams
from .arguments import complete, is_completing, shorten

_COMMANDS = {
    "list": "list rulesets and variants",
    "play": "play a game in the terminal",
    "resume": "go on with a saved game",
    "replay": "print what happened in a game",
    "analyse": "look back on a finished game",
    "serve": "play together in browsers",
    "workshop": "write house rules in your browser",
    "check": "check rulesets",
    "explain": "explain a diagnostic code",
    "fmt": "lay rules out",
    "lsp": "serve an editor: faults, hover, completion and more while you write",
    "test": "play the scenarios of rulesets",
    "show": "show a ruleset or one definition",
    "diff": "list how two rulesets differ",
    "doc": "write the rulebook of a ruleset",
    "new": "begin a variant or a game",
    "why": "explain what happened in a game",
    "simulate": "let bots play many games",
    "rate": "measure how strong bots are",
    "train": "teach bots a ruleset",
    "balance": "what house rules do to a game",
    "completion": "have your shell complete command lines",
}
"""What each command is for. It is the module of its name: `DESCRIPTION`, `add_arguments` and `run`."""

_MOST_NAMED = 8
"""Values of an option or an argument that a message lists."""


class Parser(ArgumentParser):
    """Words that are no command line may hold anything, and are made visible where they are repeated."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))

    def _check_value(self, action: Action, value: Any) -> None:
        """Called by argparse for every value; what it would say of a wrong one is a list of all others."""
        if action.choices is None or value in action.choices:
            return
        choices = list(map(str, action.choices))
        wrong = shorten(str(value))
        others = f"there are {join_words(choices)}" if len(choices) <= _MOST_NAMED else f"`{self.prog} --help` lists them"
        hint = did_you_mean(value, choices, others)
        if action.option_strings:
            raise ArgumentError(action, f"there is no {wrong}{hint}")
        raise ArgumentError(None, f"there is no {str(action.metavar).lower()} {wrong}{hint}")


class Command(Parser):
    """A command's options may stand between its other words, and are written in full, so that tools/run.py recognizes them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.parse_known_args = super().parse_known_args  # type: ignore[method-assign] # what intermixed parsing is made of
        options, unknown = self.parse_known_intermixed_args(args, namespace)
        if unknown:
            self.error(_unknown(unknown[0], self._option_string_actions))
        return options, []


def _unknown(word: str, options: Iterable[str]) -> str:
    if word.startswith("-") and word != "-":
        option = word.partition("=")[0]
        return f"there is no option {shorten(option)}{did_you_mean(option, options)}"
    return f"{shorten(word)} is one word too many"


_LONGEST_WORD = 4096
"""In bytes: the longest path there is on most systems."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line, given without the program's name, and returns its exit code (see `common.errors`).

    Raises SystemExit where the words are no command line, or ask for help.
    """
    streams.prepare()
    command = "caylus"
    try:
        try:
            words = sys.argv[1:] if arguments is None else arguments
            chosen = _parse_arguments(words)
            command = f"caylus {chosen.command}"
            with interrupts.raise_interrupts():
                for extra in sorted(extras_of(words, os.environ)):
                    need_extra(extra)
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
        prefix = f"{error.filename}: " if error.filename else ""
        tell(f"{command}: {prefix}{error.strerror or error}", file=sys.stderr)
        return errors.USAGE
    except KeyboardInterrupt as interrupt:
        return _exit_interrupted(interrupt)
    except Exception as error:
        if (hidden := interrupts.find_interrupt(error)) is not None:
            return _exit_interrupted(hidden)
        from .print_diagnostics import report

        return report(error, command)


def _exit_interrupted(interrupt: KeyboardInterrupt) -> int:
    if sys.stderr.isatty():
        print(file=sys.stderr)  # what is typed next begins a line
    return interrupts.exit_code(interrupt)


def _parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = _parser(_COMMANDS if is_completing() else words[:1])
    complete(parser)
    for number, word in enumerate(words, 1):
        if not _is_usable(word):
            parser.error(f"word {number} is nothing that a file or anything else can be called")
    if words and words[0].startswith("-") and not any(option.startswith(words[0]) for option in ("-h", "--help", "--version")):
        parser.error(f"the command comes first, and {shorten(words[0])} after it")
    return parser.parse_args(words)


def _is_usable(word: str) -> bool:
    """Return whether a word can mean anything to the system and to argparse, where a value `--` ends the options."""
    try:
        name = os.fsencode(word)
    except UnicodeEncodeError:
        return False
    return len(name) <= _LONGEST_WORD and b"\0" not in name and not word.endswith("=--")


def _parser(full: Collection[str] = _COMMANDS) -> argparse.ArgumentParser:
    """The parser of command lines, with the arguments of the commands `full`: each takes a module to import."""
    parser = Parser(prog="caylus", description="Board games whose rules are text: play them, check them, try them out.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Command)
    for name, help in _COMMANDS.items():
        if name not in full:
            commands.add_parser(name, help=help)
            continue
        command: Any = import_module(f".commands.{name}", __package__)
        formatter, epilog = getattr(command, "FORMATTER", HelpFormatter), getattr(command, "EPILOG", None)
        command_parser = commands.add_parser(
            name, help=help, description=command.DESCRIPTION, epilog=epilog, formatter_class=formatter
        )
        command.add_arguments(command_parser)
        command_parser.set_defaults(run=command.run)
    return parser


class _Version(argparse.Action):
    """Finds the version out when somebody asks for it, and not for every command."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"caylus {caylus.__version__}")
        parser.exit()
