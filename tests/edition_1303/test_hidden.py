"""Prestige lies face down, and what is gained of it is seen: what a seat is shown does not depend on the sums of the others.

Two games are played alike that differ in nothing but the prestige of everybody else; whatever one seat can look at must
be equal in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import caylus
import pytest
from hypothesis import given, strategies as st

RULES = caylus.load("1303")

NOT_TO_BE_HAD = [
    "no such option", "pass", "decline", "enough", "accept", "place fairground", "place_on_site", "house starting_farm",
    "build wood_quarry", "build garden", "pay 2 gold", "move 3", "deliver 1 food + 1 wood + 1 stone", "take bailiff",
    "use site 3",
]  # fmt: skip

numbers = st.integers(0, 60)


def game_with(prestige: Sequence[int], seed: int, moves: Sequence[int]) -> caylus.Game:
    """A game in which the seats begin with some prestige, played on by moves picked by their remainders, round and round."""
    names = RULES.seats[: len(prestige)]
    game = RULES.position(None, {name: {"prestige": n} for name, n in zip(names, prestige, strict=True)}, names, seed=seed)
    for move in moves:
        if not game.over:
            game.play(move % len(game.moves))
    return game


def visible_to_seat(seat: str, game: caylus.Game) -> dict[str, Any]:
    """Everything a seat can look at."""
    decision = game.decision
    assert decision is not None
    return {
        "view": game.view(seat),
        "log": game.events_for(seat),
        "decision": (decision.player, decision.prompt, decision.rule, decision.see),
        "options": [(option.id, option.text, option.data) for option in decision.options],
        "errors": {id_: refusal(game, id_) for id_ in NOT_TO_BE_HAD},
    }


def refusal(game: caylus.Game, id_: str) -> tuple[str, tuple[caylus.Reason, ...]] | None:
    """What a player hears who tries an option; nothing if it may be taken."""
    try:
        game.copy().choose(id_)
    except caylus.IllegalChoice as error:
        return str(error), error.reasons
    return None


@pytest.mark.nightly
@given(
    players=st.integers(2, 5),
    seat=st.integers(0, 4),
    seed=st.integers(0, 2**32),
    moves=st.lists(st.integers(0, 300), max_size=250),
    prestige=st.tuples(*[numbers] * 5),
    other_prestige=st.tuples(*[numbers] * 5),
)
def test_nothing_a_seat_is_shown_depends_on_the_hidden_numbers_of_the_others(
    players: int, seat: int, seed: int, moves: list[int], prestige: tuple[int, ...], other_prestige: tuple[int, ...]
) -> None:
    me = seat % players
    one = game_with(prestige[:players], seed, moves)
    others = [prestige[p] if p == me else other_prestige[p] for p in range(players)]
    other = game_with(others, seed, moves)
    assert one.over is other.over
    if not one.over:
        assert visible_to_seat(one.players[me], one) == visible_to_seat(other.players[me], other)


@pytest.fixture(scope="module")
def midway() -> caylus.Game:
    """A game of four in round 9, in which everybody has gained prestige."""
    game = RULES.new_game(4, 3)
    move = 0
    while game.rounds < 9:
        move += 7
        game.play(move % len(game.moves))
    assert all(score > 0 for score in game.scores.values())
    return game


def to_the_end(game: caylus.Game) -> caylus.Game:
    game = game.copy(events=True)
    while not game.over:
        game.play(0)
    return game


def test_a_seat_sees_its_own_prestige_and_nobody_else_s(midway: caylus.Game) -> None:
    for seat in midway.players:
        view = midway.view(seat)
        shown = {player["name"]: player["resources"]["prestige"] for player in view["players"]}
        assert shown == view["scores"] == {name: score if name == seat else None for name, score in midway.scores.items()}
        assert view["winners"] == []


def test_workers_and_goods_lie_open(midway: caylus.Game) -> None:
    everything = midway.view()
    for seat in midway.players:
        for shown, player in zip(midway.view(seat)["players"], everything["players"], strict=True):
            assert {**player["resources"], "prestige": None} == {**shown["resources"], "prestige": None}


@pytest.mark.slow
def test_what_anybody_gains_is_told_to_all(midway: caylus.Game) -> None:
    gained = [event.text for event in midway.events if "prestige" in event.data.get("amounts", {})]
    assert {text.split(" ")[0] for text in gained} == set(midway.labels.values())
    for seat in (*midway.players, caylus.SPECTATOR):
        assert [event.text for event in midway.events_for(seat) if "prestige" in event.data.get("amounts", {})] == gained


def test_whoever_gains_goods_and_prestige_is_seen_to_gain_both() -> None:
    position = {
        "provost": 8,
        "blue": {"worker": 1},
        "road 1": {"tile": "wood_farm", "worker": "red"},
        "road 2": {"tile": "starting_market", "worker": "blue"},
    }
    game = RULES.position("activation", position, 2)
    game.choose("accept")
    for seat in game.players:
        assert [e.text for e in game.events_for(seat) if e.kind == "gain"] == ["Red gains 1 food", "Red gains 1 prestige"]


def test_at_the_end_every_seat_sees_everything(midway: caylus.Game) -> None:
    game = to_the_end(midway)
    for seat in game.players:
        assert without_bookkeeping(game.view()) == game.view(seat)
        assert game.view(seat)["scores"] == game.scores
        assert game.events_for(seat) == game.events


def without_bookkeeping(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what is for the rules only."""
    del view["lists"]["deliverers"], view["lists"]["draft_order"]
    for holder in (*view["players"], *view["objects"]["character"].values()):
        for name in ("bundles", "used"):
            holder.get("state", holder).pop(name, None)
    return view


def test_a_transcript_tells_the_scores_only_once_the_game_is_over(midway: caylus.Game) -> None:
    assert midway.transcript()["scores"] is None
    game = to_the_end(midway)
    assert game.transcript()["scores"] == game.scores


def test_a_save_is_the_whole_game(midway: caylus.Game) -> None:
    assert caylus.resume(midway.save()).scores == midway.scores
