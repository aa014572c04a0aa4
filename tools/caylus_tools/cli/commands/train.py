"""`caylus train`: bots learn a ruleset by games against themselves."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import CLEAN, UsageError

from . import arguments

_DESCRIPTION = """\
Teaches bots a ruleset, by games against themselves. What they learn is a file of numbers: the weight of everything that a player
can count on the table. The bots `easy`, `normal`, `hard` and `hardest` play by it from then on. Both editions come with such a
file; a variant uses the one of its base until it is trained itself. Training goes on from what is known: of these rules, or of
their base.
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("train", help="teach bots a ruleset", description=_DESCRIPTION)
    arguments.add_ruleset(parser)
    arguments.add_players(parser)
    parser.add_argument("--minutes", metavar="M", type=arguments.minutes, default=10, help="how long to play (default 10)")
    parser.add_argument("--seed", metavar="S", type=arguments.seed, default=1, help="begins other games (default 1)")
    arguments.add_jobs(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, help="write FILE, instead of where bots of this machine look")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.bots import trained

    try:
        from caylus_tools.training.fit import train
    except ImportError:
        raise UsageError("numpy is missing here: pip install 'caylus-rules[learn]'") from None
    rules = arguments.load(chosen)
    players = arguments.number_of_players(rules, chosen.players)
    file = chosen.out or trained.own_file(rules)
    known = trained.read(file) if file.is_file() else {}
    begin = known.get(players) or trained.find(rules, players)
    generations = train(rules, players, begin, chosen.minutes * 60, chosen.seed, chosen.jobs)
    is_better = False
    try:
        for number, (found, score, is_kept) in enumerate(generations, 1):
            low, high = score.interval
            print(
                f"generation {number}: {found.games} games, {len(found.weights)} weights; wins {score.share:.0%} "
                f"({low:.0%} to {high:.0%}) of {score.games} games against the one before: {'kept' if is_kept else 'not kept'}",
                flush=True,
            )
            if is_kept:
                is_better = True
                known[players] = found
                trained.write(file, rules, known)
    except ValueError as error:
        raise UsageError(f"nothing can be learned of {rules.title}: {error}") from None
    if not is_better:
        print("No generation was better than what was known, so nothing was written.", file=sys.stderr)
        return CLEAN
    print(f"{file}: what bots know of {rules.title} for {players} players")
    return CLEAN
