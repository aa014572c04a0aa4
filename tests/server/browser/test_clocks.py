"""A clock that runs out, before real browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browsing import Visitors
from support.tables import PERSON, open_table, sat_down, visit_table

pytestmark = pytest.mark.slow

CLOCK = {"seconds": 10, "increment": 0, "runs_out": "ask"}


@pytest.mark.nightly
def test_every_page_says_that_somebody_has_no_time_left_and_the_others_answer(visitors: Visitors) -> None:
    ann, bob, watcher = visitors.comes(), visitors.comes(), visitors.comes()
    table = open_table(ann, "classic", [{**PERSON, "label": "Ann"}, {**PERSON, "mine": False}], clock=CLOCK)
    sat_down(bob, next(iter(table["links"].values())), "Bob")
    watcher.goto("/")
    for page in (ann, bob, watcher):
        visit_table(page, table["table"])
    late, other = (ann, bob) if ann.locator("#choices .option").count() else (bob, ann)
    banners = [page.locator(".banner .told") for page in (late, other, watcher)]
    for banner in banners:
        expect(banner).to_contain_text("no time left")
    expect(banners[0].get_by_role("button")).to_have_count(0)
    expect(banners[2].get_by_role("button")).to_have_count(0)
    other.locator(".chat summary").click()
    other.get_by_role("button", name="Give more time").click()
    expect(other.locator(".chat")).to_contain_text("more time")
    other.get_by_role("button", name="Let a bot play").click()  # once that has run out as well
    expect(banners[0]).to_contain_text("plays for you")
    expect(banners[2]).to_have_count(0)
