"""Rows whose members are objects that the rules name."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from check.small import fault
from support import tiny

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


def play_game(body: str) -> caylus.Game:
    return tiny.game(f"{WALL}\naction main() {{\n{body}\n}}", players=1)


def test_the_members_stand_in_the_order_that_is_given() -> None:
    game = play_game(
        "for each part in wall { set n to n * 10 + part.worth }\nset seen to wall[3]\nset wall[n / 100].broken to yes"
    )
    assert tiny.table(game) == {"n": 231, "seen": "moat"}
    assert [member["name"] for member in game.view()["rows"]["wall"]] == ["keep", "gate", "moat"]
    assert [member["broken"] for member in game.view()["rows"]["wall"]] == [False, True, False]
    assert set(game.view()["objects"]["part"]) == {"shed"}


def test_each_has_its_number_and_is_in_the_row() -> None:
    body = "set n to gate.number * 100 + shed.number * 10 + (count of part in parts where part is in wall)"
    assert tiny.table(play_game(body))["n"] == 203
    assert tiny.table(play_game("set n to size of wall * 10 + size of parts"))["n"] == 36


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
