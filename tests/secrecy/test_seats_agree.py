"""What several seats are shown of a game never disagrees: it is the same, or one of them is not shown it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import caylus
import pytest
from caylus.runtime.seats import BESIDE

from .games import Found, hiding, parameters
from .surfaces import seat_name


def disagreements(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where a view shows something else than one in which nothing is hidden. What is for the rules only, seats lack."""
    if other is None or one == other or (one is not None and other == {"there": True}):
        return
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() >= other.keys():
        for key in other:
            yield from disagreements(one[key], other[key], f"{path}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from disagreements(a, b, f"{path}/{number}")
    elif not (isinstance(one, list) and other == {"size": len(one)}):
        yield path, one, other


@pytest.mark.parametrize("one", parameters())
def test_seats_are_shown_the_same_or_not_shown_it(one: Found) -> None:
    rules = hiding(one)
    if rules is None:
        pytest.skip("hides nothing")
    draw = Random(one.name)
    game = rules.new_game(min(3, rules.most_players), 5)
    for _ in range(40):
        views = [game.view(seat_name(game, seat)) for seat in range(BESIDE, len(game.players))]
        everything = game.view()
        for view in views:
            assert list(disagreements(everything, view)) == []
        beside = views[0]
        for view in views[1:]:
            assert list(hide_from_player(beside, view)) == []
        if game.over:
            return
        try:
            game.play(draw.randrange(len(game.moves)))
        except caylus.RuleFault:
            return


def hide_from_player(beside: Any, view: Any, path: str = "") -> Iterator[str]:
    """What whoever watches is shown and a player is not."""
    if isinstance(beside, dict) and isinstance(view, dict) and beside.keys() == view.keys():
        for key in beside:
            yield from hide_from_player(beside[key], view[key], f"{path}/{key}")
    elif isinstance(beside, list) and isinstance(view, list):
        for number, (a, b) in enumerate(zip(beside, view, strict=True)):
            yield from hide_from_player(a, b, f"{path}/{number}")
    elif beside != view and (view in (None, {"there": True}) or isinstance(beside, list)):
        yield path
