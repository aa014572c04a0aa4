"""What is public of the variables, decisions and values of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from caylus import model as m
from caylus.model.walk import parts, substitute

from . import NOBODY

Asks = m.Choose | m.Transfer
"""What asks somebody: a choice, or a `gain` of one of several things."""


class Flow:
    """Of a whole model. Where nothing is hidden, everything is public; otherwise nothing is taken to be."""

    def __init__(self, model: m.Model) -> None:
        self._hides = any(map(_is_secret, _things(model)))

    def is_public(self, variable: m.Variable) -> bool:
        """Whether everybody may know what it holds."""
        return not self._hides

    def is_open(self, asks: Asks) -> bool:
        """Whether everybody may know what there is to choose from."""
        return not self._hides

    def is_secret(self, asks: Asks) -> bool:
        """Whether nothing of what is chosen may be seen by anybody but who chooses."""
        return False

    def tells(self, option: m.Option) -> tuple[bool, ...]:
        """Of each of an option's choices, whether all are told what was chosen."""
        return tuple(map(self.is_public, option.variables))

    def must_be_asked(self, asks: Asks) -> bool:
        """Whether even a single option is asked: that there is no other would tell what is hidden."""
        return False

    def secrets_of(self, value: m.Value) -> tuple[int, ...]:
        """Who alone may see what it comes to: the players at these positions of its parameters, or `NOBODY`."""
        return tuple(dict.fromkeys(_secrets(value, value.params, {})))


def _things(model: m.Model) -> Iterator[m.Resource | m.State | m.ListState | m.Row]:
    """Whatever has an audience."""
    yield from model.resources
    owners: tuple[m.Model | m.Kind, ...] = (model, *model.kinds.values())
    for owner in owners:
        yield from owner.states.values()
        yield from owner.lists.values()
    yield from model.rows.values()


def _is_secret(thing: m.Resource | m.State | m.ListState | m.Row) -> bool:
    return not thing.audience.is_public


def _secrets(of: m.Value | m.Condition, params: tuple[m.Variable, ...], bindings: Mapping[m.Variable, m.Expr]) -> Iterator[int]:
    for part in (substitute(part, bindings) for expr in _formulas(of) for part in parts(expr)):
        match part:
            case m.Holding(resources=resources, player=player) if any(map(_is_secret, resources)):
                yield params.index(player.variable) if isinstance(player, m.Local) and player.variable in params else NOBODY
            case m.CallValue(value=called, arguments=arguments) | m.CallCondition(condition=called, arguments=arguments):
                yield from _secrets(called, params, dict(zip(called.params, arguments, strict=True)))


def _formulas(of: m.Value | m.Condition) -> list[m.Expr]:
    if isinstance(of, m.Condition):
        return [require.condition for require in of.requires]
    cases = [expr for case in of.cases for expr in case if expr is not None]
    return cases + [expr for change in of.modifiers for expr in (change.where, change.value) if expr is not None]
