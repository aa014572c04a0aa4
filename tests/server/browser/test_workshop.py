"""In the workshop a house rule is written, mended, tried, set up and played, by keyboard and by mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect
from support.browsing import Visitors, assert_accessible, assert_fits
from support.opening import key

pytestmark = pytest.mark.slow

TALLY = '[data-key="tally"]'


def begin(page: Page) -> None:
    """A copy of a variant, drawn."""
    page.goto("/workshop")
    page.locator(key("open new-tiles")).click()
    expect(page.get_by_role("article", name="Brewery")).to_be_visible()


def put_caret(page: Page, after: str) -> None:
    ink = page.locator(key("ink"))
    at = ink.input_value().index(after) + len(after)
    ink.evaluate("(area, at) => { area.focus(); area.setSelectionRange(at, at); }", at)
    ink.dispatch_event("click")


@pytest.mark.nightly
def test_a_variant_is_written_mended_and_played_from_a_position(visitors: Visitors) -> None:
    page = visitors.comes()
    visitors.forgive(page, "503")  # a machine with much else to do is asked again
    begin(page)
    ink, fault = page.locator(key("ink")), page.locator(".shop-fault")
    before = ink.input_value()
    put_caret(page, "1 food + 1 denier")
    page.keyboard.type("s")
    expect(fault).to_contain_text("deniers")
    assert_accessible(page)
    page.keyboard.press("Backspace")
    expect(fault).to_be_hidden()
    page.keyboard.type("s")
    expect(fault).to_be_visible()
    page.keyboard.press("Alt+Enter")
    expect(fault).to_be_hidden()
    assert ink.input_value() == before

    page.once("dialog", lambda asked: asked.accept("brew_house"))
    put_caret(page, "building brew")
    page.keyboard.press("F2")
    expect(ink).to_have_value(before.replace("building brewery", "building brew_house"))
    page.keyboard.press("Control+z")
    expect(ink).to_have_value(before)

    put_caret(page, "gain 7 ")
    page.keyboard.press("Control+Space")
    expect(page.get_by_role("option", selected=True)).to_be_visible()
    page.keyboard.press("Escape")
    put_caret(page, "pay 2 foo")
    page.keyboard.press("F12")
    expect(page.get_by_role("dialog").locator(".here")).to_contain_text("resource food")
    page.keyboard.press("Escape")

    put_caret(page, "gain 7")
    page.locator(key("more")).click()
    assert "gain 8 denier" in ink.input_value()
    page.locator(key("panel situations")).click()
    expect(page.locator(TALLY)).to_contain_text("7 of 8")
    page.locator(key("less")).click()
    expect(page.locator(TALLY)).to_contain_text("8 of 8")

    page.locator(key("set up")).click()
    food = page.locator(key("Red food"))
    food.fill("7")
    food.press("Enter")
    expect(page.locator(".touched")).to_have_value("7")
    page.locator(key("piece worker, Red")).drag_to(page.locator(key("cell road 2")))
    expect(page.locator(key("cell road 2"))).to_have_accessible_name(re.compile("Red"))
    page.locator(key("situation")).fill("Red waits")
    page.locator(key("keep situation")).click()
    expect(page.locator(TALLY)).to_contain_text("9 of 9")
    page.locator(key("panel position")).click()
    assert_accessible(page)
    assert_fits(page)
    page.locator(key("play from here")).click()
    page.wait_for_url("**/table/*")
    expect(page.locator(key("cell road 2")).first).to_have_accessible_name(re.compile("Red"))
    page.goto(f"/workshop?table={page.url.rpartition('/')[2]}&moment=&seat=Red")
    expect(page.locator(key("play from here"))).to_be_visible()
    page.locator(key("panel situations")).click()
    expect(page.locator(TALLY)).to_contain_text("1 of 1")


@pytest.mark.nightly
def test_no_verdict_on_an_older_text_is_shown_and_the_table_leads_back(visitors: Visitors) -> None:
    page = visitors.comes()
    visitors.forgive(page, "503")
    begin(page)
    fault, state = page.locator(".shop-fault"), page.locator(key("state").replace("button", "span, button"))
    put_caret(page, "1 food + 1 denier")
    page.keyboard.type("s")
    expect(fault).to_contain_text("deniers")
    held: list[Route] = []
    page.route("**/workshop/check", lambda route: held.append(route))
    page.keyboard.press("Backspace")
    expect(fault).to_be_hidden(timeout=1000)
    expect(state).to_contain_text("Checking", timeout=1000)
    expect(page.locator(".wavy")).to_have_count(0)
    page.unroute("**/workshop/check")
    for route in held:
        route.continue_()
    expect(state).to_have_text("No faults")
    page.locator(key("help")).click()
    page.get_by_label("Find a word").fill("never")
    expect(page.locator(".words").last).to_contain_text("never")
    page.locator(key("add change")).click()
    page.locator(key("find")).fill("provost steps")
    page.locator(key("found provost_steps")).click()
    page.locator(key("number 0")).fill("2")
    assert_accessible(page)
    page.locator(key("change it")).click()
    expect(page.locator(key("ink"))).to_have_value(re.compile("change constant provost_steps = 2"))
    page.locator(key("play it")).click()
    page.wait_for_url("**/table/*")
    page.get_by_role("link", name="Workshop").click()
    expect(page.locator(key("ink"))).to_have_value(re.compile("change constant"))
    begin(page)
    expect(page.locator(key("rename rules"))).to_contain_text("My New buildings 2")


@pytest.mark.nightly
def test_on_a_phone_one_reads_and_changes_a_number(visitors: Visitors) -> None:
    page = visitors.comes(390, 844, phone=True)
    visitors.forgive(page, "503")
    begin(page)
    assert_accessible(page)
    assert_fits(page)
    put_caret(page, "worth 5")
    page.locator(key("more")).tap()
    expect(page.get_by_role("article", name="Brewery")).to_contain_text("Worth 6 prestige.")


@pytest.mark.nightly
def test_a_table_for_friends_leads_back_to_the_rules_that_it_was_opened_with(visitors: Visitors) -> None:
    page = visitors.comes()
    page.goto("/workshop")
    page.locator(key("find")).fill("peddler prestige wood")
    page.locator(key("found peddler")).click()
    page.locator(key("number 0")).fill("2")
    page.locator(key("called")).fill("Quiet evening")
    page.locator(key("begin")).click()
    page.get_by_role("button", name="Play with friends").click()
    page.wait_for_url("**/new#**")
    page.locator(key("open")).click()
    page.wait_for_url("**/table/**")
    page.locator('[data-key="maker"]').click()
    page.wait_for_url("**/workshop#p=*")
    expect(page.get_by_text("Quiet evening").first).to_be_visible()
