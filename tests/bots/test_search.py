"""What Monte Carlo tree search finds, and when it stops."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named, common
from support import tiny

pytestmark = pytest.mark.slow

NOUGHTS = caylus.load(Path(__file__).parents[1] / "games" / "noughts")


def marked_place(*cells: int) -> caylus.Game:
    game = NOUGHTS.new_game(2)
    for cell in cells:
        game.choose(f"mark board {cell}")
    return game


def answer(game: caylus.Game, bot: str, seed: int = 1) -> str:
    """The id of the option that a bot takes."""
    decision = game.decision
    assert decision is not None
    return decision.options[bot_named(bot, seed)(game)].id


@pytest.mark.parametrize(("cells", "won"), [((1, 4, 2, 5), 3), ((1, 5, 9, 3, 2), 7), ((2, 5, 4, 1, 3), 9)])
@pytest.mark.parametrize("bot", ["greedy", "mcts:10", "mcts:200"])
def test_a_win_at_hand_is_taken(cells: tuple[int, ...], won: int, bot: str) -> None:
    assert answer(marked_place(*cells), bot) == f"mark board {won}"


@pytest.mark.parametrize(("cells", "needed"), [((1, 5, 2), 3), ((5, 1, 3), 7), ((1, 2, 5), 9)])
def test_a_loss_is_prevented(cells: tuple[int, ...], needed: int) -> None:
    assert answer(marked_place(*cells), "mcts:100") == f"mark board {needed}"


@pytest.mark.nightly
@pytest.mark.parametrize("first", [1, 5])
def test_the_second_at_noughts_and_crosses_never_loses(first: int) -> None:
    """Against everything the first may do after a corner or the centre."""

    def ends(game: caylus.Game) -> Iterator[caylus.Game]:
        if game.over:
            yield game
        elif game.players[game.seat] == "Cross":
            game.play(bot_named("mcts:200", 5)(game))
            yield from ends(game)
        else:
            for move in range(len(game.moves)):
                later = game.copy()
                later.play(move)
                yield from ends(later)

    assert all("Cross" in game.winners for game in ends(marked_place(first)))


GAMBLE = """
kind card plural cards { worth number }
card blank { worth 0 }
card void  { worth 0 }
card prize { worth 10 }
resource point
action main() {
  for each player in players {
    choose "Draw or be content" {
      option draw    { for each card in shuffled cards, turn in 1 to 1 { gain card.worth point } }
      option content { gain 4 point }
    }
  }
}
value score(player) = player.point
"""


@pytest.mark.parametrize("first", ["blank", "prize"])
@pytest.mark.parametrize("seed", range(2))
def test_a_draw_is_judged_by_all_that_may_come_of_it_and_not_by_what_will(first: str, seed: int) -> None:
    cards = [first, *sorted({"blank", "void", "prize"} - {first})]
    assert answer(tiny.game(GAMBLE, draws=[cards]), "mcts:2000", seed) == "content"


HARM = """
resource point
action main() {
  for each player in players { gain 5 point }
  for each player in players {
    choose {
      option harm(rival in players where rival is not player) "harm {rival}" { rival loses 3 point }
      option idle { nothing }
    }
  }
}
value score(player) = player.point
"""


def test_what_harms_a_rival_is_good_though_it_brings_nothing() -> None:
    assert answer(tiny.game(HARM, players=3), "mcts:3000") in ("harm Ben", "harm Cem")


class Clock:
    """Each look at it takes a millisecond."""

    def __init__(self) -> None:
        self.looks = 0

    def perf_counter(self) -> float:
        self.looks += 1
        return self.looks / 1000


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Clock:
    slow = Clock()
    monkeypatch.setattr(common, "time", slow)
    return slow


@pytest.mark.parametrize("milliseconds", [1, 5, 40, 500])
def test_the_search_ends_with_its_time_even_in_the_middle_of_a_thought(milliseconds: int, slow: Clock) -> None:
    game = caylus.load("classic").new_game(4, seed=1)
    move = bot_named(f"mcts:{milliseconds}ms", seed=1)(game)
    assert 0 <= move < len(game.moves)
    assert slow.looks <= milliseconds + 4


def test_the_search_ends_where_the_time_left_cannot_make_another_move_the_favourite(monkeypatch: pytest.MonkeyPatch) -> None:
    def looks(cells: tuple[int, ...]) -> int:
        clock = Clock()
        monkeypatch.setattr(common, "time", clock)
        answer(marked_place(*cells), "mcts:400ms")
        return clock.looks

    assert looks((1, 4, 2, 5)) < 300 < looks(())  # a win at hand, and an empty board


@pytest.mark.usefixtures("slow")
def test_with_time_for_no_more_than_a_look_at_each_move_the_best_outlook_decides() -> None:
    game = marked_place(2, 5, 4, 1, 3)
    assert answer(game, f"mcts:{len(game.moves) + 1}ms") == "mark board 9"


def test_a_thought_leaves_the_garbage_collector_as_it_was() -> None:
    frozen = gc.get_freeze_count()
    bot_named("mcts:3", seed=1)(marked_place(1))
    assert gc.get_freeze_count() == frozen
    assert gc.isenabled()
