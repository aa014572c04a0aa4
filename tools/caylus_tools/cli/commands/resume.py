"""`caylus resume`: goes on with a saved game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import caylus

from caylus_tools.common.errors import CLEAN, UsageError
from caylus_tools.common.output import command, tell

from .. import arguments

EXTRAS = {"": "play"}

DESCRIPTION = "Goes on with a saved game, in the terminal."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="what `play --save` or `save` in play has written; `-` is standard input; without it the last game played",
    )
    parser.add_argument("--list", action="store_true", help="list the games that were kept, the newest first, and end")
    parser.add_argument("--learn", action="store_true", help="lessons as they come up, and warnings, as in a first game")
    arguments.add_seats(parser)


def run(args: Namespace) -> int:
    if args.list:
        return _list()
    from caylus_tools.play.start import play, seating
    from caylus_tools.play.steps import list_kept_games, newest_kept_game

    kept_by_name = {path.name: str(path) for path in list_kept_games()}
    saved_game = _read_last_game(kept_by_name.get(args.file, args.file) or str(newest_kept_game()))
    file, game = saved_game.file, saved_game.game
    kept_file = Path(file) if Path(file).resolve() in map(Path.resolve, list_kept_games()) else None
    seats_text = args.seats or ",".join(saved_game.policies)
    seats = seating(seats_text, None, len(game.players), len(game.players), game.rules.automata.values())
    if any(seat.name for seat in seats):
        raise UsageError("--seats: the game goes on under the names it was begun with; who decides is all that can be changed")
    save = args.save or (file if file != "-" and kept_file is None else "")
    policies = [seat.policy for seat in seats]
    return play(
        game,
        policies,
        game.seed or 0,
        Path(save) if save else None,
        args.plain,
        kept_file=kept_file,
        is_kept=not args.no_save,
        lessons={} if saved_game.lessons is None and args.learn else saved_game.lessons,
        match=saved_game.match,
    )


class _Saved(NamedTuple):
    """A saved game, the policies of its seats, the match that it belongs to, and the lessons told to each who learns."""

    file: str
    game: caylus.Game
    policies: Sequence[str]
    match: caylus.Match | None
    lessons: dict[str, list[str]] | None


def _read_last_game(file: str) -> _Saved:
    """The game of a file; if that is over and belongs to a match, the last game of the match that is saved beside it."""
    from caylus_tools.common.files import read_saved_game
    from caylus_tools.play.steps import name_next_game

    data = read_saved_game(file)
    game = caylus.resume(data)
    match = caylus.Match.from_save(data, game.players)
    saved_game = _Saved(file, game, data.get("policies", ()), match, data.get("lessons"))
    if match is not None and game.over and (following := name_next_game(Path(file), match.number)).exists():
        with suppress(caylus.RulesetError):  # it is something else that is called so
            later = _read_last_game(str(following))
            if later.match is not None and later.match.seed == match.seed and later.match.number > match.number:
                return later
    return saved_game


def _list() -> int:
    from caylus_tools.play.steps import games_folder, list_kept_games

    paths = list_kept_games()
    if not paths:
        tell(f"no game is kept in {games_folder()}" if games_folder() else "no games are kept here")
    else:
        tell(f"kept in {games_folder()}; `{command()} resume NAME` goes on with one:")
    for path in paths:
        tell(f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}  {_describe(path)}", f"    {path.name}")
    return CLEAN


def _describe(path: Path) -> str:
    """The title of a kept game, who plays it, and how far it is."""
    from caylus_tools.common.files import read_saved_game

    try:
        game = caylus.resume(read_saved_game(str(path)))
    except caylus.RulesetError:
        return "cannot be read"
    state = "finished" if game.over else f"round {game.rounds}" if game.rounds else "before the first round"
    return f"{game.rules.title}, {', '.join(game.labels.values())}, {state}"
