"""What things of a ruleset are and do, in one line or in full, from the checked model and the rules' own text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from caylus.check import model as m

from .amounts import words

if TYPE_CHECKING:
    from caylus import Ruleset

_ZEROS = {"number": 0, "flag": False, "payment": ((),), "scale": (0, (0,)), "object": -1}


class Describer:
    """Speaks of the objects of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._model = rules.model
        self._objects = {thing.name: thing for kind in rules.model.kinds.values() for thing in kind.root.objects}

    def object(self, name: str) -> m.Object | None:
        return self._objects.get(name)

    def stands_on(self, name: str, view: Mapping[str, Any]) -> str:
        """What a member of a row is called after, where its kind says so and it holds it; the name itself for everything else."""
        thing = self._objects.get(name)
        if thing is None or thing.row is None or thing.kind.root.called is None:
            return name
        space = view["rows"][thing.row.name][thing.number - 1]
        return space.get(thing.kind.root.called) or name

    def summary(self, name: str) -> str:
        """What the object's own actions do, then its properties, zeros and what most of its kind share left out."""
        thing = self._objects.get(name)
        return "; ".join([*self._deeds(thing), *self._properties(thing)]) if thing else ""

    def _properties(self, thing: m.Object) -> Iterator[str]:
        for fixed in notable(thing):
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

    def _deeds(self, thing: m.Object) -> Iterator[str]:
        for kind in kinds_of(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                told = ", ".join(self._tell(body.body)) if body else ""
                if told:
                    yield told

    def _tell(self, body: m.Body) -> Iterator[str]:
        for statement in body:
            match statement:
                case m.Transfer(verb=verb, payment=payment):
                    yield f"{verb} {self._amount(payment)}"
                case m.Choose(options=options, may=may):
                    yield ("may " if may else "") + " or ".join(dict.fromkeys(self._option(option) for option in options))
                case m.Do(action=action):
                    yield action.site.title.replace("_", " ").lower()
                case m.If(then=then, otherwise=otherwise):
                    yield from self._tell(then)
                    yield from self._tell(otherwise)
                case m.ForEach(body=inner) | m.Repeat(body=inner):
                    yield from self._tell(inner)

    def _option(self, option: m.Option) -> str:
        return "".join(part if isinstance(part, str) else f"a {part.type}" for part in option.text)

    def _amount(self, payment: m.Expr) -> str:
        match payment:
            case m.ConstPayment(alternatives=alternatives):
                return words(alternatives, self._model)
            case m.Quantity(resources=resources):
                return " or ".join(resource.title for resource in resources)
            case m.CombinePayments(op=op, left=left, right=right):
                return f"{self._amount(left)} {op} {self._amount(right)}"
        return "something"


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
