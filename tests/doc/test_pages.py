"""Every ruleset and variant has a page that holds together, written by `caylus doc` as people run it."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import caylus
import pytest
from authoring import reference as language
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.prose import plain
from layers import garden
from support.running import Caylus, Run
from support.shipped import SAMPLE

from .reading import Element, Page, load_page, render_markdown, render_page

pytestmark = pytest.mark.slow

NOUGHTS = Path(__file__).parents[1] / "games" / "noughts"


DAILY = ("classic", "new-tiles", "every construct")
AT_NIGHT = [*({*SAMPLE} - {*DAILY}), "noughts", "every edit"]


@pytest.fixture(scope="module", params=[*DAILY, *(pytest.param(name, marks=pytest.mark.nightly) for name in sorted(AT_NIGHT))])
def rules(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> caylus.Ruleset:
    if request.param == "noughts":
        return caylus.load(NOUGHTS)
    if request.param in SAMPLE:
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


@pytest.mark.nightly
def test_elements_are_nested_as_html_wants_them(page: Page) -> None:
    assert page.faults == []
    assert [e.tag for e in page.elements[:2]] == ["html", "head"]


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_page_for_players_has_no_code_and_nothing_for_programs(rules: caylus.Ruleset) -> None:
    page = render_page(rules, with_code=False)
    assert page.all("pre") == page.all("code") == page.all("details", "written") == []
    assert not {"for-reference", "the-index"} & {*page.ids}
    assert ".rules" not in " ".join(e.words for e in page.all("main"))
    assert "```" not in render_markdown(rules, with_code=False)


@pytest.mark.parametrize("name", ["classic", "1303"])
def test_links_of_a_page_for_players_lead_to_one_place(name: str) -> None:
    page = load_page(name, with_code=False)
    assert sorted(page.ids) == sorted(set(page.ids))
    assert {link for link in page.links if link.removeprefix("#") not in page.ids} == set()


@pytest.mark.parametrize("name", ["classic", "1303"])
def test_every_rule_of_an_edition_is_told_by_a_paragraph(name: str) -> None:
    page = load_page(name, with_code=False)
    told_by_the_program = [e for e in page.all("div", "words") if e.parent is not None and e.parent.has_class("told")]
    assert [e.words for e in told_by_the_program] == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", SAMPLE)
def test_no_paragraph_of_a_ruleset_is_dropped(name: str) -> None:
    rules = caylus.load(name)
    written = rules.model.paragraphs
    told_by_others = {covered for paragraph in written.values() for covered in paragraph.covers}
    page = simplify(render_markdown(rules, with_code=False))
    paragraphs = Definitions(rules).paragraphs
    texts = [(name, simplify(plain(said))) for name in {*written} - told_by_others for said in paragraphs.sentences(name)]
    assert [(name, text) for name, text in texts if text not in page] == []


def test_the_paragraph_of_what_no_list_names_is_a_word_to_know(tmp_path: Path) -> None:
    rules = garden.load(tmp_path, rich='| Whoever holds it gardens best.\nstate trowel "the trowel" player\n')
    assert "Whoever holds it gardens best." in render_markdown(rules, with_code=False)


def simplify(text: str) -> str:
    """The words of a text in Markdown or without, in small letters and without signs."""
    without_links = re.sub(r"<a [^>]*></a>|\]\(#[^)]*\)", "", text)
    return " ".join(re.sub(r"[^a-z0-9 ]", " ", without_links.lower().replace("*", "")).split())


@pytest.mark.parametrize("name", ["classic", "1303"])
def test_every_example_that_a_manifest_names_is_on_the_page(name: str) -> None:
    chapters = caylus.load(name).manifest["rulebook"]["chapters"]
    wanted = [len(chapter.get("example", ())) for chapter in chapters]
    assert len(load_page(name, with_code=False).all("aside", "example")) == sum(wanted)


def test_what_a_variant_breaks_is_no_example_and_an_answer_in_doubt() -> None:
    page = load_page("classic", "no-bribing", with_code=False)
    assert not [e for e in page.all("aside", "example") if "one say" in e.words]
    sure, doubtful = page.all("dl", "questions")
    in_doubt = [e.words for e in page.inside_element(doubtful) if e.tag == "dt"]
    assert "May the provost stop on an empty space?" in in_doubt
    assert [e for e in page.inside_element(sure) if e.words == "Can the provost be moved before the first space of the road?"]


@pytest.mark.nightly
def test_where_a_house_rule_takes_part_no_example_of_the_base_is_shown(tmp_path: Path) -> None:
    count = 'rule counted "Counted" { before bribing() { %s } }'
    for rules, is_shown in ((count % "raise moves by 1", True), (count % 'raise moves by 1, say "move {moves}"', False)):
        folder = tmp_path / str(is_shown)
        extends = {"extends": {"name": "classic", "version": "1"}}
        garden.write_layer(folder / "counted", extends, f"state moves number\n{rules}\n")
        page = render_page(caylus.load("classic", [folder / "counted"]), with_code=False)
        assert bool([e for e in page.all("aside", "example") if "one say" in e.words]) is is_shown


def test_a_table_is_a_table() -> None:
    page = load_page("classic")
    (table,) = [e for e in page.inside_element(page.place_at("favour_effect")) if e.tag == "table"]
    heads = [e.words for e in page.inside_element(table) if e.tag == "th"]
    assert heads == [*(f"column {n}" for n in range(1, 6)), "prestige", "deniers", "cubes", "buildings"]
    cells = [e.words.replace("\xa0", " ") for e in page.inside_element(table) if e.tag == "td"]
    assert "gain 3 deniers" in cells
    assert [cell for cell in cells if cell.startswith("you may pay 1 cube to gain 2 good")]


def test_what_bends_a_rule_is_listed_with_it(tmp_path: Path) -> None:
    page = render_page(garden.load(tmp_path, rich='rule lucky "Luck" { income(player) is more by 1 }\n'))
    (bends,) = [e for e in page.inside_element(page.place_at("income")) if e.has_class("bends")]
    assert "Luck" in bends.words


def test_a_rulebook_goes_from_the_aim_to_the_summary() -> None:
    page = load_page("classic", with_code=False)
    assert [e.words for e in page.all("h2")] == [
        "The aim of the game", "What lies on the table", "Words to know", "The board", "Setup", "A round at a glance",
        "Phase 1: income", "Phase 2: placing workers", "Phase 3: special buildings", "Phase 4: moving the provost",
        "Phase 5: working along the road", "Phase 6: building the castle", "Phase 7: end of the round", "Royal favours",
        "End of the game", "Two players", "All pieces", "Questions and answers", "Summary",
    ]  # fmt: skip


def test_a_game_without_chapters_goes_as_it_is_played(page: Page, rules: caylus.Ruleset) -> None:
    if not rules.manifest.get("rulebook"):
        headings = [e.words for e in page.all("h2")]
        assert headings[0] == "The aim of the game"
        assert headings.index("The course of the game") < headings.index("Playing the game")


def test_what_only_programs_ask_for_is_left_to_those_who_look_for_it() -> None:
    page = load_page("1303")
    reference = page.place_at("for-reference")
    looked_up = {str(e.attributes["id"]) for e in page.inside_element(reference) if e.tag == "article"}
    assert {"outlook", "standing_worth", "cut_off"} <= looked_up
    assert not {"score", "recruits", "open", "extra_workers"} & looked_up
    assert not {"outlook", "standing_worth"} & {*load_page("1303", with_code=False).ids}


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


def _thing(page: Page, cell: Element) -> str:
    (link,) = [e for e in page.inside_element(cell) if e.tag == "a"]
    return str(link.attributes["href"]).removeprefix("#")


@pytest.mark.nightly
def test_it_says_where_it_has_written_the_page(piped: Caylus, tmp_path: Path) -> None:
    for _ in range(2):  # what it has written itself it replaces
        done = piped("doc", "classic", "--with", "salt")
        assert (done.code, done.out) == (0, f"Caylus with Salt: written to {tmp_path}/classic-salt.html\n")
    assert [file.name for file in tmp_path.iterdir()] == ["classic-salt.html"]


@pytest.mark.nightly
def test_a_file_of_somebody_elses_is_left_alone(piped: Caylus, tmp_path: Path) -> None:
    notes = tmp_path / "classic.md"
    notes.write_text("mine\n", encoding="utf-8")
    for words in ([], ["-o", "classic.md"]):
        done = piped("doc", "classic", "--format", "markdown", *words)
        assert (done.code, notes.read_text(encoding="utf-8")) == (2, "mine\n")
        assert "name another file" in done.err


@pytest.mark.nightly
def test_it_writes_a_page_to_standard_output(run: Run) -> None:
    done = run("doc", "classic", "-o", "-")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<!DOCTYPE html>\n")
    assert done.stdout.endswith("</html>\n")


@pytest.mark.nightly
def test_it_writes_markdown_to_a_file(piped: Caylus, tmp_path: Path) -> None:
    done = piped("doc", "1303", "--with", "apprentice", "--format", "markdown", "-o", "reference.md")
    assert (done.code, done.out) == (0, f"Caylus 1303 with The Apprentice: written to {tmp_path}/reference.md\n")
    assert "\n# Caylus 1303 with The Apprentice\n" in (tmp_path / "reference.md").read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["reference.md"]


@pytest.mark.nightly
def test_it_writes_the_same_bytes_whatever_the_hash_seed(tmp_path: Path, environment: dict[str, str]) -> None:
    asked = ["doc", "classic", "--with", "salt", "--with", "new-tiles", "-o", "-", "--format"]
    write = (
        f"from caylus_tools.cli.main import main; sys.exit(any([main([*{asked}, format]) for format in ('html', 'markdown')]))"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; {write}"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={**environment, "PYTHONHASHSEED": seed, "CAYLUS_CACHE": ""},
        ).stdout
        for seed in ("0", "1", "2024")
    }
    (both_written,) = written
    assert b"</html>\n" in both_written
    assert b"\n# Caylus with" in both_written


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("doc",), "RULESET"),
        (("doc", "clasic"), "did you mean `classic`?"),
        (("doc", "classic", "--with", "sald"), "did you mean `salt`?"),
        (("doc", "no/such/folder"), "no/such/folder"),
        (("doc", "classic", "--format", "pdf"), "there is no 'pdf'"),
        (("doc", "classic", "-o", "no/such/folder/page.html"), "cannot be written"),
        (("doc", "classic", "-o", "."), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_2(piped: Caylus, arguments: tuple[str, ...], said: str) -> None:
    done = piped(*arguments)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_faults_in_the_rules_are_findings(piped: Caylus, tmp_path: Path) -> None:
    manifest = "name: faulty\ntitle: Faulty\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [all.rules]\n"
    (tmp_path / "faulty").mkdir()
    (tmp_path / "faulty" / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / "faulty" / "all.rules").write_text("resource\n", encoding="utf-8")
    done = piped("doc", "faulty", "-o", "page.html")
    assert done.code == 1
    assert "all.rules:1" in done.err
    assert not (tmp_path / "page.html").exists()
