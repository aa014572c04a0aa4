"""The page of a running table, before real browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect
from support.browsing import Visitors, assert_accessible, assert_fits
from support.serving.process import Server
from support.tables import BOT, PERSON, choices_made, open_table, sat_down, visit_table

pytestmark = pytest.mark.slow

SMALL_WORDS = """[...document.querySelectorAll("#page *")]
    .filter((each) => each.checkVisibility() && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 10).map((each) => `${each.className}: ${each.textContent}`)"""
"""Words that are too small to be read."""


def open_own_page(visitors: Visitors, base: str = "classic", seats: int = 2, **window: object) -> tuple[Page, str]:
    """A page of a new table all of whose seats are its visitor's."""
    page = visitors.comes(**window)  # type: ignore[arg-type]
    table = open_table(page, base, [PERSON] * seats)["table"]
    visit_table(page, table)
    expect(page.locator("#choices .option, .curtain button").first).to_be_attached()
    return page, table


def choose_first(*pages: Page) -> None:
    for page in pages:
        page.locator("#choices .option").first.click()
        page.locator("#choices .go").click()


def until_made(page: Page, table: str, many: int) -> None:
    """Waits until so many choices stand, and sees that it stays so."""
    expect(page.locator(".log .lines li").first).to_be_visible()
    for _ in range(50):
        if choices_made(page, table) == many:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    assert choices_made(page, table) == many


@pytest.fixture(scope="module")
def alone(browser: Browser, server: Server) -> Iterator[tuple[Page, str]]:
    """One page whose visitor has all seats of a table, for tests that leave no choice behind."""
    visitors = Visitors(browser, server.address)
    page, table = open_own_page(visitors)
    visitors.forgive(page, "ERR_FAILED")
    yield page, table
    visitors.leave()


def take_back(page: Page, table: str) -> None:
    page.locator(".undo").click()
    until_made(page, table, 0)


def test_a_choice_is_chosen_and_then_done_by_a_button_that_names_place_and_price(alone: tuple[Page, str]) -> None:
    page, table = alone
    mine = page.locator("#choices .option").first
    place = mine.locator(".title").inner_text()
    mine.click()
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".cell[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".popover h2")).to_have_text(place)
    assert choices_made(page, table) == 0
    do = page.locator("#choices .go")
    expect(do).to_contain_text(place)
    do.dblclick()  # the second click at once does nothing
    expect(page.locator(".log .lines li").filter(has_text=place).first).to_be_visible()
    until_made(page, table, 1)
    taken = page.locator(".cell[aria-disabled=true]").first
    taken.focus()
    page.keyboard.press("Enter")
    tip = page.locator(".popover.tip")
    expect(tip).to_contain_text("not now")
    expect(tip.locator("a").first).to_have_attribute("href", re.compile(rf"^/table/{table}/rules#classic/.+\.rules:\d+$"))
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(taken).to_be_focused()
    take_back(page, table)


def test_a_choice_that_had_no_answer_is_sent_again_under_the_same_key(alone: tuple[Page, str]) -> None:
    page, table = alone
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.post_data_json["key"])
        answer = route.fetch()
        route.abort() if len(sent) == 1 else route.fulfill(response=answer)

    page.route("**/choose", lose_the_first)
    page.locator("#choices .option").first.click()
    with page.expect_response("**/choose"):  # the first is lost
        page.locator("#choices .go").click()
    until_made(page, table, 1)
    assert len(sent) == 2
    assert len({*sent}) == 1
    page.unroute("**/choose")
    take_back(page, table)


@pytest.mark.nightly
def test_a_choice_that_waits_is_told_of_before_the_line_is_given_up(alone: tuple[Page, str]) -> None:
    page, table = alone
    held: list[Route] = []
    page.route("**/choose", lambda route: held.append(route))
    choose_first(page)
    expect(page.locator(".banner .warn")).to_contain_text("No answer yet", timeout=9000)
    held[0].continue_()
    until_made(page, table, 1)
    expect(page.locator(".banner .warn")).to_have_count(0)
    expect(page.locator(".notice")).to_contain_text("was made")
    page.unroute("**/choose")
    take_back(page, table)


def test_a_placement_is_done_at_one_click_and_taken_back_by_another(alone: tuple[Page, str]) -> None:
    page, table = alone
    at_once = page.get_by_label("Place pieces and answer two-way questions at one click")
    page.get_by_role("button", name="Table", exact=True).click()
    at_once.check()
    page.keyboard.press("Escape")
    page.locator('.board .cell[data-cell="road 1"]').click()
    until_made(page, table, 1)
    take_back(page, table)
    page.get_by_role("button", name="Table", exact=True).click()
    at_once.uncheck()
    page.keyboard.press("Escape")


