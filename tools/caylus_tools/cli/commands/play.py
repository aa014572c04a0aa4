"""`caylus play`: a game at the terminal, against bots or other people."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from pathlib import Path

import caylus

from caylus_tools.common.errors import UsageError
from caylus_tools.common.games import HUMAN, match_terms
from caylus_tools.common.output import command

from .. import arguments

EXTRAS = {"": "play"}

_BEGINNER = "easy"
"""The bot that somebody meets in a first game."""

DESCRIPTION = "Plays a game in the terminal."


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_ruleset(parser)
    parser.add_argument(
        "--players", metavar="N", type=arguments.positive, help="how many play; bots take the seats nobody is named for"
    )
    parser.add_argument("--seed", metavar="S", type=arguments.seed, help="equal seeds give equal games")
    arguments.add_match(parser)
    arguments.add_seats(parser)
    parser.add_argument(
        "--learn", action="store_true", help="a first game: lessons as they come up, warnings, easy bots, the rules for beginners"
    )


def run(args: Namespace) -> int:
    from caylus import Match

    from caylus_tools.play.start import names, play, seating

    if args.save and Path(args.save).exists():
        raise UsageError(f"{args.save} is there already; `{command()} resume {args.save}` goes on with a saved game")
    rules = arguments.load(args)
    if args.learn:
        rules = _prepare_first_game(args, rules)
    seats = seating(args.seats, args.players, rules.fewest_players, rules.most_players, rules.automata.values())
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    terms = match_terms(rules, args.match)
    match = None if terms is None else Match(terms, seed)
    players = names(seats, rules.seats)
    try:
        game = rules.new_game(players, seed) if match is None else match.first_game(rules, players)
    except ValueError as error:
        raise UsageError(f"--seats: {error}") from None
    policies = [seat.policy for seat in seats]
    save, is_kept = args.save and Path(args.save), not args.no_save
    return play(game, policies, seed, save, args.plain, is_kept=is_kept, lessons={} if args.learn else None, match=match)


def _prepare_first_game(args: Namespace, rules: caylus.Ruleset) -> caylus.Ruleset:
    """The rules for somebody's first game; as many players and easy bots, unless something else is asked for."""
    first = rules.manifest.get("first_game", {})
    if not args.variants and first.get("with"):
        args.variants = [*first["with"]]
        rules = arguments.load(args)
    if args.seats is None:
        number = arguments.number_of_players(rules, args.players or first.get("players"))
        people = number - len(rules.automata)
        args.seats = ",".join([HUMAN, *[_BEGINNER] * (people - 1)])
    return rules
