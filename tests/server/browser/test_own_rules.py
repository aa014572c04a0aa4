"""A house rule is written on the page, told what is wrong with it and where, mended, and played."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect
from support.browsing import Visitors, assert_accessible, assert_fits
from support.opening import key, seat_and_open
from support.playing import Player

pytestmark = pytest.mark.slow

FAULTY = (
    'wood_building orchard "Orchard" see "House rule" {\n  cost 1 wodo + 1 food\n  worth 3 prestige\n  use { gain 3 food }\n}\n'
)


@pytest.mark.nightly
def test_a_fault_in_ones_own_rules_is_shown_with_its_line_and_once_mended_they_are_played(visitors: Visitors) -> None:
    one = Player(visitors.comes())
    page = one.page
    page.goto("/new")
    page.locator(key("rules classic")).check()
    page.locator(key("write")).click()
    text = page.locator(key("source"))
    text.fill(FAULTY)
    page.locator(key("check")).click()
    expect(page.get_by_text("wodo").first).to_be_visible()
    expect(page.get_by_role("button", name="own.rules:2")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    mend = page.locator(key("mend"))
    if mend.count():
        mend.click()
    else:
        text.fill(FAULTY.replace("wodo", "wood"))
        page.locator(key("check")).click()
    expect(page.get_by_role("status").filter(has_text="no faults")).to_be_visible()
    expect(page.get_by_text("Orchard").filter(visible=True).first).to_be_visible()
    seat_and_open(page, ["mine", "easy"])
    draw = Random(3)
    for _ in range(5):
        one.until(lambda: one.is_asked)
        one.wait_for_revision(one.choose(draw))
    page.goto(f"{page.url.partition('?')[0]}/rules")
    expect(page.get_by_text("Orchard").first).to_be_visible()
