"""Names, members and items: what `tile`, `space.tile`, `marker[line]` and `price(…)` refer to."""

from __future__ import annotations

from dataclasses import replace

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Note
from caylus.lang.suggest import nearest

from . import model as m
from .names import FUNCTIONS
from .operators import Operand
from .scope import Scope
from .types import MISTAKE, fits, is_unknown, list_of, object_of, said


def root(node: s.Reference, scope: Scope) -> m.Expr:
    """A name alone: a variable, or what stands at the top level."""
    if node.name in scope.locals:
        return m.Local(scope.locals[node.name][0])
    entry = scope.names.look(node.name)
    if entry is None:
        return unknown_name(node.span, node.name, scope)
    match entry.meaning:
        case m.Const() | m.ConstPayment() | m.ConstScale() | m.AllOf() as known:
            return known
        case m.Resource() | m.Group():
            return _one_of(members_of(entry.meaning))
        case m.Kind() as kind:
            return m.AllOf(kind, list_of(kind))
        case m.Object(id=id_, kind=kind):
            return m.Const(id_, object_of(kind))
        case m.Row() as row:
            return m.RowMembers(row, list_of(row.kind))
        case m.State() as state:
            return m.Read(state, None, None, state.type)
        case m.ListState() as list_:
            return m.ListMembers(list_, list_of(list_.kind))
        case m.Value() | m.Condition() as called:
            given = ", ".join(p.name for p in called.params)
            return scope.wrong(
                "E0316",
                node.span,
                f"{entry.said()}, and is asked with parentheses",
                label="not without parentheses",
                help=f"write `{node.name}({given})`",
            )
        case m.Action():
            return scope.wrong("E0206", node.span, f"{entry.said()}, which has no value", label="cannot stand here")
    if isinstance(entry.definition, s.Rule):
        return scope.wrong("E0206", node.span, f"{entry.said()}, which has no value", label="cannot stand here")
    return MISTAKE


def unknown_name(span: s.Span, name: str, scope: Scope, what: str = "anything in this ruleset") -> m.Const:
    guess = scope.names.nearest(name, scope.locals)
    if name == "player":
        return scope.wrong(
            "E0204",
            span,
            "`player` means nobody here",
            label="which player?",
            help="say whose turn it is: `for each player in players { … }`, or a parameter `player`",
        )
    return scope.wrong(
        "E0204", span, f"`{name}` is not {what}", label="unknown name", help=f"did you mean `{guess}`?" if guess else ""
    )


def members_of(meaning: m.Resource | m.Group) -> tuple[m.Resource, ...]:
    return meaning.members if isinstance(meaning, m.Group) else (meaning,)


def _one_of(resources: tuple[m.Resource, ...]) -> m.ConstPayment:
    return m.ConstPayment(tuple(((r.index, 1),) for r in resources))


def resources_named(unit: s.Name, scope: Scope) -> tuple[m.Resource, ...]:
    """The resource or the members of the group that a unit names; empty, and reported, where it names none."""
    entry = scope.names.look(unit.text)
    if entry is not None and isinstance(entry.meaning, (m.Resource, m.Group)):
        return members_of(entry.meaning)
    if entry is None:
        units = [e.name for e in scope.names.entries.values() if e.what in ("resource", "group")]
        guess = nearest(unit.text, units)
        scope.wrong(
            "E0303",
            unit.span,
            f"`{unit.text}` is not a resource, group or anything else in this ruleset",
            label="unknown unit",
            help=f"did you mean `{guess}`?" if guess else "",
        )
    elif entry.what not in ("resource", "group"):
        scope.wrong(
            "E0303",
            unit.span,
            f"{entry.said()}, not a resource or a group",
            label="nobody can hold this",
            notes=(Note("it stands here", entry.span),),
        )
    return ()


# ---- members and items


def member(subject: m.Expr, node: s.Expr, name: s.Name, scope: Scope) -> m.Expr:
    """`subject.name`: a property, a state, a place in a row, or what a player holds."""
    if is_unknown(subject.type):
        return MISTAKE
    kind = subject.type.kind
    if subject.type.base != "object" or kind is None:
        return scope.wrong(
            "E0205",
            name.span,
            f"`{scope.names.source(node.span)}` is {said(subject.type)} and has no `{name.text}`",
            label="nothing has this",
        )
    found = field(kind, name.text)
    if isinstance(found, (m.Property, m.State)):
        scope.names.read.add(found)
    match found:
        case m.Property() as property_:
            return _fixed(property_, subject)
        case m.State() as state:
            return m.Read(state, subject, None, state.type)
        case m.MemberAction():
            return scope.wrong(
                "E0206",
                name.span,
                f"`{name.text}` is what {said(subject.type)} does, not what it has",
                label="an action",
                help=f"write `do {scope.names.source(node.span)}.{name.text}(…)`",
            )
    if name.text == "number" and any(o.row for o in kind.objects):
        return m.PlaceInRow(subject)
    if kind.is_player:
        entry = scope.names.look(name.text)
        if entry is not None and isinstance(entry.meaning, (m.Resource, m.Group)):
            return m.Holding(members_of(entry.meaning), subject)
    return _no_member(kind, name, scope)


def field(kind: m.Kind, name: str) -> m.Property | m.State | m.MemberAction | None:
    """What a kind or a kind above it calls `name`."""
    above: m.Kind | None = kind
    while above is not None:
        found = above.properties.get(name) or above.states.get(name) or above.actions.get(name)
        if found is not None:
            return found
        above = above.parent
    return None


