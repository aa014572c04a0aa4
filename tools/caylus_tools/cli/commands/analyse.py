"""`caylus analyse`: how a finished game went, what turned it, and which choices lost most."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import tell

_DESCRIPTION = """\
Looks back on a finished game, by what bots have learned of its rules: the rounds that turned it, and the choices of each player
that lost most, with the better ones. A choice is judged by what its player could know. Prints it; --out writes it as a page with
the course of the game as a plot.
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser("analyse", help="look back on a finished game", description=_DESCRIPTION)
    parser.add_argument("file", metavar="FILE", help="a transcript or a saved game; `-` is standard input")
    parser.add_argument("--out", metavar="PAGE", type=Path, help="write a page of HTML as well")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    from caylus_tools.common.files import check_overwriting, replay_game, write_text
    from caylus_tools.common.output import Progress
    from caylus_tools.review import SIGNED, analyse, html, text

    if chosen.out is not None:
        if chosen.out.suffix not in (".html", ".htm"):
            raise UsageError(f"--out is a page of HTML: call it {chosen.out.stem}.html")
        check_overwriting(chosen.out, SIGNED)
    game = replay_game(chosen.file)
    with Progress("choices", len(game.chosen)) as progress:
        found = analyse(game, progress.advance)
    tell(*text(found))
    if chosen.out is not None:
        write_text(chosen.out, html(found))
        tell("", f"The page: {chosen.out}")
    return CLEAN
