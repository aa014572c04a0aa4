"""The server ends and is started again, orderly or not: open pages come back by themselves and go on where they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visitors
from support.serving.process import Server
from support.tables import PERSON, choices_made, open_table, sat_down, visit_table

from ..conftest import Serve

pytestmark = pytest.mark.slow

CLOCK = {"seconds": 600, "increment": 0, "runs_out": "ask"}


@pytest.fixture(scope="module")
def server(serve: Serve) -> Server:
    return serve()


def expecting_losses(visitors: Visitors, *pages: Page) -> None:
    for page in pages:
        for words in ("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET"):
            visitors.forgive(page, words)


@pytest.mark.nightly
def test_pages_come_back_with_what_their_readers_were_at(visitors: Visitors, server: Server) -> None:
    mine = visitors.comes()
    first = open_table(mine, "classic", [{**PERSON, "label": "Ann"}, {**PERSON, "mine": False}], clock=CLOCK)
    friend = visitors.comes()
    sat_down(friend, next(iter(first["links"].values())), "Bob")
    second = open_table(mine, "1303", [PERSON] * 2)
    tab = visitors.watch_page(mine.context.new_page())
    expecting_losses(visitors, mine, friend, tab)
    for page in (mine, friend):
        visit_table(page, first["table"])
    visit_table(tab, second["table"])
    decides = mine if mine.locator("#choices .option").count() else friend
    decides.locator("#choices .option").first.click()

    for end, told in ((server.stop, "restarts"), (server.kill, "Offline since")):
        end()
        for page in (mine, friend, tab):
            expect(page.locator(".banner .warn")).to_contain_text(told)
        server.start()
        for page in (mine, friend, tab):
            expect(page.locator(".banner .warn")).to_have_count(0)

    expect(decides.locator("#choices .option").first).to_have_attribute("aria-pressed", "true")
    expect(decides.locator("time.clock[data-until]").first).to_contain_text("9:")
    decides.locator("#choices .go").click()
    for page in (mine, friend):
        expect(page.locator(".log .lines li").first).to_be_visible()
    assert choices_made(decides, first["table"]) == 1
    tab.locator("#choices .option").first.click()
    tab.locator("#choices .go").click()
    expect(tab.locator(".undo")).to_be_visible()
    assert choices_made(tab, second["table"]) == 1
