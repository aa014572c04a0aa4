"""`caylus replay`: what happened in a game, from its start."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

import caylus

from caylus_tools.common.english import count_things
from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import json_text, tell

from .. import arguments

DESCRIPTION = "Plays a game again and prints what happened."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript or a saved game; `-` is standard input")
    parser.add_argument(
        "--under", metavar="RULESET", help="play it under other rules, and tell the first step that goes otherwise; exits with 1"
    )
    arguments.add_variants(parser)
    experts = arguments.add_experts(parser)
    experts.add_argument("--transcript", action="store_true", help="print the transcript, as JSON, instead")


def run(args: Namespace) -> int:
    if args.variants and args.under is None:
        raise UsageError("--with goes with --under; a game is replayed by the rules it was played by")
    from caylus_tools.common.files import replay_game
    from caylus_tools.verbalize.log import breakdown, render_log, render_points

    game = replay_game(args.file)
    if args.under is not None:
        return _compare_games(game, args.under, args.variants)
    if args.transcript:
        print(json_text(game.transcript()))
        return CLEAN
    for line in render_log(game.events, game.rules, game.labels):
        tell(f"── {line.text}" if line.is_heading else line.text + (f"   [{line.cited}]" if line.cited else ""))
    if game.over:
        tell(f"{game.result.render(game.labels)}.")
    sources = breakdown(game.events, game.rules, game.scores)
    for name in game.players:
        wins = " and wins" if game.over and name in game.winners else ""
        came = render_points(sources[name])
        tell(f"{name}: {game.scores[name]}{wins}{f' ({came})' if came else ''}")
    return CLEAN


def _compare_games(game: caylus.Game, ruleset: str, variants: Sequence[str]) -> int:
    """Tells the first step of the game that the other rules change."""
    from caylus_tools.transcripts import divergence

    under = caylus.load(ruleset, variants=variants)
    title = " with ".join([under.title, *([", ".join(under.variants)] if under.variants else [])])
    transcript = game.transcript()
    difference = divergence(transcript, game.rules, under)
    total = len(transcript["choices"])
    if difference is None:
        tell(f"Under {title} nothing differs in {count_things(total, 'choice')}.")
        return CLEAN
    match difference.what:
        case "cannot begin" | "other scores" | "other result":
            tell(f"{difference.what.capitalize()} under {title}:")
        case _ if difference.step == 0:
            tell(f"Before the first choice it goes otherwise under {title}:")
        case _:
            tell(
                f"Choice {difference.step} of {total}, `{difference.choice}` by {difference.player}, "
                f"under {title}: {difference.what}"
            )
    tell(*(f"  {line}" for line in difference.details))
    return FINDINGS
