"""The terms and the standings of a match, in words for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from caylus_tools.common.english import count_things, join_words

if TYPE_CHECKING:
    from caylus import Match, MatchTerms

_FIRST = {
    "next": "Each player in turn sits first in a game.",
    "same": "The same player sits first in every game.",
    "winner": "Whoever has won sits first in the next game.",
    "loser": "Whoever came last sits first in the next game.",
}


def render_length(terms: MatchTerms) -> str:
    """The length of a match: `a match of 3 games`, `a match to 100 points, of at most 9 games`."""
    if terms.to is None:
        return f"a match of {count_things(terms.games or 0, 'game')}"
    most = f", of at most {count_things(terms.games, 'game')}" if terms.games else ""
    return f"a match to {count_things(terms.to, terms.count[:-1])}{most}"


def describe_terms(terms: MatchTerms) -> list[str]:
    """The terms as sentences: when the match ends, what counts, and who sits first."""
    length = render_length(terms)
    counted = "Points are added up." if terms.count == "points" else "Games won are counted."
    return [f"{length[0].upper()}{length[1:]}.", counted, _FIRST[terms.first]]


def render_number(match: Match) -> str:
    """The number of the game in play: `Game 2 of 3`, `Game 2 of a match to 100 points`."""
    terms = match.terms
    whole = f"a match to {count_things(terms.to, terms.count[:-1])}" if terms.to is not None else terms.games
    return f"Game {match.number} of {whole}"


def render_standings(match: Match, labels: Mapping[str, str]) -> str:
    """A sentence about who leads a match, or has won it, with the wins or points of everybody; nothing before a game is over."""
    result = match.result
    if not result.standings:
        return ""
    if result.is_lost:
        return "Everybody has lost the match." if match.is_over else "Nobody has won a game yet."
    best, *equals = result.winning
    others = [standing for standing in result.standings if not standing.has_won]
    names = [labels[name] for standing in result.winning for name in standing.players]
    verbs = (("share", "win", "wins") if match.is_over else ("lead", "lead", "leads"))[1 - bool(equals) + (len(names) == 1)]
    by = f" and more {_other_unit(match)}" if any(other.score == best.score for other in others) else ""
    games = f" in {count_things(len(match.played), 'game')}" if len(result.standings) == 1 else ""
    amount = count_things(best.score, match.terms.count[:-1]) + (" each" if equals else "")
    told = f"{join_words(names)} {verbs}{' the match' if match.is_over else ''} with {amount}{by}{games}."
    rest = ", ".join(f"{join_words([labels[name] for name in other.players])}: {other.score}" for other in others)
    return f"{told} {rest}." if rest else told


def _other_unit(match: Match) -> str:
    """The unit that tells equals apart."""
    return "points" if match.terms.count == "wins" else "wins"
