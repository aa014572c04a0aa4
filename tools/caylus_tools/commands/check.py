"""`caylus check`: everything that is wrong with rulesets, without playing them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import arguments

if TYPE_CHECKING:
    from caylus.library import Checked


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("check", help="check rulesets", description="Says everything that is wrong with rulesets.")
    parser.add_argument(
        "targets", metavar="PATH|NAME", nargs="+", help="a ruleset, a rules file, or `-` for rules on standard input"
    )
    arguments.add_variants(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from ..faults import exit_code, print_faults

    found = [_check(target, chosen.variants) for target in chosen.targets]
    diagnostics = tuple(diagnostic for checked in found for diagnostic in checked.diagnostics)
    sources = {path: text for checked in found for path, text in checked.sources.items()}
    if chosen.format == "json":
        import json

        from caylus.lang.render import to_json

        print(json.dumps(to_json(diagnostics), ensure_ascii=False, indent=2))
    elif diagnostics:
        print_faults(diagnostics, sources, sys.stdout)
    else:
        print(f"{', '.join(chosen.targets)}: no faults")
    return exit_code(diagnostics)


def _check(target: str, variants: Sequence[str]) -> Checked:
    from caylus import library

    from ..files import MOST_RULES, read

    return library.check_text(*read(target, MOST_RULES)) if target == "-" else library.check_path(target, variants)
