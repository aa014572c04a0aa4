"""The decisions of people in a game: how much of it each has seen, and what they may take back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caylus import RulesetError

if TYPE_CHECKING:
    from caylus import Game


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision that a person has made: whose, how many choices came before it, and how much they had been told by then.

    That is None where it was made before the game was resumed, and nobody has asked yet.
    """

    player: str
    number: int
    seen: int | None = None


class Past:
    """`people` are the players for whom persons decide."""

    def __init__(self, game: Game, people: Collection[str]) -> None:
        self._game = game
        self._marks: list[Mark] = []
        if self._transcript is not None:
            made = enumerate(self._transcript["choices"])
            self._marks = [Mark(choice["player"], number) for number, choice in made if choice["player"] in people]

    @cached_property
    def _transcript(self) -> Mapping[str, Any] | None:
        """The choices before the game was resumed; None where nothing was chosen, or it is not known."""
        if not self._game.chosen:
            return None
        try:
            return self._game.transcript()
        except (ValueError, RulesetError):
            return None

    def note(self, player: str) -> None:
        """A person is about to decide, who has seen everything that is to be seen."""
        self._marks.append(Mark(player, len(self._game.chosen), len(self._game.events_for(player))))

    def last_seen_event(self, player: str) -> int:
        """The number of the last event that a player had been told of when they last decided; 0 before they first do."""
        own = [at for at, mark in enumerate(self._marks) if mark.player == player]
        return self._last_seen_at(own[-1]) if own else 0

    @property
    def last(self) -> str:
        """The player for whom a person decided last; nobody before the first has."""
        return self._marks[-1].player if self._marks else ""

    def back(self, player: str) -> int | None:
        """The number of the last choice that a person has made for a player; None if there is none."""
        return next((mark.number for mark in reversed(self._marks) if mark.player == player), None)

    def others_since(self, number: int, player: str) -> list[str]:
        """The other players for whom persons have decided from a choice on."""
        return [*dict.fromkeys(mark.player for mark in self._marks if mark.number >= number and mark.player != player)]

    def forget(self, number: int) -> None:
        """The choices from that one on have been taken back."""
        self._marks = [mark for mark in self._marks if mark.number < number]

    def _last_seen_at(self, at: int) -> int:
        mark = self._marks[at]
        if mark.seen is None:
            assert self._transcript is not None
            then = self._game.rules.replay(self._transcript, upto=mark.number)
            self._marks[at] = mark = replace(mark, seen=len(then.events_for(mark.player)))
        return mark.seen or 0
