"""The table of a game as text, all of it, hidden numbers too."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Game

_WIDTH = 100


def drawn(game: Game) -> str:
    """As `caylus play` draws it, by what the extra `play` brings."""
    from rich.console import Console

    from caylus_tools.play.labels import Labels
    from caylus_tools.play.panels import TableTop

    paper = StringIO()
    decision = game.decision
    table = TableTop(game.rules, Labels(game.rules, game.players))
    Console(file=paper, width=_WIDTH).print(table.draw(game.view(), decision.player if decision else None, _WIDTH))
    paper.write(f"{decision.player}: {decision.prompt}\n" if decision else f"over: {game.result.told(game.labels)}\n")
    return paper.getvalue()
