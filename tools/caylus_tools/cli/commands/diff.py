"""`caylus diff`: what two rulesets say otherwise, as rules and not as text."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.errors import CLEAN, FINDINGS
from caylus_tools.common.output import json_text, tell

from .. import arguments

if TYPE_CHECKING:
    from caylus import Ruleset


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "diff",
        help="list how two rulesets differ",
        description="Lists what the second ruleset says otherwise than the first. Two games that tell their rules in paragraphs "
        "are compared as players read them. Exits with 1 if there is anything.",
    )
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
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    import caylus

    from caylus_tools.diff import are_two_games, compare_games, differences, to_json, to_text

    first = caylus.load(chosen.a, variants=chosen.with_a)
    second = caylus.load(chosen.b, variants=chosen.with_b)
    if chosen.prove:
        return _prove(first, second, chosen)
    if are_two_games(first, second) and not (chosen.rules or chosen.json):
        tell(*compare_games(first, second).split("\n"))
        return FINDINGS
    found = differences(first, second)
    if chosen.json:
        print(json_text(to_json(found, first, second)))
    else:
        tell(*to_text(found, first, second).split("\n"))
    return FINDINGS if found else CLEAN


def _prove(first: Ruleset, second: Ruleset, chosen: Namespace) -> int:
    from caylus.loading import library

    from caylus_tools.common.output import Progress
    from caylus_tools.diff import proof

    shipped = {found.name: found.path for found in library.list_rulesets()}
    folder = shipped.get(chosen.a, Path(chosen.a))
    planned = proof.plan(first, None if chosen.with_a else folder, chosen.games)
    with Progress("games", len(planned)) as progress:
        found = proof.prove(first, second, planned, progress.advance, chosen.minutes * 60)
    if chosen.json:
        print(json_text(proof.to_object(found)))
    else:
        tell(*proof.to_lines(found))
    return FINDINGS if found.outcome == proof.DIFFERENT else CLEAN
