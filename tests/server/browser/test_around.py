"""Around a game: who comes by a link and who cannot any more, rules mended by hand, and a game looked back at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visitors, assert_accessible, assert_fits

pytestmark = pytest.mark.slow

SLOW = 60_000
"""Milliseconds that a server may take for rules that it has not met before."""
FAULTY = 'row yard of 3 fields\n\nkind field plural fields {\n  state mark player\n}\n\ngame "Yard" for 2 to 2 players { do nothing() }\n'
SOUND = """resource coin

game "Yard" for 2 to 2 players {
  for each player in players { do pick(player) }
}

value score(player) = player.coin

action pick(player) {
  choose "Pick" {
    option one "take one" { gain 1 coin }
    option two "take two" { gain 2 coin }
  }
}
"""


def key(name: str) -> str:
    return f'[data-key="{name}"]'


def choose_rules(page: Page) -> None:
    page.goto("/new")
    page.locator(key("rules noughts")).wait_for(timeout=SLOW)
    page.locator(key("rules noughts")).check()
    page.locator(key("shuffle")).uncheck()


def open_it(page: Page) -> None:
    page.locator(key("open")).click()
    page.wait_for_url("**/table/*", timeout=SLOW)


def link_for(page: Page, seat: str) -> str:
    return page.get_by_label(f"link for {seat}").input_value()


@pytest.mark.nightly
def test_a_seat_is_taken_by_a_press_once_and_a_link_that_is_void_says_so(visitors: Visitors) -> None:
    host, guest, late = visitors.comes(), visitors.comes(390, 844, phone=True), visitors.comes()
    choose_rules(host)
    open_it(host)
    first = link_for(host, "Cross")
    host.locator(key("link Cross")).click()
    expect(host.get_by_label("link for Cross")).not_to_have_value(first)
    second = link_for(host, "Cross")

    late.goto(first)
    expect(late.get_by_text("no longer leads anywhere")).to_be_visible()
    assert_fits(late)

    guest.goto(second)
    expect(guest.get_by_role("button", name="Take the seat of Cross")).to_be_visible()
    expect(host.get_by_text("Starts by itself when the seat of Cross is taken")).to_be_visible()  # looking takes nothing
    expect(host.get_by_role("img", name="QR code for Cross")).to_be_visible()
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_label("Your name").press("Enter")
    guest.wait_for_url("**/table/*")
    expect(host.locator("#choices")).to_be_visible()  # all have come: it has begun

    late.goto("about:blank")
    late.goto(second)
    expect(late.get_by_text("no longer leads anywhere")).to_be_visible()
    guest.goto(second)
    expect(guest.get_by_text("You sit at this table already")).to_be_visible()


def test_rules_of_ones_own_are_mended_by_hand_and_opened(visitors: Visitors) -> None:
    page = visitors.comes()
    page.goto("/new")
    page.locator(key("write")).wait_for(timeout=SLOW)
    with page.expect_file_chooser() as chosen:
        page.get_by_text("Choose files").click()
    rules = [{"name": "yard.rules", "mimeType": "text/plain", "buffer": FAULTY.encode()}]
    manifest = "name: yard\ntitle: Yard\nversion: 1.0.0\nlanguage: 1\nrules: [yard.rules]\nseats: [Ann, Ben]\n"
    chosen.value.set_files([*rules, {"name": "ruleset.yaml", "mimeType": "text/plain", "buffer": manifest.encode()}])  # type: ignore[arg-type]
    expect(page.get_by_role("status").filter(has_text=re.compile("fault"))).to_be_visible(timeout=SLOW)
    expect(page.locator(key("open"))).to_have_attribute("aria-disabled", "true")
    page.locator(key("edit")).click()
    source = page.locator(key("source"))
    while source.input_value() != SOUND:  # the editor may be drawn anew in the middle
        source.fill(SOUND)
    page.locator(key("check")).click()
    expect(page.get_by_role("status").filter(has_text="no faults")).to_be_visible(timeout=SLOW)
    expect(page.locator(key("who 2"))).to_have_count(0)  # it is for two
    page.locator(key("who 1")).select_option("mine")
    open_it(page)
    expect(page.get_by_role("heading", name="Yard").first).to_be_visible()
    page.goto(f"{page.url}/rules#yard/yard.rules:10")
    expect(page.locator(".line.here")).to_contain_text("choose")


@pytest.mark.nightly
def test_a_game_that_is_over_tells_who_has_won_and_is_gone_through_again(visitors: Visitors) -> None:
    page = visitors.comes()
    choose_rules(page)
    page.locator(key("who 1")).select_option("mine")
    open_it(page)
    winner = page.get_by_role("heading", name=re.compile("wins|win|share")).first
    for _ in range(9):
        option = page.locator("#choices button.option:visible").first
        option.or_(winner).wait_for()
        if winner.is_visible():
            break
        chosen = page.locator(key(str(option.get_attribute("data-key"))))
        option.click()
        page.locator(key("do")).click()
        chosen.wait_for(state="detached")
        page.wait_for_timeout(450)  # a second press at once would be taken for a slip of the finger
    expect(winner).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Choice before").click()
    expect(page).to_have_url(re.compile(r"#\d+$"))
    table = page.url
    page.keyboard.press("ArrowLeft")
    expect(page).not_to_have_url(table)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    page.set_viewport_size({"width": 1300, "height": 900})
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: url.partition("#")[0] != table.partition("#")[0])

    page.goto("/")
    page.locator("input[type=file]").set_input_files(saved.value.path())
    page.wait_for_url("**/table/*")
    expect(winner).to_be_visible()


@pytest.mark.nightly
def test_a_slider_says_how_strong_a_bot_is_and_the_table_keeps_it(visitors: Visitors) -> None:
    page = visitors.comes()
    choose_rules(page)
    page.locator(key("who 1")).select_option("normal")
    slider = page.locator('[data-key^="strength "]')
    slider.press("PageDown")
    slider.press("ArrowLeft")
    expect(slider).to_be_focused()
    expect(slider).to_have_value("89")
    expect(page.get_by_text("strength 89")).to_be_visible()
    assert_accessible(page)
    open_it(page)
    expect(page.get_by_text("normal bot, strength 89").first).to_be_visible()
