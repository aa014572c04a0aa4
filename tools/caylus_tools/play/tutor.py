"""A tutor at the terminal, for people who play a game for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus_tools.answers.lessons import GAME, Lesson, Lessons
from caylus_tools.verbalize.log import render_log

if TYPE_CHECKING:
    from caylus import Decision, Game, Option


class Tutor:
    """Tells each lesson once to each player, and warns once of each choice of a decision."""

    def __init__(self, lessons: Lessons, teaches: bool) -> None:
        self._lessons = lessons
        self._teaches = teaches
        self._told: dict[str, set[str]] = {}
        self._warned: set[tuple[int, str]] = set()

    def toggle(self) -> str:
        self._teaches = not self._teaches
        return "lessons and warnings come up from now on" if self._teaches else "no more lessons and warnings"

    def teach(self, game: Game, decision: Decision) -> Iterator[str]:
        if not self._teaches:
            return
        is_first = decision.player not in self._told
        told = self._told.setdefault(decision.player, set())
        for number, lesson in enumerate(self._lessons.due(game, decision, told)):
            told.add(lesson.name)
            yield from ["", *_lesson_lines(lesson)] if number else _lesson_lines(lesson)
        if is_first:
            yield "To choose, type the key beside it; C shows all choices in words."
            yield "`hint` says what a bot would choose, `lesson` tells this once more, `learn` ends lessons and warnings."

    def tell_forced(self, game: Game, player: str, since: int) -> list[str]:
        """Tell what a player had to choose or could not do, without a question, in the events after one that they had seen."""
        if not self._teaches:
            return []
        lines = render_log(game.events_for(player), game.rules, game.labels, since)
        return [f"You were not asked: {line.text}." for line in lines if player in line.skipped]

    def repeat(self, decision: Decision) -> list[str]:
        lessons = [lesson for lesson in (self._lessons.find(GAME), *self._lessons.current(decision)) if lesson]
        return [line for lesson in lessons for line in _lesson_lines(lesson)] or ["these rules have no lessons"]

    def warn(self, game: Game, option: Option) -> list[str]:
        """The warnings of an option; nothing where it was warned of before."""
        asked = len(game.chosen), option.id
        if not self._teaches or asked in self._warned:
            return []
        self._warned.add(asked)
        return [f"Careful: {warning.text}" for warning in self._lessons.warnings(game, option)]


def _lesson_lines(lesson: Lesson) -> list[str]:
    return [f"LESSON · {lesson.title}", *(f"  {line}" for line in lesson.lines)]
