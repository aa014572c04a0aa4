"""`caylus test`: plays the scenarios that lie beside rulesets."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _SubParsersAction
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.english import did_you_mean
from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import json_text, tell

from ..completing import rulesets, set_completion
from . import arguments

if TYPE_CHECKING:
    from caylus_tools.testing.mutation import Mutation
    from caylus_tools.testing.scenario_report import Tested


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "test", help="play the scenarios of rulesets", description="Plays the scenarios that lie beside rulesets."
    )
    targets = parser.add_argument(
        "targets", metavar="PATH|NAME", nargs="*", help="a ruleset or a scenario file; every shipped ruleset without it"
    )
    set_completion(rulesets, targets)
    parser.add_argument(
        "--inherited", action="store_true", help="play those of its base as well; its `changes` list what may fail"
    )
    parser.add_argument("--write", action="store_true", help="the same, and write the `changes` of its manifest")
    parser.add_argument("--coverage", action="store_true", help="tell which lines of the rules and which outcomes they miss")
    parser.add_argument(
        "--min",
        metavar="N",
        type=_per_cent,
        help="with --coverage: fail below N per cent of either; with --mutate: of changes",
    )
    parser.add_argument(
        "--games", metavar="N", type=arguments.positive, default=0, help="with --coverage: add N random games a number of players"
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="change the rules at one place after another, and tell which changes no scenario notices",
    )
    parser.add_argument("--most", metavar="N", type=arguments.positive, help="with --mutate: try N changes, evenly spread")
    parser.add_argument("--jobs", metavar="J", type=arguments.jobs, help="with --mutate: processes to use (default all cores)")
    parser.add_argument("--junit", metavar="FILE", help="write the results to FILE as JUnit's XML as well")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.common.files import check_overwriting, write_text
    from caylus_tools.testing import scenario_report

    if not chosen.coverage and chosen.games:
        raise UsageError("--games goes with --coverage")
    if not (chosen.coverage or chosen.mutate) and chosen.min is not None:
        raise UsageError("--min goes with --coverage or --mutate")
    if not chosen.mutate and (chosen.most or chosen.jobs):
        raise UsageError("--most and --jobs go with --mutate")
    if chosen.junit:
        check_overwriting(Path(chosen.junit), "<testsuites")
    found: list[Tested] = []
    for files in _files(chosen.targets):
        tested = _test(files, chosen)
        if chosen.write and tested.inherited is not None and tested.inherited.faults:
            _write_changes(files, tested.inherited.entries)
            tested = _test(files, chosen)
        found.append(replace(tested, mutation=_mutate(files, chosen)) if chosen.mutate else tested)
        if not chosen.json:
            tell(*scenario_report.to_text(found[-1]).split("\n"))
    if chosen.json:
        print(json_text(scenario_report.to_json(found)))
    if chosen.junit:
        write_text(Path(chosen.junit), scenario_report.to_junit(found))
    return FINDINGS if any(not tested.is_sound or _falls_short(tested, chosen.min) for tested in found) else CLEAN


def _files(targets: list[str]) -> list[list[Path]]:
    """The scenario files of each target. Raises `UsageError` for one that has none."""
    from caylus.loading import library

    from caylus_tools.testing import scenarios

    shipped = {found.name: found.path for found in library.list_rulesets()}
    if not targets:
        return [files for path in shipped.values() if (files := scenarios.find(path))]
    found = []
    for target in targets:
        path = shipped.get(target, Path(target))
        found.append(scenarios.find(path))
        if not found[-1] and not path.exists():
            raise UsageError(f"there is no ruleset or file `{target}`{did_you_mean(target, shipped)}")
        if not found[-1]:
            raise UsageError(f"there are no scenarios in {path}")
    return found


def _test(files: list[Path], chosen: Namespace) -> Tested:
    from caylus_tools.testing import scenario_report

    return scenario_report.run_scenarios(files, chosen.coverage, chosen.games, chosen.inherited or chosen.write)


def _write_changes(files: list[Path], entries: Sequence[str]) -> None:
    """Has the manifest beside scenario files list the inherited scenarios that fail."""
    from caylus_tools.common.files import MOST_RULES, read, write_text
    from caylus_tools.testing.side_by_side import list_changes

    manifest = files[0].parent.parent / "ruleset.yaml"
    text, _ = read(str(manifest), MOST_RULES)
    if (listed := list_changes(text, entries)) != text:
        write_text(manifest, listed)
        tell(f"{manifest} has changed", file=sys.stderr)


def _mutate(files: list[Path], chosen: Namespace) -> Mutation:
    """The mutants of the ruleset that scenario files lie beside, judged by them."""
    from caylus_tools.common.output import Progress
    from caylus_tools.testing import mutation

    plan = mutation.Plan(str(files[0].parent.parent), tuple(map(str, files)))
    with Progress("changes", mutation.count(plan, chosen.most)) as progress:
        return mutation.mutate(plan, chosen.jobs or os.cpu_count() or 1, chosen.most, progress.advance)


def _falls_short(tested: Tested, least: float | None) -> bool:
    shares = [tested.coverage.line_share, tested.coverage.outcome_share] if tested.coverage is not None else []
    shares += [tested.mutation.score] if tested.mutation is not None else []
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
