"""Warn where numbers of different meaning meet: amounts of two resources, an amount and a place in a row or a counter.

What a number means follows from what it counts. A property, a state, a value or a parameter that is always an amount of one
resource where something is paid or lost, means that; what is gained may be one for each of something else. Sums may join
anything, as a score does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from caylus import model as m
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, Span, warning
from caylus.diagnostics.render import join_words
from caylus.model.walk import parts

from .unused import rules

_Named = m.State | m.Property | m.Value | m.Variable
_Amount = tuple[m.Resource, ...]


def warn_of_mixed_units(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only."""
    units = _Units(symbols, list(parts(*rules(symbols, actions))))
    for place, message, notes in dict.fromkeys(units.find_conflicts()):
        help = "compare or change it by what it counts; if it is meant so, say that: `-- fine: W1076 because …`"
        yield warning("W1076", place, message, "numbers of different meaning", notes=notes, help=help)


Conflict = tuple[Span, str, tuple[Note, ...]]


class _Units:
    def __init__(self, symbols: Symbols, every_part: list[object]) -> None:
        self._symbols = symbols
        self._parts = every_part
        self._amounts: Mapping[_Named, dict[_Amount, Span | None]] = defaultdict(dict)
        self._counted: dict[m.State, Span] = {}
        gains = [part.payment for part in every_part if isinstance(part, m.Transfer) and part.is_gain]
        gained = {id(part) for part in parts(*gains)}
        for part in every_part:
            if (
                isinstance(part, m.Quantity)
                and id(part) not in gained
                and part.which is None
                and (thing := _named(part.amount)) is not None
            ):
                self._amounts[thing].setdefault(part.resources, symbols.place_of(part.amount))
            elif isinstance(part, m.Adjust) and isinstance(part.target, m.Read) and isinstance(part.amount, m.Const):
                self._counted.setdefault(part.target.state, part.site.span)

    def find_conflicts(self) -> Iterator[Conflict]:
        for part in self._parts:
            if isinstance(part, m.Compare):
                place = self._symbols.place_of(part)
                for one, other in ((part.left, part.right), (part.right, part.left)) if place is not None else ():
                    yield from self._compare(one, other, place)  # type: ignore[arg-type]
            elif isinstance(part, m.Adjust) and isinstance(part.target, m.Read):
                yield from self._meet_counter(part.target, part.amount, part.site.span, "is changed by")

    def _compare(self, one: m.Expr, other: m.Expr, place: Span) -> Iterator[Conflict]:
        resources, notes = self._amount(other)
        if not resources:
            return
        words = _describe(resources)
        if isinstance(one, m.PlaceInRow) and one.object.type.kind is not None:
            yield place, f"the number of a {one.object.type.kind.name} is compared with an amount of {words}", notes
        elif isinstance(one, m.Holding) and notes and not {*resources} & {*one.resources}:
            yield place, f"an amount of {words} is compared with {_describe(one.resources)}", notes
        elif isinstance(one, m.Read):
            yield from self._meet_counter(one, other, place, "is compared with")

    def _meet_counter(self, counter: m.Read, amount: m.Expr, place: Span, verb: str) -> Iterator[Conflict]:
        """A state that is counted by written numbers elsewhere, and is no amount itself, meets the price of something."""
        resources, notes = self._amount(amount)
        place_counted = self._counted.get(counter.state)
        if resources and notes and place_counted is not None and not self._amounts.get(counter.state):
            message = f"`{counter.state.name}` {verb} an amount of {_describe(resources)}"
            yield place, message, (*notes, Note(f"`{counter.state.name}` is counted here", place_counted))

    def _amount(self, e: m.Expr) -> tuple[_Amount, tuple[Note, ...]]:
        """The resources that a number is an amount of, with a note where a name is used so; none where that is not certain."""
        if isinstance(e, m.Holding) and e.which is None:
            return e.resources, ()
        thing = _named(e)
        uses = self._amounts.get(thing, {}) if thing is not None else {}
        if thing is None or len(uses) != 1:
            return (), ()
        ((resources, place),) = uses.items()
        notes = (Note(f"`{thing.name}` is an amount of {_describe(resources)} here", place),) if place is not None else ()
        return (resources, notes) if notes else ((), ())


def _named(e: m.Expr) -> _Named | None:
    match e:
        case m.Read(state=state):
            return state
        case m.Fixed(property=property_):
            return property_
        case m.CallValue(value=value):
            return value
        case m.Local(variable=variable):
            return variable
    return None


def _describe(resources: _Amount) -> str:
    return join_words([f"`{resource.name}`" for resource in resources], "or")
