"""`caylus replay`: what happened in a game, from its start."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from ..outcome import CLEAN, UsageError

if TYPE_CHECKING:
    from caylus import Game


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "replay", help="print what happened in a game", description="Plays a game again and prints what happened."
    )
    parser.add_argument("file", metavar="FILE", help="a transcript or a saved game; `-` is standard input")
    parser.add_argument("--transcript", action="store_true", help="print the transcript, as JSON, instead")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    game = _played_again(chosen.file)
    if chosen.transcript:
        print(json.dumps(game.transcript(), ensure_ascii=False, indent=1))
        return CLEAN
    for event in game.events:
        print(f"{event.text}   [{', '.join(filter(None, (event.title, event.see)))}]" if event.title else event.text)
    for name in game.players:
        print(f"{name}: {game.scores[name]}{' and wins' if game.over and name in game.winners else ''}")
    return CLEAN


def _played_again(file: str) -> Game:
    import caylus

    from ..files import read_played_game

    sort, data = read_played_game(file)
    if sort == "transcript":
        return caylus.replay(data)
    saved = caylus.resume(data)
    if saved.seed is None:
        raise UsageError(f"the game in {file} began in the middle; what came before is not known")
    return caylus.replay(saved.transcript(), rules=saved.rules)
