"""The page has fonts of its own, small enough to be loaded with a table."""

from __future__ import annotations

import pytest
from caylus_tools.server.web import assets
from caylus_tools.server.web.assets import Assets, find_fonts, load_font, write_rules

MOST_BYTES = 36_000


@pytest.mark.slow
def test_fonts_are_cut_down_for_browsers_and_named_in_the_style_sheet() -> None:
    found = find_fonts()
    assert {font.family for font in found} == {"Inter", "EB Garamond"}
    cut = [load_font(font, key) for font, key in found.items()]
    assert all(data.startswith(b"wOF2") for data in cut)
    assert sum(map(len, cut)) <= MOST_BYTES
    assert all(f'url("a/{font.name}")' in write_rules(found, "a/") for font in found)


def test_the_page_is_there_before_its_fonts_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(assets, "_cut")
    assert Assets().version in Assets().font_rules
