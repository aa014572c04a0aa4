"""Whole games of 1303 end, and nothing is lost or broken on the way; a favor is used at once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

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

from .sheet import HOUSES_OF_A_COLOR, PROVOST, ROUNDS, TABLE, WORKERS_OF_A_COLOR

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("CAYLUS_RANDOM_GAMES", "1"))
RULES = caylus.load("1303")
ROAD = RULES.model.rows["road"].size


def workers_are_conserved(game: caylus.Game) -> None:
    """Each worker of a color is in front of the player, in the camp, on a space or in the queue: fifteen, never more."""
    view = game.view()
    standing = [space[place] for row in view["rows"].values() for space in row for place in ("worker", "second_worker")]
    standing += view["lists"]["site_queue"]
    for player in view["players"]:
        held = player["resources"]["worker"] + player["resources"]["camp"]
        assert held + standing.count(player["name"]) == WORKERS_OF_A_COLOR


def nobody_builds_an_eleventh_house(game: caylus.Game) -> None:
    """One house marks the pass; the others are in hand or on the road."""
    view = game.view()
    for player in view["players"]:
        built = sum(space["owner"] == player["name"] for space in view["rows"]["road"])
        assert 1 + built + player["state"]["houses"] == HOUSES_OF_A_COLOR


def tiles_are_conserved(game: caylus.Game) -> None:
    """Every wood, stone and blue tile lies in one place; a starting tile goes only where a house stands above it."""
    view = game.view()
    laid = [space["tile"] for row in ("road", "site") for space in view["rows"][row] if space["tile"] is not None]
    places = Counter([*laid, *view["lists"]["supply"]])
    for family in ("wood_building", "stone_building", "monument"):
        assert all(places[tile.name] == 1 for tile in RULES.model.kinds[family].objects)
    starting = {o.name for o in RULES.model.kinds["starting_building"].objects}
    flipped = {"residence", *(o.name for o in RULES.model.kinds["monument"].objects)}
    assert sum(tile in starting | flipped for tile in laid) == len(starting)
    assert all(space["owner"] is not None for space in view["rows"]["road"] if space["tile"] in flipped)


def characters_are_conserved(game: caylus.Game) -> None:
    view = game.view()
    held = [name for name, character in view["objects"]["character"].items() if character["holder"] is not None]
    assert len(held) + len(view["lists"]["on_board"]) == TABLE[len(game.players)]["characters"]
    assert not set(held) & set(view["lists"]["on_board"])


def the_second_worker_has_a_first(game: caylus.Game) -> None:
    shared = [space for row in game.view()["rows"].values() for space in row if space["second_worker"] is not None]
    assert len(shared) <= 1
    assert all(space["worker"] not in (None, space["second_worker"]) for space in shared)


def the_provost_stays_on_the_road(game: caylus.Game) -> None:
    assert PROVOST["rearmost"] <= game.view()["table"]["provost"] <= ROAD + PROVOST["beyond the end"]


def scores_never_fall() -> Callable[[caylus.Game], None]:
    """A check that remembers the scores of the last step: no rule of 1303 takes prestige."""
    last: dict[str, int] = {}

    def check(game: caylus.Game) -> None:
        assert all(score >= last.get(name, 0) for name, score in game.scores.items())
        last.update(game.scores)

    return check


def no_reason_speaks_against_what_is_offered(game: caylus.Game) -> None:
    for option in game.decision.options[-2:] if game.decision else ():
        assert game.decision is not None
        assert game.decision.why_not(option.id) == ()


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.nightly) for n in (2, 4, 5))])
@settings(max_examples=GAMES, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 200), max_size=80))
def test_a_game_ends_and_keeps_what_must_be_kept(players: int, seed: int, picks: list[int]) -> None:
    checks = [
        options_are_complete,
        nothing_is_negative,
        workers_are_conserved,
        nobody_builds_an_eleventh_house,
        tiles_are_conserved,
        characters_are_conserved,
        the_second_worker_has_a_first,
        the_provost_stays_on_the_road,
        scores_never_fall(),
        no_reason_speaks_against_what_is_offered,
        now_and_then(saving_keeps_everything, illegal_choices_change_nothing, undo_restores),
    ]

    def check(game: caylus.Game) -> None:
        for part in checks:
            part(game)

    game = play(RULES, players, seed, picks, check)
    assert game.rounds == ROUNDS
    assert caylus.replay(game.transcript(), RULES) == game


PLAYERS = ["Red", "Blue"]
MANIFEST = "name: tips\ntitle: Tips\nversion: 1.0.0\nlanguage: 1\nextends: { name: '1303', version: '1' }\nrules: [tips.rules]\n"
TIPS = """
rule tips "Tips" {
  after count_bundle(player, given) where given.gold > 0 { gain 1 favor }
}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> caylus.Ruleset:
    folder = tmp_path_factory.mktemp("tips")
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "tips.rules").write_text(TIPS, encoding="utf-8")
    return caylus.load("1303", [folder])


def test_a_favor_for_a_bundle_is_used_before_the_next_bundle(rules: caylus.Ruleset) -> None:
    given: dict[str, Any] = {
        "round": 1,
        "site 1": {"tile": "starting_farm"},
        "site_queue": ["Red"],
        "Red": {"food": 2, "wood": 1, "stone": 1, "fabric": 1, "gold": 1},
    }
    game = rules.position("delivery", given, PLAYERS)
    asked = []
    for choice in ("deliver 1 food + 1 wood + 1 gold", "accept", "deliver 1 food + 1 stone + 1 fabric", "accept"):
        assert game.decision is not None
        asked.append(game.decision.rule)
        game.choose(choice)
    assert asked == ["deliver", "starting_farm", "deliver", "starting_farm"]  # one tile is open: it is used unasked
    gains = [
        (event.data["amounts"], event.rule) for event in game.events if event.kind == "gain" and event.rule != "count_bundle"
    ]
    assert gains == [
        ({"favor": 1}, "tips"),
        ({"food": 1}, "starting_farm"),
        ({"favor": 1}, "reward_best_deliverer"),
        ({"food": 1}, "starting_farm"),
    ]
