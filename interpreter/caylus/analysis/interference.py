"""Detect choices made at once that can spoil each other.

What is each player's own, reached by way of whoever chooses, nobody else of them touches; everything else may be the same thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from caylus import model as m
from caylus.model.access import Call, Gaining, Touch, access, rule_parts
from caylus.model.walk import children, parts, question

Own = frozenset[m.Variable]
"""The variables that hold whoever chooses."""

Touched = tuple[m.Thing, bool]
"""What is asked for or changed, and whether it is that of whoever chooses."""


@dataclass(slots=True)
class _Touches:
    asked: set[Touched] = field(default_factory=set)
    changed: set[Touched] = field(default_factory=set)
    taken: set[Touched] = field(default_factory=set)
    """What is changed by more than that something is added."""


class Spoiling:
    """Looks into the loops `at once` of a model."""

    def __init__(self, model: m.Model) -> None:
        self._resources = model.resources
        self._gaining = Gaining(model.triggers)
        self._known: dict[tuple[object, Own], _Touches] = {}

    def spoiled_things(self, loop: m.ForEach) -> list[m.Thing]:
        """The things that the choices of a loop depend on and that one of those who choose may change for another."""
        lets, choose, _ = question(loop)
        own = _choosers(loop, choose)
        heads = tuple((option.sources, option.where, option.head) for option in choose.options)
        asked = self._touches((lets, heads), own).asked
        return sorted(_spoilt(asked, self._changes(loop, own).changed), key=lambda held: held.name)

    def spoils_choice(self, loop: m.ForEach) -> Callable[[object], bool]:
        """Return whether something that a choice goes by may be another thing when its turn comes: of a list, whether less is in
        it.
        """
        lets, choose, _ = question(loop)
        own = _choosers(loop, choose)
        changes = self._changes(loop, own)
        named = {let.variable: let.value for let in lets if isinstance(let, m.Let)}

        def is_spoilt(part: object) -> bool:
            if isinstance(part, m.ListMembers) and not children(part.object):
                return bool(_spoilt({(part.list, _is_own(part.object, own))}, changes.taken))
            read = [named[x.variable] for x in parts(part) if isinstance(x, m.Local) and x.variable in named]
            return bool(_spoilt(self._touches(part, own).asked, changes.changed)) or any(map(is_spoilt, read))

        return is_spoilt

    def _changes(self, loop: m.ForEach, own: Own) -> _Touches:
        _, choose, rest = question(loop)
        return self._touches((choose.options, choose.otherwise, rest), own)

    def _touches(self, rules: object, own: Own) -> _Touches:
        found = _Touches()
        for part in parts(rules):
            self._note(part, own, found)
        return found

    def _note(self, part: object, own: Own, found: _Touches) -> None:
        does = access(part)
        for read in does.reads:
            found.asked |= self._touched_things(read, own)
        for write in does.writes:
            found.changed |= self._touched_things(write, own)
            if write.how in ("remove", "take", "order"):
                found.taken |= self._touched_things(write, own)
        if isinstance(part, m.Transfer):
            for action in self._gaining.triggered_actions(part):
                self._follow(Call(action, (part.player, part.payment)), own, found)
        for call in does.calls:
            self._follow(call, own, found)

    def _follow(self, call: Call, own: Own, found: _Touches) -> None:
        """Notes what something with a name touches, given these arguments."""
        named, arguments = call
        inner = frozenset(param for param, given in zip(named.params, arguments, strict=True) if _is_own(given, own))
        if (named, inner) not in self._known:
            self._known[named, inner] = _Touches()  # what sets itself off again touches nothing more
            self._known[named, inner] = self._touches(rule_parts(named), inner)
        found.asked |= self._known[named, inner].asked
        found.changed |= self._known[named, inner].changed
        found.taken |= self._known[named, inner].taken

    def _touched_things(self, touch: Touch, own: Own) -> set[Touched]:
        return {(thing, _is_own(touch.of, own)) for thing in touch.things(self._resources)}


def _choosers(loop: m.ForEach, choose: m.Choose) -> Own:
    return frozenset(variable for variable in loop.variables if m.Local(variable) == choose.player)


def _spoilt(asked: set[Touched], changed: set[Touched]) -> set[m.Thing]:
    """The things both read and changed, where these may be the same player's."""
    return {held for held, is_own in changed if (held, False) in asked or ((held, True) in asked and not is_own)}


def _is_own(expr: m.Expr | None, own: Own) -> bool:
    return isinstance(expr, m.Local) and expr.variable in own
