"""Between people at one terminal, each of whom may know what the others may not."""

from __future__ import annotations

from collections.abc import Mapping

from caylus import model as m
from caylus.model.walk import every_statement

from .keyboard import Keyboard
from .screen import Screen


class Handover:
    """Nothing is left of what one person saw and typed, and nothing is shown to the next before they sit there alone.

    Only where several people play rules that keep something from anybody. In a pipe nobody looks on.
    """

    def __init__(self, model: m.Model, bots: Mapping[str, object], screen: Screen, keyboard: Keyboard) -> None:
        people = [player for player, bot in bots.items() if bot is None]
        self._is_needed = keyboard.is_terminal and len(people) > 1 and keeps_secrets(model)
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


def keeps_secrets(model: m.Model) -> bool:
    """Whether somebody may not know something that lies on the table, or that others have chosen at once."""
    if any(isinstance(statement, m.ForEach) and statement.at_once for statement in every_statement(model)):
        return True
    owners: tuple[m.Model | m.Kind, ...] = (model, *model.kinds.values())
    held: list[m.State | m.ListState] = [thing for owner in owners for thing in (*owner.states.values(), *owner.lists.values())]
    return any(thing.audience.is_secret for thing in (*model.resources, *model.rows.values(), *held))
