"""Rows of each player and of named objects, states kept for several things, and resources as things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus.spaces import ActionSpace, cells, numbers
from check.small import fault
from support import tiny
from support.texts import read_rules

FARM = read_rules(__file__, "rows_of_players_farm")
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


WALL = """
kind part plural parts { worth number, state broken flag }
part gate "The gate" { worth 3 }
part shed
part moat { worth 1 }
part keep { worth 2 }
row wall of [keep, gate, moat]
row yard of 2 parts
state n number
state seen part
"""


def play_wall(body: str) -> caylus.Game:
    return tiny.game(f"{WALL}\naction main() {{\n{body}\n}}", players=1)


def test_the_members_stand_in_the_order_that_is_given() -> None:
    game = play_wall(
        "for each part in wall { set n to n * 10 + part.worth }\nset seen to wall[3]\nset wall[n / 100].broken to yes"
    )
    assert tiny.table(game) == {"n": 231, "seen": "moat"}
    assert [member["name"] for member in game.view()["rows"]["wall"]] == ["keep", "gate", "moat"]
    assert [member["broken"] for member in game.view()["rows"]["wall"]] == [False, True, False]
    assert set(game.view()["objects"]["part"]) == {"shed"}


def test_each_has_its_number_and_is_in_the_row() -> None:
    body = "set n to gate.number * 100 + shed.number * 10 + (count of part in parts where part is in wall)"
    assert tiny.table(play_wall(body))["n"] == 203
    assert tiny.table(play_wall("set n to size of wall * 10 + size of parts"))["n"] == 36


def test_positions_and_options_know_them_by_their_names() -> None:
    text = (
        WALL
        + "action main() { }\naction go(player) { may choose { option burn(part in wall where not part.broken) { set part.broken to yes } } }"
    )
    game = tiny.rules(text).position("go", {"keep": {"broken": True}}, ["Ann"], arguments={"player": "Ann"})
    assert tiny.ids(game) == ["burn gate", "burn moat", "decline"]
    game.choose("burn gate")
    assert [member["broken"] for member in game.view()["rows"]["wall"]] == [True, True, False]


@pytest.mark.parametrize(
    ("row", "code", "message"),
    [
        ("row wall of [gate, gate]", "E0322", "`gate` stands in `wall` already"),
        ("row wall of [gate]\nrow yard of [moat, gate]", "E0322", "`gate` stands in `wall`, and nowhere else"),
        ("row wall of [gate, ditch]", "E0322", "`ditch` is a hole, and the first of `wall` a part"),
        ("row wall of [gate, brick]", "E0322", "there are 3 of `brick`, which one stands here?"),
        ("row wall of [gate, mote]", "E0204", "`mote` is not an object in this ruleset"),
        ("row wall of [gate, coin]", "E0206", "`coin` is a resource, not an object"),
    ],
)
def test_what_cannot_stand_in_a_row(row: str, code: str, message: str) -> None:
    found = fault(f"kind part plural parts\nkind hole plural holes\npart gate\npart moat\nhole ditch\n3 part brick\n{row}")
    assert (found.code, found.message) == (code, message)


def test_a_variant_puts_a_member_into_a_row(tmp_path: Path) -> None:
    base, variant = tmp_path / "base", tmp_path / "variant"
    base.mkdir()
    variant.mkdir()
    tiny.write(base, WALL + "action main() { for each part in wall { set n to n * 10 + part.worth } }")
    (variant / "ruleset.yaml").write_text(
        "name: taller\ntitle: Taller\nversion: 1.0.0\nlanguage: 1\nabout: A tower.\nrules: [taller.rules]\n"
        'extends: { name: tiny, version: "1" }\n'
    )
    (variant / "taller.rules").write_text("part tower { worth 7 }\nadd tower to wall before gate\n")
    assert tiny.table(caylus.load(base, [variant]).new_game(1))["n"] == 2731


MAP = read_rules(__file__, "rows_of_players_map")

FIRST = "let player = first player in players"


def play_step(*statements: str) -> caylus.Game:
    """A game in which these have been done, and that waits for somebody."""
    body = "\n".join([FIRST, *statements, "choose { option go { }, option stay { } }"])
    return tiny.game(MAP + "action main() {\n" + body + "\n}")


def test_what_happens_to_it_is_told_with_all_that_it_is_kept_for() -> None:
    game = play_step("set player.met[anna, bern] to yes", "set track[bern, oslo] to player")
    told = [(event.text, event.data["index"]) for event in game.events if event.kind == "set"]
    assert told == [("Ann.met[anna, bern]: yes", ["anna", "bern"]), ("track[bern, oslo]: Ann", ["bern", "oslo"])]


def test_others_see_of_each_hidden_value_only_whether_it_is_there() -> None:
    game = play_step("let drawn = random towns", "set player.wish[bert, oslo] to drawn")
    assert game.view("Ann")["players"][0]["state"]["wish"]["bert"] == {"oslo": game.read("Ann.wish.bert.oslo"), "bern": None}
    assert game.view("Ben")["players"][0]["state"]["wish"]["bert"] == {"oslo": {"there": True}, "bern": None}
    assert {game.determinize("Ben", seed).read("Ann.wish.bert.oslo") for seed in range(20)} == {"oslo", "bern"}


def test_a_position_gives_it_by_names_one_within_the_other() -> None:
    given = {"track": {"oslo": {"bern": "Ben"}}, "Ann": {"met": {"bert": {"oslo": True}}}, "anna": {"seen": {"Ben": {"bern": 7}}}}
    game = tiny.rules(MAP + "action main() { for each player in players { choose { option go { }, option stay { } } } }")
    table = game.position("main", given, 2)
    assert table.read("track.oslo.bern") == "Ben"
    assert table.read("Ann.met.bert.oslo") is True
    assert table.read("anna.seen.Ben.bern") == 7
    assert caylus.resume(table.save()).view() == table.view()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"track": {"oslo": "Ben"}}, "`track` has a value for each town, not `Ben`"),
        ({"track": {"oslo": {"ridge": "Ben"}}}, "`ridge` is not a town"),
        ({"track": {"oslo": {"bern": {"oslo": 1}}}}, "`{'oslo': 1}` is not a player"),
        ({"length": {"oslo": {None: 1}}}, "`None` is not a place"),
    ],
)
def test_what_is_no_value_of_it_is_refused(given: dict[str, Any], message: str) -> None:
    rules = tiny.rules(MAP + "action main() { for each player in players { choose { option go { }, option stay { } } } }")
    with pytest.raises(caylus.UnknownThing, match="^" + message.replace("{", "\\{").replace("}", "\\}")):
        rules.position("main", given, 2)


def test_each_of_its_values_is_a_number_of_a_table_as_programs_see_it() -> None:
    game = play_step("set track[oslo, bern] to player")
    found = {(cell.name, cell.players): numbers(game)[cell.slot] for cell in cells(game.rules, 2)}
    assert found["track[oslo, bern]", ()] == 0
    assert found["track[bern, oslo]", ()] == -1
    assert found["anna.seen[oslo]", (1,)] == 2
    assert found["met[bert, bern]", (1,)] == 0
    assert len([name for name, _ in found if name.startswith("length")]) == 6


GOODS = """
resource coin "coin"
resource box "empty box"
kind good plural goods is resource { price number = 1, state sold number, action praise(player) { gain 1 coin } }
good corn "corn" { price 3 }
good salt "salt" from box { praise { gain 5 coin } }
good tea "tea"
group dry = salt, tea
kind ship plural ships { state cargo good }
ship anna
ship berta
each player has { wish resource, met[good] number }
state trump good = tea
"""


def test_environments_number_every_way_to_pay() -> None:
    rules = tiny.rules(
        f"{GOODS}\naction main() {{ for each player in players {{ gain 2 corn, gain 1 tea,"
        " choose { option sell(good in goods) { pay 1 good or 2 good, gain good.price coin } } else { nothing } } }"
    )
    space = ActionSpace(rules, 2)
    game = rules.new_game(2, 0)
    assert [space.text(number) for number in space.legal(game)] == [
        "main: sell corn 1 corn", "main: sell corn 2 corn", "main: sell tea 1 tea",
    ]  # fmt: skip
