"""Find the side of an object that is up: rules let what is on a space do either this or that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import model as m
from caylus.model.walk import every_statement, statements

if TYPE_CHECKING:
    from caylus import Ruleset

Space = Mapping[str, Any]
_UNKNOWN = object()


class ActiveSides:
    """Knows every `if` of a ruleset by which what stands on a space does one of its own actions or else another."""

    def __init__(self, rules: Ruleset) -> None:
        asked = (statement for statement in every_statement(rules.model) if isinstance(statement, m.If))
        self.forks = [fork for statement in asked for fork in _forks(statement)]

    def condition(self, action: str) -> m.Expr | None:
        """The condition on a space under which its thing does this instead of something else; None if there is none."""
        return next((fork.condition for fork in self.forks if action in fork.then - fork.otherwise), None)

    def is_usual(self, action: str) -> bool:
        """Return whether what stands on a space does this unless something holds."""
        return any(action in fork.otherwise - fork.then for fork in self.forks)

    def down(self, space: Space) -> set[str]:
        """The names of the actions that are not done on a space of a view, because others are done instead."""
        hidden: set[str] = set()
        for fork in self.forks:
            holds = _KnownSpace(fork.space, space).truth(fork.condition)
            if holds is not None:
                hidden |= fork.otherwise - fork.then if holds else fork.then - fork.otherwise
        return hidden


class Fork(NamedTuple):
    """The two effects of the thing on a `space`: where a condition holds, and where it does not."""

    space: m.Variable
    condition: m.Expr
    then: set[str]
    otherwise: set[str]


def _forks(asked: m.If) -> Iterator[Fork]:
    then, otherwise = _actions_by_name(asked.then), _actions_by_name(asked.otherwise)
    for space in then.keys() & otherwise.keys():
        yield Fork(space, asked.condition, then[space], otherwise[space])


def _actions_by_name(body: m.Body) -> dict[m.Variable, set[str]]:
    """The actions that are done by what spaces are called after, by the names that rules give the spaces."""
    done: dict[m.Variable, set[str]] = {}
    for statement in statements(body):
        match statement:
            case m.DoMember(action=action, object=m.Read(state=state, object=m.Local(variable=space))):
                if space.type.kind is not None and space.type.kind.root.called == state.name:
                    done.setdefault(space, set()).add(action.name)
    return done


@dataclass(frozen=True, slots=True)
class _KnownSpace:
    """The facts about `variable` if it is a space of a view; nothing else is known."""

    variable: m.Variable
    space: Space

    def truth(self, condition: m.Expr) -> bool | None:
        """Return whether a condition holds; None where it speaks of more than the space."""
        match condition:
            case m.Not(operand=operand):
                truth = self.truth(operand)
                return None if truth is None else not truth
            case m.Logic(op=op, operands=operands):
                parts = [self.truth(operand) for operand in operands]
                decisive = op == "or"
                return decisive if decisive in parts else None if None in parts else not decisive
            case m.Compare(op="==" | "!=" as op, left=left, right=right):
                sides = self._value(left), self._value(right)
                return None if _UNKNOWN in sides else (sides[0] == sides[1]) == (op == "==")
            case m.Read(type=m.FLAG):
                value = self._value(condition)
                return None if value is _UNKNOWN else bool(value)
        return None

    def _value(self, expr: m.Expr) -> object:
        match expr:
            case m.Read(state=state, object=m.Local(variable=variable), indices=()) if variable is self.variable:
                return self.space[state.name]
            case m.Const(value=value, type=m.Type(base="object", kind=kind)):
                return None if value < 0 or kind is None else kind.root.objects[value].name
            case m.Const(value=value):
                return value
        return _UNKNOWN
