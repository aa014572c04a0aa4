"""The board in a browser: what can be chosen, how it is reached by keys, and that it is drawn for any rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import Visitors, assert_accessible, assert_fits
from support.serving.process import Server
from support.tables import PERSON, open_table, post

pytestmark = pytest.mark.slow

COVERED = """() => {
  const over = document.querySelector(".popover").getBoundingClientRect();
  const isUnder = (place) => place.left < over.right && place.right > over.left && place.top < over.bottom && place.bottom > over.top;
  return [...document.querySelectorAll(".board .lit")].filter((lit) => isUnder(lit.getBoundingClientRect())).map((lit) => lit.title);
}"""
"""What can be chosen and lies under what is told of a place."""


def begin(page: Page, base: str, players: int) -> str:
    """A table at which a visitor has every seat, opened on their page; its name."""
    table = str(open_table(page, base, [PERSON] * players, public=False, spectators=False)["table"])
    page.goto(f"/table/{table}")
    page.locator(".board .cell, .board .panel").first.wait_for()
    return table


def find_mover(page: Page, table: str) -> str:
    seats = page.request.get(f"/api/tables/{table}").json()["seats"]
    return next(str(seat["name"]) for seat in seats if seat["to_move"])


def choose(page: Page, table: str, *options: str, made: int = 0) -> None:
    """Has whoever decides make the choices after the first so many of a game, whatever the page shows."""
    for revision, option in enumerate(options, made):
        asked = {"seat": find_mover(page, table), "revision": revision, "option": option, "key": f"k{revision}"}
        post(page, f"/api/tables/{table}/choose", asked)


@pytest.fixture(scope="module")
def opened(browser: Browser, server: Server) -> Iterator[Page]:
    """A new table of the first edition, for tests that choose nothing."""
    visitors = Visitors(browser, server.address)
    page = visitors.comes(1440)
    begin(page, "classic", 2)
    yield page
    visitors.leave()


def test_a_place_that_can_be_chosen_is_a_button_that_says_what_it_is_and_costs(opened: Page) -> None:
    lit = opened.locator('.board .cell[data-cell="road 7"]')
    expect(lit).to_have_attribute(
        "aria-label", "Peddler, road 7, beyond the provost, idle unless the provost comes forward 1, can be chosen for 1 denier"
    )
    expect(lit).to_have_attribute("aria-pressed", "false")
    expect(opened.locator(".strip")).to_contain_text(
        "the bailiff and the provost on 6.Beyond 6 nobody works this round.the provost may still move"
    )
    lit.click()
    expect(lit).to_have_attribute("aria-pressed", "true")
    assert opened.evaluate(COVERED) == []
    assert_fits(opened)
    assert_accessible(opened, "light")


def test_the_board_is_one_stop_of_the_tab_key_and_arrows_lead_over_it(opened: Page) -> None:
    assert opened.locator('.board .cell[tabindex="0"]').count() == 1
    opened.locator('.board .cell[data-cell="road 1"]').focus()
    reached = []
    for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
        opened.keyboard.press(key)
        reached.append(opened.evaluate("document.activeElement.dataset.cell"))
    assert reached == ["road 2", "road 1", "village 1", "road 16"]
    assert opened.locator('.board .cell[tabindex="0"]').count() == 1


@pytest.mark.nightly
def test_whatever_names_a_thing_shows_its_card_under_a_pointer_and_with_the_focus(opened: Page) -> None:
    opened.keyboard.press("Escape")
    tip = opened.get_by_role("tooltip")
    opened.locator('.board .cell[data-cell="road 16"]').hover()
    expect(tip).to_contain_text("Gold mine")
    opened.locator('.board .cell[data-cell="road 16"]').click()
    opened.wait_for_timeout(500)
    expect(tip).to_be_hidden()  # what comes under a pointer that rests asks for no card
    opened.keyboard.press("Escape")
    opened.locator('.things [data-thing="dungeon"]').focus()
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Tab")
    expect(tip).to_contain_text("royal favours by parts built")


@pytest.mark.nightly
def test_the_rulebook_is_served_at_the_table_and_linked_from_phases_and_tiles(opened: Page) -> None:
    rules = f"{opened.url.partition('?')[0]}/rules?book"
    expect(opened.locator(".phases .on a")).to_have_attribute("href", f"{urlsplit(rules).path}?book#placing")
    book = opened.context.new_page()
    book.goto(f"{rules}#bank")
    expect(book.locator("#bank")).to_be_in_viewport()
    expect(book.locator("#bank")).to_contain_text("Bank")
    book.close()


def test_who_stands_there_is_said_and_the_moves_of_a_marker_say_whom_they_cut_off(visitors: Visitors) -> None:
    page = visitors.comes(1300)
    table = begin(page, "classic", 2)
    seat = find_mover(page, table)
    choose(page, table, "place peddler_fixed")
    taken = page.locator('.board .cell[data-cell="road 7"]')
    expect(taken).to_have_attribute("aria-disabled", "true")
    expect(taken).to_have_attribute(
        "aria-label", f"Peddler, road 7, worker: {seat}, beyond the provost, idle unless the provost comes forward 1, not now"
    )
    taken.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("another worker stands there").first).to_be_visible()
    choose(page, table, "place carpenter_fixed", "pass", "pass", made=1)
    page.goto(f"/table/{table}?seat={find_mover(page, table)}")
    first = page.locator("#choices .option.moves").first
    expect(first).to_be_visible()
    places = [int(number) for number in page.locator("#choices .moves .to").all_inner_texts()]
    assert places == sorted(places, reverse=True)
    expect(page.locator("#choices .moves.decline")).to_contain_text("idle as now")
    expect(page.locator("#choices .option.moves").filter(has_text="frees").first).to_be_visible()
    first.click()
    expect(page.locator(f'.stop:has(.barrier.coming):has(.figure.coming) [data-cell="road {places[0]}"]')).to_have_count(1)
    expect(page.locator("#choices .go")).to_contain_text(re.compile("move the provost to", re.IGNORECASE))


@pytest.mark.nightly
def test_the_way_winds_in_as_many_columns_as_there_is_room_for(visitors: Visitors) -> None:
    page = visitors.comes(1440, 844)
    begin(page, "1303", 2)
    columns = "new Set([...document.querySelectorAll('.way > .stop')].map(stop => stop.getBoundingClientRect().left | 0)).size"
    for width, wanted in ((1440, 8), (390, 4), (320, 3)):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function(f"{columns} === {wanted}")
        assert_fits(page)


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1300, 390])
def test_rules_whose_manifest_says_nothing_are_drawn_row_by_row(visitors: Visitors, width: int) -> None:
    page = visitors.comes(width, 844, phone=width < 600)
    begin(page, "noughts", 2)
    assert page.locator(".board .cell.lit").count() == 9
    page.locator('.board .cell[data-cell="board 5"]').click()
    expect(page.locator('.board .cell[data-cell="board 5"]')).to_have_attribute("aria-pressed", "true")
    assert_fits(page)


def test_a_game_without_places_shows_its_things_where_the_board_would_be(visitors: Visitors) -> None:
    page = visitors.comes(1300)
    begin(page, "harbour", 2)
    expect(page.locator(".board .things").first).to_contain_text("Planter")
    assert_accessible(page, "light")


def test_titles_that_look_like_markup_are_text_and_names_of_the_page_s_language_are_names(visitors: Visitors) -> None:
    page = visitors.comes(1300)
    begin(page, "ring", 2)
    expect(page.locator(".board h3").first).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator("#page img, #page script, #page i:not([class])").count() == 0
    expect(page.locator(".players").first).to_contain_text("toString")
    expect(page.locator("#page")).not_to_contain_text("native code")


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1300, 390])
def test_what_is_chosen_among_lies_there_as_cards_that_say_what_each_does(visitors: Visitors, width: int) -> None:
    page = visitors.comes(width, 844, phone=width < 600)
    table = begin(page, "1303", 3)
    page.goto(f"/table/{table}?seat={find_mover(page, table)}")
    page.locator(".curtain button, #choices .option").first.wait_for()
    if page.locator(".curtain button").is_visible():
        page.locator(".curtain button").click()
    cards = page.locator("#choices .facecard")
    cards.first.wait_for()
    for card in cards.all():
        assert len(card.locator(".deeds").inner_text()) > 20, card.inner_text()
    cards.first.click()
    expect(page.locator(".popover")).to_have_count(0)
    assert_fits(page)
    assert_accessible(page, "light")


@pytest.mark.parametrize("width", [pytest.param(1300, marks=pytest.mark.nightly), 390])
def test_the_stock_says_what_can_be_paid_and_a_player_what_is_theirs(visitors: Visitors, width: int) -> None:
    page = visitors.comes(width, 844, phone=width < 600)
    begin(page, "classic", 2)
    if width < 600:
        page.get_by_role("button", name="Stock").tap()
    else:
        page.keyboard.press("s")
    quarry = page.locator(".stock .facecard").filter(has_text="Quarry")
    expect(quarry).to_contain_text(re.compile("worth 2", re.IGNORECASE))
    expect(quarry).to_have_class("facecard kept can")
    expect(page.locator(".stock .facecard").filter(has_text="Cathedral")).to_have_class(re.compile("^facecard kept ?$"))
    assert_fits(page)
    if width < 600:
        page.locator(".standings .one").nth(1).tap()
    else:
        page.locator(".players .whose").nth(1).click()
    expect(page.locator(".rival")).to_contain_text("plays 2nd")
    expect(page.locator(".rival")).to_contain_text("deniers at each income")
    assert_accessible(page, "light")
    page.get_by_role("button", name="Close this player").click()
    expect(page.locator(".rival")).to_be_hidden()


@pytest.mark.nightly
def test_a_piece_that_has_come_is_ringed_for_a_moment(visitors: Visitors) -> None:
    page = visitors.comes(1440)
    table = begin(page, "classic", 2)
    page.emulate_media(reduced_motion="no-preference")
    choose(page, table, "place peddler_fixed")
    expect(page.locator(".board .cell.changed")).to_have_attribute("data-cell", "road 7")
    expect(page.locator('.board .cell[data-cell="road 7"] .piece')).to_have_count(1)
