"""Whole games of 1303 end, and nothing is lost or broken on the way; its setup; a favor is used at once."""

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

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("CAYLUS_RANDOM_GAMES", "1"))
RULES = caylus.load("1303")
ROAD = RULES.model.rows["road"].size
PROVOST = {"start": 8, "rearmost": 0, "beyond the end": 3}
YELLOW, BROWN, GRAY, EMPTY = range(1, 9), 9, 14, [*range(10, 14), *range(15, 24)]
"""The numbers of the spaces on which starting, wood and stone tiles lie at first, and of those that are empty."""
PRINTED = ["fairground", "lawyer", "carpenter", "toll"]
FIRST_GAME = {
    2: {"bailiff", "architect", "foreman", "day_laborer", "chamberlain"},
    3: {"deliveryman"},
    4: {"journeyman"},
    5: {"early_riser"},
}


def family(*names: str) -> set[str]:
    return {o.name for name in names for o in RULES.model.kinds[name].objects}


def test_each_character_joins_the_first_game_where_the_rulebook_says() -> None:
    joins = RULES.model.kinds["character"].properties["joins"].values
    assert {n: {o.name for o in RULES.model.kinds["character"].objects if joins[o.id] == n} for n in FIRST_GAME} == FIRST_GAME


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_draft_goes_counterclockwise_and_ends_with_the_first_player(players: int) -> None:
    game = RULES.new_game(players, 1)
    assert len(game.view()["lists"]["on_board"]) == players + 3
    picked = []
    while game.decision is not None and game.decision.rule == "draft_characters":
        picked.append(game.decision.player)
        game.play(0)
    seats = list(game.players)
    first = seats.index(game.view()["table"]["first_player"])
    assert picked == [seats[(first - k) % players] for k in range(1, players + 1)]
    assert game.view()["lists"]["turn_order"] == picked[::-1]


def test_the_tiles_of_the_setup_lie_where_the_rulebook_says() -> None:
    tiles = family("starting_building", "wood_building", "stone_building", "monument")
    for seed in range(60):
        view = RULES.new_game(4, seed).view()
        assert [space["tile"] for space in view["rows"]["printed"]] == PRINTED
        road, site = ([space["tile"] for space in view["rows"][row]] for row in ("road", "site"))
        assert (len(road), len(site)) == (max(EMPTY), 3)
        assert {road[n - 1] for n in YELLOW} | {site[0]} == family("starting_building")
        assert road[BROWN - 1] in family("wood_building") - {"stonemason"}
        assert site[1] in family("wood_building")
        assert {road[GRAY - 1], site[2]} <= family("stone_building")
        assert all(road[n - 1] is None for n in EMPTY)
        assert sorted(view["lists"]["supply"]) == sorted(tiles - {*road, *site})
        assert all(space["owner"] is None for space in view["rows"]["road"])
        assert view["table"]["provost"] == PROVOST["start"]


def test_a_seat_sees_its_own_prestige_and_nobody_elses_until_the_game_is_over() -> None:
    game = RULES.new_game(3, 1)
    for sees_all in (False, True):
        for seat in game.players:
            assert game.view(seat)["scores"] == {n: s if sees_all or n == seat else None for n, s in game.scores.items()}
        while not game.over:
            game.play(0)


def workers_are_conserved(game: caylus.Game) -> None:
    """Each worker of a color is in front of the player, in the camp, on a space or in the queue: fifteen, never more."""
    view = game.view()
    standing = [space[place] for row in view["rows"].values() for space in row for place in ("worker", "second_worker")]
    standing += view["lists"]["site_queue"]
    for player in view["players"]:
        held = player["resources"]["worker"] + player["resources"]["camp"]
        assert held + standing.count(player["name"]) == 15


def nobody_builds_an_eleventh_house(game: caylus.Game) -> None:
    """One house marks the pass; the others are in hand or on the road."""
    view = game.view()
    for player in view["players"]:
        built = sum(space["owner"] == player["name"] for space in view["rows"]["road"])
        assert 1 + built + player["state"]["houses"] == 10


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
    assert len(held) + len(view["lists"]["on_board"]) == len(game.players) + 3
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
    assert game.view()["table"]["round"] == game.rounds == 9
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
