"""Between people at one terminal, each of whom may know what the others may not."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .leave_dialog import Door
from .steps import Ask, Front, Steps

if TYPE_CHECKING:
    from caylus import Game


class Handover:
    """Nothing is left of what one person saw and typed, and nothing is shown to the next before they sit there alone.

    Only where several `people` play rules that keep something from anybody. In a pipe nobody looks on.
    """

    def __init__(self, game: Game, people: Collection[str], front: Front, door: Door) -> None:
        self._game = game
        self._is_needed = front.is_watched and len(people) > 1 and game.keeps_secrets
        self._front = front
        self._door = door
        self._looking = ""

    def to(self, player: str) -> Steps[None]:
        """Returns when the player alone looks at the screen."""
        if self._is_needed and player != self._looking:
            self._looking = ""
            self._front.wipe()
            name = self._game.labels[player]
            told = "".join(f"{told}. " for told in progress(self._game))
            yield from self._door.ask_or_leave(Ask(f"{told}{name} is next, and nobody else may look. {name}, press Enter> "))
        self._looking = player

    def end(self) -> None:
        """Leaves nothing of what the last of them saw when they leave the game."""
        if self._is_needed:
            self._front.wipe()


def progress(game: Game) -> list[str]:
    """Return how many have chosen of those who choose at once; nothing where the decision in hand is the only one."""
    ready, waiting = len(game.ready), len(game.waiting)
    return [f"{ready} of {ready + waiting} have chosen"] if ready + waiting > 1 else []
