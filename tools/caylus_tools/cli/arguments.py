"""Arguments that several commands share, and their completion in a shell by argcomplete."""

from __future__ import annotations

import os
import re
from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace, _ActionsContainer, _ArgumentGroup
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import caylus
from caylus.limits import GREATEST_NUMBER, MOST_GAMES

from caylus_tools.common.english import join_words, player_range
from caylus_tools.common.errors import UsageError
from caylus_tools.common.games import USUAL, usual_number


def is_completing() -> bool:
    """Return whether a shell asks: argcomplete's script says so by this variable."""
    return "_ARGCOMPLETE" in os.environ and find_spec("argcomplete") is not None


def complete(parser: ArgumentParser) -> None:
    """Answer the shell and end the process, if it is a shell that asks."""
    if is_completing():
        import argcomplete

        argcomplete.autocomplete(parser)


def set_completion(words: Callable[[Namespace], Iterable[str]], action: Action) -> None:
    """Has a word of the command line completed by `words` of those before it; where they have none the shell offers files."""
    action.completer = lambda parsed_args, **_: words(parsed_args)  # type: ignore[attr-defined] # argcomplete looks for it there


def rulesets(_: Namespace) -> Iterable[str]:
    """All that are shipped."""
    from caylus.loading.listing import list_rulesets as list_rulesets

    return [entry.name for entry in list_rulesets()]


def variants(args: Namespace) -> Iterable[str]:
    """Those shipped for the ruleset that stands before, or all."""
    from caylus.loading.listing import list_rulesets as list_rulesets

    all_ = [entry for entry in list_rulesets() if entry.extends]
    fitting = [entry.name for entry in all_ if entry.extends == getattr(args, "ruleset", None)]
    return fitting or [entry.name for entry in all_]


def codes(_: Namespace) -> Iterable[str]:
    """Of the diagnostics that have a page."""
    from caylus.diagnostics.render import codes as known

    return known()


def add_ruleset(parser: ArgumentParser) -> None:
    add_base(parser, "RULESET")
    add_variants(parser)


def add_base(parser: ArgumentParser, name: str) -> None:
    ruleset = parser.add_argument("ruleset", metavar=name, help="a shipped name, as `caylus list` shows them, or a path")
    set_completion(rulesets, ruleset)


def add_variants(parser: ArgumentParser) -> None:
    with_ = parser.add_argument(
        "--with", dest="variants", metavar="VARIANT", action="append", default=[], help="a variant to play with; may be repeated"
    )
    set_completion(variants, with_)


def add_seats(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seats",
        metavar="WHO[,WHO…]",
        help="human, easy, normal, hard or hardest for each seat, or NAME=human; by default a human, then normal bots, "
        "or as the game was saved",
    )
    saving = parser.add_mutually_exclusive_group()
    saving.add_argument("--save", metavar="FILE", help="keep the game in FILE")
    saving.add_argument("--no-save", action="store_true", help="keep the game nowhere; else the last 20 are kept for `resume`")
    parser.add_argument("--plain", action="store_true", help="print line by line, as in a pipe")


def add_experts(parser: ArgumentParser) -> _ArgumentGroup:
    """The group of the options that README does not name."""
    return parser.add_argument_group("expert options")


def add_bots(parser: ArgumentParser, help: str, **settings: Any) -> None:
    """The option that names bots. `help` says how many, and which play without it."""
    parser.add_argument(
        "--bots", metavar="BOT[,BOT…]", help=f"easy, normal, hard, hardest, random, greedy or mcts, {help}", **settings
    )


def add_out(parser: ArgumentParser, help: str) -> None:
    """The option that names the file to write."""
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, help=help)


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_seed(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="S", type=seed, default=1, help="equal seeds give equal games (default 1)")


def add_jobs(parser: _ActionsContainer) -> None:
    """The option of a command that uses every processor unless it is told otherwise."""
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=jobs,
        help="processes to use (default: one for each processor, if the work is long)",
    )


