"""The word somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a few typing slips away from `word`, or None where nothing is near enough to be worth saying.

    A slip is a letter added, left out, changed, or swapped with its neighbour. Fewer than half of the letters may
    be slips; among equally near candidates one of the same length is taken, then the first in the alphabet.
    """
    folded = _fold_case(word)
    best, fewest = None, (len(folded) + 1) // 2
    for candidate in sorted(set(candidates) - {word}, key=lambda c: (abs(len(c) - len(word)), c)):
        slips = _slips(folded, _fold_case(candidate), fewest)
        if slips < fewest:
            best, fewest = candidate, slips
    return best


def is_slip(word: str, meant: str) -> bool:
    """Return whether one is the other with a single slip; words that differ by a last `s` are two words."""
    return word.removesuffix("s") != meant.removesuffix("s") and _slips(_fold_case(word), _fold_case(meant), 2) < 2


def _fold_case(word: str) -> str:
    return word.lower().replace("_", "")


def _slips(a: str, b: str, limit: int) -> int:
    """The fewest slips that turn `a` into `b`, or `limit` if there are as many or more."""
    if abs(len(a) - len(b)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            slips = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                slips = min(slips, earlier[j - 2] + 1)
            row.append(slips)
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)
