"""A game of another kind, in the same language, run by the same interpreter: noughts and crosses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import caylus
import pytest
from hypothesis import given, strategies as st
from support.whole_games import options_are_complete, play, saving_keeps_everything, undo_restores

RULES = caylus.load(Path(__file__).parent / "noughts")
LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def play_game(*cells: int) -> caylus.Game:
    """A game in which these cells are marked, one after the other; the last free cell is marked unasked."""
    game = RULES.new_game(2)
    for cell in cells:
        game.choose(f"mark board {cell}")
    return game


def marks(game: caylus.Game) -> list[str | None]:
    return [cell["mark"] for cell in game.view()["rows"]["board"]]


def test_both_mark_cells_in_turn() -> None:
    game = play_game(5, 1, 9)
    assert marks(game) == ["Cross", None, None, None, "Nought", None, None, None, "Nought"]
    assert game.decision is not None
    assert game.decision.player == "Cross"
    assert [option.text for option in game.decision.options[:2]] == ["mark board 2", "mark board 3"]


def test_a_cell_is_marked_once() -> None:
    game = play_game(5)
    with pytest.raises(caylus.IllegalChoice, match="it has been marked"):
        game.choose("mark board 5")


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_line_win(line: tuple[int, int, int]) -> None:
    others = [cell for cell in range(1, 10) if cell not in line]
    loser = next((a, b) for a in others for b in others if a < b)
    game = play_game(line[0], loser[0], line[1], loser[1], line[2])
    assert game.over
    assert game.winners == ["Nought"]
    assert game.scores == {"Nought": 1, "Cross": 0}


def test_the_second_to_play_can_win() -> None:
    game = play_game(1, 4, 2, 5, 9, 6)
    assert game.over
    assert game.winners == ["Cross"]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    game = play_game(1, 2, 3, 5, 4, 6, 8, 7)
    assert game.over
    assert None not in marks(game)
    assert game.winners == ["Nought", "Cross"]


@pytest.mark.slow
@given(st.lists(st.integers(0, 8), max_size=9))
def test_whatever_is_played_the_game_ends_and_keeps_what_must_be_kept(picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        options_are_complete(game)
        saving_keeps_everything(game)
        undo_restores(game)

    game = play(RULES, 2, 0, picks, check)
    lines = [line for line in LINES if len({marks(game)[cell - 1] for cell in line}) == 1]
    owners = {marks(game)[line[0] - 1] for line in lines} - {None}
    assert game.winners == (sorted(map(str, owners)) or ["Nought", "Cross"])


@cache
def _value(board: tuple[str | None, ...], player: str) -> int:
    """1 if the player to move can force a win, 0 a draw, -1 otherwise: written without the rules."""
    other = "Cross" if player == "Nought" else "Nought"
    if any(all(board[cell - 1] == other for cell in line) for line in LINES):
        return -1
    moves = [i for i, mark in enumerate(board) if mark is None]
    return max((-_value((*board[:i], player, *board[i + 1 :]), other) for i in moves), default=0)


def test_the_copies_of_a_search_find_what_the_game_is_known_to_be() -> None:
    def search(game: caylus.Game) -> int:
        if game.decision is None:
            scores = game.scores
            return scores["Nought"] - scores["Cross"]
        values = []
        for i in range(len(game.moves)):
            twin = game.copy()
            twin.play(i)
            values.append(search(twin))
        return max(values) if game.decision.player == "Nought" else min(values)

    game = play_game(5, 2, 1)
    assert search(game) == -_value(tuple(marks(game)), "Cross")
    assert search(game) == 1
