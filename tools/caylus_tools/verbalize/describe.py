"""What things of a ruleset are and do, in one line, from the checked model and the rules' own text."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caylus import model as m

from .active_side import Sides
from .amounts import words
from .short_attachments import Powers
from .short_statements import Brief

if TYPE_CHECKING:
    from caylus import Ruleset

_ZEROS = {"number": 0, "flag": False, "payment": ((),), "scale": (0, (0,)), "object": -1}


class Describer:
    """Speaks of the objects of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._model = rules.model
        self._objects = {thing.name: thing for kind in rules.model.kinds.values() for thing in kind.root.objects}

    @cached_property
    def _powers(self) -> Powers:
        return Powers(self._rules)

    @cached_property
    def _sides(self) -> Sides:
        return Sides(self._rules)

    def object(self, name: str) -> m.Object | None:
        return self._objects.get(name)

    def stands_on(self, name: str, view: Mapping[str, Any]) -> str:
        """What a member of a row is called after, where its kind says so and it holds it; the name itself for everything else."""
        thing = self._objects.get(name)
        if thing is None or thing.row is None or thing.kind.root.called is None:
            return name
        return _space(thing.row, thing, view).get(thing.kind.root.called) or name

    def summary(self, name: str) -> str:
        """What the object's own actions do, what it bends and forbids elsewhere, then its `notable` properties."""
        thing = self._objects.get(name)
        return "; ".join(self._all(thing)) if thing else ""

    def hint(self, name: str, view: Mapping[str, Any], said: str = "") -> str:
        """What matters to whoever may choose a thing, without what is `said` already.

        Of what stands on a space it is what the side that is up does; what it cost and asked for is past.
        """
        thing = self._objects.get(name)
        if thing is None:
            return ""
        stands = self._objects[self.stands_on(name, view)]
        if stands is thing or thing.row is None:
            return "; ".join(self._all(thing, said))
        down = self._sides.down(_space(thing.row, thing, view))
        does = [*self._deeds(stands, down), *self._powers.bends(stands)]
        return "; ".join(does or self._properties(stands, said))

    def _all(self, thing: m.Object, said: str = "") -> Iterator[str]:
        yield from self._deeds(thing)
        yield from self._powers.bends(thing)
        yield from self._powers.restrictions(thing)
        brief = Brief(self._model, thing)
        yield from filter(None, (brief.row(thing, action) for action in self._model.actions.values()))
        yield from self._properties(thing, said)

    def _properties(self, thing: m.Object, said: str) -> Iterator[str]:
        for fixed in notable(thing):
            value: Any = fixed.values[thing.id]
            ways = [words((way,), self._model) for way in value] if fixed.type.base == "payment" else []
            if not any(way in said for way in ways):
                yield f"{fixed.name.replace('_', ' ')} {self.property(fixed, thing)}"

    def property(self, fixed: m.Property, thing: m.Object) -> str:
        """A property's value in words; empty for zero."""
        value: Any = fixed.values[thing.id]
        if fixed.type.base == "payment":
            return "" if value in ((), ((),)) else words(value, self._model)
        if fixed.type.base == "scale":
            start, numbers = value
            return f"{' '.join(map(str, numbers))} from {start}" if numbers else ""
        if fixed.type.base == "object" and fixed.type.kind:
            return fixed.type.kind.root.objects[value].title if value >= 0 else ""
        return "" if not value else "yes" if value is True else str(value)

    def _deeds(self, thing: m.Object, down: Container[str] = ()) -> Iterator[str]:
        """What its own actions do; by their names where they do several things."""
        brief = Brief(self._model, thing)
        told: dict[str, str] = {}
        for kind in kinds_of(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                does = brief.body(body.body) if body and action.name not in down else ""
                if does:
                    told.setdefault(does, action.name.replace("_", " "))
        yield from (f"{name}: {does}" if len(told) > 1 else does for does, name in told.items())


def _space(row: m.Row, member: m.Object, view: Mapping[str, Any]) -> Mapping[str, Any]:
    space: Mapping[str, Any] = view["rows"][row.name][member.number - 1]
    return space


def notable(thing: m.Object) -> Iterator[m.Property]:
    """The properties that say something of it: those it has, numbers that most others of the kind share left out."""
    for kind in kinds_of(thing):
        for fixed in kind.properties.values():
            value = fixed.values[thing.id]
            alike = sum(fixed.values[other.id] == value for other in kind.objects)
            is_usual = fixed.type.base in ("number", "flag") and len(kind.objects) > 3 and 2 * alike > len(kind.objects)
            if value != _ZEROS.get(fixed.type.base) and not is_usual:
                yield fixed


def kinds_of(thing: m.Object) -> list[m.Kind]:
    """The object's kind and those above it, the uppermost first."""
    kinds = [thing.kind]
    while (parent := kinds[0].parent) is not None:
        kinds.insert(0, parent)
    return kinds
