"""Resolve the units of amounts: resources, groups of resources, and kinds of resources."""

from __future__ import annotations

from functools import reduce

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.symbols import Entry
from caylus.check.types import common, list_type, object_type

from .operands import list_resources, report_empty_group


def unit_named(name: s.Name, scope: Scope, *, help: str = "") -> Entry | None:
    """The unit of a name: a resource, a group, a kind of resources; None, and reported, for anything else."""
    entry = scope.symbols.look(name.text, name.span)
    meaning = entry.meaning if entry is not None else None
    if resources_meant(meaning, scope):
        return entry
    if isinstance(meaning, m.Kind) and meaning.is_of_resources:
        report_empty_group(meaning, name, scope)
    elif entry is None or meaning is not None or not isinstance(entry.definition, s.Object):  # of what kind that is is unclear
        if isinstance(meaning, m.AllOf) and meaning.kind.is_of_resources:
            help = f"write `{meaning.kind.name}`"
        scope.resolve(name, scope.symbols.words_for_resources(), "a resource or a group", help=help)
    return None


def resources_named(unit: s.Name, scope: Scope) -> tuple[m.Resource, ...]:
    """The resources that a unit names; none, and reported, where it names something else."""
    entry = unit_named(unit, scope)
    return resources_meant(entry.meaning, scope) if entry is not None else ()


def resources_meant(meaning: object, scope: Scope) -> tuple[m.Resource, ...]:
    """A resource, or those of a group or a kind; none where something else is meant."""
    match meaning:
        case m.Resource():
            return (meaning,)
        case m.Group(members=members):
            return members
        case m.Kind() if meaning.is_of_resources:
            return list_resources(meaning, scope)
    return ()


def list_group_members(group: m.Group, scope: Scope) -> m.Gathered:
    """A group as the list of its resources."""
    scope.symbols.look(s.RESOURCE)  # of which the rules speak here
    types = [object_type(resource.object.kind) for resource in group.members]
    members = tuple(m.Const(resource.index, type_) for resource, type_ in zip(group.members, types, strict=True))
    return m.Gathered(group.name, members, list_type(reduce(lambda one, other: common(one, other) or one, types).kind))
