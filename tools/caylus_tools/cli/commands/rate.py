"""`caylus rate`: how strong bots are against each other."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, _SubParsersAction
from itertools import permutations

from caylus_tools.common.errors import CLEAN, UsageError

from . import arguments

_DESCRIPTION = """\
Lets each bot play against each other one, which has all other seats. The bot takes every seat in turn. For two players, equal
bots win half of the games; for four, a quarter.
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("rate", help="measure how strong bots are", description=_DESCRIPTION)
    arguments.add_ruleset(parser)
    arguments.add_players(parser)
    parser.add_argument("--bots", metavar="BOT,BOT[,…]", default="normal,greedy", help="at least two (default normal,greedy)")
    parser.add_argument("--games", metavar="N", type=arguments.positive, default=40, help="games of each pair (default 40)")
    parser.add_argument("--seed", metavar="S", type=arguments.seed, default=1, help="equal seeds begin equal games (default 1)")
    parser.add_argument("--jobs", metavar="J", type=arguments.jobs, default=1, help="processes to use (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.bots import bot_named
    from caylus_tools.training.games import Match

    bots = chosen.bots.split(",")
    if len(bots) < 2 or len({*bots}) < len(bots):
        raise UsageError("--bots names two or more bots, all different")
    for name in bots:
        bot_named(name, seed=0)
    rules = arguments.load(chosen)
    players = arguments.number_of_players(rules, chosen.players)
    if players - len(rules.automata) < 2:
        raise UsageError("a match takes two seats that no rules play")
    rows = []
    for one, others in permutations(bots, 2):
        score = Match(rules, players, chosen.seed, one, others).play(chosen.games, chosen.jobs)
        low, high = score.interval
        rows.append({"bot": one, "against": others, **score._asdict(), "low": low, "high": high})
        if not chosen.json:
            print(
                f"{one} against {others}: wins {score.share:.0%} ({low:.0%} to {high:.0%}) of {score.games} games, "
                f"{score.own:.0f} to {score.rivals:.0f} points",
                flush=True,
            )
    if chosen.json:
        print(json.dumps({"format": 1, "ruleset": rules.name, "players": players, "matches": rows}))
    return CLEAN
