"""`caylus simulate`: many games between bots, and what became of them."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from caylus_tools.common.errors import CLEAN, INTERRUPTED, UsageError
from caylus_tools.common.games import match_terms
from caylus_tools.simulation import columns

from .. import arguments

if TYPE_CHECKING:
    from caylus_tools.simulation.playing import Plan, Tally
    from caylus_tools.simulation.tables import Table

EXTRAS = {r"(-o ?|--out[ =])\S+\.parquet": "sim", "--scheduler": "dask"}

DESCRIPTION = """\
Lets bots play many games and sums them up.

The seed and a game's number settle all that happens in it, whoever plays it: the result is the same whatever --jobs and
--scheduler say, unless a bot thinks for a time instead of a number of iterations. The game of one number under two rulesets
begins from the same chance, so that a ruleset and a variant of it can be compared game by game.
"""

EPILOG = f"""\
--out games.parquet writes tables beside each other: games.parquet, games.players.parquet, games.decisions.parquet and
games.points.parquet; games.csv is written alike. The last two take bots that choose at random many times as long as the games
themselves; --brief leaves them out. Beside the tables lies games.parquet.journal, which holds the plan and, while games are
played, those that are not in the tables yet. Called again
with the same plan and the same caylus, the command goes on after the games there are, also if it had been killed; files of
anything else are left as they are, and the command ends with 2.

{columns.describe_columns()}

Ctrl-C stops the games; those before it are summed up and kept, and the command ends with 130.
"""

FORMATTER = RawDescriptionHelpFormatter


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_ruleset(parser)
    parser.add_argument(
        "--games", metavar="N", type=arguments.positive, default=100, help="how many games, or matches, in all (default 100)"
    )
    arguments.add_match(parser)
    arguments.add_players(parser)
    arguments.add_seed(parser)
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--first", metavar="N", type=_number, default=0, help="number of the first game (default 0), to play one again"
    )
    help_ = "for all seats, or one for each (default normal:50 where bots have learned the ruleset, else greedy)"
    arguments.add_bots(parser, help_)
    arguments.add_jobs(parser)
    experts.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler, tcp://host:port")
    experts.add_argument(
        "--engine",
        choices=("auto", "python", "machine"),
        default="auto",
        help="play in Python or as machine code; the games are the same (default auto: whichever is faster)",
    )
    arguments.add_out(parser, "keep the games in tables, .parquet or .csv, see below")
    experts.add_argument("--brief", action="store_true", help="with --out: without the tables of decisions and of points")
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus_tools.bots import QUICK, trained
    from caylus_tools.bots.in_machine import choose_engine, reason_against
    from caylus_tools.simulation import playing
    from caylus_tools.simulation.playing import Plan, Tally
    from caylus_tools.simulation.tables import Table

    if args.jobs and args.scheduler:
        raise UsageError("--scheduler says where to play; leave --jobs out")
    if args.brief and not args.out:
        raise UsageError("--brief goes with --out")
    rules = arguments.load(args)
    players = arguments.number_of_players(rules, args.players)
    bots = args.bots or (QUICK if trained.find(rules, players) else "greedy")
    policy, keeps = arguments.bots_of_seats(bots, rules, players), args.out is not None
    match = match_terms(rules, args.match)
    if match is not None and keeps:
        raise UsageError("--out keeps single games, and not matches: add `--match 1`")
    engine = choose_engine(policy, args.games) if args.engine == "auto" else args.engine
    plan = Plan(rules, players, args.seed, policy, resources=keeps, details=keeps and not args.brief, match=match, engine=engine)
    if args.engine == "machine" and (why := reason_against(rules, players, policy)):
        print(f"caylus simulate: these games are played in Python: {why}", file=sys.stderr)
    tally = Tally(players)
    with Table(args.out, plan, args.first) if args.out else nullcontext() as table:
        for outcome in table.games() if table else ():
            tally.add(outcome)
        if tally.games > args.games:
            raise UsageError(f"{args.out} holds {tally.games} games already, more than the {args.games} asked for")
        decisions_before = tally.decisions
        start_time = time.perf_counter()
        try:
            is_done = _play(args, plan, tally, table)
        finally:
            seconds = time.perf_counter() - start_time
            if table:
                table.update()
    if args.json:
        playing.write_json(sys.stdout, plan, tally, seconds)
    else:
        playing.write_text(sys.stdout, plan, tally, seconds, tally.decisions - decisions_before)
    if not is_done:
        count = f"{tally.games} of {args.games} games" if match is None else f"{len(tally.matches)} of {args.games} matches"
        print(f"caylus simulate: stopped after {count}", file=sys.stderr)
    return CLEAN if is_done else INTERRUPTED


def _play(args: Namespace, plan: Plan, tally: Tally, table: Table | None) -> bool:
    """Plays the games that are not there yet, and tells whether they could be played to the last."""
    from caylus_tools.common import interrupts
    from caylus_tools.common.output import Progress
    from caylus_tools.simulation.executor import run
    from caylus_tools.simulation.playing import Played, PlayedMatch, play_match, play_one

    rest = range(args.first + tally.games, args.first + args.games)
    task: Callable[[int], Played | PlayedMatch] = partial(play_one if plan.match is None else play_match, plan)
    with Progress("games" if plan.match is None else "matches", args.games, tally.games) as progress:
        try:
            for outcome in run(task, rest, jobs=args.jobs, scheduler=args.scheduler):
                with interrupts.defer_interrupts():
                    if isinstance(outcome, PlayedMatch):
                        tally.add_match(outcome)
                    else:
                        tally.add(outcome)
                        if table:
                            table.add(outcome)
                    progress.advance()
        except KeyboardInterrupt:
            return False
    return True


def _number(text: str) -> int:
    """A game's number, for argparse."""
    if text == "0":
        return 0
    try:
        return arguments.positive(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(f"{arguments.shorten(text)} is not the number of a game: 0, 1, 2, …") from None
