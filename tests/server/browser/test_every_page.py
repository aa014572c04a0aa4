"""Every page is there for everybody: axe-core finds nothing in light and dark, and nothing lies beside a window of 320 px."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visitors, assert_accessible, assert_fits
from support.opening import links, open_table
from support.playing import Player

pytestmark = pytest.mark.slow

NARROW = 320


def look(page: Page) -> None:
    """At a page as it is wide, and as narrow as it may be."""
    expect(page.locator("h1").first).to_be_visible()
    assert_accessible(page)
    page.set_viewport_size({"width": NARROW, "height": 640})
    assert_fits(page)
    assert_accessible(page, "light")
    page.set_viewport_size({"width": 1300, "height": 900})


@pytest.mark.nightly
def test_pages_around_a_game(visitors: Visitors) -> None:
    page = visitors.comes()
    for path in ("/", "/new", "/results", "/settings", "/seat#nothing", "/watch#no.token"):
        visitors.forgive(page, "status of 40")
        page.goto(path)
        look(page)


def test_a_table_before_its_game_and_an_invitation_to_it(visitors: Visitors) -> None:
    page = visitors.comes()
    open_table(page, "classic", ["short-castle"])
    look(page)
    ((_, link),) = links(page).items()
    guest = visitors.comes()
    guest.goto(link)
    expect(guest.locator(".differences li").first).to_be_visible()  # before anybody sits down
    look(guest)


@pytest.mark.nightly
def test_a_table_at_play_its_rules_and_its_replay(visitors: Visitors) -> None:
    one = Player(visitors.comes())
    open_table(one.page, "classic", who=["mine", "easy"])
    one.until(lambda: one.is_asked)
    look(one.page)
    table = one.page.url.partition("?")[0]
    for path in ("/rules", "/replay"):
        one.page.goto(f"{table}{path}")
        look(one.page)
