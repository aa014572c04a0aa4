"""A sample of the shipped rulesets, for tests of what a program does with any of them, and copies to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path

RULESETS = Path(__file__).parents[2] / "rulesets"

SAMPLE = ("classic", "1303", "automaton", "new-tiles")
"""Both editions, a seat that rules play, and tiles."""


def copy_variant(name: str, folder: Path) -> Path:
    """The folder of a copy of a shipped variant, beside which nothing lies."""
    there = folder / name
    shutil.copytree(RULESETS / "variants" / name, there)
    return there
