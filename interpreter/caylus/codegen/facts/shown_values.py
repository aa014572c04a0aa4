"""List what a view holds besides the state: named values, and the phases in their order."""

from __future__ import annotations

from caylus import model as m
from caylus.model.walk import parts


def can_be_shown(value: m.Value) -> bool:
    """Return whether a view may hold a value: it takes nothing but objects, and comes to something that can be told."""
    return all(param.type.base == "object" for param in value.params) and value.type.base not in ("list", "scale")


def ordered_phases(model: m.Model) -> list[m.Site]:
    """The phases in the order in which the game comes to them."""
    found: dict[m.Action, None] = {}

    def visit(action: m.Action, within: tuple[m.Action, ...]) -> None:
        if action.is_phase:
            found.setdefault(action)
        for part in parts(*action.body):
            if isinstance(part, m.Do) and part.action not in within:
                visit(part.action, (*within, part.action))

    visit(model.start, (model.start,))
    return [action.site for action in found]
