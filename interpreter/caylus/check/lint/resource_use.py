"""Find the resources that rules gain, and those that they ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from caylus import model as m
from caylus.model.access import access, payment_resources, rule_parts
from caylus.model.walk import parts


class ResourceUse(NamedTuple):
    """Resources that somebody gains, and those that are counted, compared, paid or lost."""

    gained: set[m.Thing]
    asked: set[m.Thing]


def find_resource_use(model: m.Model, actions: Iterable[m.Action]) -> ResourceUse:
    """The use that all rules make of resources; a supply is not asked for by what is taken from it."""
    resources = model.resources
    rules: list[object] = [action.body for action in actions]
    rules += map(rule_parts, model.values.values())
    rules += map(rule_parts, model.conditions.values())
    rules += [part for automaton in model.automata for takes in automaton.takes for part in (takes.where, takes.by)]
    gained: set[m.Thing] = set()
    asked: set[m.Thing] = set()
    passed_by = Counter[int]()  # how often; what a constant stands for may be gained in one place and paid in another
    for part in parts(*rules):
        does = access(part)
        for write in does.writes:
            passed_by[id(write.place)] += 1
            if write.how in ("gain", "raise", "set"):
                gained.update(write.things(resources) if not write.supplied else ())
        if isinstance(part, m.Transfer) and part.verb == "gain":
            passed_by.update(id(x) for x in parts(part.payment))
        if passed_by[id(part)]:
            passed_by[id(part)] -= 1
            continue
        if isinstance(part, (m.Holding, m.AmountIn)):
            asked.update(part.resources)
        elif isinstance(part, (m.ConstPayment, m.Quantity, m.Fixed)) and part.type == m.PAYMENT:
            found = payment_resources(part) or set()
            asked.update(resource for resource in resources if resource.index in found)
    return ResourceUse(gained, asked)