def add_players(parser: ArgumentParser) -> None:
    parser.add_argument("--players", metavar="N", type=positive, help=f"how many (default {USUAL}, as far as the ruleset allows)")


def add_match(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--match",
        metavar="WHAT",
        type=match,
        help="a match of several games: `3`, `3 by points`, `to 100 points` or `to 2 wins`; 1 is a single game, "
        "without it the rules say whether games are part of a match",
    )


def match(text: str) -> dict[str, Any]:
    """The terms of a match, for argparse: fields of `caylus.MatchTerms`."""
    most = {"games": MOST_GAMES, "to": GREATEST_NUMBER}
    text_match = re.fullmatch(r"(?P<games>[0-9]{1,3})( by (?P<by>wins|points))?|to (?P<to>[0-9]{1,7}) (?P<of>win|point)s?", text)
    if text_match is None:
        raise ArgumentTypeError(f"{shorten(text)} is no match; write `3`, `3 by points`, `to 100 points` or `to 2 wins`")
    numbers = {name: int(text_match[name]) if text_match[name] else None for name in most}
    for name, number in numbers.items():
        if number is not None and not 1 <= number <= most[name]:
            raise ArgumentTypeError(
                f"a match has from 1 to {most[name]} {name if name == 'games' else 'wins or points'}, not {number}"
            )
    count = text_match["by"] or (text_match["of"] and f"{text_match['of']}s")
    return {**numbers, **({"count": count} if count else {})}


def load(args: Namespace) -> caylus.Ruleset:
    """The ruleset asked for. Raises `caylus.RulesetError`."""
    return caylus.load(args.ruleset, variants=args.variants)


def number_of_players(rules: caylus.Ruleset, requested_players: int | None) -> int:
    """As many as were asked for, or as are usual. Raises `UsageError` outside the ruleset's bounds."""
    players = requested_players or usual_number(rules.fewest_players, rules.most_players)
    if not rules.fewest_players <= players <= rules.most_players:
        allowed = player_range(rules.fewest_players, rules.most_players, rules.automata.values())
        raise UsageError(f"{rules.title} is for {allowed}, not {players}")
    return players


def positive(text: str) -> int:
    """A whole number above 0, for argparse."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) == 0:
        raise ArgumentTypeError(f"{shorten(text)} is not a whole number above 0")
    return int(text)


def minutes(text: str) -> float:
    """A number of minutes above 0, for argparse: `10`, `0.5`."""
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) or float(text) == 0:
        raise ArgumentTypeError(f"{shorten(text)} is no number of minutes above 0")
    return float(text)


def seed(text: str) -> int:
    """The seed of a random stream, for argparse: a whole number of 64 bits, with a sign or without."""
    if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 20 or not -(2**63) <= int(text) < 2**64:
        raise ArgumentTypeError(f"{shorten(text)} is not a whole number of at most 64 bits")
    return int(text)


def jobs(text: str) -> int:
    """Return how many processes to use, for argparse: more than a few for each processor only take memory from each other."""
    most = 4 * max(4, os.cpu_count() or 1)
    if (number := positive(text)) > most:
        raise ArgumentTypeError(f"{number} processes are too many for this machine; it may have {most}")
    return number


def shorten(text: str) -> str:
    """A word of the command line in a message, where a few letters of it are enough."""
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def bots_of_seats(text: str, rules: caylus.Ruleset, players: int) -> tuple[str, ...]:
    """The bots of `--bots`, one for each seat that no rules play. Raises `UsageError`."""
    from caylus_tools.bots import bot_named

    bots = tuple(text.split(","))
    for name in bots:
        bot_named(name, seed=0)
    seats = players - len(rules.automata)
    if len(bots) not in (1, seats):
        played = f", counting {join_words([*rules.automata.values()])}, whom the rules play" if rules.automata else ""
        raise UsageError(f"--bots names {len(bots)} bots for {players} players{played}; name one for all, or one for each")
    return bots * seats if len(bots) == 1 else bots
