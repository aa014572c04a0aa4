"""The chance that bots draw from, in Python as in machine code."""

from __future__ import annotations

from random import Random

from caylus.runtime import machine


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
