"""Attempts at a world of a seat: games played again, as far as the seat was told the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ..running.random import seed_state
from ..saving.history import History

if TYPE_CHECKING:
    from ..game import Game
    from ..running.machine import Move
    from .provenance import Witness


def detached_copy(world: Game) -> Game:
    """A copy to play on, which tells nothing of what came before."""
    return _restart_log(world.copy())


def _restart_log(world: Game) -> Game:
    world._history = History(world._machine, len(world.chosen), is_complete=True)
    return world


@dataclass
class Attempt:
    """The game at its first decision and after each choice; the seat was told the same at those that it has `reached`.

    `draws` settle what is drawn, `wanted` what others choose from here on, where they can.
    """

    worlds: list[Game]
    picks: list[Move]
    draws: list[tuple[int, ...]]
    wanted: Sequence[Move] = ()
    reached: int = 0

    def __post_init__(self) -> None:
        self._first_wanted = len(self.picks)

    def goes_on(self, seed: int) -> Game | None:
        """The last game, to be played on with draws as they are settled; None where there is none yet."""
        if not self.worlds:
            return None
        world = self.worlds[-1].copy()
        world._machine.s[0] = seed_state(seed)
        world._machine.fixed = self.draws[len(world._machine.drawn) :]
        return _restart_log(world)

    def pick(self, number: int, options: Sequence[Move], lots: Random) -> Move:
        """The choice of a number: the wanted one where that is among the options, else any."""
        place = number - self._first_wanted
        if place < len(self.wanted) and self.wanted[place] in options:
            return self.wanted[place]
        return lots.choice(options)

    def vary(self, witness: Witness, others: Sequence[tuple[int, ...]], choices: Sequence[int], lots: Random) -> Attempt:
        """The same with another draw, and either the same draws after it or `others`; or with one of the `choices` made anew."""
        made = [order for _, order in self.worlds[-1]._machine.drawn] if self.worlds else []
        draws = [*made, *self.draws[len(made) :]]
        free = [number for number, order in enumerate(made) if not witness.is_settled(number, len(order))]
        choices = [number for number in choices if number < len(self.picks)]
        if not free and not choices:
            return Attempt([], [], list(others))
        at = lots.randrange(len(free) + len(choices))
        if at >= len(free):
            number = choices[at - len(free)]
            return Attempt(self.worlds[: number + 1], self.picks[:number], draws, [(), *self.picks[number + 1 :]])
        number = free[at]
        draws[number] = witness.vary(number, draws[number], lots)
        if lots.random() < _ALL_ANEW:
            draws[number + 1 :] = others[number + 1 :]
        step = sum(len(world._machine.drawn) <= number for world in self.worlds)
        picks = max(step - 1, 0)
        return Attempt(self.worlds[:step], self.picks[:picks], draws, self.picks[picks:])

    def sure(self, is_sure: Callable[[Game], bool]) -> Attempt:
        """The part that every attempt has in common, without the last choice of it."""
        step = 0
        while step < self.reached - 1 and is_sure(self.worlds[step]):
            step += 1
        return Attempt(self.worlds[:step], self.picks[: max(step - 1, 0)], [])


_ALL_ANEW = 0.5
"""How often all that is drawn after a draw that differs is drawn anew as well."""
