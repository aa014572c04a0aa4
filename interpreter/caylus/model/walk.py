"""Walk over the parts of a model, and rewrite expressions.

A part is an expression, a statement, or what stands in one (an option, a requirement, a modifier). What a part refers to, such
as a value, an action or a state, is not inside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar, assert_never, get_args, overload

from caylus import model as m

T = TypeVar("T")

STATEMENTS = frozenset(get_args(m.Statement))

_CLASSES: tuple[type, ...] = (*get_args(m.Expr), *get_args(m.Statement), m.Option, m.Require, m.Modifier)
_NAMES = {"Expr", "ListExpr", "Body", "Words", *(class_.__name__ for class_ in _CLASSES)}


def _holding(names: set[str]) -> dict[type, tuple[str, ...]]:
    """The fields of each class of parts that hold what has one of these types: one, a tuple of them, or none."""
    return {class_: tuple(f.name for f in fields(class_) if names & {*re.findall(r"\w+", str(f.type))}) for class_ in _CLASSES}


_FIELDS = _holding(_NAMES)
"""Where parts are."""
_MADE_OF = _holding({*_NAMES, "Variable"})
"""Where parts or variables are."""
_BODIES = _holding({"Body"})

# ---- any part


@overload
def children(node: m.Expr) -> list[m.Expr]: ...
@overload
def children(node: object) -> list[object]: ...
def children(node: object) -> list[Any]:
    """The parts right inside one, or a tuple of them, in the order of the text."""
    if isinstance(node, tuple):
        return _collect_parts(node)
    nodes: list[Any] = []
    for name in _FIELDS.get(type(node), ()):
        value = getattr(node, name)
        if type(value) in _FIELDS:
            nodes.append(value)
        elif value and isinstance(value, tuple):
            nodes += _collect_parts(value)
    return nodes


def own_parts(node: object) -> list[Any]:
    """The parts right inside one, but for statements."""
    return [part for part in children(node) if type(part) not in STATEMENTS]


def _collect_parts(values: tuple[Any, ...]) -> list[Any]:
    """The parts among some values, those in tuples included."""
    nodes: list[Any] = []
    for value in values:
        if type(value) in _FIELDS:
            nodes.append(value)
        elif isinstance(value, tuple):
            nodes += _collect_parts(value)
    return nodes


@overload
def parts(*nodes: m.Expr) -> Iterator[m.Expr]: ...
@overload
def parts(*nodes: object) -> Iterator[object]: ...
def parts(*nodes: object) -> Iterator[Any]:
    """Parts, or tuples of them, and everything inside them; each before what is inside it."""
    waiting = _collect_parts(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        inside = children(node)
        if inside:
            waiting += inside[::-1]


def remade(node: T, change: Callable[[Any], Any]) -> T:
    """A part, or a tuple of them, with `change` applied to every part and variable in it, innermost first."""
    if isinstance(node, tuple):
        return tuple(remade(part, change) for part in node)  # type: ignore[return-value]
    if type(node) in _MADE_OF:
        parts_by_name = {name: remade(getattr(node, name), change) for name in _MADE_OF[type(node)]}
        return change(replace(node, **parts_by_name))  # type: ignore[no-any-return, type-var]
    return change(node) if isinstance(node, m.Variable) else node


# ---- expressions


def with_children(expr: m.Expr, change: Callable[[m.Expr], m.Expr]) -> m.Expr:
    """The expression with `change` applied to the expressions directly below it."""
    updates: dict[str, Any] = {}
    for name in _FIELDS[type(expr)]:
        value = getattr(expr, name)
        if isinstance(value, tuple):
            new: Any = tuple(map(change, value))
            has_changed = any(a is not b for a, b in zip(new, value, strict=True))
        else:
            new = change(value) if value is not None else None
            has_changed = new is not value
        if has_changed:
            updates[name] = new
    return replace(expr, **updates) if updates else expr


def rewrite(expr: m.Expr, change: Callable[[m.Expr], m.Expr]) -> m.Expr:
    """The expression with `change` applied to every part, innermost first."""
    return change(with_children(expr, lambda part: rewrite(part, change)))


def put(expr: m.Expr, part: m.Expr, other: m.Expr) -> m.Expr:
    """The expression with another one in the place of a part."""
    return rewrite(expr, lambda e: other if e == part else e)


def substitute(expr: m.Expr, mapping: Mapping[m.Variable, m.Expr]) -> m.Expr:
    """The expression with variables replaced."""
    return rewrite(expr, lambda e: mapping.get(e.variable, e) if isinstance(e, m.Local) else e)


def free_variables(expr: m.Expr) -> list[m.Variable]:
    """The variables an expression reads and does not bind itself, each once, in the order of their first use."""
    variables: dict[m.Variable, None] = {}

    def look(e: m.Expr, bound: frozenset[m.Variable]) -> None:
        if isinstance(e, m.Local):
            if e.variable not in bound:
                variables[e.variable] = None
            return
        inner = bound | {e.variable} if isinstance(e, m.Query) else bound
        for child in children(e):
            look(child, bound if isinstance(e, m.Query) and child is e.source else inner)

    look(expr, frozenset())
    return list(variables)


def inner_list(source: m.Expr) -> m.ListExpr | None:
    """The list whose members, or some of them, another list holds in an order of its own; None for one that is no such list."""
    match source:
        case m.Query(source=inner):
            return inner
        case m.Shuffled(list=inner) | m.Rotated(list=inner) | m.Faces(list=inner) | m.Behind(list=inner):
            return inner
    return None


# ---- statements

Doer = m.Action | m.MemberAction
"""An action; or a member action, which stands for every object's version of it."""


