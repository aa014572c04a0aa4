"""Whether there may be several ways to pay, or to gain, something: then somebody has to choose."""

from __future__ import annotations

from typing import cast

from . import model as m


def several_ways(payment: m.Expr) -> bool:
    match payment:
        case m.ConstPayment(alternatives=ways):
            return len(ways) > 1
        case m.Quantity(resources=resources):
            return len(resources) > 1
        case m.CombinePayments(op=op, left=left, right=right):
            return op == "or" or several_ways(left) or several_ways(right)
        case m.Fixed(property=property_):
            return any(len(cast(m.Alternatives, ways)) > 1 for ways in property_.values)
        case m.CallValue(value=value):
            return any(several_ways(e) for _, e in value.cases) or any(several_ways(x.value) for x in value.modifiers)
        case m.Local():
            return payment.type == m.PAYMENT
    return False
