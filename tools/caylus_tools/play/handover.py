"""Between people at one terminal, each of whom may know what the others may not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .keyboard import Keyboard
from .screen import Screen

if TYPE_CHECKING:
    from caylus import Game


class Handover:
    """Nothing is left of what one person saw and typed, and nothing is shown to the next before they sit there alone.

    Only where several people play rules that keep something from anybody. In a pipe nobody looks on.
    """

    def __init__(self, game: Game, bots: Mapping[str, object], screen: Screen, keyboard: Keyboard) -> None:
        people = [player for player, bot in bots.items() if bot is None]
        self._is_needed = keyboard.is_terminal and len(people) > 1 and game.keeps_secrets
        self._screen = screen
        self._keyboard = keyboard
        self._looking = ""

    def to(self, player: str) -> None:
        """Returns when the player alone looks at the screen. Raises `EndOfInput`."""
        if self._is_needed and player != self._looking:
            self._looking = ""
            self._screen.wipe()
            progress = "".join(f"{told}. " for told in self._screen.progress())
            self._keyboard.ask(f"{progress}{player} is next, and nobody else may look. {player}, press Enter> ")
        self._looking = player

    def end(self) -> None:
        """Leaves nothing of what the last of them saw when they leave the game."""
        if self._is_needed:
            self._screen.wipe()
