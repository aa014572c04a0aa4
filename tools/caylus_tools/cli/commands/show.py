"""`caylus show`: a ruleset as it is played, or one definition with all that is attached to it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from caylus_tools.common.errors import CLEAN
from caylus_tools.common.output import json_text, tell

from .. import arguments

DESCRIPTION = "Shows a ruleset, or what one name in it means."


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_ruleset(parser)
    parser.add_argument("name", metavar="NAME", nargs="?", help="a thing, a value, an action …; everything without it")
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--compiled",
        action="store_true",
        help="print the Python that is made of the rules; with NAME, its part alone, and what the slots in it hold",
    )
    experts.add_argument("--players", metavar="N", type=arguments.positive, help="with --compiled: for how many players")
    parser.add_argument("--invariants", action="store_true", help="print what the rules conserve: pieces that only change places")
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus_tools.authoring.show import ResolvedText, list_invariants

    rules = arguments.load(args)
    rules_text = ResolvedText(rules)
    if args.compiled:
        players = arguments.number_of_players(rules, args.players)
        lines = rules_text.compiled(args.name, players) if args.name else rules.program(players).source.text.split("\n")
    elif args.invariants:
        lines = list_invariants(rules)
    else:
        lines = (rules_text.one(args.name) if args.name else rules_text.whole()).split("\n")
    if args.json:
        print(json_text({"format": 1, "ruleset": rules.name, "variants": rules.variants, "name": args.name, "lines": lines}))
    else:
        tell(*lines)
    return CLEAN
