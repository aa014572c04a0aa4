"""Find what a seat may take back, and who has to agree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.common.english import count_things

if TYPE_CHECKING:
    from .decision_log import Course
    from .live_game import Run
    from .requests import Undo


class Offer(NamedTuple):
    """Going back to a number of choices; `asks` are the seats whose people have to agree. `alone`: only the seat's own choice."""

    to: int
    asks: list[str]
    text: str
    alone: bool = False


def find_offer(
    run: Run, course: Course, before: Sequence[str], seat: str, people: Collection[str], undo: Undo, to: int | None = None
) -> Offer | None:
    """Find what a seat may take back: all since the last choice that its person made, or down to a number `to`.

    `before` are the seats that chose before the table was opened, `people` those of other people. What is the seat's own, and
    taught nobody anything, needs no consent; of what was before the table nobody knows any more what it taught.
    """
    game = run.game
    if seat in game.ready:
        number = course.number - 1
        return Offer(number, [], "Choose again", alone=True) if to in (None, number) and undo != "none" else None
    own = course.choices_by_seat(seat) or [at for at, chooser in enumerate(before) if chooser == seat]
    number = to if to is not None else own[-1] if own else -1
    first = 0 if before else course.base
    if undo == "none" or not own or not first <= number < course.number:
        return None
    choosers = [*before, *(step.seat for step in course.steps)][number - first :]
    learnt = number < course.base or _taught(run, number - course.base)
    ended = game.over and not game.lies_open  # what was hidden has come to light
    asks = [name for name in game.players if name in people and (learnt or ended or name in choosers)]
    if asks and undo == "own":
        return None
    is_own = not asks and choosers.count(seat) == 1
    return Offer(number, asks, "Take back my last choice" if is_own else f"Take back {count_things(len(choosers), 'choice')}")


def _taught(run: Run, first: int) -> bool:
    """Return whether anybody has learnt anything by what was chosen here from the first on."""
    marks = run.marks[first:]
    carried_out = marks[: len(marks) - len(run.game.ready)]
    return marks[0].learnt != run.game.learnt or any(mark.together for mark in carried_out)
