"""Hints name the best choices in hand, by what bots have learned, and ask nothing that the seat may not know."""

from __future__ import annotations

import re

import caylus
import pytest
from caylus_tools.answers.hints import analyse_choices, find_hints, give_hints
from caylus_tools.bots import bot_named
from support import tiny

pytestmark = pytest.mark.slow


def advance(edition: str, decisions: int) -> caylus.Game:
    game, bot = caylus.load(edition).new_game(3, 11), bot_named("normal", 2)
    for _ in range(decisions):
        game.play(bot(game))
    return game


def hints(game: caylus.Game) -> list[str]:
    assert game.decision is not None
    return list(give_hints(game, game.decision))


@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_a_hint_names_up_to_three_choices_from_the_best_on(edition: str) -> None:
    game = advance(edition, 40)
    assert game.decision is not None
    found = find_hints(game, game.decision)
    assert len(found) == min(3, len(game.decision.options))
    assert [hint.behind for hint in found] == sorted(hint.behind for hint in found)
    assert found[0].compared == ""
    assert re.search(r"^(gains|costs): .+ \([+\u2212]\d+\.\d points\)$", found[0].reasons)
    assert not re.search(r"[\[\]_]", " ".join(hint.reasons for hint in found))
    head, *lines = hints(game)
    assert head.endswith("would choose:")
    assert "sure" in lines[-1]


def test_a_hint_is_the_same_in_every_game_that_the_seat_could_be_in() -> None:
    game = advance("1303", 40)
    player = game.players[game.seat]
    assert len({tuple(hints(game.determinize(player, seed))) for seed in range(5)}) == 1


def test_where_bots_have_learned_nothing_a_hint_says_so() -> None:
    game = tiny.game("resource coin\naction main() { for each player in players { may gain 1 coin } }")
    assert "no hint" in hints(game)[0]


def test_more_thought_compares_the_best_choices_by_what_the_seat_knows() -> None:
    game = advance("1303", 20)
    assert game.decision is not None
    player = game.players[game.seat]
    head, *found = analyse_choices(game, game.decision)
    assert head.endswith("find:")
    places = [line for line in found if re.match(r"  \d\. ", line)]
    assert len(places) == min(3, len(game.moves))
    assert "points" not in places[0]
    assert all(re.search(r"(: about \d+ points? worse \(\d+ to \d+\)| \(about as good\))$", line) for line in places[1:])
    world = game.determinize(player, 5)
    assert world.decision is not None
    assert [head, *found] == list(analyse_choices(world, world.decision))
