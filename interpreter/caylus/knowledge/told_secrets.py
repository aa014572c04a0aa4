"""Ways in which play tells of what is hidden, other than by showing it or moving it."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m
from caylus.model.access import access, rule_parts
from caylus.model.walk import every_statement, parts

from .hidden import hidden_things


def tells_secrets(model: m.Model) -> bool:
    """Return whether play may tell something of what is hidden in another way than by showing it or moving it.

    It does where a formula is revealed or a number turned over, and where what can be chosen rests on what is hidden.
    """
    things = hidden_things(model)
    hidden = {id(thing) for thing in things} | {i for i, resource in enumerate(model.resources) if resource in things}
    if not hidden:
        return False
    called = (*map(rule_parts, model.values.values()), *map(rule_parts, model.conditions.values()))
    statements = tuple(every_statement(model))
    return (
        any(isinstance(part, m.Revealed) for part in parts(statements, called))
        or any(isinstance(one, m.Reveal) and not isinstance(one.target, m.ListMembers) for one in statements)
        or any(_rests_on(option, hidden) for one in statements if isinstance(one, m.Choose) for option in one.options)
    )


def _rests_on(option: m.Option, hidden: set[int]) -> bool:
    """Return whether what an option needs, or offers, rests on something hidden: on more than that a card lies in a list."""
    lists = [isinstance(source, m.ListMembers) for source in option.sources]
    offered = tuple(source for source, is_list in zip(option.sources, lists, strict=True) if not is_list)
    needed = [*_read((offered, option.where, option.head), set())]
    cards = {id(variable) for variable, is_list in zip(option.variables, lists, strict=True) if is_list}
    if any(isinstance(part, m.Local) and id(part.variable) in cards for part in needed):
        needed += option.sources
    presence = {id(part.left) for part in needed if isinstance(part, m.Compare) and _is_none(part.right)}
    return any(_is_hidden(part, hidden) for part in needed if id(part) not in presence)


def _read(node: object, called: set[int]) -> Iterator[object]:
    """Every part of a formula, and of those that it calls."""
    for part in parts(node):
        yield part
        for formula, _ in access(part).calls:
            if id(formula) not in called:
                called.add(id(formula))
                yield from _read(rule_parts(formula), called)


def _is_none(part: object) -> bool:
    return isinstance(part, m.Const) and part.type.kind is not None and part.value < 0


def _is_hidden(part: object, hidden: set[int]) -> bool:
    """Return whether a part reads one of the things that are hidden, or pays of it."""
    match part:
        case m.Read(state=thing) | m.ListMembers(list=thing) | m.ListItem(list=thing):
            return id(thing) in hidden
        case m.Holding(resources=resources) | m.Quantity(resources=resources):
            return any(id(resource) in hidden for resource in resources)
        case m.ConstPayment(alternatives=ways):
            return any(index in hidden for way in ways for index, _ in way)
    return False
