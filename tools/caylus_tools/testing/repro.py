"""A game as a scenario to keep: a file for `scenarios/` that its author completes with what should happen instead."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .shrink import Move

if TYPE_CHECKING:
    from caylus import Ruleset

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?: (?:\+ )?[A-Za-z0-9_]+)*")
_WORDS = {"yes", "no", "on", "off", "true", "false", "null", "none"}


def scenario(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], name: str) -> str:
    """The text of a file with one scenario: a game from its start with these moves, the last of which may break a rule."""
    return "\n".join(_lines(rules, players, seed, moves, name)) + "\n"


def _lines(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], name: str) -> Iterator[str]:
    names = rules.seating(players)
    yield f"players: {_list(names)}"
    yield ""
    yield "scenarios:"
    yield f"  - name: {json.dumps(name, ensure_ascii=False)}"
    if not moves:
        return
    game = rules.new_game(names, seed)
    steps = []
    for number, move in enumerate(moves, 1):
        decision = game.decision
        assert decision is not None
        steps.append(f"      - {_word(decision.player)}: {_word(decision.options[game.moves.index(move)].id)}")
        if number < len(moves):
            game.play(game.moves.index(move))
    draws = game.transcript()["draws"]
    if draws:
        yield "    draws:"
        yield from (f"      - {_list(draw)}" for draw in draws)
    yield "    when:"
    yield from steps


def _list(words: Sequence[str | int]) -> str:
    return f"[{', '.join(_word(word) if isinstance(word, str) else str(word) for word in words)}]"


def _word(text: str) -> str:
    """A text as YAML, in quotes where YAML could take it for something else."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else json.dumps(text, ensure_ascii=False)
