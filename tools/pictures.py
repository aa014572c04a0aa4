"""Draw README's pictures of a table: in a browser, and at a terminal.

.venv/bin/python tools/pictures.py        writes pictures/browser.webp, pictures/browser.txt and pictures/terminal.svg

Both are made from the running program, in the same position. The text file has the words of the first picture.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import caylus
from caylus_tools.bots.registry import bot_named
from caylus_tools.play.fullscreen import FullScreen
from caylus_tools.play.session import Session
from caylus_tools.play.start import take_seats
from caylus_tools.play.steps import SaveFile
from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parents[1] / "pictures"
BROWSER, WORDS, TERMINAL = FOLDER / "browser.webp", FOLDER / "browser.txt", FOLDER / "terminal.svg"
RULES, SEED, CHOICES = "classic", 12, 95
POLICIES = ("human", "normal", "normal", "normal")
COLUMNS, LINES = 100, 34
WIDTH, HEIGHT = 1280, 840
QUALITY = 80
PATIENCE = 120_000
"""Milliseconds that anything on the page may take."""
_ADDRESS = re.compile(r"http://\S+:\d+")
_FONT_FACE = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_SIT_DOWN = """async (save) => {
  const headers = { "Content-Type": "application/json", "X-Caylus": "1" };
  const post = async (path, body) => (await fetch(path, { method: "POST", headers, body })).json();
  const { table, links } = await post("/api/import", save);
  for (const [seat, link] of Object.entries(links))
    await post(`/api/tables/${table}/seats/${seat}/claim`, JSON.stringify({ token: link.split(".").at(-1), label: "" }));
  return table;
}"""
"""Opens a table with a saved game, and takes the seats of persons."""
_VISIBLE_TEXTS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(), visible = [];
  for (let text; (text = texts.nextNode()); ) {
    range.selectNode(text);
    const { x, y, width, height } = range.getBoundingClientRect();
    const shown = document.elementFromPoint(x + width / 2, y + height / 2);
    const isShown = width > 0 && (shown?.contains(text) || text.parentElement.contains(shown));
    if (isShown && text.data.trim()) visible.push(text.data.trim());
  }
  return visible;
}"""
"""The texts that nothing covers or cuts off."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    game = play_game()
    TERMINAL.write_text(draw_terminal(game), encoding="utf-8")
    with start_server() as address, start_browser() as browser:
        page = open_table(browser, address, game)
        WORDS.write_text(words_of_page(page), encoding="utf-8")
        BROWSER.write_bytes(draw_page(page))
    for path in (BROWSER, WORDS, TERMINAL):
        print(f"{FOLDER.name}/{path.name}: {path.stat().st_size // 1024} KB")


def play_game() -> caylus.Game:
    """Play a game between bots until a person has something to choose."""
    game = caylus.load(RULES).new_game(players=len(POLICIES), seed=SEED)
    bots = [bot_named("greedy", number) for number in range(len(POLICIES))]
    for _ in range(CHOICES):
        game.play(bots[game.seat](game))
    return game


# ---- the terminal


def draw_terminal(game: caylus.Game) -> str:
    """Render the screen that `caylus resume` shows. The fonts are those of the reader: the picture fetches nothing."""

    async def draw() -> str:
        app = FullScreen(game)
        app.theme = "caylus-dark"
        app.session = Session(game, take_seats(POLICIES, game.players, SEED), app, SaveFile(None, POLICIES))
        async with app.run_test(size=(COLUMNS, LINES)) as pilot:
            while not app.choices:
                await pilot.pause()
            await pilot.pause()
            return app.export_screenshot(title=f"caylus play {RULES}")

    return _FONT_FACE.sub("", asyncio.run(draw()))


# ---- the browser


@contextmanager
def start_server() -> Iterator[str]:
    """Start `caylus serve` on a free port; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "caylus_tools", "serve", "--port", "0", "--database", f"{folder}/tables.sqlite3"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - the command is ours
        assert server.stdout is not None
        try:
            yield next(found[0] for line in server.stdout if (found := _ADDRESS.search(line)))
        finally:
            server.terminate()
            server.wait()


@contextmanager
def start_browser() -> Iterator[Browser]:
    """Start the Chromium of the system; what root starts has to go without a sandbox."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=os.geteuid() != 0)
        yield browser
        browser.close()


def open_table(browser: Browser, address: str, game: caylus.Game) -> Page:
    """Open a table that goes on with a game, on a new visitor's page."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    table = page.evaluate(_SIT_DOWN, json.dumps(game.save(policies=POLICIES)))
    page.goto(urljoin(address, f"/table/{table}"))
    page.locator('#choices button[data-key^="option "]').first.wait_for()
    page.evaluate("document.fonts.ready")
    return page


def words_of_page(page: Page) -> str:
    """The words of a page that can be seen without scrolling, one text a line."""
    return "\n".join(page.evaluate(_VISIBLE_TEXTS)) + "\n"


def draw_page(page: Page) -> bytes:
    shot = {"format": "webp", "quality": QUALITY}
    return base64.b64decode(page.context.new_cdp_session(page).send("Page.captureScreenshot", shot)["data"])


if __name__ == "__main__":
    main()
