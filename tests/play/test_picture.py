"""README's picture of a terminal is what the program shows now."""

from __future__ import annotations

import pytest

import pictures

pytestmark = pytest.mark.slow


def test_the_picture_of_the_terminal_is_an_export_of_the_screen() -> None:
    shown = pictures.TERMINAL.read_text(encoding="utf-8")
    assert shown == pictures.draw_terminal(pictures.play_game()), "draw the pictures anew: .venv/bin/python tools/pictures.py"
