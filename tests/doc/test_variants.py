"""What a page says of a variant: first what it changes, and a mark on whatever has changed."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
from layers import garden
from layers.garden import BASE, Variant, load

from .reading import Element, Page, load_page, render_markdown, render_page

pytestmark = pytest.mark.slow


def changes(page: Page) -> list[tuple[str, list[str], list[str]]]:
    """What each change says, what was, what is now."""
    told = []
    for item in page.all("li"):
        if item.parent is not None and item.parent.has_class("changes"):
            inside = page.inside_element(item)
            head = next(e.words for e in inside if e.tag == "p")
            told.append((head, *([e.words for e in inside if e.has_class(side)] for side in ("was", "now"))))
    return told


def marks(page: Page, of: Element) -> list[str]:
    return [e.words for e in page.inside_element(of) if e.has_class("mark")]


@pytest.fixture(scope="module")
def printing() -> Page:
    return load_page("classic", "first-printing")


@pytest.mark.slow
def test_a_ruleset_of_its_own_has_no_changes() -> None:
    page = load_page("classic")
    assert "what-changes" not in page.ids
    assert page.all("span", "mark") == []


def test_the_changes_come_behind_the_pieces(printing: Page) -> None:
    headings = [e.words for e in printing.all("h2")]
    assert headings[headings.index("All pieces") + 1] == "What differs"


def test_a_changed_part_shows_what_it_was_and_what_it_is(printing: Page) -> None:
    church = next(change for change in changes(printing) if "Church" in change[0])
    assert church[0].startswith("changed stone building Church · worth first-printing/numbers.rules:")
    assert church[1:] == (["3 prestige and 1 royal favour"], ["4 prestige and 1 royal favour"])


def test_what_is_removed_is_told_once_more_and_is_gone_from_the_rest(printing: Page) -> None:
    gone = printing.place_at("jeweller")
    assert gone.tag == "li"
    assert "gain 9 prestige" in gone.words
    assert "Jeweller" not in [e.words for e in printing.all("svg", "face")]
    assert "#jeweller" not in {link for link in printing.links if link == "#jeweller"}


def test_a_changed_object_is_marked_on_its_face_and_below_it(printing: Page) -> None:
    tailor = printing.place_at("tailor")
    assert tailor.has_class("changed")
    assert marks(printing, tailor) == ["changed by First printing"]
    (face,) = [e for e in printing.inside_element(tailor) if e.has_class("face")]
    assert "changed" in face.words
    assert marks(printing, printing.place_at("bank")) == []


def test_the_text_of_a_change_stands_below_the_text_it_changes(printing: Page) -> None:
    sources = [e for e in printing.inside_element(printing.place_at("tailor")) if e.has_class("source")]
    places = [e.words for source in sources for e in printing.inside_element(source) if e.tag == "figcaption"]
    assert [place.rsplit(":", 1)[0] for place in places] == ["classic/buildings.rules", "first-printing/numbers.rules"]


def test_a_new_piece_is_drawn_like_any_other_and_among_the_changes() -> None:
    page = load_page("classic", "salt")
    (item,) = [e for e in page.all("li") if "added wood building Salt works" in e.words]
    assert [e for e in page.inside_element(item) if e.has_class("face")]
    (face,) = [e for e in page.inside_element(page.place_at("salt_works")) if e.has_class("face")]
    uses = [e.attributes["href"] for e in page.inside_element(face) if e.tag == "use"]
    assert uses == ["#icon-salt", "#icon-wood", "#icon-stone", "#icon-prestige"]


@pytest.mark.slow
def test_what_is_only_affected_by_a_variant_says_so() -> None:
    page = load_page("classic", "salt")
    assert marks(page, page.place_at("final_count")) == ["affected by Salt"]
    assert marks(page, page.place_at("price")) == []


@pytest.mark.nightly
def test_a_replaced_action_shows_both_and_only_the_new_text_with_the_rule() -> None:
    page = load_page("classic", "simplified-favour")
    (_head, was, now) = next(change for change in changes(page) if "Royal favour" in change[0])
    assert "line of the favour" not in "".join(now)
    assert "Repeat while the player has at least 1 royal favour" in was[0]
    assert now == ["Gain 3 prestige for each royal favour Set the player’s royal favours to 0"]
    (place,) = [e.words for e in page.inside_element(page.place_at("use_favours")) if e.tag == "figcaption"]
    assert place.startswith("simplified-favour/")


def test_a_sequence_and_a_group_show_their_members_before_and_after(tmp_path: Path) -> None:
    rules = load(
        tmp_path,
        hail='resource plum\nadd plum to fruit after pear\nphase hail "Hail" { }\nadd hail to year before autumn\n',
    )
    told = {head.split(" hail/")[0]: (was, now) for head, was, now in changes(render_page(rules))}
    assert told["changed sequence year"] == ([], ["Hail comes after Spring"])
    assert told["changed group fruit"] == (["apple, pear"], ["apple, pear, plum"])


def test_layers_are_told_apart(tmp_path: Path) -> None:
    rules = load(tmp_path, rich="change constant prize = 5\n", hard="each player has { debt number }\n", given=["rich", "hard"])
    text = render_markdown(rules)
    assert "# Garden with Hard and Rich\n" in text or "# Garden with Rich and Hard\n" in text
    assert "- **changed** constant **[prize](#prize)** (Rich, `rich/all.rules:1`)\n  - was: 2\n  - is now: 5\n" in text
    assert "- **added** each player has **[debt](#player.debt)** (Hard, `hard/all.rules:1`)\n  - a number\n" in text


def test_a_kind_and_the_players_that_change_are_listed_with_what_is_said_of_them(tmp_path: Path) -> None:
    base = BASE + "each player has { luck number = 1 }\nrule lucky { income(player) is more by player.luck }\n"
    rules = load(tmp_path, base=base, a="change kind field { worth number = 6 }\nchange kind player { luck number = 7 }")
    assert changes(render_page(rules)) == [
        ("changed kind field · worth a/all.rules:1 · A", [], []),
        ("changed each player has luck a/all.rules:2 · A", ["A number, 1 at the start"], ["A number, 7 at the start"]),
    ]


def test_what_players_and_places_have_from_now_on_is_told_by_its_title_and_each_link_leads_somewhere(tmp_path: Path) -> None:
    change = """
        each player has { guests "guests at home" list of player, debt "what is owed" number }
        change kind field { add state seen "seen last" player }
        rule visits { after spring() { for each player in order { set player.debt to 1, put player to end of player.guests } } }
        value half(player) = player.debt / 2
        rule halves { income(player) is more by half(player) }
    """
    book = {"rulebook": {"chapters": [{"rules": ["year", "spring", "autumn"]}]}}
    text = render_markdown(load(tmp_path, a=Variant(change, book)), with_code=False)
    assert '<a id="player.debt"></a>what is owed** (A)\n  - a number\n' in text
    assert '<a id="player.guests"></a>guests at home** (A)\n  - a list of players\n' in text
    assert "field** · seen last (A)\n  - a player\n" in text
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= set(re.findall(r'id="([^"]*)"', text))
    assert "Half *(added by A)*" not in text, "a formula without words is told only where all that differs is"


def test_what_affects_a_rule_that_another_paragraph_tells_is_marked_and_told_there(tmp_path: Path) -> None:
    base = BASE.replace("phase autumn", "| Take a field.\n| tells: tend\nphase autumn")
    text = render_markdown(
        load(tmp_path, base=base, a="rule toil { after tend(player, field) { gain 1 coin } }"), with_code=False
    )
    assert "Autumn *(affected by A)*\n\nTake a field.\n\n\nBut also:\n\n- [Toil](#toil) — after [tend](#tend): gain 1" in text


def test_what_another_paragraph_tells_is_linked_where_it_affects_a_rule(tmp_path: Path) -> None:
    base = BASE.replace("phase autumn", "| Take a field.\n| tells: tend\nphase autumn").replace(
        "phase spring", "| Sow.\nphase spring"
    )
    rules = """
        | Whoever tends a field gains {gain}.
        rule toil "Toil" { after tend(player, field) { gain 1 coin } }
        | adds to: autumn
        | Then all rest.
        rule rest "Rest" { after autumn() { clear order }, after spring() { reverse order } }
    """
    text = render_markdown(load(tmp_path, base=base, a=rules), with_code=False)
    assert "*\n\nTake a field.\n\nThen all rest.\n\n\nBut also:\n\n- [Frost](#frost)" in text
    assert "\nSee also [Toil](#toil).\n" in text
    assert "*\n\nSow.\n\n\nSee also [Autumn](#autumn).\n" in text
    assert "[Rest](#rest)" not in text.partition("What differs")[0]


def test_a_requirement_of_an_option_names_the_option_and_a_piece_shows_what_its_action_was(tmp_path: Path) -> None:
    rules = """
        rule proud { forbid take(field) in autumn where field is meadow "too dear" }
        change field meadow { harvest { 1 coin becomes 3 coin } }
        kind card plural cards { strength number }
        2 card ace "Ace" { strength 3 }
    """
    base = BASE.replace('meadow "Meadow" { cost 2 coin }', 'meadow "Meadow" { cost 2 coin, harvest { gain 1 coin } }')
    base = base.replace("take(field in fields) {", 'take(field in fields) "take {field}" {')
    text = render_markdown(load(tmp_path, base=base, a=rules), with_code=False)
    assert "[Autumn](#autumn) — not “take *field*” where the field is [Meadow](#meadow) (“too dear”)" in text
    assert "Meadow** · harvest (A)\n  - was: gain 1 coin\n  - is now: gain 3 coin\n" in text
    assert "**added** card **[Ace](#ace)** (A)" in text


def test_a_phase_more_is_told_below_a_paragraph_that_says_nothing_of_it(tmp_path: Path) -> None:
    base = BASE.replace("sequence year", "| - **Spring.**\n| - **Autumn.**\nsequence year")
    hail = 'phase hail "Hail" { }\nadd hail to year before autumn\n'
    text = render_markdown(load(tmp_path, base=base, hail=hail), with_code=False)
    assert "But also:\n\n- [Hail](#hail) comes after [Spring](#spring)\n" in text
    told = hail + "| adds to: year\n| - **Hail.**\n"
    text = render_markdown(load(tmp_path / "told", base=base, hail=told), with_code=False)
    assert "comes after" not in text.partition("What differs")[0]
    gone = render_markdown(load(tmp_path / "gone", base=base, dry="remove spring from year\n"), with_code=False)
    assert "- Spring is left out\n" in gone


def test_a_formula_and_a_question_that_change_are_shown_in_words_as_they_were_and_are(tmp_path: Path) -> None:
    change = 'change phase autumn { field.cost becomes 2 * field.cost\n "Take a field" becomes "Take {prize} fields" }'
    text = render_markdown(load(tmp_path, a=change), with_code=False).partition("## What differs")[2]
    assert "**changed** phase **[Autumn](#autumn)** (A)" in text
    assert text.count("**changed**") == 1
    assert "pay the field’s cost\n" in text
    assert "asks: “Take 2 fields”" in text
    assert "{" not in text


def test_the_paragraph_of_a_piece_does_not_hide_its_price(tmp_path: Path) -> None:
    base = BASE.replace("field orchard", "| You gain an apple.\nfield orchard")
    text = render_markdown(load(tmp_path, base=base))
    assert "You gain an apple. Cost 1 [coin](#coin)." in text


def test_a_row_is_shown_whose_places_lack_what_rules_ask_of_other_places(tmp_path: Path) -> None:
    rows = """
        kind plot plural plots called crop { state crop field, state owner player }
        row land of 2 plots
        kind rung plural rungs { state climbers list of player }
        row ladder of 3 rungs
        rule harvests { after spring() { for each plot in land where plot.crop is not none { for each player in order {
          if plot.owner is player { do plot.crop.harvest(player) } else { do plot.crop.idle(player) }
        } } } }
    """
    base = BASE.replace("action harvest", "action idle(player)\n  action harvest")
    shown = {"table": [{"row": "ladder", "show": ["climbers"]}]}
    text = render_markdown(load(tmp_path, base=base, a=Variant(rows, shown)), with_code=False)
    assert "### Ladder\n\n3 rungs." in text


def test_a_game_together_says_so(tmp_path: Path) -> None:
    text = render_markdown(load(tmp_path, a='value team(player) "all together" = 1'), with_code=False)
    assert "All players are one team: they win together, or lose together" in text
    assert "- 1\n" not in text


CHAPTERS = {
    "rulebook": {
        "chapters": [{"title": "Phase 1: spring", "rules": ["spring"]}, {"title": "Phase 2: autumn", "rules": ["autumn"]}]
    }
}


def test_a_new_phase_has_its_chapter_after_the_phase_that_it_follows(tmp_path: Path) -> None:
    phase = 'phase {0} "The {0}" {{ for each player in order {{ gain 1 point }} }}\nadd {0} to year {1}\n'
    rules = phase.format("hail", "after spring") + phase.format("rain", "after hail") + phase.format("dawn", "before spring")
    text = render_markdown(load(tmp_path, a=Variant(rules, CHAPTERS)), with_code=False)
    chapters = [title for title in re.findall("^## (.*)", text, re.MULTILINE) if "hase" in title]
    assert chapters == [
        "Before phase 1: the dawn", "Phase 1: spring", "Phase 1a: the hail", "Phase 1b: the rain", "Phase 2: autumn",
    ]  # fmt: skip
    assert text.count('<a id="dawn">') == 1
    assert "[The hail](#hail) comes after [Spring](#spring)\n" in text.partition("What differs")[2]


def test_what_players_do_not_go_by_has_no_entry(tmp_path: Path) -> None:
    rules = """
        rule shout { after spring() { say "spring is over" } }
        rule greed { outlook(player) is more by 2 * longing(player) }
        value longing(player) = player.apple
    """
    base = BASE + "value outlook(player) = player.point\n"
    text = render_markdown(load(tmp_path, base=base, a=Variant(rules, CHAPTERS)), with_code=False)
    told, _, differs = text.partition("What differs")
    assert not re.search("shout|greed|longing", told)
    assert re.findall(r"\*\*added\*\* (\w+)", differs) == ["rule"]
    assert not re.search("greed|longing", differs)
    assert "(affected by" not in told


def test_changes_are_told_in_words_and_not_in_names(tmp_path: Path) -> None:
    base = BASE.replace("value income(player)", 'value income(player) "coins in spring"')
    rules = """
        replace value income(player) = 4
        | # The fee
        | Two coins.
        value field_fee(player) = 2
        rule fees { after spring() { for each player in order { lose field_fee(player) coin } } }
        change phase autumn { add option pray "say a prayer" { gain 1 point }, remove option rest }
    """
    text = render_markdown(load(tmp_path, base=base, a=rules), with_code=False).partition("What differs")[2]
    assert "**[coins in spring](#income)** (A)" in text
    assert "lose the [fee](#field_fee) in" in text or "lose [the fee](#field_fee) in" in text
    assert "**[Autumn](#autumn)** · the option “say a prayer” added (A)" in text
    assert "· the option “rest” removed (A)" in text


def test_who_gains_is_said_where_another_decides(tmp_path: Path) -> None:
    rules = """
        rule alms {
          after spring() {
            for each player in order {
              for each rival in order where rival is not player {
                rival may "give {player} a coin" { rival pays 1 coin, player gains 1 coin, rival gains 1 point }
              }
            }
          }
        }
    """
    text = render_markdown(load(tmp_path, a=rules), with_code=False)
    assert "the rival may: pay 1 coin, the player gains 1 coin, gain 1 point" in text


def test_a_paragraph_that_a_variant_empties_is_not_there(tmp_path: Path) -> None:
    base = BASE + "each player has {\n  | # Marks\n  | [One for {frost}.]\n  marks number\n}\n"
    base += "rule marking { after spring() { for each player in order { raise player.marks by 1, gain player.marks point } } }\n"
    assert "Marks" in render_markdown(load(tmp_path, base=base), with_code=False)
    text = render_markdown(load(tmp_path / "dry", base=base, a="remove rule frost"), with_code=False)
    assert "Marks" not in text
    plain = load(tmp_path / "plain", a='kind suit plural suits\nsuit red "Red"\nrow suits_in_turn of 1 suits\n')
    assert '### <a id="suit">' not in render_markdown(plain, with_code=False)


def test_an_answer_is_in_doubt_only_where_its_outcome_differs(tmp_path: Path) -> None:
    extends = {"extends": {"name": "classic", "version": "1"}}
    rules = """
        rule coins "Coins" {
          after pass(player) { may gain 1 food }
          after bribing() { for each player in turn_order { gain 1 denier } }
        }
    """
    garden.write_layer(tmp_path / "coins", extends, rules)
    page = render_page(caylus.load("classic", [tmp_path / "coins"]), with_code=False)
    assert len(page.all("dl", "questions")) == 1
