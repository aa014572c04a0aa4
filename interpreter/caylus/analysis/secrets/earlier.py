"""Effects of earlier statements that show what a later one does: lists that hold a thing already, states that lie open.

A thing that is in a list is not added again, and everybody counts what is. A state that was revealed lies open until it is set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import assert_never

from caylus import model as m
from caylus.model.access import access
from caylus.model.walk import statements

from .readers import Context, Places

Filling = tuple[m.ListState, m.Kind]
"""A list, and the kind of what was put into it."""


@dataclass(slots=True)
class Earlier:
    """The effects that may have come before the statement at hand. `whole` are the statements that add a whole kind."""

    places: Places
    done: set[Filling | m.State] = field(default_factory=set)
    whole: set[m.Site] = field(default_factory=set)

    def may_hold(self, change: m.AddTo, context: Context) -> bool:
        """Return whether what is added may lie there already, and not everybody may know that."""
        target, kind = change.target, change.member.type.kind
        if target.list.audience.is_public or kind is None or change.site in self.whole:
            return False
        pair = (self.places.canonical(change.member, context.facts), self.places.canonical(target, context.facts))
        filled = (one for one in self.done if isinstance(one, tuple) and one[0] is target.list)
        return pair not in context.absent and any(_have_members_in_common(kind, other) for _, other in filled)

    def may_lie_open(self, state: m.State) -> bool:
        """Return whether a state may have been revealed and not been set since."""
        return state in self.done

    @contextmanager
    def branches(self) -> Iterator[Callable[[], None]]:
        """Several ways to go on from here, one of which is taken: what is given is called at the start of each."""
        before, ends = set(self.done), set[Filling | m.State]()
        is_first = True

        def branch() -> None:
            nonlocal is_first
            if not is_first:
                ends.update(self.done)
            is_first = False
            self.done = set(before)

        yield branch
        self.done |= ends

    def note(self, statement: m.Statement, is_seen: bool) -> None:
        """Note what a statement has done, if it is done before the eyes of all."""
        if isinstance(statement, m.Rearrange) and statement.verb == "clear":
            self.done = {one for one in self.done if not (isinstance(one, tuple) and one[0] is statement.target.list)}
        elif is_seen and isinstance(statement, m.Assign | m.Adjust) and isinstance(statement.target, m.Read):
            self.done.discard(statement.target.state)
        else:
            self.done.update(_effects_of(statement))

    def enter_loop(self, loop: m.ForEach | m.Repeat) -> None:
        """Note the rounds before: not what each member has of its own, nor lists to which each member is added once."""
        own = set(loop.variables) if isinstance(loop, m.ForEach) else set()
        cleared = {s.target.list for s in statements(loop.body) if isinstance(s, m.Rearrange) and s.verb == "clear"}
        before = _effects_of_rounds(loop.body, own, set())
        self.done.update(one for one in before if not (isinstance(one, tuple) and one[0] in cleared))
        match loop:
            case m.ForEach(where=None, sources=(m.Shuffled(list=m.AllOf()),), body=body):
                self.whole.update(s.site for s in body if isinstance(s, m.AddTo))  # all see only how many were there


def _effects_of_rounds(body: m.Body, own: Collection[m.Variable], been: set[m.Action]) -> Iterator[Filling | m.State]:
    """The effects of all rounds of a loop; `own` are its variables, or what those are called in actions that it does."""
    for statement in statements(body):
        if not _is_own(statement, own):
            yield from _effects_of(statement)
        for action, arguments in access(statement).calls:
            if isinstance(action, m.Action) and action not in been:
                been.add(action)
                given = zip(action.params, arguments, strict=True)
                inner = {param for param, argument in given if isinstance(argument, m.Local) and argument.variable in own}
                yield from _effects_of_rounds(action.body, inner, been)


def _is_own(statement: m.Statement, own: Collection[m.Variable]) -> bool:
    """Return whether a statement adds what the variables of a loop name, or changes only what belongs to that."""
    if isinstance(statement, m.AddTo) and isinstance(statement.member, m.Local) and statement.member.variable in own:
        return True
    place = statement.target if isinstance(statement, m.AddTo | m.Put | m.Reveal) else None
    return isinstance(place, m.ListMembers | m.Read) and isinstance(place.object, m.Local) and place.object.variable in own


def _effects_of(statement: m.Statement) -> Iterator[Filling | m.State]:
    match statement:
        case m.AddTo(target=target, member=member):
            if member.type.kind is not None:
                yield target.list, member.type.kind
        case m.Put(target=target):
            if isinstance(target, m.ListMembers):
                yield target.list, target.list.kind
        case m.Reveal(target=target, to=to):
            if isinstance(target, m.Read) and to is None:
                yield target.state
        case (
            m.Transfer()
            | m.Assign()
            | m.Adjust()
            | m.RemoveFrom()
            | m.Rearrange()
            | m.ForEach()
            | m.Repeat()
            | m.Stop()
            | m.EndGame()
            | m.If()
            | m.Choose()
            | m.Do()
            | m.DoMember()
            | m.Let()
            | m.Say()
        ):
            pass
        case _:
            assert_never(statement)


def _have_members_in_common(one: m.Kind, other: m.Kind) -> bool:
    """Return whether one of two kinds is the other, or one of those below it."""
    return any(kind is other for kind in _lineage(one)) or any(kind is one for kind in _lineage(other))


def _lineage(kind: m.Kind | None) -> Iterator[m.Kind]:
    while kind is not None:
        yield kind
        kind = kind.parent