def statements(body: m.Body) -> Iterator[m.Statement]:
    """Every statement of a body, those inside others included, in the order of the text."""
    waiting = list(reversed(body))
    while waiting:
        statement = waiting.pop()
        yield statement
        for inner in reversed(bodies(statement)):
            waiting += reversed(inner)


def question(loop: m.ForEach) -> tuple[m.Body, m.Choose, m.Body]:
    """Of a loop `at once`: what is named before the question, the question, and what follows it."""
    at = next(i for i, statement in enumerate(loop.body) if isinstance(statement, m.Choose))
    lets, (choose, *rest) = loop.body[:at], loop.body[at:]
    assert isinstance(choose, m.Choose)
    return lets, choose, tuple(rest)


def walk_same_repeat(body: m.Body) -> Iterator[m.Statement]:
    """The statements of a body, those inside others included, but not those in a `repeat` inside it: a `stop` leaves that one."""
    for statement in body:
        yield statement
        if not isinstance(statement, m.Repeat):
            for inner in bodies(statement):
                yield from walk_same_repeat(inner)


def can_stop(body: m.Body) -> bool:
    """Return whether a `stop` in the body of a loop may leave that loop."""
    return any(isinstance(statement, m.Stop) for statement in walk_same_repeat(body))


def bodies(statement: m.Statement) -> list[m.Body]:
    """The bodies inside a statement."""
    if not isinstance(statement, m.Block):
        return []
    holders = (*statement.options, statement) if isinstance(statement, m.Choose) else (statement,)
    return [getattr(holder, name) for holder in holders for name in _BODIES[type(holder)]]


def list_actions(model: m.Model) -> list[m.Action]:
    """Every action of a model, those of its objects, those without a name and what is done after gaining included."""
    own = [body for kind in model.kinds.values() for member in kind.actions.values() for body in member.bodies]
    trigger_actions = (trigger.action for trigger in model.triggers)
    return [*model.actions.values(), *model.unnamed, model.start, *trigger_actions, *(body for body in own if body is not None)]


def again(action: m.Action, change: Callable[[Any], Any] = lambda part: part) -> tuple[tuple[m.Variable, ...], m.Body]:
    """The parameters and the body of an action with variables of their own, and with `change` applied to every part.

    One of two actions that do the same may be done inside the other: then they hold different things.
    """
    own: dict[m.Variable, m.Variable] = {}

    def renew_part(part: object) -> object:
        return own.setdefault(part, replace(part)) if isinstance(part, m.Variable) else change(part)

    return remade(action.params, renew_part), remade(action.body, renew_part)


def list_steps(body: m.Body) -> Iterator[m.Statement]:
    """The statements that are done once, one after the other, with those of actions; loops, choices and cases as one."""
    for statement in body:
        if isinstance(statement, m.Do):
            yield from list_steps(statement.action.body)
        else:
            yield statement


def every_statement(model: m.Model) -> Iterator[m.Statement]:
    """Every statement of a model."""
    for action in list_actions(model):
        yield from statements(action.body)


def action_versions(statement: m.DoMember) -> list[m.Action]:
    """The versions of an action that a statement may do: of a known object its own, otherwise every object's."""
    bodies_ = statement.action.bodies
    if isinstance(statement.object, m.Const):
        id_ = statement.object.value
        bodies_ = bodies_[id_ : id_ + 1] if id_ >= 0 else []
    return [body for body in bodies_ if body is not None]


def called_action(statement: m.Statement) -> Doer | None:
    """The action that a statement does, if any; of a known object, that object's own version."""
    match statement:
        case m.Do(action=action):
            return action
        case m.DoMember(action=member, object=m.Const(value=id_)):
            return member.bodies[id_] if 0 <= id_ < len(member.bodies) else None
        case m.DoMember(action=member):
            return member
        case m.Effect() | m.Block() | m.Jump() | m.Let():
            return None
    assert_never(statement)


def automaton_choices(automaton: m.Automaton, action: m.Action, choose: m.Choose) -> list[tuple[m.Takes, list[int]]]:
    """The rules of a seat for a decision that an action asks, each with the numbers of the options that it means."""
    choices_found = []
    for takes in automaton.takes:
        if takes.within in (None, action.site):
            option_numbers = [number for number, option in enumerate(choose.options) if _is_meant(takes, option)]
            if choose.may and takes.option == m.DECLINE and not takes.choices:
                option_numbers.append(len(choose.options))
            if option_numbers:
                choices_found.append((takes, option_numbers))
    return choices_found


def _is_meant(takes: m.Takes, option: m.Option) -> bool:
    """Return whether an option has the name, and, if its choices are named, as many of them."""
    return option.name == takes.option and len(takes.choices) in (0, len(option.choices))


def formulas(takes: m.Takes, choose: m.Choose, number: int) -> tuple[m.Expr | None, m.Expr | None]:
    """`where` and `by`, in terms of what is chosen with one of the options that are meant."""
    choices_chosen: Iterable[m.Expr] = choose.options[number].choices if takes.choices else ()
    mapping = dict(zip(takes.choices, choices_chosen, strict=True))
    where, by = (substitute(e, mapping) if e is not None else None for e in (takes.where, takes.by))
    return where, by
