"""`caylus show`: a ruleset as it is played, or one definition with all that is attached to it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

import caylus
from caylus.loading import library

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

    try:
        rules = arguments.load(args)
    except caylus.RulesetError as error:
        raise _name_games(error, args) from None
    rules_text = ResolvedText(rules)
    if args.compiled:
        players = arguments.number_of_players(rules, args.players)
        lines = rules_text.compiled(args.name, players) if args.name else rules.program(players).text.split("\n")
    elif args.invariants:
        lines = list_invariants(rules)
    else:
        lines = (rules_text.one(args.name) if args.name else rules_text.whole()).split("\n")
    if args.json:
        print(json_text({"format": 1, "ruleset": rules.name, "variants": rules.variants, "name": args.name, "lines": lines}))
    else:
        tell(*lines)
    return CLEAN


def _name_games(error: caylus.RulesetError, args: Namespace) -> caylus.RulesetError:
    """The error; where somebody asks for a definition without its game, with the command that shows it."""
    fault, name = error.diagnostics[0], args.ruleset
    if fault.code != "E0620" or args.name or not name.isidentifier():
        return error
    games = [entry.name for entry in library.list_rulesets() if entry.extends is None]
    commands = [f"`caylus show {game} {name}`" for game in games if name in caylus.load(game).history]
    help_ = f"name its game: {' or '.join(commands)}"
    return caylus.RulesetError((replace(fault, help=help_),)) if commands else error
