"""Named values that a view may hold: of what each depends, and who may see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from caylus import model as m
from caylus.model.walk import parts, substitute

from .metadata import NOBODY, ValueInfo


def value_info(value: m.Value) -> ValueInfo | None:
    """What is known of a value that takes nothing but objects; None for any other."""
    if not all(param.type.base == "object" for param in value.params) or value.type.base in ("list", "scale"):
        return None
    return ValueInfo(value.params, value.type, tuple(dict.fromkeys(_secrets(value, value.params, {}))))


def _secrets(of: m.Value | m.Condition, params: tuple[m.Variable, ...], bindings: Mapping[m.Variable, m.Expr]) -> Iterator[int]:
    """Whose hidden amounts it looks at: the player that a parameter names, by position, or anybody's."""
    for part in (substitute(part, bindings) for expr in _formulas(of) for part in parts(expr)):
        match part:
            case m.Holding(resources=resources, player=player) if any(resource.hidden for resource in resources):
                yield params.index(player.variable) if isinstance(player, m.Local) and player.variable in params else NOBODY
            case m.CallValue(value=called, arguments=arguments) | m.CallCondition(condition=called, arguments=arguments):
                yield from _secrets(called, params, dict(zip(called.params, arguments, strict=True)))


def _formulas(of: m.Value | m.Condition) -> list[m.Expr]:
    if isinstance(of, m.Condition):
        return [require.condition for require in of.requires]
    cases = [expr for case in of.cases for expr in case if expr is not None]
    return cases + [expr for change in of.modifiers for expr in (change.where, change.value) if expr is not None]


def phases_of(model: m.Model) -> list[m.Site]:
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
