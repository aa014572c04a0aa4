"""Whoever asks for help is told each sign that the screen shows."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
from caylus_tools.screen.signs import describe_signs

from .scenes import play_game, scene, show_text

pytestmark = pytest.mark.slow

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "games").glob("*/ruleset.yaml"))
SIGNS = re.compile(r"[^\w\s.,:;()/'’!+−–—─━│…&-]")


@pytest.mark.parametrize("name", ["classic", "1303"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_help_explains_each_sign_of_a_shipped_game(name: str, players: int, width: int, height: int) -> None:
    for moves in (0, 9, 33):
        of = scene(play_game(name, players, seed=moves + 1, moves=moves))
        told = "\n".join(describe_signs(of))
        text = "\n".join(show_text(of, width, height))
        assert {*SIGNS.findall(text)} <= {*SIGNS.findall(told)}
        for letters in of.names.signs.values():
            assert letters in told


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_help_explains_each_sign_of_other_games(folder: Path) -> None:
    rules = caylus.load(folder)
    of = scene(rules.new_game(rules.fewest_players, seed=1))
    told = "\n".join(describe_signs(of))
    frame = [line for line in show_text(of, 100, 40) if line.startswith(("─", "━")) or "›" in line]
    assert {*SIGNS.findall("\n".join(frame))} <= {*SIGNS.findall(told + of.rules.title)}


def test_a_barrier_is_explained_where_it_is_drawn() -> None:
    of = scene(caylus.load("classic").new_game(3, seed=5))
    assert "P▌ the provost" in "\n".join(show_text(of, 120, 40))
    assert "▌" not in "\n".join(show_text(of, 80, 24))
    assert any("▌" in line and "Beyond road 6 nobody works this round." in line for line in describe_signs(of))
