"""Compute what a unit of each resource adds to the score, from the rules."""

from __future__ import annotations

from collections import Counter

from caylus import model as m


def worth(model: m.Model) -> dict[str, int]:
    """By resource; only those whose part in the score is the same at all times. Empty where the score is made otherwise."""
    return {resource: weight for resource, weight in _value_points(model.values["score"]).items() if weight}


def _value_points(value: m.Value) -> Counter[str]:
    """The points of a value; where cases or modifiers decide, nothing is the same at all times."""
    return _expression_points(value.cases[0][1]) if len(value.cases) == 1 and not value.modifiers else Counter()


def _expression_points(expression: m.Expr) -> Counter[str]:
    match expression:
        case m.Holding(resources=resources, which=None):
            return Counter(resource.name for resource in resources)
        case m.CallValue(value=value):
            return _value_points(value)
        case m.Arithmetic(op="+", left=left, right=right):
            return _sum(_expression_points(left), _expression_points(right))
        case m.Arithmetic(op="-", left=left, right=right):
            return _sum(_expression_points(left), _times(-1, _expression_points(right)))
        case m.Arithmetic(op="*", left=m.Const(value=times), right=other):
            return _times(times, _expression_points(other))
        case m.Arithmetic(op="*", left=other, right=m.Const(value=times)):
            return _times(times, _expression_points(other))
    return Counter()


def _sum(left: Counter[str], right: Counter[str]) -> Counter[str]:
    total = left.copy()
    total.update(right)
    return total


def _times(times: int, weights: Counter[str]) -> Counter[str]:
    return Counter({name: times * weight for name, weight in weights.items()})
