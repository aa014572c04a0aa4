"""Whatever is asked, each of its choices can be read and made, however low or small the screen is."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page
from support.browsing import Visitors, assert_fits
from support.playing import Player
from support.tables import PERSON, open_table, post, visit_table

pytestmark = pytest.mark.nightly

SIZES = [(320, 480), (640, 320), (1366, 600), (844, 390), (390, 844), (960, 540)]
"""Phones upright and sideways, and screens of a laptop; of 1366 x 768 at 200 %, 683 x 384 is left."""

FIND_HIDDEN = """(fewest) => {
  const choices = document.querySelector("#choices");
  const fold = choices.querySelector(".unfold");
  if (fold.checkVisibility() && fold.ariaExpanded === "false") fold.click();
  const seen = (button) => {
    button.scrollIntoView({ block: "nearest" });
    let { top, bottom, left, right } = button.getBoundingClientRect();
    const whole = { height: bottom - top, width: right - left };
    for (let room = button.parentElement; room; room = room.parentElement) {
      const clips = room === document.documentElement ? { top: 0, left: 0, right: innerWidth, bottom: innerHeight } : room.getBoundingClientRect();
      if (room !== document.documentElement && getComputedStyle(room).overflow === "visible") continue;
      [top, left, bottom, right] = [Math.max(top, clips.top), Math.max(left, clips.left), Math.min(bottom, clips.bottom), Math.min(right, clips.right)];
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isCut = bottom - top < Math.min(whole.height, fewest) - 1 || right - left < whole.width - 1 || button.scrollWidth > button.clientWidth + 1;
    return button.contains(hit) && !isCut ? null : `${button.innerText}: ${Math.round(right - left)} x ${Math.round(bottom - top)} of ${Math.round(whole.width)} x ${Math.round(whole.height)}, under ${hit?.className}`;
  };
  return [...choices.querySelectorAll('button[data-key^="option "]')].map(seen).filter(Boolean);
}"""
"""Buttons of choices that cannot be scrolled into sight, or that something lies over. Of a high one, so many pixels are enough at once."""
FEWEST = 80

FIND_HIDDEN_DEED = """() => {
  const deeds = [...document.querySelectorAll('#choices [data-key="do"], .popover [data-key^="do"]')].filter((deed) => deed.checkVisibility());
  return deeds.some((deed) => {
    deed.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = deed.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight + 1 && deed.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }) ? null : `${deeds.length} buttons, none of them in sight`;
}"""


def list_faults(page: Page) -> list[str]:
    """What cannot be read or made of the choices that are asked now, at each size."""
    found = []
    for is_chosen in (False, True):
        if is_chosen:
            page.locator('#choices button[data-key^="option "]').last.evaluate("button => button.click()")
            page.wait_for_timeout(300)  # what comes of it is told as well, and takes room
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(requestAnimationFrame)")
            assert_fits(page)
            found += [f"{width} x {height}: {text}" for text in page.evaluate(FIND_HIDDEN, FEWEST)]
            if is_chosen and (hidden := page.evaluate(FIND_HIDDEN_DEED)):
                found.append(f"{width} x {height}: the button that does it: {hidden}")
    page.keyboard.press("Escape")
    return found


@pytest.mark.parametrize(("base", "kinds"), [("classic", 11), ("1303", 7)])
def test_every_choice_of_every_kind_can_be_read_and_made_on_any_screen(visitors: Visitors, base: str, kinds: int) -> None:
    page = visitors.comes(phone=True)
    player = Player(page)
    table = open_table(page, base, [PERSON] * 2)["table"]
    visit_table(page, table)
    draw = Random(7)
    seen: set[str] = set()
    faults: list[str] = []
    while not player.is_over and len(seen) < kinds:
        player.until(lambda: player.is_asked or page.locator(".curtain button").is_visible())
        if page.locator(".curtain button").is_visible():
            page.locator(".curtain button").click()
            player.until(lambda: player.is_asked)
        decision = player.state["decision"]
        if decision["title"] not in seen and len(player.state["options"]) > 1:
            seen.add(decision["title"])
            page.locator("#choices .option, #choices .decline").first.wait_for(state="attached")
            faults += [f"{decision['title']}: {fault}" for fault in list_faults(page)]
        option = draw.choice(player.state["options"])["id"]
        revision = player.state["revision"]
        chosen = {"seat": player.state["seat"], "revision": revision, "option": option, "key": f"k{revision}"}
        post(page, f"/api/tables/{table}/choose", chosen)
        player.wait_for_revision(revision + 1)
    assert not faults, "\n".join(faults)
    assert len(seen) == kinds, sorted(seen)
