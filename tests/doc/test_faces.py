"""Faces and icons come from what the rules say of a thing and of a resource, and from nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import caylus
import caylus_tools.doc
import pytest
from caylus_tools.doc.faces import Faces, Icons, pictures
from caylus_tools.verbalize.definitions import Definitions
from support.texts import read_rules
from test_knows_no_game import WORDS

from .reading import Element, Page

GAME = read_rules(__file__, "faces")


ROOT = Path(__file__).parents[2]
Face = Callable[..., list[Element]]


@pytest.fixture
def face(tmp_path: Path) -> Face:
    """Draws the face of the hut `it`, whose text is given; its elements."""

    def face(text: str, kind: str = "hut") -> list[Element]:
        rules = load(tmp_path, f'{GAME}\n{kind} it "The hut" {{\n{dedent(text)}\n}}\nhut other\nhut third\nhut fourth\n')
        definitions = Definitions(rules)
        return Page(Faces(definitions.objects, Icons(rules.model, {}), {}).draw(definitions.things["it"])).elements

    return face


def load(folder: Path, text: str) -> caylus.Ruleset:
    manifest = "name: huts\ntitle: Huts\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben, Cem, Dot]\nrules: [huts.rules]\n"
    (folder / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (folder / "huts.rules").write_text(text, encoding="utf-8")
    return caylus.load(folder)


def icons(elements: list[Element]) -> list[str]:
    return [str(e.attributes["href"]).removeprefix("#icon-") for e in elements if e.tag == "use"]


def texts(elements: list[Element]) -> list[str]:
    return [e.words for e in elements if e.tag == "text"]


def test_the_shape_of_a_resource_says_what_it_is_for(tmp_path: Path) -> None:
    shapes = Icons(load(tmp_path, GAME + "hut it { visit { may pay 1 coin to gain 1 seed } }\n").model, {}).shapes
    assert shapes == {
        "apple": "block", "pear": "block", "coin": "disc", "seed": "peg", "sack": "peg", "point": "shield", "ribbon": "seal",
    }  # fmt: skip


def test_a_block_bears_as_many_letters_as_it_needs(tmp_path: Path) -> None:
    model = load(tmp_path, GAME.replace("apple, pear", "apple, pear, plum") + "hut it\n").model
    symbols = "".join(Icons(model, {}).symbols())
    assert [e.words for e in Page(symbols).elements if e.tag == "text"] == ["A", "Pe", "Pl"]


def test_a_face_bears_the_title_and_the_kind(face: Face) -> None:
    assert texts(face("", "small"))[:2] == ["The hut", "small"]


def test_amounts_are_drawn_with_their_numbers(face: Face) -> None:
    drawn = face("cost 5 apple + 12 point")
    assert icons(drawn) == ["apple", "point"]
    assert texts(drawn)[2:] == ["cost", "5", "12"]


def test_any_of_a_group_has_an_icon_of_its_own(face: Face) -> None:
    assert icons(face("cost 1 coin + 2 fruit")) == ["coin", "fruit"]
    assert texts(face("cost 2 different fruit"))[2:] == ["cost", "1", "1"]  # of two kinds there is one way only
    assert icons(face("cost 2 different fruit")) == ["apple", "pear"]


def test_a_choice_of_gains_is_drawn_with_or(face: Face) -> None:
    drawn = face("visit { gain 2 apple or 1 coin }")
    assert icons(drawn) == ["apple", "coin"]
    assert texts(drawn)[2:] == ["2", "or", "1"]


def test_an_exchange_is_drawn_with_an_arrow_and_each_on_a_line_of_its_own(face: Face) -> None:
    drawn = face("visit { may choose { option pay 1 apple to gain 3 point, option pay 1 coin to gain 1 pear } }")
    assert icons(drawn) == ["apple", "point", "coin", "pear"]
    assert len([e for e in drawn if e.tag == "path" and e.has_class("fa")]) == 2


def test_an_action_is_called_by_its_title_with_what_it_is_given(face: Face) -> None:
    drawn = face("visit { do rest(player, 1 coin) }")
    assert "Rest" in texts(drawn)
    assert "fee" in texts(drawn)
    assert icons(drawn) == ["coin"]


def test_two_actions_of_an_object_are_told_apart_and_the_usual_one_is_left_out(face: Face) -> None:
    assert texts(face("visit { gain 4 point }\nleave { gain 1 pear }"))[2:] == ["visit", "4", "leave", "1"]
    assert "leave" not in texts(face("visit { gain 1 coin }"))


def test_what_cannot_be_drawn_is_told_in_words(face: Face) -> None:
    told = " ".join(texts(face("visit { for each other_one in players { other_one gains 1 coin } }")))
    assert "For each player (the other one), the other one gains 1 coin" in told


def test_properties_of_every_type_stand_at_the_foot(face: Face) -> None:
    assert texts(face("rooms 3\nsteps [1, 2, 4]\nbest yes\nnext other"))[2:] == [
        "rooms", "3", "steps", "1 2 4", "best", "yes", "next", "other",
    ]  # fmt: skip


def test_what_a_face_bends_elsewhere_is_told_on_it(face: Face) -> None:
    told = " ".join(texts(face("toll(player) is never more than 1 where player.coin > 3")))
    assert "toll: at most 1 if you have at least 4 coin" in told


@pytest.mark.parametrize("file", sorted(Path(caylus_tools.doc.__file__).parent.iterdir()), ids=lambda file: file.name)
def test_no_word_of_a_game_stands_in_what_draws_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    assert [word for word in WORDS if re.search(rf"(?<![a-z]){word}s?(?![a-z])", text, re.IGNORECASE)] == ["caylus"] * (
        "caylus" in text
    )


def test_a_manifest_names_pictures_for_what_amounts_cannot_show(tmp_path: Path) -> None:
    rules = load(tmp_path, GAME + "hut it { visit { do rest(player, 1 coin) } }\n")
    icons_ = Icons(rules.model, {"coin": "coin", "it": ["bed", "home"]})
    definitions = Definitions(rules)
    drawn = Page(Faces(definitions.objects, icons_, {"hut": "green"}).draw(definitions.things["it"])).elements
    assert [e.attributes["href"] for e in drawn if e.tag == "use"] == ["#picture-bed", "#picture-home", "#icon-coin"]
    assert "Rest" not in texts(drawn)
    assert [e for e in drawn if e.has_class("tint-green")]
    symbols = {str(e.attributes["id"]) for e in Page("".join(icons_.symbols())).elements if e.tag == "symbol"}
    assert {"picture-bed", "picture-home", "icon-coin"} <= symbols


def test_there_is_a_drawing_of_every_picture_that_a_manifest_may_name() -> None:
    schema = json.loads((ROOT / "schemas" / "manifest.schema.json").read_text(encoding="utf-8"))
    assert sorted(pictures()) == schema["$defs"]["picture"]["enum"]


def test_a_long_title_is_cut_where_it_would_be_too_small_to_read(tmp_path: Path) -> None:
    rules = load(tmp_path, f'{GAME}\nhut it "{"W" * 75}"\n')
    definitions = Definitions(rules)
    drawn = Page(Faces(definitions.objects, Icons(rules.model, {}), {}).draw(definitions.things["it"])).elements
    title = next(e for e in drawn if e.has_class("ft"))
    assert float(str(title.attributes["font-size"])) >= 9
    assert title.words.endswith("W…")


def test_signs_of_html_in_titles_stay_words(tmp_path: Path) -> None:
    rules = load(tmp_path, GAME + 'hut it "<b>&\'s" see "<i>" { }\n')
    definitions = Definitions(rules)
    page = Page(Faces(definitions.objects, Icons(rules.model, {}), {}).draw(definitions.things["it"]))
    assert page.faults == []
    assert texts(page.elements)[0] == "<b>&'s"
