"""What a seat cannot see makes no difference to a bot that sits there: the rivals' hidden numbers, the draws to come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named
from hypothesis import given, settings, strategies as st
from support import tiny
from support.orchard import RULES as ORCHARD
from support.texts import read_rules

pytestmark = pytest.mark.slow

BOTS = ["random", "greedy", "easy", "normal", "mcts:8"]


def answers(game: caylus.Game, seed: int = 7) -> dict[str, int]:
    """The move of each bot."""
    return {bot: bot_named(bot, seed)(game) for bot in BOTS}


def play_game(seed: int, picks: Sequence[int], draws: Sequence[Sequence[str]] = ()) -> caylus.Game:
    """A game played on by moves picked by their remainders."""
    game = ORCHARD.new_game(3, seed, draws=draws)
    for pick in picks:
        if not game.over:
            game.play(pick % len(game.moves))
    return game


@pytest.mark.nightly
@given(picks=st.lists(st.integers(0, 30), max_size=80), seed=st.integers(0, 2**32), queue=st.permutations(["Ann", "Ben", "Cem"]))
@settings(max_examples=6)
def test_the_draws_to_come_make_no_difference(picks: list[int], seed: int, queue: list[str]) -> None:
    """Three games with one past: one goes on with another random stream, one with draws that are settled already."""
    game = play_game(1, picks)
    if game.over:
        return
    past = game.transcript()["draws"]
    assert answers(game) == answers(play_game(seed, picks, past)) == answers(play_game(1, picks, [*past, queue, queue, queue]))


GAMBLE = read_rules(__file__, "honesty_gamble")


@pytest.mark.nightly
@pytest.mark.parametrize("bot_seed", range(8))
def test_a_bot_does_not_know_what_its_own_move_will_draw(bot_seed: int) -> None:
    games = [tiny.game(GAMBLE, seed=seed) for seed in range(6)]
    games += [tiny.game(GAMBLE, draws=[order]) for order in permutations(["blank", "mean", "prize"])]
    first, *others = [answers(game, bot_seed) for game in games]
    assert all(other == first for other in others)


ROB = """
resource luck hidden
resource point
action main() {
  for each player in players {
    choose {
      option rob(rival in players where rival is not player) "rob {rival}" { rival loses 4 luck }
      option rest { gain 1 point }
    }
  }
}
value score(player) = player.luck + player.point
value outlook(player) = 2 * score(player) - (sum of score(other) for other in players)
"""


@pytest.mark.nightly
@given(luck=st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)))
def test_a_bot_does_not_know_what_there_is_to_be_robbed(luck: tuple[int, int, int]) -> None:
    def game(ben: int, cem: int, dot: int) -> caylus.Game:
        held = {"Ann": 5, "Ben": ben, "Cem": cem, "Dot": dot}
        return tiny.rules(ROB).position("main", {name: {"luck": n} for name, n in held.items()}, 4)

    assert answers(game(*luck)) == answers(game(5, 5, 5))


def test_a_bot_that_found_no_game_it_could_be_in_does_not_look_for_one_again_in_games_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def draw(kept: object, worlds: object, seed: int, most: int) -> caylus.Game:
        tried.append(most)
        raise caylus.NoWorld("none")

    monkeypatch.setattr("caylus.KeptWorlds.draw", draw)
    game = caylus.load(Path(__file__).parents[1] / "games" / "cups").new_game(2, 1)
    for bot in ("greedy", "mcts:8"):
        policy = bot_named(bot, 1)
        assert {policy(game) in range(len(game.moves)) for _ in range(3)} == {True}
    assert len(tried) == 2
