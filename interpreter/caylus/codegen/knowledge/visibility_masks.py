"""Generate the mask of the seats that see into a place: -1 for all of them."""

from __future__ import annotations

from caylus import model as m

from ..writing.definitions import Names
from ..writing.expressions import Expressions


def seers(x: Expressions, place: m.Read | m.ListMembers, names: Names) -> str:
    thing = place.list if isinstance(place, m.ListMembers) else place.state
    owner = x.write(place.object, names) if place.object is not None else "-1"
    seen = _emit_viewers(x, thing.audience, owner)
    kind = place.object.type.kind if place.object is not None else None
    for row in x.layout.components.rows.values():
        if row.audience.is_secret and kind is not None and row.kind.root is kind.root:
            seen = f"({_emit_viewers(x, row.audience, owner)} if {row.first} <= {owner} < {row.first + row.size} else {seen})"
    if isinstance(place, m.Read) and place.state in x.layout.face_up:
        seen = f"(-1 if s[{x.face_up(place, names)}] else {seen})"
    return seen


def _emit_viewers(x: Expressions, audience: m.Audience, owner: str) -> str:
    match audience.seen_by, audience.holder:
        case "all", _:
            return "-1"
        case "owner", _:
            return f"one_seat({owner})"
        case _, m.State() as holder:
            return f"one_seat(s[{x.layout.states[holder]} + {owner}])"
    return "0"
