"""`caylus rate`: how strong bots are against each other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from itertools import permutations

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import json_text

from .. import arguments

_DESCRIPTION = """\
Lets each bot play against each other one, which has all other seats. The bot takes every seat in turn. For two players, equal
bots win half of the games; for four, a quarter.
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("rate", help="measure how strong bots are", description=_DESCRIPTION)
    arguments.add_ruleset(parser)
    arguments.add_players(parser)
    arguments.add_bots(parser, "at least two (default normal,greedy)", default="normal,greedy")
    parser.add_argument("--games", metavar="N", type=arguments.positive, default=40, help="games of each pair (default 40)")
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    from caylus_tools.bots import bot_named
    from caylus_tools.common.output import Progress
    from caylus_tools.training.games import Match

    bots = args.bots.split(",")
    if len(bots) < 2 or len({*bots}) < len(bots):
        raise UsageError("--bots names two or more bots, all different")
    for name in bots:
        bot_named(name, seed=0)
    rules = arguments.load(args)
    players = arguments.number_of_players(rules, args.players)
    if players - len(rules.automata) < 2:
        raise UsageError("a match takes two seats that no rules play")
    rows = []
    for one, others in permutations(bots, 2):
        with Progress(f"games of {one} against {others}", args.games) as progress:
            score = Match(rules, players, args.seed, one, others).play(args.games, args.jobs, progress.advance)
        low, high = score.interval
        rows.append({"bot": one, "against": others, **score._asdict(), "low": low, "high": high})
        if not args.json:
            print(
                f"{one} against {others}: wins {score.share:.0%} ({low:.0%} to {high:.0%}) of {score.games} games, "
                f"{score.own:.0f} to {score.rivals:.0f} points",
                flush=True,
            )
    if args.json:
        print(json_text({"format": 1, "ruleset": rules.name, "players": players, "matches": rows}, indent=None))
    return CLEAN
