"""The side of a thing that is up where it lies, as data: a page cannot ask the rules, but it knows the state of the place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caylus import model as m

from caylus_tools.verbalize.active_side import ActiveSides, Fork
from caylus_tools.verbalize.objects import Objects

from .parts import Line, Parts

Test = dict[str, Any]


class Sides:
    """Of the things of one ruleset."""

    def __init__(self, sides: ActiveSides, objects: Objects, parts: Parts) -> None:
        self._objects, self._parts = objects, parts
        tests = ((fork, _test(fork.condition, fork)) for fork in sides.forks)
        self._forks = [(fork, test) for fork, test in tests if test is not None]

    def render_sides(self, thing: m.Object) -> tuple[list[Line], list[dict[str, Any]]]:
        """The face of a thing, and other faces, each `when` a test of the place where it lies holds.

        A test is `{state, is}`, or one that is `not`, or several with `and` or `or`.
        """
        own = {action.name for action, _ in self._objects.own_actions(thing)}
        for fork, test in self._forks:
            if own & fork.then and own & fork.otherwise:
                other = self._parts.render_parts(thing, fork.otherwise - fork.then)
                return self._parts.render_parts(thing, fork.then - fork.otherwise), [{"when": test, "face": other}]
        return self._parts.render_parts(thing), []


def _test(condition: m.Expr, fork: Fork) -> Test | None:
    """A condition that asks for nothing but the states of the place; None for any other."""
    match condition:
        case m.Not(operand=operand):
            test = _test(operand, fork)
            return test and {"not": test}
        case m.Logic(op=op, operands=operands):
            tests = [_test(operand, fork) for operand in operands]
            return {op: tests} if all(tests) else None
        case m.Compare(op="==" | "!=" as op, left=left, right=right):
            asked = next((_state_test(state, const, fork) for state, const in _ways(left, right)), None)
            return asked if op == "==" else asked and {"not": asked}
        case m.Read(type=m.FLAG, state=state, object=m.Local(variable=variable), indices=()) if variable is fork.space:
            return {"state": state.name, "is": True}
    return None


def _ways(left: m.Expr, right: m.Expr) -> Iterator[tuple[m.Read, m.Const]]:
    for state, const in ((left, right), (right, left)):
        if isinstance(state, m.Read) and isinstance(const, m.Const):
            yield state, const


def _state_test(read: m.Read, const: m.Const, fork: Fork) -> Test | None:
    if not isinstance(read.object, m.Local) or read.object.variable is not fork.space or read.indices:
        return None
    value: object = const.value
    if const.type.base == "object" and const.type.kind is not None:
        value = None if const.value < 0 else const.type.kind.root.objects[const.value].name
    return {"state": read.state.name, "is": value}
