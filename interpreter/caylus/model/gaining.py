"""Find the triggers that a gain may set off."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m

from .payment_choices import payment_resources


class Gaining:
    """Knows the triggers of a ruleset: `triggers` holds those that wait for a resource, in the order of the text."""

    def __init__(self, triggers: Iterable[m.Trigger]) -> None:
        self.triggers: dict[m.Resource, list[m.Trigger]] = {}
        for trigger in triggers:
            for resource in trigger.resources:
                self.triggers.setdefault(resource, []).append(trigger)

    def awaited_resources(self, statement: object) -> list[m.Resource]:
        """The resources that a statement may have somebody gain and that a trigger waits for."""
        if not self.triggers or not isinstance(statement, m.Transfer) or statement.verb != "gain":
            return []
        gained = payment_resources(statement.payment)
        return [resource for resource in self.triggers if gained is None or resource.index in gained]

    def triggered_actions(self, statement: object) -> list[m.Action]:
        """The actions that may be done after a statement because of what it has somebody gain."""
        triggers = (trigger for resource in self.awaited_resources(statement) for trigger in self.triggers[resource])
        return list(dict.fromkeys(trigger.action for trigger in triggers))
