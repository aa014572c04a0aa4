"""Collect what rules read and change, to tell whether the order of two of them can matter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from caylus import model as m
from caylus.model.access import Gaining, Named, access, rule_parts
from caylus.model.walk import children

_STATEMENTS = frozenset(get_args(m.Statement))


@dataclass(slots=True)
class Effects:
    """The effects of rules: things read, things changed, resources only gained; whether somebody
    decides, lots are drawn, or the game may end.

    `awaited` are the resources gained that set something off.
    """

    asked: set[m.Thing] = field(default_factory=set)
    changed: set[m.Thing] = field(default_factory=set)
    gained: set[m.Thing] = field(default_factory=set)
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

    def commutes_with(self, other: Effects) -> bool:
        """Return whether it comes to the same, whichever is carried out first.

        Two gains add up. Two draws are as random in either order; but somebody who decides may know what was drawn or decided,
        and nothing follows the end of the game.
        """
        knows = (self.decides and (other.decides or other.draws)) or (other.decides and self.draws)
        return not (knows or self.ends or other.ends) and not self.disturbs(other) and not other.disturbs(self)

    def disturbs(self, other: Effects) -> bool:
        """Return whether this touches what the other goes by."""
        return bool(self.changed & (other.asked | other.changed | other.gained) or self.gained & (other.asked | other.changed))


class RuleEffects:
    """The effects of the rules of a model; those of each definition and of each statement are found out once."""

    def __init__(self, model: m.Model) -> None:
        self._resources = model.resources
        self._gaining = Gaining(model.triggers)
        self._named: dict[Named, Effects] = {}
        self._statements: dict[int, tuple[object, Effects]] = {}
        self._changes: dict[int, tuple[object, frozenset[m.Thing]]] = {}

    def changes(self, statement: m.Statement) -> frozenset[m.Thing]:
        """All that a statement may change or add to, with what its gains set off."""
        known = self._changes.get(id(statement))
        if known is None:
            effects = self.effects_of_rules(statement)
            known = self._changes[id(statement)] = statement, frozenset(effects.changed | effects.gained)
        return known[1]

    def effects_of_rules(self, *rules: object) -> Effects:
        """Of statements and expressions, and of all that the gains among them set off."""
        found = self.direct_effects(*rules)
        followed: set[m.Resource] = set()
        while new := found.awaited - followed:
            followed |= new
            for trigger in (trigger for resource in new for trigger in self._gaining.triggers[resource]):
                found.add(self._definition_effects(trigger.action))
        return found

    def direct_effects(self, *rules: object) -> Effects:
        """Of what is done before anything is set off."""
        found = Effects()
        waiting = children(rules)
        while waiting:
            part = waiting.pop()
            if type(part) in _STATEMENTS:
                found.add(self._statement_effects(part))
            else:
                self._note(part, found)
                waiting += children(part)
        return found

    def _statement_effects(self, statement: object) -> Effects:
        """Of a statement with all inside it; by its identity, which is kept with it."""
        known = self._statements.get(id(statement))
        if known is None:
            found = self.direct_effects(*children(statement))
            self._note(statement, found)
            known = self._statements[id(statement)] = statement, found
        return known[1]

    def _note(self, part: object, found: Effects) -> None:
        own = access(part)
        for read in own.reads:
            found.asked.update(read.things(self._resources))
        written = [(touch.how, touch.things(self._resources)) for touch in own.writes]
        adds_up = all(how == "gain" or not things for how, things in written)
        for _, things in written:
            (found.gained if adds_up else found.changed).update(things)
        found.awaited.update(self._gaining.awaited_resources(part))
        found.decides |= own.decides
        found.draws |= own.draws
        found.ends |= own.ends
        for call in own.calls:
            found.add(self._definition_effects(call.named))

    def _definition_effects(self, named: Named) -> Effects:
        if named not in self._named:
            self._named[named] = self.direct_effects(rule_parts(named))
        return self._named[named]
