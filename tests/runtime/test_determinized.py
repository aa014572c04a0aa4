"""A determinized copy: a game as one seat knows it, with what it does not know made up."""

from __future__ import annotations

import caylus
import pytest
from support import tiny
from support.orchard import RULES as ORCHARD, positions

PICKS = (3, 1, 0, 2, 5, 4, 7)


@pytest.mark.slow
def test_whoever_decides_sees_no_difference() -> None:
    for game in positions(PICKS):
        if not game.over:
            player = game.players[game.seat]
            twin = game.determinize(player, 1)
            assert twin.view(player) == game.view(player)
            assert twin.moves == game.moves
            assert twin.seat == game.seat


@pytest.mark.slow
def test_the_game_itself_stays_as_it_was() -> None:
    for game in positions(PICKS):
        before = game.save()
        game.determinize("Ann", 1)
        assert game.save() == before


LUCK = """
resource luck hidden, fame hidden sum
action main() { for each player in players { may gain 1 luck } }
value score(player) = player.luck + player.fame
"""


def list_holdings(game: caylus.Game, resource: str) -> list[int]:
    return [game.read(resource, player) for player in game.players]


def test_where_nobody_has_watched_rivals_are_taken_to_hold_what_the_seat_holds() -> None:
    game = tiny.rules(LUCK).position("main", {"Ann": {"luck": 3}, "Ben": {"luck": 20}, "Cem": {"luck": 40}}, 3)
    assert [list_holdings(game.determinize(player, 1), "luck") for player in game.players] == [[3] * 3, [20] * 3, [40] * 3]


def test_positions_that_differ_in_hidden_numbers_only_have_equal_copies() -> None:
    one, other = (tiny.rules(LUCK).position("main", {"Ann": {"luck": 9}, "Ben": {"luck": theirs}}, 2) for theirs in (0, 50))
    assert one != other
    assert one.determinize("Ann", 1) == other.determinize("Ann", 1)


def test_a_sum_that_is_only_kept_face_down_everybody_has_counted() -> None:
    game = tiny.rules(LUCK).position("main", {"Ann": {"fame": 3}, "Ben": {"fame": 20}}, 2)
    assert list_holdings(game.determinize("Ann", 1), "fame") == [3, 20]


def test_what_is_drawn_from_then_on_comes_from_the_seed_alone() -> None:
    past = ORCHARD.new_game(3, 1).transcript()["draws"]
    queues = set()
    for own_seed in (1, 2, 3):
        for settled in ([], [["Ann", "Ben", "Cem"]], [["Cem", "Ben", "Ann"]]):
            twin = ORCHARD.new_game(3, own_seed, draws=[*past, *settled]).determinize("Ann", 8)
            while twin.rounds == 1:
                twin.play(0)
            queues.add(tuple(twin.view()["lists"]["queue"]))
    assert len(queues) == 1


def test_seeds_give_different_draws() -> None:
    game = ORCHARD.new_game(3, 1)
    queues = set()
    for seed in range(30):
        twin = game.determinize("Ann", seed)
        while twin.rounds == 1:
            twin.play(0)
        queues.add(tuple(twin.view()["lists"]["queue"]))
    assert len(queues) == 6


TELL = """
resource luck hidden
action main() { for each player in players { do tell(player) } }
action tell(player) { may choose { option tell(number in 1 to player.luck) { gain 1 luck } } }
"""


def test_at_a_rival_s_decision_the_options_do_not_tell_what_the_rival_holds() -> None:
    rules = tiny.rules(TELL)
    copies = []
    for luck in (2, 9):
        game = rules.position("tell", {"Ann": {"luck": 5}, "Ben": {"luck": luck}}, 2, arguments={"player": "Ben"})
        assert len(game.moves) == luck + 1
        copies.append(game.determinize("Ann", 1))
        assert len(game.determinize("Ben", 1).moves) == luck + 1
    assert [len(copy.moves) for copy in copies] == [6, 6]
    assert copies[0] == copies[1]


def test_a_copy_has_no_seed_and_no_transcript() -> None:
    twin = ORCHARD.new_game(3, 1).determinize("Ann", 1)
    assert twin.seed is None
    with pytest.raises(ValueError, match="no transcript"):
        twin.transcript()


def test_at_the_end_nothing_is_hidden() -> None:
    game = ORCHARD.new_game(3, 1)
    while not game.over:
        game.play(0)
    assert game.determinize("Ann", 1).scores == game.scores
