"""The `state` message of a table for an audience, as JSON: parts for several readers are made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus import model as m

from caylus_tools.screen.words import load_words
from caylus_tools.verbalize.breakdown import breakdown

if TYPE_CHECKING:
    from caylus import Decision, Game, Spectator

_IN_THE_PICTURE = ("ruleset", "title", "phases", "tables", "decides", "waiting", "result")
"""What of a view does not change in a game, or is told beside it."""


def render_view(game: Game, eye: str | Spectator | None) -> dict[str, Any]:
    """The table as it is seen, without what a picture of the rules shows already."""
    view = game.view(eye)
    return {name: value for name, value in view.items() if name not in _IN_THE_PICTURE}


def render_decision(decision: Decision | None) -> dict[str, Any] | None:
    """Describe who decides what, as far as it may be known to whom `decision` was given."""
    if decision is None:
        return None
    usual = decision.usual
    return {
        "player": decision.player,
        "prompt": decision.prompt,
        "title": decision.title,
        "see": decision.see,
        "phase": decision.phase,
        "file": decision.file,
        "line": decision.line,
        "sealed": decision.is_sealed,
        "usual": usual.id if usual is not None else None,
    }


def render_options(game: Game, decision: Decision) -> list[dict[str, Any]]:
    """Describe the options of a decision, in the words of the screen."""
    words = load_words(game.rules)
    usual = decision.usual
    texts = words.texts(decision)
    return [
        {
            "id": option.id,
            "name": option.data["option"],
            "text": text,
            "choices": option.data["choices"],
            "pays": option.data["pays"],
            "gains": option.data["gains"],
            "price": words.price(option.data["pays"]),
            "cells": list(option.cells),
            "group": words.title(option.data["option"]),
            "declines": option.data["option"] == m.DECLINE,
            "usual": usual is not None and option.id == usual.id,
        }
        for option, text in zip(decision.options, texts, strict=True)
    ]


def render_result(game: Game) -> dict[str, Any]:
    """Describe the result of a game that is over, and the sources of each player's points."""
    return {**game.result.data(game.labels), "sources": breakdown(game.events, game.rules, game.scores)}
