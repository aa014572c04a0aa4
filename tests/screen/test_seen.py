"""What a seat sees of a table."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.screen.compose import compose
from caylus_tools.screen.marked import plain
from caylus_tools.screen.scene import Scene
from support import tiny

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[1] / "games"


def draw_card(game: caylus.Game) -> list[str]:
    """The lines that whoever decides is shown, each blank between two words once."""
    assert game.decision is not None
    scene = Scene(game, game.decision_for(game.decision.player))
    return [" ".join(plain(line).split()) for line in compose(scene, 100).lines]


def test_numbers_that_a_seat_may_not_see_are_question_marks() -> None:
    lines = draw_card(caylus.load(str(GAMES / "lots")).new_game(2, 1))
    assert "coin bid" in lines
    assert "▶Ann (you) 15 ·" in lines
    assert "▶Ben ? ?" in lines


def test_of_a_map_it_is_shown_what_lies_between_what() -> None:
    game = caylus.load(str(GAMES / "rails")).new_game(2, 1)
    game.choose("lay birch cedar")
    lines = draw_card(game)
    assert lines[lines.index("Alder Birch Cedar Elm Hazel Maple") + 2 :][:2] == ["Birch · · Ann · · ·", "Cedar · Ann · · · ·"]


def test_of_a_hand_that_a_seat_may_not_see_it_is_shown_how_many_cards_it_holds() -> None:
    lines = draw_card(caylus.load(str(GAMES / "fair")).new_game(2, 1))
    assert "▶Ann (you) · Wheat, Rye, Rye, Hops, Fox" in lines
    assert "Ben · 4 hidden" in lines
    assert "deck 12 hidden discards ·" in lines


FISH = """
game "Fish" for 2 to 2 players { for each player in players { may "catch" { gain 1 cod } } }
kind fish plural fishes is resource
fish herring "Red herring"
fish cod "Cod"
resource coin "Gold coin", nail "Nail"
group ware = coin, nail
value score(player) = player.fish + player.ware
"""


def test_a_group_or_a_kind_has_a_column_for_each_of_its_own_and_each_stands_there_once(tmp_path: Path) -> None:
    manifest = "name: fish\ntitle: Fish\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [fish.rules]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest + "table:\n  - players: [coin, fish, ware]\n", encoding="utf-8")
    (tmp_path / "fish.rules").write_text(FISH, encoding="utf-8")
    assert "Gold coin Red herring Cod Nail" in draw_card(caylus.load(str(tmp_path)).new_game(2, 1))


def test_an_option_that_speaks_of_paying_is_offered_in_its_own_words() -> None:
    text = """
resource coin "coin"
action main() {
  for each player in players {
    gain 2 coin
    choose { option late "promise: pay later" { gain 1 coin } option now "settle: pay now" { pay 1 coin } option refuse "never" { } }
  }
}
"""
    lines = draw_card(tiny.game(text, 1))
    assert any("promise: pay later" in line for line in lines)
    assert any("settle: pay now" in line and "pay 1 coin" not in line for line in lines)
