"""Payments as a ruleset speaks of them: `1 apple + 1 fruit` rather than every way to pay that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import comb

from caylus import model as m
from caylus.diagnostics import as_words


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of a resource, or of any mix of a group's; `different`: no two alike."""

    number: int
    of: m.Resource | m.Group
    different: bool = False


Way = tuple[Amount, ...]

MANY = 2
"""As many as it takes to speak of several."""


def title(of: m.Resource | m.Group, number: int = 1) -> str:
    """The title of so much of it."""
    return of.title if number == 1 else of.plural


def groups(model: m.Model) -> tuple[m.Group, ...]:
    """Every group; the name of a kind of resources is one of all its own."""
    kinds = [kind for kind in model.kinds.values() if kind.is_of_resources and not kind.is_builtin]
    members = {kind: tuple(r for r in model.resources if r.object.kind.is_subkind_of(kind)) for kind in kinds}
    of_kinds = (m.Group(k.name, as_words(k.name), as_words(k.plural), members[k], k.span) for k in kinds)
    return (*model.groups.values(), *of_kinds)


def find_group(resources: Collection[m.Resource], model: m.Model) -> m.Group | None:
    """The group of exactly these resources, if the ruleset has a name for them."""
    return next((group for group in groups(model) if set(group.members) == set(resources)), None)


def ways(alternatives: m.Alternatives, model: m.Model) -> tuple[Way, ...]:
    """The ways of paying; those that differ only in what they take of a group are one. `nothing` is a way without amounts."""
    each = [dict(way) for way in alternatives]
    if len(each) > 1:
        common = {r: min(way.get(r, 0) for way in each) for r in each[0]}
        rests = [{r: n - common.get(r, 0) for r, n in way.items() if n > common.get(r, 0)} for way in each]
        mix = _mix(rests, model)
        if mix is not None:
            return ((*_amounts(common, model), mix),)
    return tuple(_amounts(way, model) for way in each)


def _mix(rests: list[dict[int, int]], model: m.Model) -> Amount | None:
    """The part that ways have besides what they share, if that is any mix of a group."""
    sizes = {sum(rest.values()) for rest in rests}
    group = find_group([model.resources[r] for r in set().union(*rests)], model)
    if group is None or len(sizes) > 1:
        return None
    (size,) = sizes
    if len(rests) == comb(len(group.members) + size - 1, size):
        return Amount(size, group)
    if len(rests) == comb(len(group.members), size) and all(n == 1 for n in _numbers(rests)):
        return Amount(size, group, different=True)
    return None


def _numbers(rests: Iterable[Mapping[int, int]]) -> Iterable[int]:
    return (n for rest in rests for n in rest.values())


def _amounts(way: Mapping[int, int], model: m.Model) -> Way:
    return tuple(Amount(n, model.resources[r]) for r, n in way.items() if n)
