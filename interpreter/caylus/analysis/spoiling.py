"""Whether what one player does of those who choose at once may spoil what another has chosen.

What is each player's own, reached by way of whoever chooses, nobody else of them touches; everything else may be the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from caylus import model as m
from caylus.model.gaining import Gaining
from caylus.model.payment_choices import resources_in
from caylus.model.walk import children, parts, question, versions_of

from .effects import Held

Own = frozenset[m.Variable]
"""The variables that hold whoever chooses."""

Touch = tuple[Held, bool]
"""What is asked for or changed, and whether it is that of whoever chooses."""


@dataclass(slots=True)
class _Touches:
    asked: set[Touch] = field(default_factory=set)
    changed: set[Touch] = field(default_factory=set)
    taken: set[Touch] = field(default_factory=set)
    """What is changed by more than that something is added."""


class Spoiling:
    """Looks into the loops `at once` of a model."""

    def __init__(self, model: m.Model) -> None:
        self._resources = model.resources
        self._gaining = Gaining(model.triggers)
        self._known: dict[tuple[object, Own], _Touches] = {}

    def of(self, loop: m.ForEach) -> list[Held]:
        """What the choices of a loop go by, and one of those who choose may change for another."""
        lets, choose, _ = question(loop)
        own = _choosers(loop, choose)
        heads = tuple((option.sources, option.where, option.head) for option in choose.options)
        asked = self._touches((lets, heads), own).asked
        return sorted(_spoilt(asked, self._changes(loop, own).changed), key=lambda held: held.name)

    def spoilt_by(self, loop: m.ForEach) -> Callable[[object], bool]:
        """Whether something that a choice goes by may be another thing when its turn comes: of a list, whether less is in it."""
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
        match part:
            case m.Read(state=held, object=of):
                found.asked.add((held, _is_own(of, own)))
            case m.ListItem(list=held, object=of) | m.ListMembers(list=held, object=of):
                found.asked.add((held, _is_own(of, own)))
            case m.Holding(resources=resources, player=of):
                found.asked.update((held, _is_own(of, own)) for held in resources)
            case m.CanPay(payment=payment, player=of):
                found.asked |= self._in(payment, of, own)
            case m.Assign(target=target) | m.Adjust(target=target):
                found.changed |= _place(target, own)
            case m.AddTo(target=place):
                found.changed |= _place(place, own)
            case m.RemoveFrom(target=place) | m.Rearrange(target=place):
                found.changed |= _place(place, own)
                found.taken |= _place(place, own)
            case m.Put(source=source, target=target):
                found.changed |= _place(source, own) | _place(target, own)
                found.taken |= _place(source, own)
            case m.Transfer(payment=payment, player=of):
                moved = self._in(payment, of, own)
                found.asked |= moved if part.verb == "pay" else set()
                found.changed |= moved
                for action in self._gaining.set_off_by(part):
                    self._follow(action, action.body, action.params[:1], (of,), own, found)
            case m.CallValue(value=value, arguments=arguments):
                self._follow(value, (*value.cases, *value.modifiers), value.params, arguments, own, found)
            case m.CallCondition(condition=condition, arguments=arguments):
                self._follow(condition, condition.requires, condition.params, arguments, own, found)
            case m.Do(action=action, arguments=arguments):
                self._follow(action, action.body, action.params, arguments, own, found)
            case m.DoMember(arguments=arguments):
                for version in versions_of(part):
                    self._follow(version, version.body, version.params, arguments, own, found)

    def _follow(
        self,
        named: object,
        rules: Iterable[object],
        params: tuple[m.Variable, ...],
        arguments: tuple[m.Expr, ...],
        own: Own,
        found: _Touches,
    ) -> None:
        """Notes what something with a name touches, given these arguments."""
        inner = frozenset(param for param, given in zip(params, arguments, strict=True) if _is_own(given, own))
        if (named, inner) not in self._known:
            self._known[named, inner] = _Touches()  # what sets itself off again touches nothing more
            self._known[named, inner] = self._touches(tuple(rules), inner)
        found.asked |= self._known[named, inner].asked
        found.changed |= self._known[named, inner].changed
        found.taken |= self._known[named, inner].taken

    def _in(self, payment: m.Expr, player: m.Expr, own: Own) -> set[Touch]:
        """The resources that may be in a payment, and those that they are taken from: all of them in one that was handed on."""
        found = resources_in(payment)
        named = [resource for resource in self._resources if found is None or resource.index in found]
        supplies = [resource.supply for resource in named if resource.supply is not None]
        return {(resource, _is_own(player, own)) for resource in (*named, *supplies)}


def _place(place: m.Read | m.Holding | m.ListMembers, own: Own) -> set[Touch]:
    if isinstance(place, m.Holding):
        return {(resource, _is_own(place.player, own)) for resource in place.resources}
    held = place.state if isinstance(place, m.Read) else place.list
    return {(held, _is_own(place.object, own))}


def _choosers(loop: m.ForEach, choose: m.Choose) -> Own:
    return frozenset(variable for variable in loop.variables if m.Local(variable) == choose.player)


def _spoilt(asked: set[Touch], changed: set[Touch]) -> set[Held]:
    """What is asked for and changed, where these may be the same player's."""
    return {held for held, is_own in changed if (held, False) in asked or ((held, True) in asked and not is_own)}


def _is_own(expr: m.Expr | None, own: Own) -> bool:
    return isinstance(expr, m.Local) and expr.variable in own
