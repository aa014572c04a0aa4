"""A tutor at the terminal, for people who play a game for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus.english import deed_effects

from caylus_tools.answers.lessons import GAME, Lesson, Lessons
from caylus_tools.verbalize.names import english

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
        """Tell what a player had to choose without a question and without any gain, in the events after one that they had seen.

        Where they have decided, the first choice of theirs is that decision.
        """
        if not self._teaches:
            return []
        own = [event for event in game.events_for(player, since) if event.kind == "choice" and event.player == player]
        words = english(game.rules, game.labels)
        offers = ((event, event.data.get("offer")) for event in own[1 if since else 0 :])
        forced = (event for event, offer in offers if offer and not any(deed_effects(offer)))
        told = [words.render(words.action(event.kind, event.title, event.data)).removeprefix(":").strip() for event in forced]
        return [f"Done without a question, as you could choose nothing else: {text}." for text in told]

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
