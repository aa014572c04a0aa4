"""SECURITY.md says where to report a fault as soon as `pyproject.toml` has an address for it."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_names_the_address_where_there_is_one() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["caylus"]
    page, address = (ROOT / "SECURITY.md").read_text("utf-8"), settings["security-contact"]
    assert ("## How to report" in page) == bool(address)
    assert address in page
