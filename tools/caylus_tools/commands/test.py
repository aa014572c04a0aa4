"""`caylus test`: plays the scenarios that lie beside rulesets."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from ..outcome import CLEAN, FINDINGS, UsageError


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "test", help="play the scenarios of rulesets", description="Plays the scenarios that lie beside rulesets."
    )
    parser.add_argument(
        "targets", metavar="PATH|NAME", nargs="*", help="a ruleset or a scenario file; every shipped ruleset without it"
    )
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    import caylus
    from caylus import library

    from .. import scenarios

    shipped = {found.name: found.path for found in library.found()}
    failed = 0
    for path in [shipped.get(target, Path(target)) for target in chosen.targets] or shipped.values():
        files = scenarios.find(path)
        if not files and chosen.targets:
            raise UsageError(f"there are no scenarios in {path}")
        if not files:
            continue
        rules = caylus.load(files[0].parent.parent)
        results = [scenarios.run(rules, scenario) for file in files for scenario in scenarios.read(file)]
        for result in results:
            if not result.passed:
                print(f"FAILED {result.name}   ({result.place})", *result.messages, sep="\n  ")
        failing = sum(not result.passed for result in results)
        failed += failing
        print(f"{rules.title}: {len(results)} scenarios, {f'{failing} failed' if failing else 'all as they should be'}")
    return FINDINGS if failed else CLEAN
