"""`caylus resume`: goes on with a saved game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from datetime import datetime
from pathlib import Path

from caylus_tools.common.errors import CLEAN, UsageError, need_extra
from caylus_tools.common.output import tell

from . import arguments


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "resume", help="go on with a saved game", description="Goes on with a saved game, in the terminal."
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="what `play --save` or `save` in play has written; `-` is standard input; without it the last game played",
    )
    parser.add_argument("--list", action="store_true", help="list the games that were kept, the newest first, and end")
    arguments.add_seats(parser)
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    if chosen.list:
        return _list()
    need_extra("play", "rich", "textual")
    import caylus

    from caylus_tools.common.files import read_saved_game
    from caylus_tools.play.saving import list_kept_games, newest_kept_game
    from caylus_tools.play.seats import seating
    from caylus_tools.play.start import play

    file = chosen.file or str(newest_kept_game())
    kept = Path(file) if Path(file).resolve() in map(Path.resolve, list_kept_games()) else None
    data = read_saved_game(file)
    game = caylus.resume(data)
    said = chosen.seats or ",".join(data.get("policies", ()))
    seats = seating(said, None, len(game.players), len(game.players), game.rules.automata.values())
    if any(seat.name for seat in seats):
        raise UsageError("--seats: the game goes on under the names it was begun with; who decides is all that can be changed")
    save = chosen.save or (file if file != "-" and kept is None else "")
    policies = [seat.policy for seat in seats]
    is_kept = not chosen.no_save
    return play(game, policies, game.seed or 0, Path(save) if save else None, chosen.plain, kept=kept, is_kept=is_kept)


def _list() -> int:
    from caylus_tools.play.saving import games_folder, list_kept_games

    found = list_kept_games()
    if not found:
        tell(f"no game is kept in {games_folder()}" if games_folder() else "no games are kept here")
    tell(*(f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}  {path}" for path in found))
    return CLEAN
