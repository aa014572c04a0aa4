"""`caylus simulate`: many games between bots, and what became of them."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.errors import CLEAN, INTERRUPTED, UsageError
from caylus_tools.common.games import match_terms
from caylus_tools.simulation import columns

from . import arguments

if TYPE_CHECKING:
    from caylus_tools.simulation.playing import Plan, Tally
    from caylus_tools.simulation.tables import Table

_DESCRIPTION = """\
Lets bots play many games and sums them up.

The seed and a game's number settle all that happens in it, whoever plays it: the result is the same whatever --jobs and
--scheduler say, unless a bot thinks for a time instead of a number of iterations. The game of one number under two rulesets
begins from the same chance, so that a ruleset and a variant of it can be compared game by game.
"""

_EPILOG = f"""\
--out games.parquet writes tables beside each other: games.parquet, games.players.parquet, games.decisions.parquet and
games.points.parquet; games.csv is written alike. The last two take bots that choose at random many times as long as the games
themselves; --brief leaves them out. Beside the tables lies games.parquet.journal, which holds the plan and, while games are
played, those that are not in the tables yet. Called again
with the same plan and the same caylus, the command goes on after the games there are, also if it had been killed; files of
anything else are left as they are, and the command ends with 2.

{columns.describe_columns()}

Ctrl-C stops the games; those before it are summed up and kept, and the command ends with 130.
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "simulate",
        help="let bots play many games",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    arguments.add_ruleset(parser)
    parser.add_argument(
        "--games", metavar="N", type=arguments.positive, default=100, help="how many games, or matches, in all (default 100)"
    )
    arguments.add_match(parser)
    arguments.add_players(parser)
    parser.add_argument("--seed", metavar="S", type=arguments.seed, default=1, help="equal seeds give equal games (default 1)")
    parser.add_argument(
        "--first", metavar="N", type=_number, default=0, help="number of the first game (default 0), to play one again"
    )
    parser.add_argument(
        "--policy",
        metavar="BOT[,BOT…]",
        default="random",
        help="a bot: easy, normal, random, greedy or mcts:N (N iterations); one for all seats, or one for each (default random)",
    )
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument("--jobs", metavar="J", type=arguments.jobs, default=1, help="processes to use (default 1)")
    workers.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler, tcp://host:port")
    parser.add_argument("--out", metavar="FILE", type=Path, help="keep the games in tables, .parquet or .csv, see below")
    parser.add_argument("--brief", action="store_true", help="with --out: without the tables of decisions and of points")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.simulation import playing
    from caylus_tools.simulation.playing import Plan, Tally
    from caylus_tools.simulation.tables import Table

    if chosen.brief and not chosen.out:
        raise UsageError("--brief goes with --out")
    rules = arguments.load(chosen)
    players = arguments.number_of_players(rules, chosen.players)
    policy, keeps = arguments.policy(chosen.policy, rules, players), chosen.out is not None
    match = match_terms(rules, chosen.match)
    if match is not None and keeps:
        raise UsageError("--out keeps single games, and not matches: add `--match 1`")
    plan = Plan(rules, players, chosen.seed, policy, resources=keeps, details=keeps and not chosen.brief, match=match)
    tally = Tally(players)
    with Table(chosen.out, plan, chosen.first) if chosen.out else nullcontext() as table:
        for played in table.games() if table else ():
            tally.add(played)
        if tally.games > chosen.games:
            raise UsageError(f"{chosen.out} holds {tally.games} games already, more than the {chosen.games} asked for")
        decisions_before = tally.decisions
        started = time.perf_counter()
        try:
            is_done = _play(chosen, plan, tally, table)
        finally:
            seconds = time.perf_counter() - started
            if table:
                table.update()
    if chosen.json:
        playing.write_json(sys.stdout, plan, tally, seconds)
    else:
        playing.write_text(sys.stdout, plan, tally, seconds, tally.decisions - decisions_before)
    if not is_done:
        done = f"{tally.games} of {chosen.games} games" if match is None else f"{len(tally.matches)} of {chosen.games} matches"
        print(f"caylus simulate: stopped after {done}", file=sys.stderr)
    return CLEAN if is_done else INTERRUPTED


def _play(chosen: Namespace, plan: Plan, tally: Tally, table: Table | None) -> bool:
    """Plays the games that are not there yet, and tells whether they could be played to the last."""
    from functools import partial

    from caylus_tools.common import interrupts
    from caylus_tools.common.output import Progress
    from caylus_tools.simulation.executor import run
    from caylus_tools.simulation.playing import Played, PlayedMatch, play_match, play_one

    rest = range(chosen.first + tally.games, chosen.first + chosen.games)
    task: Callable[[int], Played | PlayedMatch] = partial(play_one if plan.match is None else play_match, plan)
    with Progress("games" if plan.match is None else "matches", chosen.games, tally.games) as progress:
        try:
            for played in run(task, rest, jobs=chosen.jobs, scheduler=chosen.scheduler):
                with interrupts.defer_interrupts():
                    if isinstance(played, PlayedMatch):
                        tally.add_match(played)
                    else:
                        tally.add(played)
                        if table:
                            table.add(played)
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
