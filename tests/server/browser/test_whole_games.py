"""Games played to their end by people who each have a browser of their own."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from playwright.sync_api import expect
from support.browsing import Visitors, assert_accessible, assert_fits
from support.opening import links, open_table, take_seat
from support.playing import Player, play

pytestmark = pytest.mark.slow


COUNT_ELEMENTS = """
window.built = 0;
for (const name of ["createElement", "createElementNS"]) {
  const create = Document.prototype[name];
  Document.prototype[name] = function (...given) {
    window.built += 1;
    return create.apply(this, given);
  };
}
"""
TAKE_COUNT = "() => { const built = window.built; window.built = 0; return built; }"
MOST_BUILT = 300
"""Elements that a page builds for most choices; to draw a table anew takes some 2,000."""


@pytest.mark.nightly
def test_three_people_play_to_the_end_whatever_becomes_of_their_browsers(visitors: Visitors) -> None:
    """One by keyboard alone, whose network fails for a while, one on a phone, one who reloads."""
    host = Player(visitors.comes())
    host.page.context.add_init_script(COUNT_ELEMENTS)
    open_table(host.page, "classic", ["new-tiles", "short-castle"], who=["mine", "person", "person"])
    away = Player(visitors.comes(), by="keyboard")
    phone = Player(visitors.comes(390, 844, phone=True), by="touch")
    players = [host, phone, away]
    for player, (name, link) in zip(players[1:], links(host.page).items(), strict=True):
        take_seat(player.page, link, f"Visitor {name}")
    visitors.forgive(away.page, "ERR_INTERNET_DISCONNECTED")
    been_away: list[Player] = []
    built: list[int] = []

    def happens(made: int) -> None:
        built.append(host.page.evaluate(TAKE_COUNT))
        if made == 10:
            assert_accessible(host.page)
            assert_accessible(phone.page)
            assert_fits(phone.page)
        elif made == 20:
            before = host.revision
            host.state = {}
            host.page.reload()
            host.until(lambda: host.revision >= before)
        elif made >= 30 and away not in been_away and (asked := [player for player in players[:2] if player.is_asked]):
            been_away.append(away)
            away.page.context.set_offline(True)
            expect(away.page.get_by_text("offline since")).to_be_visible()
            revision = asked[0].choose(Random(made))
            assert away.revision < revision
            away.page.context.set_offline(False)
            expect(away.page.get_by_text("offline since")).to_be_hidden()
            for player in players:
                player.wait_for_revision(revision)

    made = play(players, Random(14), happens)
    assert made > 50
    assert been_away
    assert median(built) <= MOST_BUILT
    assert len({str(player.state["result"]) for player in players}) == 1
    for player in players:
        expect(player.page.get_by_text("Points, round by round")).to_be_visible()
    assert_accessible(host.page)
    assert_accessible(phone.page)
    assert_fits(phone.page)
