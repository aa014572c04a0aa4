"""Options that are narrowed beforehand, or kept from one decision to the next. That these play as the rules say, `tests/reference` tries."""

from __future__ import annotations

import caylus
import pytest
from reference.known_rulesets import load_known
from support import tiny


@pytest.mark.parametrize(
    ("name", "sign", "often"), [("narrow", "FITS_", 1), ("narrow", "m.incremental[", 1), ("reach", "in REACH_", 2)]
)
def test_options_are_narrowed_where_that_can_be_done(name: str, sign: str, often: int) -> None:
    assert load_known()[name]().program(2, is_traced=False).source.text.count(sign) >= often


def test_kept_lists_follow_positions_undo_and_saves() -> None:
    rules = load_known()["narrow"]()
    game = rules.position(None, {"Ann": {"coin": 5}, "street 4": {"tree": "oak"}, "yard 1": {"owner": "Ann", "tree": "elm"}}, 2)
    first = tiny.ids(game)
    assert "claim street 4" in first
    assert "cut yard 1" not in first  # no other stands free
    for _ in range(6):
        game.play(len(game.moves) // 2)
    assert list(caylus.resume(game.save()).moves) == list(game.moves)
    for _ in range(6):
        game.undo()
    assert tiny.ids(game) == first
