"""The sources of points in the games of a sample, as shares of all that are gained."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from . import estimates as e
from .sample import Sample

_MOST = 6


def points_by_source(sample: Sample) -> dict[str, e.Numbers]:
    """The points that all players gain in each game from each thing, and from each rule that gives them for no thing.

    What no rule gives goes by an empty name.
    """
    found: dict[str, e.Numbers] = {}
    for source in sample.points:
        name = source.thing or source.rule
        found[name] = found.get(name, 0.0) + sample.points[source].clip(min=0).sum(axis=1)
    return found


def points_by_name(sample: Sample) -> dict[str, float]:
    """The share of each source in all points gained; without those that give none."""
    found = {name: float(points.sum()) for name, points in points_by_source(sample).items()}
    total = sum(found.values())
    return {name: points / total for name, points in found.items() if points}


def trials(sample: Sample, gained: dict[str, e.Numbers], name: str) -> e.Trials:
    """The points from a source in each game, out of all that are gained in it."""
    return gained.get(name, np.zeros(len(sample))), np.sum(list(gained.values()), axis=0)


def main_sources(sample: Sample, chance: float) -> list[tuple[str, e.Estimate]]:
    """The sources of most points, as far as one is sure that each gives more than any that is left out."""
    gained = points_by_source(sample)
    names = sorted(points_by_name(sample), key=lambda name: -float(gained[name].sum()))[: _MOST + 1]
    of = [trials(sample, gained, name) for name in names]
    gaps = [e.share_difference(less, more) for more, less in pairwise(of)]
    sure = [at for at, is_sure in enumerate(e.holm([gap.p for gap in gaps], chance), 1) if is_sure]
    count = max(sure, default=len(names) if len(names) <= 1 else 0)
    return [(name, e.rate(*one)) for name, one in zip(names[:count], of[:count], strict=True)]
