"""README's picture of a table in a browser shows what the page says now."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from support.serving.process import Server

import pictures

pytestmark = pytest.mark.slow


def test_the_words_beside_the_picture_of_the_table_are_those_of_the_page(browser: Browser, server: Server) -> None:
    page = pictures.open_table(browser, server.address, pictures.play_game())
    assert pictures.words_of_page(page) == pictures.WORDS.read_text(encoding="utf-8"), "draw the pictures anew: tools/pictures.py"
