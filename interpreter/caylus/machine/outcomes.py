"""The bots that play in a module, their judges, the chance they draw from, and why machine code may not be able to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from caylus.runtime import machine

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen import Program
    from caylus.runtime.game import Game


RANDOM, GREEDY, LEARNED = 0, 1, 2
"""What bots play by: anything; the outlook after each move; what was learned. From `LEARNED` on, each number is another judge."""

UNIT_BITS = 26
UNIT = 1 << UNIT_BITS
"""Judges add up whole numbers, so many to 1: in whatever order, and in whatever engine, it comes to the same."""

Part = tuple[int, int, int]
"""What something adds to the worth of a position, how that changes to the end of a game, and to the part of it that is over."""


LIKING_BITS = 10
"""A liking is a whole number, so many to the spread of the worths in hand."""

Liking = Callable[[int, tuple[int, ...]], int]
"""How much a seat likes a move beside its worth: by the block that asks, the option, and its first choice, if it has any.

Equal likings are taken for the same.
"""


WIDTH = 3
"""Moves that are played on before one of them is chosen."""

NAMED = 3
"""Choices of an option whose things experience may be of."""

Experience = Callable[[int, tuple[int, ...]], int]
"""How much more a choice is worth than the outlook after it says, in parts of `LIKING_BITS`: by the block that asks, and what the
move names (see `name_things`).
"""


def find_lender(kind: m.Kind) -> m.State | None:
    """The state whose object lends its name to a thing of a kind, as a card does to its slot."""
    name = next((one.called for one in kind.lineage if one.called), None)
    return next((one.states[name] for one in kind.lineage if name in one.states), None)


def list_lenders(program: Program) -> list[list[int]]:
    """For each block, and each option there, the slots of what lends names to the things that its first choices name.

    They are where such a state begins; 0 where there is none, and -1 where there is no choice any more.
    """
    slots: list[list[int]] = []
    for block in range(len(program.blocks)):
        decision = program.decisions.get(block)
        row = []
        for option in () if decision is None or decision.gains else decision.options:
            lenders = [variable.type.kind and find_lender(variable.type.kind) for variable in option.variables[:NAMED]]
            row += [program.layout.states[lender] if lender else 0 for lender in lenders] + [-1] * (NAMED - len(lenders))
        slots.append(row or [-1] * NAMED)
    return slots


def name_things(s: Sequence[int], lenders: Sequence[int], move: Sequence[int]) -> list[int]:
    """The option of a move, then for each choice what it names, and the thing that lends its name to that; -1 for none."""
    things: list[int] = [move[0]]
    for choice in range(NAMED):
        place = NAMED * move[0] + choice
        slot = lenders[place] if place < len(lenders) else -1
        if slot >= 0:
            value = move[1 + choice]
            things.append(value)
            things.append(s[slot + value] if slot > 0 and value >= 0 else -1)
    return things


Contest = tuple[Part, Part, Part, Part]
"""What the best rival's amount adds so many times, that of all rivals together, more than the best rival's, and less."""


class Judgement(Protocol):
    """A judgement of positions for a seat: the sum of what groups of slots, contests, outlooks and whose turn it is add.

    A contest is about what the seat has in the first of its slots and each rival in another one. In a group, a slot with a limit
    that is not -1 counts by whether its number is from 0 to below the limit.
    """

    slots: list[tuple[int, ...]]
    limits: list[tuple[int, ...]]
    contests: list[tuple[tuple[int, ...], Contest]]
    always: Part
    of_outlook: Part
    of_outlooks: Contest

    def weigh(self, group: int, values: tuple[int, ...]) -> Part: ...

    def weigh_asking(self, is_own: bool, rule: str) -> Part:
        """By whether the seat itself is asked, and the rule that asks."""


class Judge(Protocol):
    """One judge: a judgement for each seat, and what the end of a game is worth to a seat, in units."""

    @property
    def judgements(self) -> Sequence[Judgement]: ...

    def outcome(self, game: Game, seat: int) -> int: ...


class Unfit(Exception):
    """Machine code cannot play this; the text says why. Python goes on from the same state."""


def add_parts(parts: Iterable[tuple[int, Part]]) -> Part:
    """The sum of parts, each so many times."""
    early = change = elapsed = 0
    for number, part in parts:
        early += number * part[0]
        change += number * part[1]
        elapsed += number * part[2]
    return early, change, elapsed


def add_likings(worths: list[int], likings: list[int]) -> list[int]:
    """The worths of some moves with how much each is liked, in mean distances of the worths from their mean, in small parts."""
    mean = sum(worths) // len(worths)
    spread = 1 + sum([abs(worth - mean) for worth in worths]) // len(worths)
    return [(worths[i] << LIKING_BITS) + spread * likings[i] for i in range(len(worths))]


def contest_parts(amounts: Sequence[int], contest: Contest) -> list[tuple[int, Part]]:
    """The parts of a contest, by the amounts of the seat and of each rival."""
    own, best, others = amounts[0], max(amounts[1:]), sum(amounts[1:])
    return [(best, contest[0]), (others, contest[1]), (int(own > best), contest[2]), (int(own < best), contest[3])]


class Stream(Random):
    """The chance that a bot draws from. A stream that is made from the `state` of another goes on as that does."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.state = machine.seed_state(seed)

    def draw_below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state, number = machine.draw_below(self.state, n)
        return number

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)

    def getrandbits(self, k: int, /) -> int:
        """At most 64 random bits."""
        self.state, bits = machine.output(self.state)
        return bits >> 64 - k

    def __reduce__(self) -> tuple[object, ...]:
        return Stream, (), vars(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
