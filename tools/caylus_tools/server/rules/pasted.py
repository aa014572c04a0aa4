"""Rules that somebody brings without a manifest: one is made for them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

MANIFEST = "ruleset.yaml"
NAME = "own-rules"
UNTITLED = "A game of one's own"
_GAME = re.compile(r'^game "(?P<title>[^"\n]{1,80})" for (?:(?P<fewest>\d{1,2}) to )?(?P<most>\d{1,2}) players?\b', re.MULTILINE)
_MOST_SEATS = 16
_MOST_NAMED = 8
"""Variants that a manifest may say it stands on."""


def with_manifest(files: Mapping[str, str], base: str | None, variants: Sequence[str]) -> dict[str, str]:
    """The files, with a manifest where there is none: of house rules that stand on a base and variants, or else of a game."""
    if MANIFEST in files:
        return dict(files)
    about = _on_top(base, variants) if base is not None else _game("\n".join(files.values()))
    told = {"name": NAME, "version": "1.0.0", "language": 1, "rules": sorted(files), **about}
    return {MANIFEST: "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items()), **files}


def _on_top(base: str, variants: Sequence[str]) -> dict[str, Any]:
    on = {"requires": [*variants][:_MOST_NAMED]} if variants else {}
    return {"title": "House rules", "extends": {"name": base}, **on}


def _game(text: str) -> dict[str, Any]:
    """A manifest for pasted rules: the title of the game, and a seat for everybody who may play it."""
    game = _GAME.search(text)
    seats = min(int(game["most"]), _MOST_SEATS) if game else 2
    title = game["title"].strip() if game else ""
    return {
        "title": title if title.isprintable() and title else UNTITLED,
        "seats": [f"Player {number}" for number in range(1, max(seats, 1) + 1)],
    }
