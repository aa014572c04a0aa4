"""`caylus train`: bots learn a ruleset by games against themselves."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from caylus_tools.common.errors import CLEAN, UsageError

from .. import arguments

EXTRAS = {"": "learn"}

DESCRIPTION = """\
Teaches bots a ruleset, by games against a league: earlier selves, players who spoil the leader, and players with a habit,
mostly the habits that win. What was learned is kept if it beats what was known and none of them surely beats it. It is a file
of numbers: the weight of everything that a player can count on the table, and how much to like choices of one sort. The bots
`easy`, `normal`, `hard` and `hardest` play by it from then on. Both editions come with such a file; a variant uses the one of
its base until it is trained itself. Training goes on from what is known: of these rules, or of their base. So a training that
was stopped with Ctrl-C goes on when it is started again.
"""


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_ruleset(parser)
    arguments.add_players(parser)
    parser.add_argument("--minutes", metavar="M", type=arguments.minutes, default=10, help="how long to play (default 10)")
    arguments.add_seed(parser)
    arguments.add_jobs(parser)
    arguments.add_out(parser, "write FILE, instead of where bots of this machine look")


def run(args: Namespace) -> int:
    from caylus_tools.bots import trained
    from caylus_tools.training.league import train

    rules = arguments.load(args)
    players = arguments.number_of_players(rules, args.players)
    file = args.out or trained.own_file(rules)
    models = trained.read(file) if file.is_file() else {}
    begin = models.get(players) or trained.find(rules, players)
    generations = train(rules, players, begin, args.minutes * 60, args.seed, args.jobs)
    is_better = False
    try:
        for number, (value_model, scores, is_kept) in enumerate(generations, 1):
            outcome = "kept" if is_kept else "not kept"
            print(f"generation {number}: {value_model.games} games, {len(value_model.weights)} weights, {outcome}; it wins")
            for rival, score in scores:
                low, high = score.interval
                print(f"  {score.share:.0%} ({low:.0%} to {high:.0%}) of {score.games} games against {rival}", flush=True)
            if is_kept:
                is_better = True
                models[players] = value_model
                trained.write(file, rules, models)
    except ValueError as error:
        raise UsageError(f"nothing can be learned of {rules.title}: {error}") from None
    if not is_better:
        print("No generation was better than what was known, so nothing was written.", file=sys.stderr)
        return CLEAN
    print(f"{file}: what bots know of {rules.title} for {players} players")
    return CLEAN
