"""Games, whatever they are of: the number of players, the rows of a view, choices classified, games that do not end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from caylus import Game, MatchTerms, RuleFault, Ruleset, model as m
    from caylus.diagnostics import Span

HUMAN = "human"
"""What orders of seats call a person, where the others are bots."""


USUAL = 3


def usual_number(fewest: int, most: int) -> int:
    """The number of players of every command that is asked for none; as near to it as a ruleset allows."""
    return max(fewest, min(USUAL, most))


def match_terms(rules: Ruleset, fields: Mapping[str, Any] | None) -> MatchTerms | None:
    """The terms of the match that is wanted, fields of `caylus.MatchTerms`, or of the match that the rules know; None for a
    single game.
    """
    from caylus import MatchTerms

    if fields is None:
        return rules.match
    terms = replace(rules.match or MatchTerms(), **fields)
    return None if terms.games == 1 else terms


class Choice(NamedTuple):
    """An option by its name and the thing it names first; where it names none, by its name and the rule that offers it."""

    option: str
    thing: str
    rule: str


class Chooser:
    """Knows what the options of a ruleset name."""

    def __init__(self, model: m.Model) -> None:
        objects = [thing for kind in model.kinds.values() for thing in kind.objects]
        self.places = {thing.name for thing in objects if thing.row is not None}
        self.things = {thing.name for thing in objects} - self.places

    def choice(self, rule: str, option: str) -> Choice:
        """The choice of an option that a rule offers, by its id."""
        name, *words = option.split(" ")
        thing = self._find_thing(words)
        return Choice(name, thing, "" if thing else rule)

    def _find_thing(self, words: list[str]) -> str:
        """The first thing an option's id names. A number ends the search, unless it is the place of a row: a price may follow."""
        for at, word in enumerate(words):
            if word in self.things:
                return word
            if (place := " ".join(words[at : at + 2])) in self.places:
                return place
            if word.isdigit():
                break
        return ""


_WATCHED = 100
"""Decisions: enough to see a circle that all players are in."""


def endless(game: Game, choose: Callable[[Game], int]) -> RuleFault:
    """The fault of a game of more than `caylus.limits.MOST_DECISIONS`, with the choice that is made over and over.

    To see which it is, a copy is played a little further: `choose` gives an index into `game.moves`.
    """
    from caylus import RuleFault
    from caylus.limits import MOST_DECISIONS

    counts: Counter[tuple[str, str, str, str, int]] = Counter()
    game = game.copy()
    for _ in range(_WATCHED):
        decision = game.decision
        if decision is None:
            break
        move = choose(game)
        counts[decision.player, decision.options[move].id, decision.prompt, decision.file, decision.line] += 1
        game.play(move)
    message = f"a game does not end within {MOST_DECISIONS:,} decisions"
    if not counts:
        return RuleFault("E0904", message)
    ((player, option, prompt, file, line), times), *_ = counts.most_common(1)
    again = f"of the next {counts.total()} choices {times} are `{option}`, by {player} at “{prompt}”"
    return RuleFault("E0904", f"{message}; {again}", line_span(game.rules, file, line))


def line_span(rules: Ruleset, file: str, line: int) -> Span:
    """A whole line of the rules, without the blanks before it."""
    from caylus.diagnostics import Span, split_lines

    text = split_lines(rules.sources[file])[line - 1]
    return Span(file, line, len(text) - len(text.lstrip()) + 1, line, len(text) + 1)
