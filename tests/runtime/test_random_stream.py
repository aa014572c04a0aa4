"""The random stream: SplitMix64 as published, fair numbers below n, fair shuffles."""

from __future__ import annotations

import pytest
from caylus.runtime import machine
from hypothesis import given, strategies as st

STATES = st.integers(0, 2**64 - 1)

# The first outputs of SplitMix64 as published with the algorithm's reference implementations.
PUBLISHED = {
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821],
    0: [16294208416658607535, 7960286522194355700, 487617019471545679],
}


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_stream_gives_the_published_outputs(seed: int) -> None:
    state, outputs = machine.seed_state(seed), []
    for _ in PUBLISHED[seed]:
        state, bits = machine.output(state)
        outputs.append(bits)
    assert outputs == PUBLISHED[seed]


def test_an_output_in_the_incomplete_last_run_of_n_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**64 leaves 1 when divided by 3: the last output alone would make 0 likelier than 1 and 2.
    outputs = iter([2**64 - 1, 2**64 - 1, 2**64 - 2])
    monkeypatch.setattr(machine, "output", lambda state: (state + 1, next(outputs)))
    assert machine.draw_below(0, 3) == (3, (2**64 - 2) % 3)


def test_no_output_is_wasted_where_n_divides_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "output", lambda state: (state + 1, 2**64 - 1))
    assert machine.draw_below(0, 2**10) == (1, 2**10 - 1)


@given(STATES, st.lists(st.integers(), max_size=40))
def test_a_shuffle_is_a_permutation_and_leaves_what_it_was_given_alone(state: int, members: list[int]) -> None:
    before = members[:]
    _, order = machine.shuffle_members(state, members)
    assert sorted(order) == sorted(members)
    assert members == before


@given(STATES)
def test_nothing_is_drawn_to_shuffle_one_or_none(state: int) -> None:
    assert machine.shuffle_members(state, []) == (state, [])
    assert machine.shuffle_members(state, [7]) == (state, [7])


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    state, members = machine.seed_state(1234567), [0, 1, 2, 3]
    expected = members[:]
    for place, bits in zip((3, 2, 1), PUBLISHED[1234567], strict=False):
        other = bits % (place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert machine.shuffle_members(state, members)[1] == expected
