"""The order of layers: nobody guesses it, and it never matters how the layers were given."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import caylus
import pytest

from .garden import Variant, check_again, ids, list_holdings, load, load_again, write

pytestmark = pytest.mark.slow

ORDERED = {"requires": ["a"]}
ROW = "change table reward { bog | nothing | nothing }"


def test_three_layers_make_one_game_in_every_order(tmp_path: Path) -> None:
    bog = f"field bog {{ worth 4 }}\n{ROW}"
    write(tmp_path, a="change constant prize = 5", b=bog, c="rule z { after autumn() { reverse order } }")
    programs = {load_again(tmp_path, given).program(2).source.text for given in permutations(["a", "b", "c"])}
    assert len(programs) == 1


# ---- an order that somebody has given


@pytest.mark.parametrize("order", ["requires", "after"])
def test_a_layer_decides_over_what_it_comes_after(tmp_path: Path, order: str) -> None:
    write(tmp_path, z="change constant prize = 3", b=Variant("change constant prize = 8", {order: ["z"]}))
    for given in (["z", "b"], ["b", "z"], ["b"]):
        assert check_again(tmp_path, given) == []
        assert list_holdings(load_again(tmp_path, given).new_game(1))["coin"] == 9


def test_what_a_layer_comes_after_is_played_only_where_it_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, a="change constant prize = 3", b=Variant("change scale bonus = [9]", {"after": ["a", "nowhere"]}))
    assert list_holdings(load_again(tmp_path, ["b"]).new_game(1))["coin"] == 11
    assert list_holdings(load_again(tmp_path, ["b", "a"]).new_game(1))["coin"] == 12


def test_a_layer_comes_after_what_comes_before_those_that_it_names(tmp_path: Path) -> None:
    low, high = Variant("remove rule frost", {"after": ["z"]}), Variant("change constant prize = 8", {"requires": ["b"]})
    assert list_holdings(load(tmp_path, z="change constant prize = 3", b=low, a=high).new_game(1))["coin"] == 9


def test_a_layer_that_requires_another_brings_it_along(tmp_path: Path) -> None:
    write(tmp_path, a="change constant prize = 3", b=Variant("change scale bonus = [9]", ORDERED))
    rules = caylus.load(tmp_path / "b")
    assert [layer["manifest"]["name"] for layer in rules.layers] == ["garden", "a", "b"]
    assert ids(rules.new_game(1))
    assert list_holdings(rules.new_game(1))["coin"] == 12
