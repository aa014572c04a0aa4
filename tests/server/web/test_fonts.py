"""The page has fonts of its own, small enough to be loaded with a table."""

from __future__ import annotations

from caylus_tools.server.web.assets import Assets
from caylus_tools.server.web.fonts import load_fonts, write_rules

MOST_BYTES = 36_000


def test_fonts_are_cut_down_for_browsers_and_named_in_the_style_sheet() -> None:
    fonts = load_fonts()
    assert {font.family for font in fonts} == {"Inter", "EB Garamond"}
    assert all(data.startswith(b"wOF2") for data in fonts.values())
    assert sum(map(len, fonts.values())) <= MOST_BYTES
    assert 'url("a.woff2")' in write_rules(dict.fromkeys(fonts, "a.woff2"))
    assert Assets().version
