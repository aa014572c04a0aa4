"""`caylus test`: plays the scenarios that lie beside rulesets."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import caylus

from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import Progress, json_text, tell

from .. import arguments
from ..arguments import rulesets, set_completion

if TYPE_CHECKING:
    from caylus_tools.testing.mutation import Mutation
    from caylus_tools.testing.scenario_report import Tested

DESCRIPTION = "Plays the scenarios that lie beside rulesets."


def add_arguments(parser: ArgumentParser) -> None:
    targets = parser.add_argument(
        "targets", metavar="PATH|NAME", nargs="*", help="a ruleset or a scenario file; every shipped ruleset without it"
    )
    set_completion(rulesets, targets)
    arguments.add_variants(parser)
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--inherited", action="store_true", help="play those of its base as well; its `changes` list what may fail"
    )
    experts.add_argument("--write", action="store_true", help="the same, and write the `changes` of its manifest")
    parser.add_argument("--coverage", action="store_true", help="tell which lines of the rules and which outcomes they miss")
    parser.add_argument(
        "--min",
        metavar="N",
        type=_per_cent,
        help="with --coverage: fail below N per cent of either; with --mutate: of changes",
    )
    experts.add_argument(
        "--games", metavar="N", type=arguments.positive, default=0, help="with --coverage: add N random games a number of players"
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="change the rules at one place after another, and tell which changes no scenario notices",
    )
    experts.add_argument("--most", metavar="N", type=arguments.positive, help="with --mutate: try N changes, evenly spread")
    arguments.add_jobs(experts)
    parser.add_argument("--junit", metavar="FILE", help="write the results to FILE as JUnit's XML as well")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")


def run(args: Namespace) -> int:
    from caylus_tools.common.files import check_overwriting, write_text
    from caylus_tools.testing import scenario_report

    if not args.coverage and args.games:
        raise UsageError("--games goes with --coverage")
    if not (args.coverage or args.mutate) and args.min is not None:
        raise UsageError("--min goes with --coverage or --mutate")
    if not args.mutate and (args.most or args.jobs):
        raise UsageError("--most and --jobs go with --mutate")
    if args.variants and (args.inherited or args.write or args.mutate):
        raise UsageError("--with does not go with --inherited, --write and --mutate")
    if args.junit:
        check_overwriting(Path(args.junit), "<testsuites")
    reports: list[Tested] = []
    for files in _files(args.targets):
        report = _test(files, args)
        if args.write and report.inherited is not None and report.inherited.faults:
            _write_changes(files, report.inherited.entries)
            report = _test(files, args)
        reports.append(replace(report, mutation=_mutate(files, args)) if args.mutate else report)
        if not args.json:
            tell(*scenario_report.to_text(reports[-1]).split("\n"))
    if args.json:
        print(json_text(scenario_report.to_json(reports)))
    if args.junit:
        write_text(Path(args.junit), scenario_report.to_junit(reports))
    return FINDINGS if any(not report.is_sound or _falls_short(report, args.min) for report in reports) else CLEAN


def _files(targets: list[str]) -> list[list[Path]]:
    """The scenario files of each target. Raises `UsageError` for one that has none."""
    from caylus.loading import library

    from caylus_tools.testing import scenarios

    ruleset_paths = {result.name: result.path for result in library.list_rulesets()}
    if not targets:
        return [files for path in ruleset_paths.values() if (files := scenarios.find(path))]
    result = []
    for target in targets:
        path = ruleset_paths.get(target, Path(target))
        result.append(scenarios.find(path))
        if not result[-1] and not path.exists():
            caylus.load(target)  # raises the fault of a ruleset that is not there
        if not result[-1]:
            raise UsageError(f"there are no scenarios in {path}")
    return result


def _test(files: list[Path], args: Namespace) -> Tested:
    from caylus_tools.testing import scenario_report

    return scenario_report.run_scenarios(files, args.coverage, args.games, args.inherited or args.write, args.variants)


def _write_changes(files: list[Path], entries: Sequence[str]) -> None:
    """Has the manifest beside scenario files list the inherited scenarios that fail."""
    from caylus_tools.common.files import MOST_RULES, read, write_text
    from caylus_tools.testing.side_by_side import list_changes

    manifest = files[0].parent.parent / "ruleset.yaml"
    text, _ = read(str(manifest), MOST_RULES)
    if (new_text := list_changes(text, entries)) != text:
        write_text(manifest, new_text)
        tell(f"{manifest} has changed", file=sys.stderr)


def _mutate(files: list[Path], args: Namespace) -> Mutation:
    """The mutants of the ruleset that scenario files lie beside, judged by them."""
    from caylus_tools.testing import mutation

    plan = mutation.Plan(str(files[0].parent.parent), tuple(map(str, files)))
    with Progress("changes", mutation.count(plan, args.most)) as progress:
        return mutation.mutate(plan, args.jobs, args.most, progress.advance)


def _falls_short(report: Tested, least: float | None) -> bool:
    shares = [report.coverage.line_share, report.coverage.outcome_share] if report.coverage is not None else []
    shares += [report.mutation.score] if report.mutation is not None else []
    return least is not None and any(share < least for share in shares)


def _per_cent(text: str) -> float:
    """A number from 0 to 100, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise ArgumentTypeError(f"{arguments.shorten(text)} is not a number from 0 to 100")
    return number