def test_a_whole_choice_is_made_and_taken_back_by_keys_alone_unless_letters_are_only_letters(alone: tuple[Page, str]) -> None:
    page, table = alone
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    expect(page.locator("#choices .go")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#choices .option[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator("#choices .decline")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    until_made(page, table, 1)
    expect(page.locator(".undo")).to_be_visible()
    page.keyboard.press("u")
    until_made(page, table, 0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_label("Letters as keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_lost_line_is_said_and_comes_back_by_itself_and_nothing_is_sent_meanwhile(visitors: Visitors) -> None:
    page = visitors.comes()
    table = open_table(page, "classic", [PERSON] * 2)["table"]
    lines: list[WebSocketRoute] = []
    is_up = True

    def wire(line: WebSocketRoute) -> None:
        if is_up:
            line.connect_to_server()
            lines.append(line)
        else:
            line.close()

    page.route_web_socket("**/live?*", wire)
    visit_table(page, table)
    page.locator("#choices .option").first.click()
    is_up = False
    lines[-1].close()
    expect(page.locator(".banner")).to_contain_text("Offline since")
    page.locator("#choices .go").click()
    expect(page.locator(".notice")).to_contain_text("Nothing was sent")
    is_up = True
    expect(page.locator(".banner .warn")).to_have_count(0)
    assert choices_made(page, table) == 0
    page.locator("#choices .go").click()
    until_made(page, table, 1)


def test_what_became_of_a_choice_without_an_answer_is_told_and_ends_with_the_next(visitors: Visitors) -> None:
    page = visitors.comes()
    table = open_table(page, "classic", [PERSON] * 2)["table"]
    lines: list[WebSocketRoute] = []
    silent: list[WebSocketRoute] = []  # else the page would hear of the choice before it has given up waiting

    def wire(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda text: line in silent or line.send(text))

    def lose(route: Route) -> None:
        if silent:
            route.fetch()
        route.abort()

    page.route_web_socket("**/live?*", wire)
    page.route("**/choose", lose)
    visitors.forgive(page, "ERR_FAILED")
    visit_table(page, table)
    notice = page.locator(".notice")
    choose_first(page)
    expect(notice).to_contain_text("was not made")
    silent += lines
    page.locator("#choices .go").click()
    while lines == silent:  # the line is tried anew when nobody has answered
        page.wait_for_timeout(50)
    page.unroute("**/choose")
    expect(notice).to_contain_text("was made")
    until_made(page, table, 1)
    choose_first(page)
    expect(notice).to_have_count(0)


@pytest.mark.nightly
def test_a_page_of_another_version_is_loaded_again_and_only_once(visitors: Visitors) -> None:
    page = visitors.comes()
    table = open_table(page, "classic", [PERSON] * 2)["table"]

    def other_version(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(re.sub(r'"server": ?"[^"]*"', '"server":"another"', str(text))))

    page.route_web_socket("**/live?*", other_version)
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    visit_table(page, table)
    page.wait_for_timeout(1500)
    assert len(loads) == 2
    expect(page.locator("#choices .option").first).to_be_visible()


@pytest.fixture(scope="module")
def shared(browser: Browser, server: Server) -> Iterator[tuple[Page, Page]]:
    """Pages of the two who sit at one table, Ann and Bob; nobody passes at it."""
    visitors = Visitors(browser, server.address)
    ann, bob = visitors.comes(), visitors.comes()
    table = open_table(ann, "classic", [{**PERSON, "label": "Ann"}, {**PERSON, "mine": False}])
    [link] = table["links"].values()
    sat_down(bob, link, "Bob")
    for page in (ann, bob):
        visit_table(page, table["table"])
    yield ann, bob
    visitors.leave()


@pytest.fixture
def pair(shared: tuple[Page, Page]) -> tuple[Page, Page]:
    """Both pages, first the one that has the turn."""
    ann, bob = shared
    while (is_asked := ann.locator("#choices .option").count() > 0) == (bob.locator("#choices .option").count() > 0):
        ann.wait_for_timeout(50)  # one of them has not heard of the last choice yet
    return (ann, bob) if is_asked else (bob, ann)


def test_a_button_held_down_while_somebody_writes_does_what_it_says_and_what_they_write_is_text(pair: tuple[Page, Page]) -> None:
    mine, other = pair
    mine.locator("#choices .option").first.click()
    unread = mine.locator(".chat summary .tag")
    mine.locator("#choices .go").hover()
    mine.mouse.down()
    other.locator(".chat summary").click()
    other.get_by_label("Say something to the table").fill("<b>Hurry</b>")
    other.keyboard.press("Enter")
    expect(other.locator(".chat li").last).to_contain_text("Hurry")
    mine.wait_for_timeout(400)
    expect(unread).to_have_count(0)  # nothing is drawn anew meanwhile
    mine.mouse.up()
    expect(unread).to_have_text("1 new")
    expect(other.locator("#choices .option").first).to_be_visible()
    mine.locator(".chat summary").click()
    expect(mine.locator(".chat li").last).to_contain_text("<b>Hurry</b>")
    expect(unread).to_have_count(0)


@pytest.mark.nightly
def test_a_hidden_tab_says_whose_turn_it_is_and_the_live_region_says_it_once(pair: tuple[Page, Page]) -> None:
    mine, other = pair
    expect(mine).to_have_title(re.compile("^\u25cf Your turn"))
    expect(other).to_have_title(re.compile("^(Ann|Bob)'s turn"))
    expect(mine.locator("#live")).to_contain_text("Your turn.")
    choose_first(mine)
    expect(other).to_have_title(re.compile("^\u25cf Your turn"))
    assert "favicon-turn" in str(other.locator("link[rel=icon]").get_attribute("href"))


@pytest.mark.nightly
def test_what_happened_since_ones_last_turn_is_shown_again_a_choice_at_a_time(pair: tuple[Page, Page]) -> None:
    mine = pair[0]
    before = choices_made(mine, mine.url.rpartition("/")[2])
    for page in pair:
        place = page.locator("#choices .option .title").first.inner_text()
        choose_first(page)
    expect(mine.locator("#choices .option").first).to_be_visible()
    expect(mine.locator("#choices")).to_be_focused()
    banner, again = mine.locator(".banner"), mine.get_by_role("button", name="Show again")
    again.click()
    expect(banner).to_contain_text(f"after choice {before} of {before + 2}")  # one's own last choice comes first
    for number in (1, 2):
        mine.get_by_role("button", name="One choice on").click()
        expect(banner).to_contain_text(f"after choice {before + number} of {before + 2}")
    expect(banner).to_contain_text(place)
    mine.get_by_role("button", name="Back to now").click()
    mine.emulate_media(reduced_motion="no-preference")
    again.click()
    expect(banner).to_contain_text(f"after choice {before + 2} of {before + 2}")
    expect(banner.locator(".told")).to_have_count(0)
    expect(mine.locator("#choices .option").first).to_be_visible()
    mine.emulate_media(reduced_motion="reduce")


def test_taking_back_what_another_has_built_on_asks_them(pair: tuple[Page, Page]) -> None:
    mine, other = pair
    choose_first(mine, other)
    expect(mine.locator("#choices .option").first).to_be_visible()
    undo = mine.locator(".undo")
    expect(undo).to_contain_text("Ask")
    undo.click()
    expect(mine.locator(".banner")).to_contain_text("Waiting for")
    other.get_by_role("button", name="Agree").click()
    expect(mine.locator(".banner .told")).to_have_count(0)
    expect(mine.locator(".log")).to_contain_text("takes back")
    expect(mine.locator("#choices .option").first).to_be_visible()


def test_what_one_has_stands_beside_the_choices_and_ones_own_row_on_top(visitors: Visitors) -> None:
    page, _ = open_own_page(visitors, seats=5)
    for width, height in ((1366, 768), (1024, 768), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".purse-line")).to_be_in_viewport(ratio=1)
        expect(page.locator(".purse-line")).to_contain_text(re.compile(r"\d"))
        assert "me" in (page.locator(".players tbody tr").first.get_attribute("class") or "")
        assert page.evaluate(SMALL_WORDS) == []


def test_who_watches_sees_no_choices_and_may_look_back(visitors: Visitors) -> None:
    mine, table = open_own_page(visitors)
    choose_first(mine)
    watcher = visitors.comes()
    visit_table(watcher, table)
    expect(watcher.locator("#choices")).to_be_hidden()
    expect(watcher.locator(".cell[aria-disabled=true]")).to_have_count(0)
    watcher.locator(".moment").last.click()
    expect(watcher.locator(".banner")).to_contain_text("after choice 0 of 1")
    watcher.get_by_role("button", name="One choice on").click()
    expect(watcher.locator(".banner")).to_contain_text("after choice 1 of 1")
    watcher.get_by_role("button", name="Back to now").click()
    expect(watcher.locator(".banner .told")).to_have_count(0)


@pytest.mark.nightly
def test_a_bot_plays_for_who_has_to_go_until_they_are_back(visitors: Visitors) -> None:
    page = visitors.comes()
    visit_table(page, open_table(page, "classic", [PERSON, BOT])["table"])
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="let a bot play").click()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("plays for you")
    expect(page.get_by_role("dialog")).to_have_count(0)
    banner.get_by_role("button", name="Play myself").click()
    expect(banner.locator(".told")).to_have_count(0)


@pytest.mark.nightly
def test_who_opened_the_table_asks_for_a_seat_and_its_holder_answers(visitors: Visitors) -> None:
    owner, other = visitors.comes(), visitors.comes()
    table = open_table(owner, "classic", [{**PERSON, "label": "Ann"}, {**PERSON, "mine": False}])
    [seat] = table["links"]
    sat_down(other, table["links"][seat], "Bob")
    visitors.forgive(owner, "422")
    for page in (owner, other):
        visit_table(page, table["table"])
    other.locator(".chat summary").click()
    owner.get_by_role("button", name="Table", exact=True).click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_role("button", name="Take the seat").click()
    expect(dialog).to_contain_text("Bob is here, or was a moment ago: ask for the seat.")
    dialog.get_by_role("button", name="Ask for the seat").click()
    expect(other.locator(".chat")).to_contain_text("asks for the seat of Bob")
    assert_accessible(other)
    other.get_by_role("button", name="Keep it").click()
    expect(other.locator(".banner .told")).to_have_count(0)
    dialog.get_by_role("button", name="Ask for the seat").click()
    other.get_by_role("button", name="Give it up").click()
    expect(other.locator("main")).to_contain_text("You do not sit at")
    expect(dialog.get_by_role("button", name="Make a link")).to_be_visible()


@pytest.mark.nightly
def test_the_theme_is_the_systems_until_it_is_turned_and_then_stays(visitors: Visitors) -> None:
    page, _ = open_own_page(visitors, dark=True)
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark"
    page.get_by_role("button", name="Light colours").click()
    page.reload()
    expect(page.get_by_role("button", name="Dark colours")).to_be_visible()
    assert page.evaluate(theme) == "light"


@pytest.mark.nightly
@pytest.mark.parametrize("base", ["classic", "1303", "lots"])
def test_a_table_is_there_for_everybody_at_any_width(visitors: Visitors, base: str) -> None:
    page, _ = open_own_page(visitors, base)
    page.locator("#choices .option").first.click()
    for width in (1300, 900, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert_fits(page)
        if width in (1300, 390):
            assert_accessible(page, "light")


def test_a_thumb_finds_everything_on_a_phone(visitors: Visitors) -> None:
    page, _ = open_own_page(visitors, width=390, height=844, phone=True)
    page.locator(".field .cell.lit").first.tap()
    expect(page.locator(".pointed h2")).to_be_visible()
    page.locator('[data-key="unfold"]').tap()
    for tab in ("Board", "Players", "Log"):
        page.get_by_role("navigation").get_by_text(tab).tap()
        small = page.evaluate(
            """[...document.querySelectorAll("button, summary, .cell, input:not([type=checkbox])")].filter((each) => each.checkVisibility())
            .map((each) => [each.textContent || each.ariaLabel, each.getBoundingClientRect()])
            .filter(([, { width, height }]) => Math.round(width) < 44 || Math.round(height) < 44)
            .map(([name, { width, height }]) => `${name} ${Math.round(width)} x ${Math.round(height)}`)"""
        )
        assert not small, f"{tab}: {small}"
    page.locator('[data-key="tab beside"]').tap()
    expect(page.locator(".beside .cell")).to_be_in_viewport()
    expect(page.locator(".purse-line")).to_contain_text("6")


@pytest.mark.nightly
def test_a_finger_reads_what_a_place_does_before_a_button_does_it(visitors: Visitors) -> None:
    page, table = open_own_page(visitors, width=390, height=844, phone=True)
    page.evaluate("localStorage.setItem('caylus.once', 'on')")  # what would be done at once under a mouse
    first, other = (page.locator(f'.board .cell[data-cell="{place}"]') for place in ("road 1", "village 1"))
    box = first.bounding_box() or {}
    finger = page.context.new_cdp_session(page)
    touched = {"x": box["x"] + 20, "y": box["y"] + 30}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touched]})
    card = page.get_by_role("tooltip")
    expect(card).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card.get_by_role("link")).to_be_visible()
    elsewhere = other.bounding_box() or {}
    page.touchscreen.tap(elsewhere["x"] + 20, elsewhere["y"] + 30)
    expect(card).to_be_hidden()
    expect(page.locator(".cell.chosen")).to_have_count(0)  # that tap has only closed the card
    other.tap()
    expect(page.locator(".pointed .facts")).to_be_visible()
    assert choices_made(page, table) == 0
    page.locator("#choices .go").tap()
    expect(other.locator(".piece")).to_have_count(1)
