"""Small rulesets that branch on, count, order or fail by a secret: what the check lets through gives nothing away in play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

import caylus
import pytest
from support import tiny

from .games import Found, hiding, whole
from .lockstep import Tally, play

Way = TypeVar("Way")
BY_DAY, AT_NIGHT = 25, 1500
GAMES = 4
NUMBERS = (
    "1", "2", "player.secret", "player.dime", "player.note", "shown", "size of player.hand", "size of deck", "player.seen",
    "(sum of one.worth for one in player.hand)", "hall[player.number].trap", "player.point",
)  # fmt: skip


class Writer:
    """Writes rules at random; equal seeds give equal rules."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._names = 0

    def write_program(self) -> str:
        """The rules of a game whose last decision comes after all that may tell something."""
        loops = (f"for each player in order {{ {self._write_block()} }}" for _ in range(self._pick(1, 2)))
        return whole("\n".join([*loops, "for each player in order { may gain 1 point }\n"]))

    def _pick(self, *ways: Way) -> Way:
        return self._random.choice(ways)

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"

    def _number(self) -> str:
        return self._pick(*NUMBERS)

    def _condition(self) -> str:
        return self._pick(
            f"{self._number()} > {self._pick(1, 2, 3)}",
            f"{self._number()} is {self._pick(1, 2)}",
            f"{self._number()} < {self._number()}",
            f"(some one in player.hand where one.worth > {self._pick(2, 3, 5)})",
            "deck[1].worth > 3",
            f"size of heap > {self._pick(0, 1)}",
        )

    def _write_public(self) -> str:
        number = self._number()
        return self._pick(
            "raise shown by 1",
            "gain 1 point",
            'say "now"',
            "raise player.seen by 1",
            f"set shown to {number}",
            f"gain ({number}) point",
        )

    def _write_hidden(self) -> str:
        number = self._number()
        return self._pick(
            f"set player.note to {number}", f"raise player.purse by {number}", "player loses 1 dime", "gain 1 dime",
            "put deck[1] from deck into player.hand", f"set player.note to {self._pick(1, 2, 3)}",
        )  # fmt: skip

    def _write_move(self) -> str:
        return self._pick(
            "put player.hand[1] from player.hand into heap", "put deck[2] from deck into player.hand", "put deck[1] from deck into heap",
            "put heap[1] from heap into deck", "shuffle player.hand", "sort one in player.hand by most one.worth",
            "reveal player.secret", "reveal player.note",
        )  # fmt: skip

    def _write_effect(self) -> str:
        write: Callable[[], str] = self._pick(self._write_public, self._write_hidden, self._write_hidden, self._write_move)
        return write()

    def _write_block(self, depth: int = 2) -> str:
        return ", ".join(self._write_statement(depth) for _ in range(self._pick(1, 1, 1, 2)))

    def _write_statement(self, depth: int) -> str:
        if depth == 0:
            return self._write_effect()
        block = self._write_block(depth - 1)
        other = self._pick("", f" else {{ {self._write_block(depth - 1)} }}")
        options = " ".join(
            f"option {self._name('o')} {{ {self._pick('', f'require {self._condition()}, ', 'pay 1 dime, ')}{self._write_effect()} }}"
            for _ in range(self._pick(1, 2, 3))
        )
        return self._pick(
            f"if {self._condition()} {{ {block} }}{other}",
            f"if {self._condition()} {{ {block} }}{other}",
            f"for each {(card := self._name('c'))} in player.hand where {card}.worth > {self._pick(2, 4)} {{ {block} }}",
            f"for each {self._name('n')} in 1 to {self._number()} {{ {block} }}",
            f"choose {{ {options} }}{other or ' else { nothing }'}",
            f"may choose {{ {options} }}",
            self._write_effect(),
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds", [range(BY_DAY), pytest.param(range(BY_DAY, AT_NIGHT), marks=pytest.mark.nightly)], ids=["some", "many"]
)
def test_what_the_check_lets_through_gives_nothing_away(seeds: range) -> None:
    tally, accepted = Tally(), 0
    for seed in seeds:
        text = Writer(seed).write_program()
        try:
            tiny.rules(text)
        except caylus.RulesetError:
            continue
        finally:
            tiny.rules.cache_clear()
        accepted += 1
        if hiding(program := Found(f"{seed}", text)) is not None:
            for game in range(GAMES):
                play(program, game, tally)
                assert not tally.leaks, f"{text}\n{tally.leaks[0]}"
    assert accepted > len(seeds) // 10
    assert tally.counts["comparisons"] > len(seeds) // 4
