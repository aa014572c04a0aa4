"""People who play on a real page: they press what it offers, and are told what its own socket was told."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket

from support.serving.people import take_message

PATIENCE = 60.0
"""Seconds that anything may take, on a machine with much else to do."""
SLIP = 0.4
"""Seconds after a choice in which a page takes another for a slip of the finger."""
NEAR = 4
"""Who plays by keyboard takes one of so many choices, which are soon reached."""


class Player:
    """One person at a table; `state` is the newest that the page was told, `by` a mouse, a keyboard or a finger."""

    def __init__(self, page: Page, by: str = "mouse") -> None:
        self.page, self.by = page, by
        self.state: dict[str, Any] = {}
        self._chose = 0.0
        page.on("websocket", self._open_socket)

    def _open_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        self.state = take_message(self.state, json.loads(frame))

    @property
    def revision(self) -> int:
        return int(self.state.get("revision", 0))

    @property
    def is_asked(self) -> bool:
        return bool(self.state.get("options")) and not self.is_over

    @property
    def is_over(self) -> bool:
        return self.state.get("status") == "over"

    def until(self, holds: Callable[[], Any]) -> None:
        """Lets the page go on until something holds."""
        until(self.page, holds)

    def wait_for_revision(self, revision: int) -> None:
        """Lets the page go on until it has been told of a revision."""
        self.until(lambda: self.revision >= revision)

    def choose(self, draw: Random) -> int:
        """Makes a choice as a person does, chosen first and then done; returns the revision that the server has answered with."""
        options = self.page.locator("#choices").locator('button[data-key^="option "]')
        options.first.wait_for(state="attached")
        told = {option["id"] for option in self.state["options"]}
        shown = {str(key).removeprefix("option ") for key in options.evaluate_all("all => all.map(one => one.dataset.key)")}
        assert shown == told, f"the page shows {sorted(shown)}, where there are {sorted(told)}"
        among = min(options.count(), NEAR if self.by == "keyboard" else 10**9)
        number = draw.choice((draw.randrange(among), among - 1))  # to pass comes last, and makes games short
        with self.page.expect_response("**/choose") as answered:
            self._press(options, number)
        assert answered.value.status == 200, answered.value.text()
        return int(answered.value.json()["revision"])

    def _press(self, options: Locator, number: int) -> None:
        self.page.wait_for_timeout(max(0.0, self._chose + SLIP - time.monotonic()) * 1000)
        keys = self.page.keyboard
        done = self.page.locator('#choices [data-key="do"]')
        if self.by == "keyboard":
            keys.press("c")
            for _ in range(number):
                keys.press("Tab")
            keys.press("Enter")
            keys.press("Enter")
        elif self.by == "touch":
            if not options.nth(number).is_visible():
                self.page.locator('#choices [data-key="unfold"]').tap()
            options.nth(number).tap()
            done.tap()
        else:
            options.nth(number).click()
            done.click()
        self._chose = time.monotonic()


def until(page: Page, holds: Callable[[], Any]) -> None:
    """Lets a page go on until something holds. Raises AssertionError if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        page.wait_for_timeout(10)


def play(players: Sequence[Player], draw: Random, happens: Callable[[int], None] = lambda made: None) -> int:
    """A game to its end, or until nobody who is here is asked; `happens` is called before each choice with how many there were."""
    made = 0
    while not all(player.is_over for player in players):
        until(players[0].page, lambda: any(player.is_asked for player in players) or players[0].is_over)
        asked = next((player for player in players if player.is_asked), None)
        if asked is None:
            break
        happens(made)
        if not asked.is_asked:
            continue
        revision = asked.choose(draw)
        made += 1
        for player in players:
            player.wait_for_revision(revision)
    return made
