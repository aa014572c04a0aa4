"""The message for a game that does not end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Game, RuleFault, Ruleset
    from caylus.diagnostics import Span

_WATCHED = 100
"""Decisions: enough to see a circle that all players are in."""


def endless(game: Game, choose: Callable[[Game], int]) -> RuleFault:
    """The fault of a game of more than `caylus.limits.MOST_DECISIONS`, with the choice that is made over and over.

    To see which it is, the game is played a little further: `choose` gives an index into `game.moves`.
    """
    from caylus import RuleFault
    from caylus.limits import MOST_DECISIONS

    made: Counter[tuple[str, str, str, str, int]] = Counter()
    for _ in range(_WATCHED):
        decision = game.decision
        if decision is None:
            break
        move = choose(game)
        made[decision.player, decision.options[move].id, decision.prompt, decision.file, decision.line] += 1
        game.play(move)
    message = f"a game does not end within {MOST_DECISIONS:,} decisions"
    if not made:
        return RuleFault("E0904", message)
    ((player, option, prompt, file, line), times), *_ = made.most_common(1)
    again = f"of the next {made.total()} choices {times} are `{option}`, by {player} at “{prompt}”"
    return RuleFault("E0904", f"{message}; {again}", line_span(game.rules, file, line))


def line_span(rules: Ruleset, file: str, line: int) -> Span:
    """A whole line of the rules, without the blanks before it."""
    from caylus.diagnostics import Span, split_lines

    text = split_lines(rules.sources[file])[line - 1]
    return Span(file, line, len(text) - len(text.lstrip()) + 1, line, len(text) + 1)
