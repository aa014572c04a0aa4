"""Several people at one screen: each sees only what is theirs, behind a curtain where anything is hidden."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect
from support import tables
from support.browsing import Visitors, assert_accessible, assert_fits
from support.opening import links, open_table, take_seat
from support.playing import Player, until

pytestmark = pytest.mark.slow


def sit_down(both: Player, *variants: str) -> None:
    """On both seats of a new table."""
    table = tables.open_table(both.page, "classic", [tables.PERSON] * 2, variants=variants)["table"]
    both.page.goto(f"/table/{table}")


def test_a_curtain_falls_between_two_people_at_one_phone_who_have_secrets(visitors: Visitors) -> None:
    both = Player(visitors.comes(390, 844, phone=True), by="touch")
    sit_down(both, "secret-goals")
    curtain = both.page.locator(".curtain button")
    draw = Random(4)
    for fallen in range(2):
        both.until(lambda: curtain.is_visible() or both.is_asked)
        while not curtain.is_visible():
            both.wait_for_revision(both.choose(draw))
            both.until(lambda: curtain.is_visible() or both.is_asked)
        expect(both.page.locator("#choices")).to_be_hidden()
        expect(both.page.locator(".players")).to_be_hidden()
        if fallen == 0:
            assert_accessible(both.page)
            assert_fits(both.page)
        both.state = {}
        curtain.tap()
        both.until(lambda: both.is_asked)
        assert both.state["decides"] == [both.state["seat"]]


@pytest.mark.nightly
def test_totals_that_are_hidden_are_shown_to_whose_they_are_alone(visitors: Visitors) -> None:
    one = Player(visitors.comes())
    open_table(one.page, "1303", who=["mine", "person"])
    ((_, link),) = links(one.page).items()
    other = Player(visitors.comes())
    take_seat(other.page, link, "Other")
    draw, players = Random(1303), [one, other]
    for _ in range(10):
        until(one.page, lambda: one.is_asked or other.is_asked)
        revision = next(player for player in players if player.is_asked).choose(draw)
        for player in players:
            player.wait_for_revision(revision)
            totals = {of["name"]: of["resources"]["prestige"] for of in player.state["view"]["players"]}
            assert [name for name, total in totals.items() if total is not None] == [player.state["seat"]]
    for player in players:
        expect(player.page.locator(".players")).to_contain_text("face down")


@pytest.mark.nightly
def test_where_all_is_open_the_page_turns_to_whoever_has_to_decide_without_a_curtain(visitors: Visitors) -> None:
    both = Player(visitors.comes())
    sit_down(both)
    draw, seats = Random(1), set()
    for _ in range(4):
        both.until(lambda: both.is_asked)
        seats.add(both.state["seat"])
        revision = both.choose(draw)
        both.wait_for_revision(revision)
        expect(both.page.locator(".curtain")).to_be_hidden()
    assert len(seats) == 2
