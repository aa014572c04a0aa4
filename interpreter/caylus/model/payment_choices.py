"""Find what a payment may consist of, and whether there are several ways to pay it."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m


def several_ways(payment: m.Expr) -> bool:
    """Return whether a payment may leave a choice. Whoever passes one on may pass on several."""
    for made_of in payment_parts(payment):
        match made_of:
            case m.ConstPayment(alternatives=ways) if len(ways) > 1:
                return True
            case m.Quantity(resources=resources, which=None) if len(resources) > 1:
                return True
            case m.CombinePayments(op="or") | m.Local():
                return True
    return False


def payment_resources(payment: m.Expr) -> set[int] | None:
    """The numbers of the resources that may be in a payment; None where it was passed on and may be of anything."""
    found: set[int] = set()
    for made_of in payment_parts(payment):
        match made_of:
            case m.ConstPayment(alternatives=ways):
                found |= {resource for way in ways for resource, _ in way}
            case m.Quantity(resources=resources):
                found |= {resource.index for resource in resources}
            case m.Local():
                return None
    return found


def payment_parts(payment: m.Expr) -> Iterator[m.Expr]:
    """The parts that a payment is or may be put together from; properties as what they are of any object."""
    waiting: list[m.Expr] = [payment]
    asked: set[m.Value] = set()
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case m.CombinePayments(op="*", right=many):
                waiting.append(many)
            case m.CombinePayments(left=left, right=right) | m.Choice(then=left, otherwise=right):
                waiting += (left, right)
            case m.Fixed(property=property_):
                waiting += (m.ConstPayment(worth) for worth in property_.values if isinstance(worth, tuple))
            case m.CallValue(value=value) if value not in asked:
                asked.add(value)
                waiting += (result for _, result in value.cases)
                waiting += (modifier.value for modifier in value.modifiers)
