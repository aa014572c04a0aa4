"""`caylus fmt`: lays rules out in the one way there is."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import tell

DESCRIPTION = "Lays rules out in the one way there is. What they say and every comment stays, or nothing is written."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="a rules file, a folder with all in it, or `-` from standard input to standard output",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 if any file would change")
    parser.add_argument("--diff", action="store_true", help="as --check, and print what would change")


def run(args: Namespace) -> int:
    is_trial = args.check or args.diff
    codes = [_lay_out(name, folder, is_trial, args.diff) for path in args.paths for name, folder in _files(path)]
    return max(codes)


def _files(path: str) -> Iterator[tuple[str, Path | None]]:
    """The rules files that are meant by a path, and the folder they were found in. Raises `UsageError` for one without any."""
    if path == "-" or not os.path.isdir(path):
        yield path, None
        return
    files = sorted(Path(path).rglob("*.rules"))
    if not files:
        raise UsageError(f"there are no rules in {path}")
    yield from ((file.as_posix(), Path(path)) for file in files)


def _lay_out(name: str, folder: Path | None, is_trial: bool, is_shown: bool) -> int:
    """Lays out one file; a trial writes nothing. Returns the exit code it stands for.

    One found in a folder has to lie there: nobody has asked for what a link in it leads to.
    """
    import caylus
    from caylus.documents import read_inside_folder
    from caylus.formatter import format_text

    from caylus_tools.cli.print_diagnostics import exit_code, print_faults
    from caylus_tools.common.files import MOST_RULES, read, write_text

    try:
        text, file_name = (
            read(name, MOST_RULES) if folder is None else (read_inside_folder(folder, Path(name), name, MOST_RULES), name)
        )
        result = format_text(text, file_name)
    except caylus.RulesetError as error:
        print_faults(error.diagnostics, error.sources, sys.stderr)
        return exit_code(error.diagnostics)
    if name == "-" and not is_trial:
        sys.stdout.buffer.write(result.encode())
        return CLEAN
    if result == text:
        return CLEAN
    if is_shown:
        tell(*_difference(text, result, file_name))
    elif is_trial:
        tell(f"{file_name} would change")
    else:
        write_text(Path(name), result)
        tell(f"{file_name} has changed")
    return FINDINGS if is_trial else CLEAN


def _difference(old: str, new: str, file_name: str) -> Iterator[str]:
    from difflib import unified_diff

    return unified_diff(old.split("\n"), new.split("\n"), file_name, f"{file_name} as it should be", lineterm="")
