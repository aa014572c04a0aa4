"""`caylus play`: a game at the terminal, against bots or other people."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.errors import UsageError, need_extra
from caylus_tools.common.games import match_terms
from caylus_tools.common.output import command

from . import arguments

if TYPE_CHECKING:
    from caylus import Ruleset

_BEGINNER = "easy"
"""The bot that somebody meets in a first game."""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("play", help="play a game in the terminal", description="Plays a game in the terminal.")
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
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    need_extra("play", "rich", "textual")
    from caylus import Match

    from caylus_tools.play.start import names, play, seating

    if chosen.save and Path(chosen.save).exists():
        raise UsageError(f"{chosen.save} is there already; `{command()} resume {chosen.save}` goes on with a saved game")
    rules = arguments.load(chosen)
    if chosen.learn:
        rules = _prepare_first_game(chosen, rules)
    seats = seating(chosen.seats, chosen.players, rules.fewest_players, rules.most_players, rules.automata.values())
    seed = secrets.randbelow(1_000_000) if chosen.seed is None else chosen.seed
    terms = match_terms(rules, chosen.match)
    match = None if terms is None else Match(terms, seed)
    players = names(seats, rules.seats)
    try:
        game = rules.new_game(players, seed) if match is None else match.first_game(rules, players)
    except ValueError as error:
        raise UsageError(f"--seats: {error}") from None
    policies = [seat.policy for seat in seats]
    save, is_kept = chosen.save and Path(chosen.save), not chosen.no_save
    return play(game, policies, seed, save, chosen.plain, is_kept=is_kept, teaches=chosen.learn, match=match)


def _prepare_first_game(chosen: Namespace, rules: Ruleset) -> Ruleset:
    """The rules for somebody's first game; as many players and easy bots, unless something else is asked for."""
    from caylus_tools.play.start import HUMAN

    first = rules.manifest.get("first_game", {})
    if not chosen.variants and first.get("with"):
        chosen.variants = [*first["with"]]
        rules = arguments.load(chosen)
    if chosen.seats is None:
        number = arguments.number_of_players(rules, chosen.players or first.get("players"))
        people = number - len(rules.automata)
        chosen.seats = ",".join([HUMAN, *[_BEGINNER] * (people - 1)])
    return rules
