"""A first game in a browser: lessons, a hint, a warning; and a page that can be told of turns while it is closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browsing import Visitors, assert_accessible, assert_fits

pytestmark = pytest.mark.slow

SLOW = 120_000


@pytest.mark.nightly
def test_a_first_game_teaches_warns_and_gives_hints(visitors: Visitors) -> None:
    page = visitors.comes()
    page.goto("/")
    page.locator('[data-key="first classic"]').click(timeout=SLOW)
    lesson = page.locator(".learn")
    expect(lesson.locator("h2").first).to_have_text("Caylus", timeout=SLOW)
    expect(lesson.locator("h2")).to_have_count(1)
    assert_accessible(page)
    for title in ["Caylus"] * 2 + ["Placing workers"] * 3:
        expect(lesson.locator("h2")).to_have_text(title)
        lesson.locator('[data-key="lesson read"]').click()
    lesson.locator('[data-key="hint"]').click()
    expect(lesson.locator("li")).to_have_count(3, timeout=SLOW)
    lesson.locator('[data-key="hint close"]').click()
    page.locator('[data-key="option place castle"]').click()
    page.locator("#choices .go").click()
    expect(lesson).to_contain_text("no batch")
    assert_accessible(page)
    lesson.locator('[data-key="warned do"]').click()
    expect(page.locator(".log .lines")).to_contain_text("Castle", timeout=SLOW)
    for width, height in ((768, 1024), (1024, 768), (1100, 800), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page)
        for part in (".choices .doing", ".speaks h2" if width < 960 else ".turn h2"):
            expect(page.locator(part).first).to_be_in_viewport()


@pytest.mark.nightly
def test_a_browser_keeps_a_worker_that_tells_of_turns(visitors: Visitors) -> None:
    page = visitors.comes()
    visitors.forgive(page, "incognito mode")  # such as tests have, in which there are no pushes from elsewhere
    page.context.grant_permissions(["notifications"])
    page.goto("/settings")
    page.locator('[data-key="notify"]').click()
    expect(page.locator('[data-key="notify off"]')).to_be_visible(timeout=SLOW)
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active.scriptURL)").endswith("/notifier.js")
    assert_accessible(page)

    found: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(SLOW // 50):
        if found:
            break
        page.wait_for_timeout(50)
    session.send(
        "ServiceWorker.deliverPushMessage", {"origin": page.evaluate("location.origin"), "registrationId": found[0], "data": ""}
    )
    shown = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => one.title))"
    page.wait_for_function(f"{shown}.then((titles) => titles.join() === 'Your turn')", timeout=SLOW)
