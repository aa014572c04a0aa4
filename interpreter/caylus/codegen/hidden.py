"""What of the table is hidden from somebody, so that it matters what is known of it."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m

Thing = m.Resource | m.State | m.ListState


def hidden_things(model: m.Model) -> list[Thing]:
    """Whatever somebody may not know. What is only counted everybody knows who has watched."""
    rows = [row for row in model.rows.values() if row.audience.is_secret]
    return [thing for thing in _things(model) if thing.audience.is_secret or any(has(row, thing) for row in rows)]


def hides(model: m.Model) -> bool:
    """Whether anything is hidden from anybody, be it only to be counted."""
    return any(not thing.audience.is_public for thing in (*_things(model), *model.rows.values()))


def has(row: m.Row, thing: Thing) -> bool:
    """Whether the members of a row have such a state or list."""
    owner = None if isinstance(thing, m.Resource) else thing.owner if isinstance(thing, m.ListState) else thing.kind
    return owner is not None and row.kind.within(owner)


def _things(model: m.Model) -> Iterator[Thing]:
    yield from model.resources
    owners: list[m.Model | m.Kind] = [model, *model.kinds.values()]
    for owner in owners:
        yield from owner.states.values()
        yield from owner.lists.values()
