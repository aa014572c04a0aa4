"""The numbers of objects: those of each root kind are numbered from 0 on, and those of each kind below it stand together.

First come a kind's own objects, with those of its rows, then the kinds below it, and last the rows of players, one player after
the other: where fewer play, the last are not there. So a kind that players have rows of is the last of its family.
"""

from __future__ import annotations

from collections.abc import Mapping

from caylus import model as m

from . import rows

Own = Mapping[m.Kind, list[m.Object]]


def number(own: Own, of_players: Mapping[m.Kind, list[m.Row]], players: int) -> None:
    """Numbers all objects. `own` has every kind; of the rows of players, the objects are made for so many players."""
    below: dict[m.Kind, list[m.Kind]] = {kind: [] for kind in own}
    for kind in own:
        if kind.parent is not None:
            below[kind.parent].append(kind)
    theirs: dict[m.Kind, list[m.Object]] = {}
    for kind, each in of_players.items():
        theirs[kind] = [object_ for owner in range(players) for row in each for object_ in rows.members(row, owner)]
        above: m.Kind | None = kind
        while above is not None:
            above.each = sum(row.size for row in each)
            above = above.parent
        for row in each:
            row.stride = kind.each
    for kind in own:
        if kind.parent is None and not kind.is_player:
            _number(kind, 0, own, theirs, below)


def _number(kind: m.Kind, first: int, own: Own, theirs: Own, below: Mapping[m.Kind, list[m.Kind]]) -> int:
    """Numbers a kind's objects from `first` on; the result is the number after the last."""
    kind.first = first
    kind.objects = []
    _place(kind, own[kind])
    for lower in sorted(below[kind], key=lambda lower: lower.each):
        _number(lower, first + len(kind.objects), own, theirs, below)
        kind.objects += lower.objects
    _place(kind, theirs.get(kind, []))
    shared = [object_ for object_ in kind.objects if object_.owner < 0]
    kind.size = len(shared)
    kind.count = sum(object_.copies for object_ in shared)
    return first + len(kind.objects)


def _place(kind: m.Kind, objects: list[m.Object]) -> None:
    """Puts objects behind those that the kind has already."""
    for id_, object_ in enumerate(objects, kind.first + len(kind.objects)):
        object_.id = id_
        if object_.row is not None and object_.number == 1 and object_.owner <= 0:
            object_.row.first = id_
    kind.objects += objects
