"""`caylus why`: what stands behind an event of a game, or in the way of a choice."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import json_text, tell

from .. import arguments
from ..arguments import shorten

DESCRIPTION = (
    "Without more, numbers everything that happened in a game. With the number of an event, tells the rule and "
    "the line behind it. With the number of a choice and an option, tells why that was not offered there."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript or a saved game; `-` is standard input")
    parser.add_argument("asked", metavar="EVENT | STEP CHOICE", nargs="*", default=[], help="12, or 7 place mill")
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus_tools import transcripts
    from caylus_tools.common.files import replay_game
    from caylus_tools.transcripts import replay_steps

    number = args.asked[0] if args.asked else "0"
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise UsageError(f"{shorten(number)} is not the number of an event or a choice")
    game = replay_game(args.file)
    transcript = game.transcript()
    if not args.asked:
        lines = transcripts.story(replay_steps(transcript, game.rules), game.rules)
    elif len(args.asked) == 1:
        lines = transcripts.why_event(transcript, game.rules, int(number))
    else:
        lines = transcripts.why_not(list(replay_steps(transcript, game.rules)), int(number), " ".join(args.asked[1:]))
    if args.json:
        print(json_text({"format": 1, "ruleset": game.rules.name, "lines": [*lines]}))
    else:
        tell(*lines)
    return CLEAN
