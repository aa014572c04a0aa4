"""`caylus check`: everything that is wrong with rulesets, without playing them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..formats import FORMATS, written
from . import arguments

if TYPE_CHECKING:
    from caylus.library import Checked

MANIFEST = "ruleset.yaml"


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("check", help="check rulesets", description="Says everything that is wrong with rulesets.")
    parser.add_argument(
        "targets",
        metavar="PATH|NAME",
        nargs="+",
        help="a ruleset, a folder with rulesets somewhere in it, a rules file, or `-` for rules on standard input",
    )
    arguments.add_variants(parser)
    parser.add_argument(
        "--format", choices=("text", *FORMATS), default="text", help="text for people (as it is without), or for programs"
    )
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from ..faults import exit_code, print_faults

    found = [_check(ruleset, chosen.variants) for target in chosen.targets for ruleset in _rulesets(target)]
    diagnostics = tuple(diagnostic for checked in found for diagnostic in checked.diagnostics)
    sources = {path: text for checked in found for path, text in checked.sources.items()}
    if chosen.format != "text":
        if text := written(chosen.format, diagnostics):
            print(text)
    elif diagnostics:
        print_faults(diagnostics, sources, sys.stdout)
    else:
        print(f"{', '.join(chosen.targets)}: no faults")
    return exit_code(diagnostics)


def _rulesets(target: str) -> Iterator[str]:
    """What a target stands for: the rulesets in a folder that is none itself, else the target alone."""
    folder = Path(target)
    manifests = sorted(folder.glob(f"**/{MANIFEST}")) if folder.is_dir() and not (folder / MANIFEST).exists() else []
    visible = [file for file in manifests if not any(part.startswith(".") for part in file.relative_to(folder).parts)]
    yield from (file.parent.as_posix() for file in visible) if visible else (target,)


def _check(target: str, variants: Sequence[str]) -> Checked:
    import caylus
    from caylus import library

    from ..files import MOST_RULES, read

    if target != "-":
        return library.check_path(target, variants)
    try:
        return library.check_text(*read(target, MOST_RULES))
    except caylus.RulesetError as error:
        return library.Checked(error.diagnostics, error.sources)
