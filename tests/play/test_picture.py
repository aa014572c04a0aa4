"""README's picture of a terminal shows what the program prints now."""

from __future__ import annotations

import pytest

import pictures

pytestmark = pytest.mark.slow


def test_the_picture_of_the_terminal_has_the_words_of_the_screen() -> None:
    shown = pictures.words_of_terminal(pictures.TERMINAL.read_text(encoding="utf-8"))
    now = pictures.words_of_terminal(pictures.draw_terminal(pictures.play_game()))
    assert shown == now, "draw the pictures anew: .venv/bin/python tools/pictures.py"
