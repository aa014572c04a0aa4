"""Rows that each player has: farms, boards, tracks."""

from __future__ import annotations

import caylus
import pytest
from caylus.spaces import ActionSpace, cells
from check.small import fault
from support import tiny

FARM = """
kind ground plural grounds { state visits number }
kind plot plural plots called crop is ground { state crop crop, state grown number }
kind pond plural ponds is ground
kind crop plural crops
crop corn
crop peas
plot common
pond lake
row meadow of 2 plots
state n number
state seen plot
each player has {
  farm row of 3 plots
  barn row of 1 plots
}
"""
MAIN = "action main() {{\n{}\n}}"


def play_game(body: str, players: int = 2, **more: object) -> caylus.Game:
    return tiny.game(FARM + MAIN.format(body), players=players, **more)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_each_player_of_those_who_play_has_a_row(players: int) -> None:
    game = play_game("set n to size of plots * 100 + size of grounds\nfor each plot in plots { raise plot.grown by 1 }", players)
    assert tiny.table(game)["n"] == (3 + 4 * players) * 101 + 1
    seats = game.view()["players"]
    assert [[plot["name"] for plot in seat["rows"]["farm"]] for seat in seats] == [
        [f"{name} farm {n}" for n in (1, 2, 3)] for name in ("Ann", "Ben", "Cem", "Dot")[:players]
    ]
    assert {plot["grown"] for seat in seats for plot in seat["rows"]["farm"] + seat["rows"]["barn"]} == {1}
    assert set(game.view()["rows"]) == {"meadow"}
    assert set(game.view()["objects"]["ground"]) == {"common", "lake"}


SOW = """
action go(player) {
  may choose {
    option sow(plot in player.farm, crop in crops where plot.crop is none) "sow {crop} on {plot}" { set plot.crop to crop }
    option weed(plot in plots where plot.crop is not none) { set plot.crop to none }
  }
}
"""


def test_positions_options_and_saves_call_them_by_their_players() -> None:
    rules = tiny.rules(FARM + MAIN.format("for each player in players { do go(player), do go(player) }") + SOW)
    game = rules.position("go", {"Ann farm 2": {"crop": "corn"}}, ["Ann", "Ben"], arguments={"player": "Ann"})
    assert tiny.ids(game)[:2] == ["sow Ann farm 1 corn", "sow Ann farm 1 peas"]
    assert "weed corn" in tiny.ids(game)
    assert next(option.text for option in game.decision.options) == "sow corn on Ann's farm 1"
    assert game.decision.options[0].cells == ("Ann farm 1", "corn", "Ann farm 2")
    whole = rules.new_game(["Ben", "Cem"], 1)
    whole.choose("sow Ben farm 3 peas")
    assert whole.view()["players"][0]["rows"]["farm"][2]["crop"] == "peas"
    assert caylus.resume(whole.save()) == whole
    assert caylus.replay(whole.transcript(), rules) == whole
    with pytest.raises(caylus.UnknownThing, match="Cem farm 2"):
        rules.position("go", {"Cem farm 2": {"crop": "corn"}}, ["Ann", "Ben"], arguments={"player": "Ann"})


def test_spaces_and_cells_have_as_many_as_play() -> None:
    rules = tiny.rules(FARM + MAIN.format("for each player in players { do go(player), do go(player) }") + SOW)
    for players in (1, 3):
        game = rules.new_game(players)
        space = ActionSpace(rules, players)
        assert {space.text(number) for number in space.legal(game)} == {f"go: {id_}" for id_ in tiny.ids(game)}
        grown = [cell for cell in cells(rules, players) if cell.name.endswith(".grown")]
        assert len(grown) == len({(cell.name, cell.players) for cell in grown}) == 3 + 4 * players


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("kind barn plural barns { stalls row of 3 plots }", "E0323", "a barn has no row of its own"),
        ("each player has { guests row of 3 players }", "E0206", "players do not stand in a row"),
        ("each player has { farm row of 3 corns }", "E0204", "`corns` is not a kind in this ruleset"),
        ("each player has { farm row of 0 plots }", "E0306", "a row cannot have 0 members"),
        ("each player has { farm row of 900 plots }", "E0306", "a row cannot have 900 members"),
        (
            "kind field plural fields is plot\neach player has { farm row of 3 plots, land row of 2 fields }",
            "E0323",
            "players have rows of another kind than fields, of the same family",
        ),
        ("each player has { farm row of 3 plots, farm number }", "E0201", "`player` has a `farm` already"),
    ],
)
def test_what_is_wrong_with_rows_of_players(text: str, code: str, message: str) -> None:
    found = fault("kind plot plural plots\n" + text)
    assert (found.code, found.message) == (code, message)


def test_a_position_as_it_is_seen_and_what_is_printed_have_the_rows_of_players() -> None:
    day = "phase day { for each player in players { do go(player), do go(player) } }" + SOW
    rules = tiny.rules(FARM + MAIN.format("do day()") + "\n" + day)
    game = rules.new_game(2)
    game.choose("sow Ann farm 3 peas")
    assert "Ann farm" in str(game)
    assert "peas" in str(game)
    again = rules.position(game.view())
    assert again.view()["players"] == game.view()["players"]
