"""People with real browsers: a page each, that complains of nothing, is there for everybody, and never scrolls sideways."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

PATIENCE = 60_000
"""Milliseconds that anything on a page may take, on a machine with much else to do."""
BROWSER = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
"""The shell opens no windows, and takes half the time for a new visitor."""
QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
"""A browser that asks nobody for anything; what root starts has to go without a sandbox."""
CHOOSES_FIRST = 'try { localStorage.getItem("caylus.once") ?? localStorage.setItem("caylus.once", "off") } catch { /* a page of no origin */ }'
"""Nothing is done at one click: a test says first what it chooses, and then has it done."""
TELLS_OF_POLICY = """
addEventListener("securitypolicyviolation", found => console.error(`against the policy: ${found.violatedDirective} ${found.blockedURI}`))
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium. Where there is none the test is skipped; not in CI, where that is a fault."""
    if BROWSER is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium on the PATH: CI has to install it")
        pytest.skip("no Chromium on the PATH")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        try:
            yield browser
        finally:
            browser.close()


class Visitors:
    """The visitors of one server, each with a browser of its own, and the complaints of their pages."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._contexts: list[BrowserContext] = []
        self._complaints: list[str] = []
        self._forgiven: dict[Page, list[str]] = {}

    def comes(self, width: int = 1300, height: int = 900, *, phone: bool = False, dark: bool = False) -> Page:
        """A new visitor's empty page. Animations are off: a test looks at what stays."""
        context = self._browser.new_context(
            base_url=self._address,
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(TELLS_OF_POLICY)
        context.add_init_script(CHOOSES_FIRST)
        self._contexts.append(context)
        return self.watch_page(context.new_page())

    def watch_page(self, page: Page) -> Page:
        """A page, as a second tab is one, from now on taken at its word."""
        self._forgiven[page] = []
        page.on("console", lambda message: self._hear(page, message))
        page.on("pageerror", lambda error: self._complain(page, str(error)))
        return page

    def forgive(self, page: Page, words: str) -> None:
        """Complaints of a page with these words are expected: a lost network, a refusal that the test asks for."""
        self._forgiven[page].append(words)

    def _hear(self, page: Page, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(page, f"{message.text} ({message.location.get('url', '')})")

    def _complain(self, page: Page, complaint: str) -> None:
        if not any(words in complaint for words in self._forgiven[page]):
            self._complaints.append(complaint)

    def leave(self) -> None:
        """Closes all, and fails if any page has complained of anything."""
        for context in self._contexts:
            context.close()
        assert not self._complaints, "pages complained:\n" + "\n".join(self._complaints)


ONLY_COLOURS: dict[str, Any] = {"runOnly": ["color-contrast"]}


def assert_accessible(page: Page, *schemes: Literal["light", "dark"]) -> None:
    """Nothing that axe-core finds wrong, in light and in dark, where only colours differ, or in these schemes alone."""
    for scheme in schemes or ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = (
            Axe()
            .run(page, options={"resultTypes": ["violations"], **(ONLY_COLOURS if scheme == "dark" else {})})
            .response["violations"]
        )
        told = [f"{one['id']}: {one['help']}: {', '.join(str(n['target']) for n in one['nodes'][:4])}" for one in found]
        assert not told, f"{page.url}, {scheme}:\n" + "\n".join(told)
    page.emulate_media(color_scheme="light")


def assert_fits(page: Page) -> None:
    """Nothing lies beside the window."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, f"{page.url} is {wide} px wide in a window of {room}"
