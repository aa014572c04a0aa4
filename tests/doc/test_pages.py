"""Every ruleset and variant has a page that holds together: all is there, all links lead somewhere, nothing is fetched."""

from __future__ import annotations

import itertools
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import caylus
import pytest
from authoring import reference as language
from caylus.loading import library

from .reading import Element, Page, load_page, render_markdown, render_page

pytestmark = pytest.mark.slow

SHIPPED = [found.name for found in library.list_rulesets()]
NOUGHTS = Path(__file__).parents[1] / "games" / "noughts"


@pytest.fixture(scope="module", params=[*SHIPPED, "noughts", "every construct", "every edit"])
def rules(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> caylus.Ruleset:
    if request.param == "noughts":
        return caylus.load(NOUGHTS)
    if request.param in SHIPPED:
        return caylus.load(request.param)
    game, variant = language.write(tmp_path_factory.mktemp("language"))
    return caylus.load(game if request.param == "every construct" else variant)


@pytest.fixture(scope="module")
def page(rules: caylus.Ruleset) -> Page:
    return render_page(rules)


@pytest.fixture(scope="module")
def text(rules: caylus.Ruleset) -> str:
    return render_markdown(rules)


def list_definitions(rules: caylus.Ruleset) -> set[str]:
    """Every name that the text gives to something, what has been removed included."""
    return {name for name in rules.history if "." not in name}


def test_elements_are_nested_as_html_wants_them(page: Page) -> None:
    assert page.faults == []
    assert [e.tag for e in page.elements[:2]] == ["html", "head"]


def test_every_definition_has_its_place_and_a_link_to_it(rules: caylus.Ruleset, page: Page) -> None:
    ids, links = set(page.ids), page.links
    assert list_definitions(rules) - ids == set()
    removed = {name for name in list_definitions(rules) if rules.history[name][-1].verb == "remove"}
    assert {name for name in list_definitions(rules) - removed if f"#{name}" not in links} == set()


def test_every_link_leads_to_one_place_on_the_page(page: Page) -> None:
    ids = page.ids
    assert sorted(ids) == sorted(set(ids))
    assert {link for link in page.links if link.removeprefix("#") not in ids} == set()
    assert all(link.startswith("#") for link in page.links)


def test_nothing_is_fetched_and_nothing_runs_but_the_page_s_own_script(page: Page) -> None:
    assert not {e.tag for e in page.elements} & {"link", "img", "iframe", "object", "embed", "base", "form"}
    (script,) = page.all("script")
    (policy,) = [str(e.attributes["content"]) for e in page.all("meta") if "http-equiv" in e.attributes]
    hashed = b64encode(sha256("".join(script.text).encode()).digest()).decode()
    assert f"script-src 'sha256-{hashed}'" in policy
    assert policy.startswith("default-src 'none';")
    assert not [
        name for e in page.elements for name in e.attributes if name in ("src", "srcset", "action") or name.startswith("on")
    ]
    (style,) = page.all("style")
    assert not re.search(r"@import|url\(|@font-face|https?:", style.words)


def test_every_object_has_a_face_of_its_own(rules: caylus.Ruleset, page: Page) -> None:
    roots = [kind for kind in rules.model.kinds.values() if kind.parent is None]
    things = [thing for kind in roots for thing in kind.objects if not thing.kind.is_builtin]
    objects = {thing.name: thing for thing in things if thing.name in list_definitions(rules)}
    drawn = {str(e.attributes["id"]): e for e in page.all("figure", "thing")}
    assert set(drawn) == set(objects)
    for name, thing in objects.items():
        (face,) = [e for e in page.inside_element(drawn[name]) if e.has_class("face")]
        assert str(face.attributes["aria-label"]).startswith(f"{thing.title}: ")
        assert thing.title in face.words


def test_pictures_say_what_they_show_or_are_passed_over(page: Page) -> None:
    pictures = page.all("svg")
    assert pictures
    for picture in pictures:
        told = picture.attributes.get("role") == "img" and picture.attributes.get("aria-label")
        assert told or picture.attributes.get("aria-hidden") == "true"


def test_headings_go_down_one_level_at_a_time(page: Page) -> None:
    levels = [int(e.tag[1]) for e in page.elements if re.fullmatch(r"h[1-6]", e.tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert [pair for pair in itertools.pairwise(levels) if pair[1] > pair[0] + 1] == []


def test_every_rule_comes_with_its_own_text(rules: caylus.Ruleset, page: Page) -> None:
    entries = page.all("article", "entry")
    assert entries
    for entry in entries:
        sources = [e for e in page.inside_element(entry) if e.has_class("source")]
        assert sources, entry.attributes["id"]
        for source in sources:
            (caption,) = [e.words for e in page.inside_element(source) if e.tag == "figcaption"]
            file, line = caption.rsplit(":", 1)
            first = next(e for e in page.inside_element(source) if e.has_class("line"))
            assert first.attributes["data-n"] == line
            assert "".join(first.text) == rules.sources[file].splitlines()[int(line) - 1]


def test_markdown_has_a_place_for_every_definition_and_every_link(rules: caylus.Ruleset, text: str) -> None:
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert sorted(anchors) == sorted(set(anchors))
    assert list_definitions(rules) - set(anchors) == set()
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) - set(anchors) == set()


def test_markdown_tables_have_as_many_cells_in_every_row(text: str) -> None:
    widths: list[int] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            assert len(set(widths)) <= 1, widths
            widths = []
        else:
            widths.append(len(re.findall(r"(?<!\\)\|", line)))


def test_phases_come_in_the_order_of_the_game_with_their_citations() -> None:
    page = load_page("classic")
    (course,) = page.all("div", "course")
    stages = [
        e.words for e in page.inside_element(course) if e.tag == "li" and not any(x.tag == "ol" for x in page.inside_element(e))
    ]
    assert stages[:3] == ["Setup Setup", "Collecting income Phase 1", "Placing workers Phase 2"]
    assert [words.split()[-1] for words in stages[1:8]] == list("1234567")
    entries = [str(e.attributes["id"]) for e in page.all("article", "phase")]
    assert entries == ["income", "placing", "special", "bribing", "activating", "castle_work", "end_of_turn"]


def test_a_table_is_a_table() -> None:
    page = load_page("classic")
    (table,) = [e for e in page.inside_element(page.place_at("favour_effect")) if e.tag == "table"]
    heads = [e.words for e in page.inside_element(table) if e.tag == "th"]
    assert heads == [*(f"column {n}" for n in range(1, 6)), "prestige", "deniers", "cubes", "buildings"]
    cells = [e.words.replace("\xa0", " ") for e in page.inside_element(table) if e.tag == "td"]
    assert "gain 3 deniers" in cells
    assert [cell for cell in cells if cell.startswith("you may pay 1 cube to gain 2 good")]


def test_what_bends_a_rule_is_listed_with_it() -> None:
    page = load_page("classic")
    (bends,) = [e for e in page.inside_element(page.place_at("price")) if e.has_class("bends")]
    assert "Inn: in phase 3 the worker becomes the guest, who pays 1 denier at most" in bends.words
    assert "becomes 3" in bends.words
    (own,) = [
        e
        for e in page.inside_element(page.place_at("enter"))
        if e.has_class("words") and not (e.parent and e.parent.has_class("bends"))
    ]
    assert own.words.startswith("Set the space’s worker to the player")
    assert "castle" not in own.words


def test_a_rulebook_goes_as_a_game_does() -> None:
    page = load_page("classic")
    assert [e.words for e in page.all("h2")] == [
        "The aim of the game", "The board", "The course of the game", "Setup", "Playing the game", "Further rules",
        "The end of the game", "The pieces", "For reference", "Index",
    ]  # fmt: skip
    (aim,) = [e for e in page.all("section", "part") if e.attributes["id"] == "the-aim"]
    assert "Whoever has the most prestige at the end of the game wins. Those who are equal win together." in aim.words


def test_what_a_phase_needs_is_told_with_it() -> None:
    page = load_page("classic")
    placing = page.place_at("placing").parent
    assert placing is not None
    told = [str(e.attributes["id"]) for e in page.inside_element(placing) if e.tag == "article"]
    assert told == ["placing", "place_or_pass", "pass", "open", "price", "enter"]


def test_what_only_programs_ask_for_is_left_to_those_who_look_for_it() -> None:
    page = load_page("1303")
    reference = page.place_at("for-reference")
    looked_up = {str(e.attributes["id"]) for e in page.inside_element(reference) if e.tag == "article"}
    assert {"outlook", "standing_worth", "cut_off"} <= looked_up
    assert not {"score", "recruits", "open", "extra_workers"} & looked_up


def test_the_board_shows_what_lies_there_when_a_game_begins() -> None:
    page = load_page("classic")
    village, road, *_ = page.all("ol", "path")
    lies = [" ".join(e.words.split()) for e in page.inside_element(village) if e.tag == "li"]
    assert lies[0].startswith("Gate")
    sixth = [e for e in page.inside_element(road) if e.tag == "li"][5]
    assert [e.words for e in page.inside_element(sixth) if e.has_class("marker")] == ["provost", "bailiff"]
    links = [e.attributes["href"] for e in page.inside_element(road) if e.tag == "a"]
    assert links[-3:] == ["#peddler_fixed", "#carpenter_fixed", "#gold_mine"]


def test_a_tile_shows_the_side_that_is_up() -> None:
    page = load_page("1303")
    road = page.all("ol", "path")[1]
    ninth = [e for e in page.inside_element(road) if e.tag == "li"][8]  # a wooden one, above which no house stands yet
    drawn = [e.attributes["href"] for e in page.inside_element(ninth) if e.tag == "use"]
    own = [e.attributes["href"] for e in page.inside_element(page.place_at(_thing(page, ninth))) if e.tag == "use"]
    assert drawn != own


def test_a_tile_that_does_the_same_on_either_side_shows_it() -> None:
    page = load_page("1303")
    for cell in (e for e in page.inside_element(page.all("ol", "path")[1]) if e.has_class("cell")):
        assert [e for e in page.inside_element(cell) if e.tag == "use"], cell.words


def test_a_line_between_empty_ones_is_a_heading_unless_it_is_a_sentence() -> None:
    page = load_page("1303")
    headings = [e.words for e in page.all("h3")]
    assert "Favor" in headings
    assert "Never to the player, always to the camp." not in headings


def _thing(page: Page, cell: Element) -> str:
    (link,) = [e for e in page.inside_element(cell) if e.tag == "a"]
    return str(link.attributes["href"]).removeprefix("#")
