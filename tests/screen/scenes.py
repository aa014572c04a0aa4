"""Scenes of small games, and what is composed of them, as plain text."""

from __future__ import annotations

import caylus
from caylus_tools.screen.compose import compose
from caylus_tools.screen.marked import plain
from caylus_tools.screen.scene import Scene


def scene(game: caylus.Game, since: int = 0) -> Scene:
    """The moment as whoever decides sees it."""
    decision = game.decision_for(game.decision.player) if game.decision is not None else None
    return Scene(game, decision, since)


def show_text(of: Scene, width: int = 80, height: int | None = None, marked: str = "") -> list[str]:
    return [plain(line).rstrip() for line in compose(of, width, height, marked).lines]


def play_game(name: str, players: int, seed: int, moves: int) -> caylus.Game:
    """A game of a shipped ruleset after so many moves, each another of those there are."""
    game = caylus.load(name).new_game(players, seed)
    while game.decision is not None and len(game.chosen) < moves:
        game.play(7 * len(game.chosen) % len(game.moves))
    return game
