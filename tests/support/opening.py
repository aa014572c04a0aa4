"""Tables opened on the page for that, and seats taken by the links that it gives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect


def key(name: str) -> str:
    """The place of a control that a page calls by this name."""
    return f':is(button, input, select, textarea)[data-key="{name}"]'


def open_table(page: Page, ruleset: str, variants: Sequence[str] = (), *, who: Sequence[str] = ("mine", "person")) -> None:
    """Opens a table as its form offers it; `who` sits there, in the order of the seats: mine, person, or the name of a bot."""
    page.goto("/new")
    page.locator(key(f"rules {ruleset}")).check()
    if variants:
        page.locator(".variants > summary").click()
    for variant in variants:
        tick = page.locator(key(f"variant {variant}"))
        if tick.is_disabled():  # for another number of players: taken together with that
            page.locator(".variant").filter(has=tick).get_by_role("button").click()
        expect(tick).to_be_enabled()
        tick.check()
    seat_and_open(page, who)


def seat_and_open(page: Page, who: Sequence[str]) -> None:
    """Fill in the rest of the form once the rules have been chosen."""
    page.wait_for_load_state("networkidle")  # what will be played is compared, and says how many may
    seats = page.locator('select[data-key^="who "]')
    expect(seats.first).to_be_visible()
    while (count := seats.count()) != len(who):
        page.locator(key("more" if count < len(who) else "fewer")).click()
        expect(seats).not_to_have_count(count)
    for number, kind in enumerate(who):
        seats.nth(number).select_option(kind)
    page.locator(key("shuffle")).uncheck()
    page.wait_for_load_state("networkidle")
    page.locator(key("open")).click()
    page.wait_for_url("**/table/**")


def links(page: Page) -> dict[str, str]:
    """The links that whoever opened a table may give away, by seat."""
    address = page.locator("[data-part=invite] input.address")
    expect(address).to_be_visible()
    found = {}
    for seat in page.locator('[data-part=invite] [data-key^="invite "]').all() or [page.locator("[data-part=invite] h2")]:
        seat.click()  # the heading where there is but one
        found[re.sub("^link for ", "", address.get_attribute("aria-label") or "")] = address.input_value()
    return found


def take_seat(page: Page, link: str, name: str) -> None:
    """Follows a link, says who one is, and sits down."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=re.compile("^Take the seat")).click()
    page.wait_for_url("**/table/**")
