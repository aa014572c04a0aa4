"""`caylus simulate`: many games between bots, and what became of them."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..outcome import CLEAN, UsageError
from . import arguments

if TYPE_CHECKING:
    from caylus import Ruleset

    from ..simulation import Tally


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "simulate", help="let bots play many games", description="Lets bots play many games and sums them up."
    )
    arguments.add_ruleset(parser)
    parser.add_argument("--games", metavar="N", type=arguments.positive, default=100)
    parser.add_argument("--players", metavar="N", type=arguments.positive, help="by default as many as the ruleset allows")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="equal seeds give equal games (default 1)")
    parser.add_argument(
        "--policy", metavar="BOT[,BOT…]", default="random", help="random or greedy; one for all seats, or one for each"
    )
    parser.add_argument(
        "--jobs", metavar="J", type=arguments.positive, default=1, help="processes to use: they change the time, not the result"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from .. import simulation
    from ..progress import Progress

    rules = simulation.load(chosen.ruleset, tuple(chosen.variants))
    players = arguments.number_of_players(rules, chosen.players)
    plan = simulation.Plan(
        chosen.ruleset, tuple(chosen.variants), players, chosen.games, chosen.seed, _policy(chosen.policy, players)
    )
    tally = simulation.Tally(players)
    started = time.perf_counter()
    with Progress("games", chosen.games) as progress:
        for played in simulation.simulate(plan, chosen.jobs):
            tally.add(played)
            progress.advance()
    seconds = time.perf_counter() - started
    if chosen.json:
        _print_json(rules, tally, seconds)
    else:
        _print_summary(rules, tally, seconds)
    return CLEAN


def _policy(text: str, players: int) -> tuple[str, ...]:
    from ..bots import bot_named

    policy = tuple(text.split(","))
    for name in policy:
        bot_named(name, seed=0)
    if len(policy) not in (1, players):
        raise UsageError(f"--policy names {len(policy)} bots for {players} players; name one for all, or one for each")
    return policy * players if len(policy) == 1 else policy


def _print_json(rules: Ruleset, tally: Tally, seconds: float) -> None:
    """Written game by game, so that no copy of all results is held beside the tally."""
    import json

    seats = rules.seats
    out = sys.stdout
    out.write(f'{{"ruleset": {json.dumps(rules.name)}, "players": {tally.players}, "games": {tally.games}, ')
    out.write(f'"decisions": {tally.decisions}, "seconds": {seconds:.3f}, "rounds": [')
    out.writelines(f"{', ' if game else ''}{rounds}" for game, rounds in enumerate(tally.rounds))
    out.write('], "scores": [')
    out.writelines(f"{', ' if game else ''}{tally.scores_of_game(game)}" for game in range(tally.games))
    out.write('], "winners": [')
    out.writelines(
        f"{', ' if game else ''}{json.dumps([seats[seat] for seat in tally.seats_that_won(game)])}" for game in range(tally.games)
    )
    out.write(f'], "hash": "{tally.hash}"}}\n')


def _print_summary(rules: Ruleset, tally: Tally, seconds: float) -> None:
    print(
        f"{rules.title}: {tally.games} games of {tally.players} players, {tally.decisions} decisions in {seconds:.1f} s", end=""
    )
    print(f" ({tally.decisions / seconds:,.0f} decisions a second)")
    print(f"rounds   {_spread(tally.rounds)}")
    for seat, name in enumerate(rules.seats[: tally.players]):
        won = sum(seat in tally.seats_that_won(game) for game in range(tally.games))
        print(f"{name:8} {_spread(tally.scores[seat :: tally.players])}, wins {won / tally.games:.0%}")
    print(f"hash     {tally.hash}")


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}, on average {sum(numbers) / len(numbers):.1f}"
