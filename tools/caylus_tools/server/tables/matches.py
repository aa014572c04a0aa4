"""A match at tables: each game is played at a table of its own, which begins with a save that knows the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus import Match, MatchTerms

from caylus_tools.verbalize.breakdown import describe_terms, render_number, render_standings

if TYPE_CHECKING:
    from caylus import Game, Ruleset


def read_match(start: Mapping[str, Any] | None) -> Match | None:
    """The match of a table that begins with a save, before its game. Raises RulesetError for one of other players."""
    return None if start is None else Match.from_save(start, start["players"])


def first_start(terms: MatchTerms, rules: Ruleset, seats: Sequence[str], seed: int) -> Mapping[str, Any]:
    """The start of the first game of a new match. The seed is that of the match, and foretells its games."""
    match = Match(terms, seed)
    return _start_of_table(match.first_game(rules, seats), match)


def next_start(match: Match, game: Game, seed: int) -> Mapping[str, Any]:
    """The start of the game after one that is over; if the match is over, of the first game of a new one, with its seed."""
    after = match.add(game)
    if after.is_over:
        return first_start(match.terms, game.rules, after.played[0].players, seed)
    return _start_of_table(after.next_game(game), after)


def _start_of_table(game: Game, match: Match) -> Mapping[str, Any]:
    """A save without its rules, which the table has."""
    return {name: part for name, part in game.save(match=match).items() if name != "ruleset"}


def describe_match(match: Match, game: Game) -> dict[str, Any]:
    """The match as pages show it: the number of the game, the terms, who leads, and the game that comes next."""
    now = match.add(game) if game.over else match
    return {
        "game": render_number(match),
        "terms": " ".join(describe_terms(match.terms)),
        "standings": render_standings(now, game.labels),
        "next": render_number(now) if game.over and not now.is_over else None,
    }
