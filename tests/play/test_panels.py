"""The table as a seat sees it."""

from __future__ import annotations

import io
from pathlib import Path

import caylus
from caylus_tools.play.labels import Labels
from caylus_tools.play.panels import TableTop
from rich.console import Console

GAMES = Path(__file__).parents[1] / "games"


def drawn(game: caylus.Game, seat: str) -> list[str]:
    """The lines of the table, each blank between two words once."""
    console = Console(file=io.StringIO(), width=100)
    console.print(TableTop(game.rules, Labels(game.rules, game.players)).draw(game.view(seat), seat, 100))
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


def test_numbers_that_a_seat_may_not_see_are_question_marks() -> None:
    lines = drawn(caylus.load(str(GAMES / "lots")).new_game(2, 1), "Ann")
    assert "player coin bid" in lines
    assert "▶Ann 15 0" in lines
    assert "Ben ? ?" in lines


def test_of_a_map_it_is_shown_what_lies_between_what() -> None:
    game = caylus.load(str(GAMES / "rails")).new_game(2, 1)
    assert "coal: 1 track: -" in drawn(game, "Ann")
    game.choose("lay birch cedar")
    assert "coal: 2 track: Birch Cedar Ann, Cedar Birch Ann" in drawn(game, "Ben")


def test_of_a_hand_that_a_seat_may_not_see_it_is_shown_how_many_cards_it_holds() -> None:
    lines = drawn(caylus.load(str(GAMES / "fair")).new_game(2, 1), "Ben")
    assert "Ann 0 5" in lines
    assert "▶Ben 0 Wheat, Wheat, Wheat, Rye" in lines
    assert "deck: 12 discards: -" in lines


FISH = """
game "Fish" for 2 to 2 players { for each player in players { may "catch" { gain 1 cod } } }
kind fish plural fishes is resource
fish herring "Red herring"
fish cod "Cod"
resource coin "Gold coin", nail "Nail"
group ware = coin, nail
value score(player) = player.fish + player.ware
"""


def test_resources_have_columns_under_their_titles_and_a_group_or_a_kind_has_all_of_its_own(tmp_path: Path) -> None:
    manifest = "name: fish\ntitle: Fish\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [fish.rules]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest + "table:\n  - players: [coin, fish, ware]\n", encoding="utf-8")
    (tmp_path / "fish.rules").write_text(FISH, encoding="utf-8")
    assert drawn(caylus.load(str(tmp_path)).new_game(2, 1), "Ann")[:2] == ["Red", "player Gold coin herring Cod Nail"]
