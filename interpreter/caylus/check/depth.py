"""Unroll recursion that says `at most … deep`: one copy of each action for each depth.

Of a circle of actions through which something goes only so deep, each is made once for each depth that it can be at. So nothing
behind this leads back to itself, and whoever wants to know what rules come to need not know of depths. A circle in which nothing
says how deep it goes stays one, and is reported (`analysis.recursion`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.graph import knots
from caylus.model.walk import Doer, again, called_action, remade, statements

from .symbols import Symbols

Doing = m.Do | m.DoMember
_DOING = (m.Do, m.DoMember)

_PASSES = 10
"""How many more times whatever is made here is looked into, before it is a program."""


class Unrolled(NamedTuple):
    """The copies made for more depth; and the definitions that give a depth although nothing recurs."""

    actions: list[m.Action]
    members: list[m.MemberAction]
    useless: list[Doing]


def unroll(symbols: Symbols, actions: Sequence[m.Action], members: Iterable[m.MemberAction]) -> Unrolled:
    """Makes what is needed, and lets the actions themselves do it where they go deeper."""
    bounded = [(action, x) for action in actions for x in statements(action.body) if isinstance(x, _DOING) and x.deep is not None]
    if not bounded:
        return Unrolled([], [], [])
    leads: dict[Doer, list[tuple[Doer, s.Span]]] = {}
    for action in actions:
        leads[action] = [(doer, x.site.span) for x in statements(action.body) if (doer := called_action(x)) is not None]
    for member in members:
        leads[member] = [(body, body.site.span) for body in member.bodies if body is not None]
    depths = _Depths(symbols, knots(leads))
    back = dict.fromkeys(action for action, x in bounded if depths.leads_back(x, action))
    first = {action: remade(action.body, depths.change(action, 0)) for action in back}
    depths.fill()
    for action, body in first.items():
        action.body = body
    return Unrolled(depths.actions, depths.members, [x for action, x in bounded if not depths.leads_back(x, action)])


class _Depths:
    """Makes actions for each depth: how much of what goes only so deep is under way. At 0 they are the actions themselves."""

    def __init__(self, symbols: Symbols, knot: Mapping[Doer, int]) -> None:
        self.actions: list[m.Action] = []
        self.members: list[m.MemberAction] = []
        self._symbols = symbols
        self._knot = knot
        self._made: dict[tuple[Doer, int], Doer] = {}
        self._waiting: list[tuple[m.Action, m.Action, int]] = []

    def leads_back(self, doing: Doing, action: m.Action) -> bool:
        """Return whether what an action does may lead back to it."""
        doer = called_action(doing)
        return doer is not None and self._knot.get(doer) == self._knot[action]

    def change(self, action: m.Action, depth: int) -> Callable[[object], object]:
        """Change the parts of an action at a depth: calls that lead back to it are made at this depth, or one deeper."""

        def change_part(part: object) -> object:
            if not isinstance(part, _DOING) or not self.leads_back(part, action):
                return part
            if part.deep is not None and depth >= part.deep:
                return m.Say((f"this goes at most {part.deep} deep: nothing happens",), part.site)
            deeper = depth + 1 if part.deep is not None else depth
            if isinstance(part, m.Do):
                return replace(part, action=self._action(part.action, deeper))
            return replace(part, action=self._member(part.action, deeper, action))

        return change_part

    def fill(self) -> None:
        """Makes the bodies of all actions that have been asked for, and of those that these ask for."""
        while self._waiting:
            action, made, depth = self._waiting.pop()
            self._symbols.spend(_PASSES * sum(1 for _ in statements(action.body)))
            made.params, made.body = again(action, self.change(action, depth))

    def _action(self, action: m.Action, depth: int) -> m.Action:
        if depth == 0:
            return action
        made = self._made.get((action, depth))
        if not isinstance(made, m.Action):
            made = self._made[action, depth] = m.Action(action.name, (), (), action.is_phase, [], action.site)
            self.actions.append(made)
            self._waiting.append((action, made, depth))
        return made

    def _member(self, member: m.MemberAction, depth: int, within: m.Action) -> m.MemberAction:
        """All objects' versions, of which those that lead back are at a depth."""
        if depth == 0:
            return member
        made = self._made.get((member, depth))
        if not isinstance(made, m.MemberAction):
            self._symbols.spend(len(member.bodies))
            made = self._made[member, depth] = m.MemberAction(member.name, member.kind, member.params, [], member.span)
            self.members.append(made)
            for body in member.bodies:
                leads_back = body is not None and self._knot[body] == self._knot[within]
                made.bodies.append(self._action(body, depth) if body is not None and leads_back else body)
        return made
