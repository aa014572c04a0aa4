"""Whole games of classic, for every number of players: they end, and nothing is lost or broken on the way."""

from __future__ import annotations

import os

import caylus
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from support.whole_games import (
    illegal_choices_change_nothing,
    nothing_is_negative,
    now_and_then,
    options_are_complete,
    play,
    saving_keeps_everything,
    undo_restores,
)

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("CAYLUS_RANDOM_GAMES", "1"))
RULES = caylus.load("classic")
WORKERS = 6


def workers_are_conserved(game: caylus.Game) -> None:
    """Each worker is in hand, on a space, in a queue or in the inn; no space holds two."""
    view = game.view()
    standing = [space["worker"] for row in view["rows"].values() for space in row]
    standing += view["lists"]["stable"] + view["lists"]["castle_queue"] + [view["table"]["inn_guest"]]
    for player in view["players"]:
        assert player["state"]["workers"] + standing.count(player["name"]) == WORKERS


def tiles_are_conserved(game: caylus.Game) -> None:
    """Of each craft and prestige building, those on the road and those in the stock are all there are."""
    view = game.view()
    on_the_road = [space["tile"] for space in view["rows"]["road"]]
    for tile in RULES.model.kinds["building"].objects:
        if any(tile.kind.is_subkind_of(RULES.model.kinds[k]) for k in ("craft_building", "prestige_building")):
            copies = RULES.model.kinds["building"].properties["copies"].values[tile.id]
            assert view["objects"]["building"][tile.name]["left"] + on_the_road.count(tile.name) == copies, tile.name


def houses_are_counted(game: caylus.Game) -> None:
    """The parts of each section are the houses the players have there, never more than it holds."""
    view = game.view()
    for section in RULES.model.kinds["section"].objects:
        built = view["objects"]["section"][section.name]["built"]
        assert built == sum(player["state"]["houses"][section.name] for player in view["players"])
        assert built <= RULES.model.kinds["section"].properties["parts"].values[section.id]


def scores_fall_only_by_a_rule(game: caylus.Game) -> None:
    """Whoever has fewer points than after the last decision lost them to a rule that takes points."""
    for event in game.events_for(None, since=max(0, len(game.entries) - 40)):
        if event.kind == "pay":
            assert "prestige" not in event.data["amounts"]
        if event.kind == "set":
            assert event.data["state"] != "prestige"


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.nightly) for n in (2, 4, 5))])
@settings(max_examples=GAMES, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 200), max_size=80))
def test_a_game_ends_and_keeps_what_must_be_kept(players: int, seed: int, picks: list[int]) -> None:
    costly = now_and_then(saving_keeps_everything, illegal_choices_change_nothing, undo_restores)

    def check(game: caylus.Game) -> None:
        options_are_complete(game)
        nothing_is_negative(game)
        workers_are_conserved(game)
        tiles_are_conserved(game)
        houses_are_counted(game)
        scores_fall_only_by_a_rule(game)
        costly(game)

    game = play(RULES, players, seed, picks, check)
    assert game.view()["objects"]["section"]["towers"]["scored"]
    assert caylus.replay(game.transcript(), RULES) == game
