"""`caylus analyse`: how a finished game went, what turned it, and which choices lost most."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import Progress, json_text, tell

from .. import arguments

DESCRIPTION = """\
Looks back on a finished game, by what bots have learned of its rules: the rounds that turned it, and the choices of each player
that lost most, with the better ones. A choice is judged by what its player could know. Prints it; --out writes it as a page with
the course of the game as a plot. With --choice, says only why that choice was made: what it was to bring, and by when.
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript or a saved game; `-` is standard input")
    arguments.add_out(parser, "write a page of HTML as well")
    parser.add_argument("--choice", metavar="N", type=arguments.positive, help="explain the choice with this number")
    arguments.add_json(parser)


def run(args: Namespace) -> int:
    from caylus_tools.common.files import check_overwriting, replay_game, write_text
    from caylus_tools.review import SIGNED, analyse, count_steps, explain_choice, html, text, to_object

    if args.out is not None:
        if args.out.suffix not in (".html", ".htm"):
            raise UsageError(f"--out is a page of HTML: call it {args.out.stem}.html")
        check_overwriting(args.out, SIGNED)
    game = replay_game(args.file)
    if args.choice is not None:
        reason = explain_choice(game, args.choice)
        print(json_text({"format": 1, "ruleset": game.rules.name, "lines": [reason]}) if args.json else reason)
        return CLEAN
    with Progress("steps", count_steps(game)) as progress:
        analysis = analyse(game, progress.advance)
    if args.json:
        print(json_text(to_object(analysis)))
    else:
        tell(*text(analysis))
    if args.out is not None:
        write_text(args.out, html(analysis))
        if not args.json:
            tell("", f"The page: {args.out}")
    return CLEAN
