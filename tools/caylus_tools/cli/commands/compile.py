"""`caylus compile`: makes a ruleset's programs machine code, which simulations and bots then run."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace, _SubParsersAction

from caylus_tools.common.english import counted
from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.extras import need_extra

from . import arguments


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "compile",
        help="make a ruleset's simulations faster",
        description="Makes machine code of a ruleset, once: simulations and bots are then more than twice as fast. The results "
        "stay the same. Takes the extra `fast` and a C compiler.",
    )
    arguments.add_ruleset(parser)
    parser.add_argument(
        "--players", metavar="N", type=arguments.positive, help="for how many players; by default for every number of them"
    )
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus import CannotCompile
    from caylus.diagnostics import lines_of, visible

    rules = arguments.load(chosen)
    if chosen.players is None:
        numbers = range(rules.fewest_players, rules.most_players + 1)
    else:
        players = arguments.number_of_players(rules, chosen.players)
        numbers = range(players, players + 1)
    need_extra("fast", "mypyc", "setuptools")
    for players in numbers:
        print(f"{visible(rules.title)} for {counted(players, 'player')} …", end=" ", file=sys.stderr, flush=True)
        begun = time.perf_counter()
        try:
            rules.compile(players)
        except CannotCompile as error:
            print(file=sys.stderr)
            raise UsageError(*lines_of(str(error))) from error
        print(f"{time.perf_counter() - begun:.0f} s", file=sys.stderr)
    return CLEAN
