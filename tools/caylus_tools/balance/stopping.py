"""Stop as soon as the answer is sure.

The games are looked at after numbers of games that are set before. Each look has its share in the chance of a false alarm. So the
chance for the whole report is what it would be with one look at the end (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence

from .part import part
from .sample import Study
from .verdicts import Verdict

_FIRST = 60
_GROWTH = 1.5
"""Each look is after so many times the games of the one before."""


def looks(planned: int) -> list[int]:
    """The numbers of games to look at, the last of them all that are planned."""
    found, games = [], float(_FIRST)
    while games < planned:
        found.append(round(games))
        games *= _GROWTH
    return [*found, planned]


def is_sure(studies: Sequence[Study], within: float) -> bool:
    """Return whether more games could hardly add to the verdicts.

    Of each variant it must be known, between bots of each sort, that it changes who wins, or that no share of wins changes by
    more than `within`. Where no change of the game was found, the mean score must not change by more than that part. A ruleset
    alone is looked at in the same way: whether seats win as often as is fair.
    """
    return all(_is_settled(study, within) for study in studies)


def _is_settled(study: Study, within: float) -> bool:
    found = part(study, within, "")
    base, *variants = found.verdicts
    rows = found.groups["winners"].rows
    if not variants:
        sure = [one.margin for row in rows if (one := row.estimates[0]) is not None]
        return _is_unfair(base) or all(margin <= within for margin in sure)
    mean = found.groups["scores"].rows[0]
    base_mean = mean.estimates[0]
    for at, verdict in enumerate(variants):
        if verdict.kind == "winner":
            continue
        if any(change.furthest > within for row in rows if (change := row.changes[at]) is not None):
            return False
        change = mean.changes[at]
        assert change is not None
        assert base_mean is not None
        if verdict.kind == "nothing" and change.furthest > within * abs(base_mean.value):
            return False
    return True


def _is_unfair(verdict: Verdict) -> bool:
    return any(claim.topic == "fair" and claim.side for claim in verdict.claims)
