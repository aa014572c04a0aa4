"""Tastes: what a bot likes beside what it judges, by what it has learned, by errors of its own and by habits.

A choice is told apart by its `Label`s: the option and the rule that asks, the thing that the option names first, and each kind
of that thing. They come from the checked program, so they are the same in Python and in machine code. A *habit* is to choose
whatever has a label wherever that is possible, or never to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus.machine import LIKING_BITS

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.codegen import DecisionInfo

Move = tuple[int, ...]
_ALWAYS = 1 << 2 * LIKING_BITS
"""The liking for a habit: more than moves ever differ."""
DECLINE = "decline"


class Label(NamedTuple):
    """A sort of choices. Of `rule` and `sort` one at least is empty; `sort` is a thing, or a kind of things."""

    option: str
    rule: str = ""
    sort: str = ""

    @property
    def name(self) -> str:
        return f"{self.option}: {self.sort}" if self.sort else f"{self.option} in {self.rule}"


Likings = Mapping[str, float]
"""How much the choices with a label are liked, by the name of the label, in spreads of the worths in hand."""


class Habit(NamedTuple):
    label: Label
    prefers: bool


class Taste(NamedTuple):
    """The likings of one player in a game.

    Each label is liked by as much more or less as is drawn from `seed`: on average `error`, in spreads of the worths in hand.
    The opposite error draws the opposite.
    """

    seed: int = 0
    error: float = 0.0
    habits: tuple[Habit, ...] = ()


@dataclass(frozen=True, slots=True)
class Liking:
    """Likings and a taste for the choices of a table: see `caylus.machine.Liking`."""

    rules: Ruleset
    players: int
    taste: Taste
    likings: Likings = field(hash=False)

    def __call__(self, block: int, move: Move) -> int:
        return _like(self, find_labels(self.rules, self.players, block, move[:2]))


@lru_cache(maxsize=1 << 14)
def _like(liking: Liking, labels: tuple[Label, ...]) -> int:
    seed, error, habits = liking.taste
    spreads = sum(liking.likings.get(label.name, 0.0) + (error and error * draw_feeling(seed, label)) for label in labels)
    always = sum(_ALWAYS if prefers else -_ALWAYS for label, prefers in habits if label in labels)
    return round(spreads * (1 << LIKING_BITS)) + always


@lru_cache(maxsize=1 << 14)
def draw_feeling(seed: int, label: Label) -> float:
    """The part of an error that falls to a label: 0 on average, with a spread of 1."""
    return Random(f"{seed} {label.name}").gauss(0, 1)


@lru_cache(maxsize=1 << 14)
def find_labels(rules: Ruleset, players: int, block: int, move: Move) -> tuple[Label, ...]:
    """The labels of a move, of which the option and its first choice are enough: first that of its rule, then its thing's."""
    decision = rules.program(players).decisions[block]
    return tuple(_labels(decision, move))


def _labels(decision: DecisionInfo, move: Move) -> Iterator[Label]:
    number, *arguments = move
    if decision.gains or number >= len(decision.options):
        yield Label("gain" if decision.gains else DECLINE, decision.site.rule)
        if decision.gains:
            yield Label("gain", "", str(number))
        return
    option = decision.options[number]
    yield Label(option.name, decision.site.rule)
    if arguments and option.variables:
        kind = option.variables[0].type.kind
        if kind is None:
            yield Label(option.name, "", str(arguments[0]))
        elif not kind.is_player and 0 <= arguments[0] < len(kind.root.objects):
            thing = kind.root.objects[arguments[0]]
            yield from (Label(option.name, "", name) for name in (thing.name, *(kind.name for kind in thing.kind.lineage)))


def enumerate_habits(rules: Ruleset, players: int) -> list[Habit]:
    """Every habit that the rules leave room for: to prefer or to avoid an option, a thing, or a kind of things."""
    labels: dict[Label, None] = {}
    for decision in rules.program(players).decisions.values():
        labels.update(dict.fromkeys(label for move in _possible_moves(decision) for label in _labels(decision, move)))
    return [Habit(label, prefers) for label in labels for prefers in (True, False)]


def _possible_moves(decision: DecisionInfo) -> Iterable[Move]:
    """A move for each option and each thing that it may name first; one that declines."""
    if decision.gains:
        return
    yield (len(decision.options),)
    for number, option in enumerate(decision.options):
        yield (number,)
        kind = option.variables[0].type.kind if option.variables else None
        if kind is not None:
            root = kind.root.objects
            yield from ((number, thing.id) for thing in root if kind in thing.kind.lineage)
