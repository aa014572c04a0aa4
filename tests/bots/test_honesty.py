"""What a seat cannot see makes no difference to a bot that sits there: the rivals' hidden numbers, the draws to come."""

from __future__ import annotations

from collections.abc import Sequence

import caylus
from caylus_tools.bots import bot_named
from edition_1303.test_hidden import game_with
from engine.orchard import RULES as ORCHARD
from hypothesis import given, settings
from hypothesis import strategies as st

BOTS = ["random", "greedy", "mcts:3"]

numbers = st.integers(0, 60)


def answers(game: caylus.Game, seed: int = 7) -> dict[str, int]:
    """The move of each bot."""
    return {bot: bot_named(bot, seed)(game) for bot in BOTS}


@given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    moves=st.lists(st.integers(0, 300), max_size=250),
    prestige=st.tuples(*[numbers] * 5),
    other_prestige=st.tuples(*[numbers] * 5),
)
@settings(max_examples=60, deadline=None)
def test_the_hidden_numbers_of_the_others_make_no_difference(
    players: int, seed: int, moves: list[int], prestige: tuple[int, ...], other_prestige: tuple[int, ...]
) -> None:
    one = game_with(prestige[:players], seed, moves)
    if one.over:
        return
    others = [prestige[p] if p == one.seat else other_prestige[p] for p in range(players)]
    assert answers(one) == answers(game_with(others, seed, moves))


def played(seed: int, picks: Sequence[int], draws: Sequence[Sequence[str]] = ()) -> caylus.Game:
    """A game played on by moves picked by their remainders."""
    game = ORCHARD.new_game(3, seed, draws=draws)
    for pick in picks:
        if not game.over:
            game.play(pick % len(game.moves))
    return game


@given(picks=st.lists(st.integers(0, 30), max_size=80), seed=st.integers(0, 2**32), queue=st.permutations(["Ann", "Ben", "Cem"]))
@settings(max_examples=60, deadline=None)
def test_the_draws_to_come_make_no_difference(picks: list[int], seed: int, queue: list[str]) -> None:
    """The games have the same past; one goes on with another random stream, one with draws that are settled already."""
    game = played(1, picks)
    if game.over:
        return
    past = game.transcript()["draws"]
    assert answers(game) == answers(played(seed, picks, past)) == answers(played(1, picks, [*past, queue, queue, queue]))


def test_a_bot_does_not_know_what_its_own_move_will_draw() -> None:
    """Positions in which a move leads to a draw at once, each with every order that may come of it."""
    orders = [["Ann", "Ben", "Cem"], ["Cem", "Ben", "Ann"], ["Ben", "Cem", "Ann"]]
    picks: list[int] = []
    seen = 0
    game = played(1, picks)
    while not game.over:
        past = game.transcript()["draws"]
        after = game.copy()
        after.play(0)
        if len(after.transcript()["draws"]) > len(past):
            seen += 1
            first, *others = [answers(played(1, picks, [*past, order])) for order in orders]
            assert all(other == first for other in others)
        picks.append(0)
        game.play(0)
    assert seen >= 2
