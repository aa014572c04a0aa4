"""What a model is made of: every part of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache

from caylus import model as m


def parts(*nodes: object) -> Iterator[object]:
    """The expressions and statements, and everything inside them; what they refer to is not inside them."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif names := _fields(type(node).__name__):
            yield node
            waiting += (getattr(node, name) for name in names)


def inside(node: object) -> list[object]:
    """The expressions and statements right inside one, or a tuple of them."""
    if isinstance(node, tuple):
        return [found for member in node for found in ([member] if _fields(type(member).__name__) else inside(member))]
    return inside(tuple(getattr(node, name) for name in _fields(type(node).__name__)))


@cache
def _fields(class_name: str) -> tuple[str, ...]:
    """The fields of a class of parts; none for things, which are equal to themselves alone, and for plain values."""
    class_ = getattr(m, class_name, None)
    if not is_dataclass(class_) or class_.__eq__ is object.__eq__ or class_ in (m.Type, m.Site):
        return ()
    return tuple(f.name for f in fields(class_))


Doer = m.Action | m.MemberAction
"""An action; or a member action, which stands for every object's version of it."""


def statements(body: m.Body) -> Iterator[m.Statement]:
    """Every statement of a body, those inside others included."""
    waiting = list(reversed(body))
    while waiting:
        statement = waiting.pop()
        yield statement
        for inner in reversed(bodies(statement)):
            waiting += reversed(inner)


def bodies(statement: m.Statement) -> list[m.Body]:
    """The bodies inside a statement."""
    match statement:
        case m.ForEach(body=body) | m.Repeat(body=body):
            return [body]
        case m.If(then=then, otherwise=otherwise):
            return [then, otherwise]
        case m.Choose(options=options, otherwise=otherwise):
            return [*(o.body for o in options), otherwise]
    return []


def versions_of(statement: m.DoMember) -> list[m.Action]:
    """The versions of an action that a statement may do: of a known object its own, otherwise every object's."""
    bodies_ = statement.action.bodies
    if isinstance(statement.object, m.Const):
        id_ = statement.object.value
        bodies_ = bodies_[id_ : id_ + 1] if id_ >= 0 else []
    return [body for body in bodies_ if body is not None]


def done_by(statement: m.Statement) -> Doer | None:
    """What a statement does, if it does an action; of a known object, that object's own version."""
    match statement:
        case m.Do(action=action):
            return action
        case m.DoMember(action=member, object=m.Const(value=id_)):
            return member.bodies[id_] if 0 <= id_ < len(member.bodies) else None
        case m.DoMember(action=member):
            return member
    return None


def actions_of(model: m.Model) -> list[m.Action]:
    """Every action of a model, those of its objects included."""
    own = [body for kind in model.kinds.values() for member in kind.actions.values() for body in member.bodies]
    return [*model.actions.values(), model.start, *(body for body in own if body is not None)]


def statements_of(actions: Sequence[m.Action]) -> list[m.Statement]:
    return [s for action in actions for s in _walk(action.body)]


def _walk(body: m.Body) -> Iterator[m.Statement]:
    for s in body:
        yield s
        match s:
            case m.ForEach(body=inner) | m.Repeat(body=inner):
                yield from _walk(inner)
            case m.If(then=then, otherwise=otherwise):
                yield from _walk(then)
                yield from _walk(otherwise)
            case m.Choose(options=options, otherwise=otherwise):
                for option in options:
                    yield from _walk(option.body)
                yield from _walk(otherwise)
