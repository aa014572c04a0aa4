"""Tiny rulesets in neutral words, written to a folder and loaded from it as anybody's would be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import caylus

MANIFEST = """
name: tiny
title: Tiny
version: 1.0.0
language: 1
seats: [Ann, Ben, Cem, Dot]
rules: [tiny.rules]
"""

GAME = 'game "Tiny" for 1 to 4 players { do main() }'
SCORE = "value score(player) = 0"


def write(folder: Path, text: str) -> Path:
    """Writes the ruleset; what every ruleset has and `text` does not care about is added: a game that does `main()`, a score."""
    lines = [line.strip() for line in text.splitlines()]
    signs = ((GAME, 'game "'), (SCORE, "value score("))
    added = [line for line, sign in signs if not any(written.startswith(sign) for written in lines)]
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "tiny.rules").write_text("\n".join([text.strip("\n"), *added, ""]), encoding="utf-8")
    return folder


@cache
def rules(text: str) -> caylus.Ruleset:
    """The ruleset of a text; line 1 of its file is the first line of `text` that is not empty."""
    with TemporaryDirectory() as folder:
        return caylus.load(write(Path(folder), text))


def game(text: str, players: int = 2, seed: int = 0, **more: Any) -> caylus.Game:
    """A game of it."""
    return rules(text).new_game(players, seed, **more)


def do_one(text: str, bodies: Sequence[str], body: str, players: int = 2) -> caylus.Game:
    """A game in which one of the bodies has been carried out, or waits. The ruleset has all of them, since it takes long to make one."""
    options = [f"option body_{i} {{ do body_{i}() }}" for i in range(len(bodies))]
    main = ["action main() {", "do begin()", "let chooser = first player in players", "chooser chooses {", *options, "}", "}"]
    actions = [f"action body_{i}() {{\n{each}\n}}" for i, each in enumerate(bodies)]
    begun = game("\n".join([text, *main, *actions]), players)
    begun.choose(f"body_{bodies.index(body)}")
    return begun


def ids(game: caylus.Game) -> list[str]:
    """The ids of the options in hand; none when the game is over."""
    return [option.id for option in game.decision.options] if game.decision is not None else []


def table(game: caylus.Game) -> dict[str, Any]:
    """The states of the table, by name."""
    return dict(game.view()["table"])


def list_holdings(game: caylus.Game, player: int = 0) -> dict[str, int]:
    """The holdings of a player, without what there is none of."""
    return {name: n for name, n in game.view()["players"][player]["resources"].items() if n}
