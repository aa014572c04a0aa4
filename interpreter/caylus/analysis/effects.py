"""What rules ask for and what they change, with all that they do: whether it can matter which of two is carried out first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from caylus import model as m
from caylus.model.gaining import Gaining
from caylus.model.payment_choices import resources_in, several_ways
from caylus.model.walk import parts, versions_of

Held = m.State | m.ListState | m.Resource
Named = m.Value | m.Condition | m.Action


@dataclass(slots=True)
class Effects:
    """What is asked for, what is changed, and what is no more than gained; whether somebody decides, lots are drawn,
    or the game may end.

    `awaited` are the resources gained that set something off.
    """

    asked: set[Held] = field(default_factory=set)
    changed: set[Held] = field(default_factory=set)
    gained: set[Held] = field(default_factory=set)
    awaited: set[m.Resource] = field(default_factory=set)
    decides: bool = False
    draws: bool = False
    ends: bool = False

    def add(self, other: Effects) -> None:
        self.asked |= other.asked
        self.changed |= other.changed
        self.gained |= other.gained
        self.awaited |= other.awaited
        self.decides |= other.decides
        self.draws |= other.draws
        self.ends |= other.ends

    def goes_with(self, other: Effects) -> bool:
        """Whether it comes to the same, whichever is carried out first.

        Two gains add up. Two draws are as random in either order; but somebody who decides may know what was drawn or decided,
        and nothing follows the end of the game.
        """
        knows = (self.decides and (other.decides or other.draws)) or (other.decides and self.draws)
        return not (knows or self.ends or other.ends) and not self.disturbs(other) and not other.disturbs(self)

    def disturbs(self, other: Effects) -> bool:
        """Whether this touches what the other goes by."""
        return bool(self.changed & (other.asked | other.changed | other.gained) or self.gained & (other.asked | other.changed))


class RuleEffects:
    """The effects of the rules of a model, each found out once."""

    def __init__(self, model: m.Model) -> None:
        self._resources = model.resources
        self._gaining = Gaining(model.triggers)
        self._named: dict[Named, Effects] = {}

    def of(self, *rules: object) -> Effects:
        """Of statements and expressions, and of all that the gains among them set off."""
        found = self._at_once(rules)
        followed: set[m.Resource] = set()
        while new := found.awaited - followed:
            followed |= new
            for trigger in (trigger for resource in new for trigger in self._gaining.triggers[resource]):
                found.add(self._of_named(trigger.action, trigger.action.body))
        return found

    def _at_once(self, rules: Iterable[object]) -> Effects:
        """Of what is done before anything is set off."""
        found = Effects()
        for part in parts(*rules):
            self._note(part, found)
        return found

    def _note(self, part: object, found: Effects) -> None:
        match part:
            case m.Read(state=held) | m.ListItem(list=held) | m.ListMembers(list=held):
                found.asked.add(held)
            case m.Holding(resources=resources):
                found.asked.update(resources)
            case m.CanPay(payment=payment):
                found.asked |= self._in(payment)
            case m.Assign(target=target) | m.Adjust(target=target):
                found.changed.update([target.state] if isinstance(target, m.Read) else target.resources)
            case m.AddTo(target=place) | m.RemoveFrom(target=place):
                found.changed.add(place.list)
            case m.Put(source=source, target=target):
                found.changed.update(place.state if isinstance(place, m.Read) else place.list for place in (source, target))
            case m.Rearrange(verb=verb, target=place):
                found.changed.add(place.list)
                found.draws |= verb == "shuffle"
            case m.Transfer():
                self._transfer(part, found)
            case m.Choose():
                found.decides = True
            case m.Shuffled() | m.Random():
                found.draws = True
            case m.EndGame():
                found.ends = True
            case m.CallValue(value=value):
                found.add(self._of_named(value, (*value.cases, *value.modifiers)))
            case m.CallCondition(condition=condition):
                found.add(self._of_named(condition, condition.requires))
            case m.Do(action=action):
                found.add(self._of_named(action, action.body))
            case m.DoMember():
                for version in versions_of(part):
                    found.add(self._of_named(version, version.body))

    def _of_named(self, named: Named, rules: Iterable[object]) -> Effects:
        if named not in self._named:
            self._named[named] = self._at_once(rules)
        return self._named[named]

    def _transfer(self, transfer: m.Transfer, found: Effects) -> None:
        resources = self._in(transfer.payment)
        supplies = {resource.supply for resource in resources if resource.supply is not None}
        if transfer.verb == "gain" and not supplies:
            found.gained |= resources
        else:
            found.changed |= resources | supplies
        found.awaited.update(self._gaining.awaited(transfer))
        found.decides |= transfer.verb == "gain" and several_ways(transfer.payment)

    def _in(self, payment: m.Expr) -> set[m.Resource]:
        """The resources that may be in a payment: all of them in one that was handed on."""
        found = resources_in(payment)
        return {resource for resource in self._resources if found is None or resource.index in found}
