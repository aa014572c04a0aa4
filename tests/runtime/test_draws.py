"""Chance: drawn from the game's own stream, told in the log, fair, and fixed by whoever wants to."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.runtime import machine
from hypothesis import given, strategies as st
from support import tiny

DICE = """
kind side plural sides
row die of 6 sides
state rolled side
list pile of side
list seats of player
action main() {
  for each player in shuffled players { add player to seats }
  for each side in shuffled die, i in 1 to 1 { set rolled to side }
  let order = shuffled die
  for each side in order { add side to pile }
  shuffle pile
}
"""


def game(**more: Any) -> caylus.Game:
    return tiny.game(DICE, players=3, **more)


def test_every_draw_is_told_in_the_order_drawn() -> None:
    draws = [e.data["order"] for e in game(seed=4).events if e.kind == "draw"]
    view = game(seed=4).view()
    assert [len(order) for order in draws] == [3, 6, 6, 6]
    assert draws[0] == view["lists"]["seats"]
    assert draws[1][0] == view["table"]["rolled"]
    assert draws[3] == view["lists"]["pile"]


def test_no_seat_is_told_of_a_draw_but_of_what_comes_of_it() -> None:
    asked = tiny.game(DICE.replace("shuffle pile", "shuffle pile, for each player in players { may { } }"), players=3)
    assert {event.kind for event in asked.events} == {"draw", "list", "set"}
    for seat in ("Ann", caylus.SPECTATOR):
        assert {event.kind for event in asked.events_for(seat)} == {"list", "set"}


def test_equal_seeds_draw_alike_and_others_do_not() -> None:
    piles = {tuple(game(seed=seed).view()["lists"]["pile"]) for seed in [1, 1, 2, 3, -1, 2**64 - 1, 2**63 - 1]}
    assert len(piles) == 5


def test_any_whole_number_is_a_seed() -> None:
    assert game(seed=-1).digest() == game(seed=2**64 - 1).digest()


def test_the_first_draws_can_be_fixed_and_the_others_go_on_by_chance() -> None:
    fixed = game(seed=4, draws=[["Ben", "Cem", "Ann"], [f"die {i}" for i in (5, 1, 2, 3, 4, 6)]])
    view, free = fixed.view(), game(seed=4).view()
    assert view["lists"]["seats"] == ["Ben", "Cem", "Ann"]
    assert view["table"]["rolled"] == "die 5"
    assert view["lists"]["seats"] != free["lists"]["seats"]
    assert len(set(view["lists"]["pile"])) == 6


def test_a_fixed_draw_uses_up_as_much_chance_as_a_free_one() -> None:
    chance = game(seed=4)._machine.s[0]
    assert game(seed=4, draws=[["Cem", "Ann", "Ben"]])._machine.s[0] == chance


def test_a_fixed_draw_of_something_else_is_a_fault_with_a_code() -> None:
    with pytest.raises(caylus.RuleFault) as caught:
        game(draws=[["Ann", "Ben", "Ben"]])
    assert caught.value.code == "E0705"


def test_a_fixed_draw_of_unknown_things_names_them() -> None:
    with pytest.raises(caylus.UnknownThing, match="`Zoe` is not an object or a player"):
        game(draws=[["Ann", "Ben", "Zoe"]])


def test_a_game_in_which_a_number_was_drawn_is_saved_and_goes_on() -> None:
    drawn = "state n number\naction main() { let die = random 1 to 6, set n to die, let someone = random players, ASK }"
    game = tiny.game(drawn.replace("ASK", "someone chooses { option on { }, option off { } }"), 2, seed=3)
    assert caylus.resume(game.save()) == game


# ---- by lot

LOTS = """
kind card plural cards
card ace
card ten
list hand of card
state last card
state many number
action main() { let die = random 1 to 6, let card = random cards, set last to card, set many to die }
"""


def test_a_number_is_drawn_by_lot_from_all_of_them() -> None:
    assert {tiny.table(tiny.game(LOTS, seed=seed))["many"] for seed in range(60)} == {1, 2, 3, 4, 5, 6}


def test_a_lot_uses_the_stream_once_and_is_told_as_a_draw() -> None:
    game = tiny.game(LOTS)
    draws = [event.data["order"] for event in game.events if event.kind == "draw"]
    assert draws == [[tiny.table(game)["many"]], [tiny.table(game)["last"]]] == game.transcript()["draws"]


def test_a_lot_can_be_fixed_by_its_one_member() -> None:
    game = tiny.game(LOTS, seed=5, draws=[[4], ["ten"]])
    assert tiny.table(game) == {"last": "ten", "many": 4}
    assert game._machine.s[0] == tiny.game(LOTS, seed=5)._machine.s[0]
    assert caylus.replay(game.transcript(), game.rules) == game


@pytest.mark.parametrize("draws", [[[7]], [[1, 2]], [[]]])
def test_a_lot_fixed_to_what_is_not_there_is_a_fault_with_a_code(draws: list[list[str | int]]) -> None:
    with pytest.raises(caylus.RuleFault) as caught:
        tiny.game(LOTS, draws=draws)
    assert caught.value.code == "E0705"


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
