"""Whether there may be several ways to pay, or to gain, something: then somebody has to choose."""

from __future__ import annotations

from collections.abc import Container

from caylus import model as m


def several_ways(payment: m.Expr, choices: Container[m.Property | m.Value]) -> bool:
    """`choices` holds the properties and values of which this is known; whoever passes a payment on may pass on several."""
    match payment:
        case m.ConstPayment(alternatives=ways):
            return len(ways) > 1
        case m.Quantity(resources=resources):
            return len(resources) > 1
        case m.CombinePayments(op=op, left=left, right=right):
            return op == "or" or several_ways(left, choices) or several_ways(right, choices)
        case m.Fixed(property=property_):
            return property_ in choices
        case m.CallValue(value=value):
            return value in choices
    return isinstance(payment, m.Local)
