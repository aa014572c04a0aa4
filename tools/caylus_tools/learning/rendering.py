"""The table of a game as text, all of it, hidden numbers too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caylus_tools.screen.compose import compose
from caylus_tools.screen.marked import plain
from caylus_tools.screen.scene import Scene

if TYPE_CHECKING:
    from caylus import Game

_WIDTH = 100


def render_game(game: Game) -> str:
    """As `caylus play` composes it for somebody who sees everything, and what is asked."""
    lines = [plain(line).rstrip() for line in compose(Scene(game, None), _WIDTH).lines]
    decision = game.decision
    asked = f"{decision.player}: {decision.prompt}" if decision else f"over: {game.result.render(game.labels)}"
    return "\n".join([*lines, asked, ""])
