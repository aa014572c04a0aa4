"""Lists that may hold a thing already when it is added: then nothing is added, and everybody counts what is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from caylus import model as m
from caylus.model.access import access
from caylus.model.walk import statements

from .readers import Context, Places

Filling = tuple[m.ListState, m.Kind]
"""A list, and the kind of what was put into it."""


@dataclass(slots=True)
class Fillings:
    """`filled` is what may have been put into lists before the statement at hand, `whole` what is added for the whole kind."""

    places: Places
    filled: set[Filling] = field(default_factory=set)
    whole: set[m.Site] = field(default_factory=set)

    def may_hold(self, change: m.AddTo, context: Context) -> bool:
        """Whether what is added may lie there already, and not everybody may know that."""
        target, kind = change.target, change.member.type.kind
        if target.list.audience.is_public or kind is None or kind.root.has_copies or change.site in self.whole:
            return False
        pair = (self.places.canonical(change.member, context.facts), self.places.canonical(target, context.facts))
        return pair not in context.absent and any(
            list_ is target.list and _have_members_in_common(kind, other) for list_, other in self.filled
        )

    def note(self, statement: m.Statement) -> None:
        """Notes what a statement has filled or emptied."""
        if isinstance(statement, m.Rearrange) and statement.verb == "clear":
            self.filled = {filling for filling in self.filled if filling[0] is not statement.target.list}
        else:
            self.filled.update(_filling(statement))

    def enter_loop(self, loop: m.ForEach | m.Repeat) -> None:
        """Notes what rounds before may have filled: neither the lists of each member nor those to which each is added once."""
        own = set(loop.variables) if isinstance(loop, m.ForEach) else set()
        cleared = {s.target.list for s in statements(loop.body) if isinstance(s, m.Rearrange) and s.verb == "clear"}
        self.filled.update(filling for filling in _filled_by(loop.body, own, set()) if filling[0] not in cleared)
        match loop:
            case m.ForEach(where=None, sources=(m.Shuffled(list=m.AllOf()),), body=body):
                self.whole.update(s.site for s in body if isinstance(s, m.AddTo))  # how many were there is all that is seen


def _filled_by(body: m.Body, own: Collection[m.Variable], been: set[m.Action]) -> Iterator[Filling]:
    """What a loop fills over all its rounds; `own` are its variables, or what those are called in actions that it does."""
    for statement in statements(body):
        match statement:
            case m.AddTo(member=m.Local(variable=variable)) if variable in own:
                pass
            case m.AddTo(target=target) | m.Put(target=m.ListMembers() as target):
                if not (isinstance(target.object, m.Local) and target.object.variable in own):
                    yield from _filling(statement)
        for action, arguments in access(statement).calls:
            if isinstance(action, m.Action) and action not in been:
                been.add(action)
                given = zip(action.params, arguments, strict=True)
                inner = {param for param, argument in given if isinstance(argument, m.Local) and argument.variable in own}
                yield from _filled_by(action.body, inner, been)


def _filling(statement: m.Statement) -> Iterator[Filling]:
    match statement:
        case m.AddTo(target=target, member=member) if member.type.kind is not None:
            yield target.list, member.type.kind
        case m.Put(target=m.ListMembers() as target):
            yield target.list, target.list.kind


def _have_members_in_common(one: m.Kind, other: m.Kind) -> bool:
    """Whether one of two kinds is the other, or one of those below it."""
    return any(kind is other for kind in _lineage(one)) or any(kind is one for kind in _lineage(other))


def _lineage(kind: m.Kind | None) -> Iterator[m.Kind]:
    while kind is not None:
        yield kind
        kind = kind.parent
