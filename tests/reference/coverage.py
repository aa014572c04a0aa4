"""Counts of the sorts of statements and formulas that rules have, and that a walk has carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar, get_args

from caylus import model as m
from caylus.model.walk import list_actions, parts

from .engines import ReferencePlay
from .formulas import Variables
from .game import Frame, Game, Steps

CLASSES = {class_.__name__ for union in (m.Expr, m.Statement) for class_ in get_args(union)}
WRITTEN_BY_CODEGEN = {"Choice"}
"""The check makes none of these: a generated program has them in place of calls."""

_WORDS = ("op", "verb", "way", "kind", "change")
_FLAGS = ("at_once", "front", "moves", "different", "once", "fewest", "may", "as_before")


def name_sort(part: object) -> str:
    """The class of a part, and what tells its sorts apart: `Arithmetic +`, `AddTo front moves`."""
    words = [word for name in _WORDS if isinstance(word := getattr(part, name, None), str)]
    return " ".join([type(part).__name__, *words, *(name for name in _FLAGS if getattr(part, name, False) is True)])


class CountingGame(Game):
    """Counts what is carried out in all games."""

    counts: ClassVar[Counter[str]] = Counter()

    def evaluate(self, e: m.Expr, env: Variables) -> Any:
        self.counts[name_sort(e)] += 1
        return super().evaluate(e, env)

    def draw_value(self, value: m.Expr, frame: Frame) -> Any:
        if isinstance(value, (m.Random, m.Shuffled)):
            self.counts[name_sort(value)] += 1
        return super().draw_value(value, frame)

    def statement(self, statement: m.Statement, frame: Frame) -> Steps:
        self.counts[name_sort(statement)] += 1
        return super().statement(statement, frame)


class CountingPlay(ReferencePlay):
    game_class = CountingGame


def count_parts(model: m.Model) -> Counter[str]:
    """The parts of all rules of a model, by their sorts."""
    return Counter(map(name_sort, _all_parts(model)))


def _all_parts(model: m.Model) -> Iterator[object]:
    yield from (*model.triggers, *model.automata)
    for action in list_actions(model):
        yield from parts(action.body)
    for value in model.values.values():
        yield from parts(tuple(part for case in value.cases for part in case if part is not None), tuple(value.modifiers))
    for condition in model.conditions.values():
        yield from parts(tuple(condition.requires))
    for automaton in model.automata:
        for takes in automaton.takes:
            yield takes
            yield from parts(tuple(part for part in (takes.where, takes.by) if part is not None))
