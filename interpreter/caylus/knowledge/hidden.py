"""List the things on the table that are hidden from somebody, so that their knowledge has to be tracked."""

from __future__ import annotations

from caylus import model as m


def hidden_things(model: m.Model) -> list[m.Thing]:
    """The things that somebody may not know. Everybody who has watched knows what is only counted."""
    rows = [row for row in model.rows.values() if row.audience.is_secret]
    return [thing for thing in m.things(model) if thing.audience.is_secret or any(has(row, thing) for row in rows)]


def hides(model: m.Model) -> bool:
    """Return whether anything is hidden from anybody, be it only to be counted."""
    return any(not thing.audience.is_public for thing in (*m.things(model), *model.rows.values()))


def has(row: m.Row, thing: m.Thing) -> bool:
    """Return whether the members of a row have such a state or list."""
    return thing.owner is not None and row.kind.is_subkind_of(thing.owner)