def fields(kind: m.Kind) -> list[str]:
    """The names of everything an object of a kind has."""
    above: m.Kind | None = kind
    found: list[str] = []
    while above is not None:
        found += [*above.properties, *above.states, *above.actions]
        above = above.parent
    return found


def _no_member(kind: m.Kind, name: s.Name, scope: Scope) -> m.Expr:
    known = fields(kind)
    if kind.is_player:
        known += [e.name for e in scope.names.entries.values() if e.what in ("resource", "group")]
    guess = nearest(name.text, known)
    below = next(
        (
            k.meaning
            for k in scope.names.entries.values()
            if isinstance(k.meaning, m.Kind) and k.meaning.within(kind) and field(k.meaning, name.text)
        ),
        None,
    )
    help = f"did you mean `{guess}`?" if guess else ""
    if isinstance(below, m.Kind):
        help = f"only `{below.name}` has it; declare it in `{kind.name}` to ask every {kind.name}"
    return scope.wrong("E0205", name.span, f"{said(object_of(kind))} has no `{name.text}`", label="unknown", help=help)


def _fixed(property_: m.Property, subject: m.Expr) -> m.Expr:
    """A property; of a known object, its value."""
    if isinstance(subject, m.Const) and subject.value >= 0 and property_.values:
        return constant(property_.type, property_.values[subject.value])
    return m.Fixed(property_, subject, property_.type)


def constant(type_: m.Type, value: object) -> m.Expr:
    """A property's value as an expression."""
    if type_ == m.PAYMENT:
        return m.ConstPayment(value)  # type: ignore[arg-type]
    if type_ == m.SCALE:
        return m.ConstScale(*value)  # type: ignore[misc]
    return m.Const(int(value), type_)  # type: ignore[call-overload]


def item(subject: m.Expr, node: s.Expr, index: Operand, scope: Scope) -> m.Expr:
    """`subject[index]`: of a row, a list, a scale, or a state kept for each of a kind."""
    if is_unknown(subject.type, index.type):
        return MISTAKE
    wanted = m.NUMBER
    if isinstance(subject, m.Read) and subject.state.index is not None and subject.index is None:
        wanted = object_of(subject.state.index)
    elif not isinstance(subject, (m.RowMembers, m.ListMembers)) and subject.type != m.SCALE:
        return scope.wrong(
            "E0312",
            index.node.span,
            f"`{scope.names.source(node.span)}` is {said(subject.type)} and has no items",
            label="takes no index",
        )
    if not fits(index.type, wanted):
        scope.wants(index.node, index.type, wanted, f"the index of `{scope.names.source(node.span)}` is")
        return MISTAKE
    match subject:
        case m.Read():
            return replace(subject, index=index.expr)
        case m.RowMembers(row=row) if isinstance(index.expr, m.Const) and row.size:
            if not 1 <= index.expr.value <= row.size:
                return scope.wrong(
                    "E0312", index.node.span, f"`{row.name}` has no member {index.expr.value}", label=f"from 1 to {row.size}"
                )
            return m.Const(row.first + index.expr.value - 1, object_of(row.kind))
        case m.RowMembers(row=row):
            return m.RowItem(row, index.expr, object_of(row.kind))
        case m.ListMembers(list=list_):
            return m.ListItem(list_, index.expr, object_of(list_.kind))
        case m.ConstScale(start=start, numbers=numbers) if isinstance(index.expr, m.Const):
            return m.Const(numbers[max(0, min(index.expr.value - start, len(numbers) - 1))], m.NUMBER)
    return m.ScaleItem(subject, index.expr)


def complete(expr: m.Expr, node: s.Expr, scope: Scope) -> m.Expr:
    """A state kept for each of a kind is read with an index."""
    if isinstance(expr, m.Read) and expr.state.index is not None and expr.index is None:
        kind = expr.state.index.name
        return scope.wrong(
            "E0312",
            node.span,
            f"`{expr.state.name}` is kept for each {kind}",
            label="which one?",
            help=f"write `{scope.names.source(node.span)}[{kind}]`",
        )
    return expr


# ---- what is called


def call_target(function: s.Expr, scope: Scope) -> m.Value | m.Condition | None:
    """The value or condition that a call in an expression asks; None, and reported, for anything else."""
    source = scope.names.source(function.span)
    if not isinstance(function, s.Reference):
        scope.wrong(
            "E0206",
            function.span,
            f"`{source}` is not a value or a condition",
            label="cannot be asked",
            help=f"an object's own action is done: `do {source}(…)`",
        )
        return None
    entry = scope.names.look(function.name)
    if function.name in scope.locals:
        scope.wrong(
            "E0206",
            function.span,
            f"`{function.name}` is {said(scope.locals[function.name][0].type)}, not a value or a condition",
            label="cannot be asked",
        )
    elif entry is None:
        callable_ = [*FUNCTIONS, *(e.name for e in scope.names.entries.values() if e.what in ("value", "condition"))]
        guess = nearest(function.name, callable_)
        scope.wrong(
            "E0204",
            function.span,
            f"`{function.name}` is not a value or condition in this ruleset",
            label="unknown name",
            help=f"did you mean `{guess}`?" if guess else "",
        )
    elif isinstance(entry.meaning, (m.Value, m.Condition)):
        return entry.meaning
    elif entry.what not in ("value", "condition"):
        help = f"an action is done: `do {function.name}(…)`" if isinstance(entry.meaning, m.Action) else ""
        scope.wrong("E0206", function.span, f"{entry.said()}, not a value or a condition", label="cannot be asked", help=help)
    return None
