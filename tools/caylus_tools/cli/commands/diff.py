"""`caylus diff`: what two rulesets say otherwise, as rules and not as text."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import caylus

from caylus_tools.common.errors import CLEAN, FINDINGS
from caylus_tools.common.output import Progress, json_text, tell

from .. import arguments

DESCRIPTION = (
    "Lists what the second ruleset says otherwise than the first. Two games that tell their rules in paragraphs "
    "are compared as players read them. Exits with 1 if there is anything."
)


def add_arguments(parser: ArgumentParser) -> None:
    for name, which in (("a", "first"), ("b", "second")):
        parser.add_argument(name, metavar=name.upper(), help=f"the {which} ruleset, a shipped name or a path")
        parser.add_argument(
            f"--with-{name}", metavar="VARIANT", action="append", default=[], help=f"a variant on the {which}; may be repeated"
        )
    parser.add_argument(
        "--prove", action="store_true", help="tell whether both are the same game; if not, show a short game that differs"
    )
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--games", metavar="N", type=arguments.positive, default=10, help="with --prove: N games a number of players (default 10)"
    )
    experts.add_argument(
        "--minutes", metavar="M", type=arguments.minutes, default=2, help="with --prove: how long to play at most (default 2)"
    )
    experts.add_argument("--rules", action="store_true", help="list every rule that differs, of two games too")
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus_tools.diff import are_two_games, compare_games, differences, to_json, to_text

    first = caylus.load(args.a, variants=args.with_a)
    second = caylus.load(args.b, variants=args.with_b)
    if args.prove:
        from caylus.loading import library

        from caylus_tools.diff import proof

        ruleset_paths = {result.name: result.path for result in library.list_rulesets()}
        folder = ruleset_paths.get(args.a, Path(args.a))
        plan = proof.plan(first, None if args.with_a else folder, args.games)
        with Progress("games", len(plan)) as progress:
            result = proof.prove(first, second, plan, progress.advance, args.minutes * 60)
        if args.json:
            print(json_text(proof.to_object(result)))
        else:
            tell(*proof.to_lines(result))
        return FINDINGS if result.outcome == proof.DIFFERENT else CLEAN
    if are_two_games(first, second) and not (args.rules or args.json):
        tell(*compare_games(first, second).split("\n"))
        return FINDINGS
    diff = differences(first, second)
    if args.json:
        print(json_text(to_json(diff, first, second)))
    else:
        tell(*to_text(diff, first, second).split("\n"))
    return FINDINGS if diff else CLEAN
