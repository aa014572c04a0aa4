"""`caylus rate`: how strong bots are against each other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import permutations

import caylus

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import Progress, json_text

from .. import arguments

DESCRIPTION = """\
Lets each bot play against each other one, which has all other seats. The bot takes every seat in turn. For two players, equal
bots win half of the games; for four, a quarter. With --habits, players with a habit play against each bot: is there a
simple way to beat it?
"""


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_ruleset(parser)
    arguments.add_players(parser)
    arguments.add_bots(parser, "at least two (default normal,greedy)", default="normal,greedy")
    parser.add_argument("--games", metavar="N", type=arguments.positive, default=40, help="games of each pair (default 40)")
    parser.add_argument("--habits", action="store_true", help="look for the habits that beat each bot")
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus_tools.bots import bot_named
    from caylus_tools.training.games import Match

    bots = args.bots.split(",")
    if len(bots) < 2 - args.habits or len({*bots}) < len(bots):
        raise UsageError("--bots names two or more bots, all different")
    for name in bots:
        bot_named(name, seed=0)
    rules = arguments.load(args)
    players = arguments.number_of_players(rules, args.players)
    if players - len(rules.automata) < 2:
        raise UsageError("a match takes two seats that no rules play")
    if args.habits:
        return _rate_habits(args, rules, players, bots)
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


def _rate_habits(args: Namespace, rules: caylus.Ruleset, players: int, bots: Sequence[str]) -> int:
    from caylus_tools.training.habits import describe_exploit, measure_habits

    rows = []
    for bot in bots:
        for exploit in measure_habits(rules, players, bot, args.games, args.seed, args.jobs):
            low, high = exploit.score.interval
            rows.append({"against": bot, "habit": exploit.text, **exploit.score._asdict(), "low": low, "high": high})
            if not args.json:
                print(f"against {bot}, {describe_exploit(exploit)}", flush=True)
    if args.json:
        print(json_text({"format": 1, "ruleset": rules.name, "players": players, "habits": rows}, indent=None))
    return CLEAN
