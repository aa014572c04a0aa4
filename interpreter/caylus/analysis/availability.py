"""Options that are always there: they ask for nothing, and there is always something to choose from."""

from __future__ import annotations

from caylus import model as m
from caylus.model.evaluate import Evaluator, Range


class LeastHeld(Evaluator):
    """Knows besides that nobody holds less of a resource than its `least`."""

    def holding_range(self, resources: tuple[m.Resource, ...]) -> Range:
        return super().holding_range(resources)._replace(low=sum(resource.least for resource in resources))


def is_always_offered(option: m.Option, evaluator: Evaluator | None = None) -> bool:
    """`evaluator` knows between what numbers formulas lie."""
    return (
        option.where is None
        and all(map(_is_for_everybody, option.head))
        and all(is_never_empty(source, evaluator) for source in option.sources)
    )


def _is_for_everybody(asked: m.Require | m.Transfer) -> bool:
    """Return whether what an option asks for is nothing."""
    payment = asked.payment if isinstance(asked, m.Transfer) else None
    return isinstance(payment, m.ConstPayment) and () in payment.alternatives


def is_never_empty(source: m.ListExpr, evaluator: Evaluator | None = None) -> bool:
    """Return whether there is always something to choose from, as there is from 0 to what somebody holds."""
    match source:
        case m.Numbers(low=low, high=high):
            known = evaluator or LeastHeld(1)
            return known.compute_range(low).high <= known.compute_range(high).low
        case m.AllOf(kind=kind):
            return kind.is_player or kind.size > 0
        case m.RowMembers(row=row):
            return row.size > 0
        case m.Gathered():
            return True
        case m.Rotated(list=around, way="from") | m.Faces(list=around):
            return is_never_empty(around, evaluator)
    return False
