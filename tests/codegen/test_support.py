"""Lists that generated code writes keep their shape."""

from __future__ import annotations

import pytest
from caylus.codegen import support
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

ROOM = 6
BASE = 3
MEMBERS = st.integers(0, ROOM - 1)


class ListInTheState(RuleBasedStateMachine):
    """A list between two numbers that are not its own, beside the same list in Python."""

    def __init__(self) -> None:
        super().__init__()
        self.s = [91, 92, 93, *[0] * (ROOM + 1), 94]
        self.wanted: list[int] = []

    @rule(member=MEMBERS)
    def add(self, member: int) -> None:
        if member in self.wanted:
            with pytest.raises(OverflowError):
                support.add(self.s, BASE, member)
        else:
            support.add(self.s, BASE, member)
            self.wanted.append(member)

    @rule(member=MEMBERS, front=st.booleans())
    def put_to_an_end(self, member: int, front: bool) -> None:
        support.shift(self.s, BASE, member, front)
        others = [m for m in self.wanted if m != member]
        self.wanted = [member, *others] if front else [*others, member]

    @rule(front=st.booleans())
    def add_none(self, front: bool) -> None:
        support.add(self.s, BASE, -1)
        support.shift(self.s, BASE, -1, front)

    @rule(member=st.integers(-1, ROOM - 1))
    def remove(self, member: int) -> None:
        support.remove(self.s, BASE, member)
        self.wanted = [m for m in self.wanted if m != member]

    @rule()
    def reverse(self) -> None:
        support.reverse(self.s, BASE)
        self.wanted.reverse()

    @precondition(lambda self: self.wanted)
    @rule()
    def clear(self) -> None:
        support.clear(self.s, BASE)
        self.wanted = []

    @invariant()
    def the_state_holds_the_list_and_nothing_behind_it(self) -> None:
        behind = [0] * (ROOM - len(self.wanted))
        assert self.s == [91, 92, 93, len(self.wanted), *self.wanted, *behind, 94]

    @invariant()
    def items_are_counted_from_one_and_none_lies_outside(self) -> None:
        items = [support.list_member(self.s, BASE, i) for i in range(-1, ROOM + 2)]
        assert items == [-1, -1, *self.wanted, *[-1] * (ROOM + 1 - len(self.wanted))]


TestAListInTheState = ListInTheState.TestCase
