"""Tables of other authors at a terminal: nothing is cut off, every line is there, every choice can be read."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.screen.compose import compose, page
from caylus_tools.screen.marked import plain
from caylus_tools.screen.scene import Scene

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


@pytest.mark.parametrize(("name", "seed"), [("isles", 0), ("icebound", 1), ("harbour", 2), ("rails", 0), ("fair", 1)])
def test_at_a_hundred_columns_no_table_is_cut_and_every_choice_is_in_full(name: str, seed: int) -> None:
    game = caylus.load(str(HERE / name)).new_game(3, seed)
    while game.decision is not None and len(game.chosen) < 40:
        if len(game.chosen) % 4 != seed:
            game.play(7 * (len(game.chosen) + seed) % len(game.moves))
            continue
        scene = Scene(game, game.decision_for(game.decision.player))
        assert not [line for line in map(plain, compose(scene, 100, None).lines) if "…" in line]
        choices = " ".join(" ".join(plain(line).split()) for line in page(scene, "C", 100))
        assert all(choice.text in choices for choice in scene.choices)
        game.play(7 * (len(game.chosen) + seed) % len(game.moves))


def test_every_object_has_a_line() -> None:
    scene = Scene(game := caylus.load(str(HERE / "icebound")).new_game(2, 1), game.decision_for("Ann"))
    lines = [plain(line) for line in compose(scene, 100).lines]
    assert all(any(line.startswith(f" {title}") for line in lines) for title in ("Pilot", "Stoker", "Clerk"))


def test_members_of_a_state_stand_under_its_title() -> None:
    scene = Scene(game := caylus.load(str(HERE / "icebound")).new_game(2, 1), game.decision_for("Ann"))
    lines = [plain(line) for line in compose(scene, 100).lines]
    heads = next(number for number, line in enumerate(lines) if "Near light Far light" in " ".join(line.split()))
    assert "reached" in lines[heads - 1]


def test_a_map_is_a_table() -> None:
    scene = Scene(game := caylus.load(str(HERE / "isles")).new_game(2, 1), game.decision_for("Ann"))
    lines = [" ".join(plain(line).split()) for line in compose(scene, 100).lines]
    assert any("meadow meadow sea forest forest" in line for line in lines)


def test_a_row_of_a_player_may_be_a_column(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        "name: yards\ntitle: Yards\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [yards.rules]\ntable:\n  - players: [yard]\n",
        encoding="utf-8",
    )
    (tmp_path / "yards.rules").write_text(
        """
kind crop plural crops
crop rye "Rye"
kind bed plural beds { state grows crop }
each player has { yard row of 2 beds }
game "Yards" for 2 to 2 players {
  for each player in players { may choose { option sow(bed in player.yard) "sow {bed}" { set bed.grows to rye } } }
}
value score(player) = count of bed in player.yard where bed.grows is rye
""",
        encoding="utf-8",
    )
    game = caylus.load(str(tmp_path)).new_game(2, 1)
    game.play(0)
    scene = Scene(game, game.decision_for("Ben"))
    assert any("Ann" in line and "Rye" in line for line in map(plain, compose(scene, 100).lines))
