"""`caylus resume`: goes on with a saved game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra

from . import arguments


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "resume", help="go on with a saved game", description="Goes on with a saved game, in the terminal."
    )
    parser.add_argument(
        "file", metavar="FILE", help="what `play --save` or the command `save` in play has written; `-` is standard input"
    )
    arguments.add_seats(parser)
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    need_extra("play", "rich", "textual")
    import caylus

    from caylus_tools.common.files import read_saved_game
    from caylus_tools.play.seats import seating
    from caylus_tools.play.start import play

    data = read_saved_game(chosen.file)
    game = caylus.resume(data)
    said = chosen.seats or ",".join(data.get("policies", ()))
    seats = seating(said, None, len(game.players), len(game.players), game.rules.automata.values())
    if any(seat.name for seat in seats):
        raise UsageError("--seats: the game goes on under the names it was begun with; who decides is all that can be changed")
    save = chosen.save or (chosen.file if chosen.file != "-" else None)
    return play(game, [seat.policy for seat in seats], game.seed or 0, save and Path(save), chosen.plain)
