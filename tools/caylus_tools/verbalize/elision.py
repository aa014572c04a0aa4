"""Leave out words that are said a second time: `pay 2 coins to gain 3 apples, or 4 to gain 5`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .prose import Piece, Prose, Unit, line, plain

_ARTICLES = ("the ", "a ", "an ", "any ", "your ")


def elide(prose: Prose, said: Prose) -> Prose:
    """The prose without the words that it begins with as `said` does, and without units if both have the same."""
    pieces, before = _split(prose), _split(said)
    shared = 0
    while shared < min(len(pieces), len(before)) - 1 and pieces[shared] == before[shared]:
        shared += 1
    while shared and (pieces[shared - 1] in _ARTICLES or _is_number(pieces[shared - 1])):  # they stay with what they belong to
        shared -= 1
    left = line(*pieces[shared:])
    if plain(left).count("(") != plain(left).count(")"):
        return prose
    units = _units(pieces[shared:])
    return drop_units(left) if units and units == _units(before[shared:]) and any(map(_is_number, pieces[shared:])) else left


def _split(prose: Prose) -> list[Piece]:
    """The prose with its words one by one, each with the blank behind it."""
    return [part for piece in prose for part in (re.findall(r"\S*\s|\S+", piece) if isinstance(piece, str) else [piece])]


def _is_number(piece: Piece) -> bool:
    return isinstance(piece, str) and piece.strip().isdecimal()


def _units(pieces: Iterable[Piece]) -> list[object]:
    return [piece.of for piece in pieces if isinstance(piece, Unit)]


def drop_units(prose: Prose) -> Prose:
    """Prose with nothing left of its amounts but the numbers."""
    kept: list[Piece] = []
    for piece in prose:
        if not isinstance(piece, Unit):
            kept.append(piece)
        elif kept and isinstance(kept[-1], str):
            kept[-1] = kept[-1].removesuffix(" ")
    return line(*kept)
