"""The things that a ruleset's outlook has never heard of: those of variants that do not say what they are worth to a bot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import parts

if TYPE_CHECKING:
    from caylus import Ruleset


def unheard(rules: Ruleset) -> set[str]:
    """By name. What variants add or change was not there when the outlook was written, unless it names it."""
    if rules.model.outlook is None:
        return set()
    base = rules.layers[0]["manifest"]["name"]
    later = {part.split(".")[0] for part, steps in rules.history.items() if steps[-1].layer != base}
    things = {thing.name for kind in rules.model.kinds.values() for thing in kind.objects}
    return (things & later) - set(_outlook_names(rules.model.outlook))


def _outlook_names(outlook: m.Value) -> Iterator[str]:
    """The names that an outlook's formulas use one by one and not only as one of their kind."""
    waiting: list[m.Value | m.Condition] = [outlook]
    known = set(waiting)
    for definition in waiting:
        for part in parts(_formulas(definition)):
            if isinstance(part, m.Const) and part.type.kind is not None and part.value >= 0:
                yield part.type.kind.root.objects[part.value].name
            elif isinstance(part, m.CallValue | m.CallCondition):
                called = part.value if isinstance(part, m.CallValue) else part.condition
                if called not in known:
                    known.add(called)
                    waiting.append(called)


def _formulas(definition: m.Value | m.Condition) -> tuple[object, ...]:
    if isinstance(definition, m.Condition):
        return tuple(definition.requires)
    return (*(formula for case in definition.cases for formula in case if formula is not None), *definition.modifiers)
