"""Between what numbers formulas lie: by the bounds of states, by what variables are set to, by what nobody holds less of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never, get_args

from caylus import model as m
from caylus.limits import MOST_LIKELY, MOST_NUMBERS, MOST_WAYS, NUMBER_BOUND
from caylus.model.access import access, rule_parts
from caylus.model.evaluate import NAMED, OPEN, Evaluator, Range, hull
from caylus.model.walk import children, list_actions, parts

Named = m.Variable | m.State
_EXPRESSIONS = get_args(m.Expr)


@dataclass(slots=True)
class Sources:
    """`given` is what variables and states are set to anywhere, `listed` the lists that variables are members of."""

    given: defaultdict[Named, list[m.Expr]] = field(default_factory=lambda: defaultdict(list))
    listed: defaultdict[Named, list[m.Expr]] = field(default_factory=lambda: defaultdict(list))

    def note(self, part: object) -> None:
        does = access(part)
        for binding in does.bindings():
            (self.listed if binding.is_member else self.given)[binding.variable].append(binding.to)
        for write in does.writes:
            if write.how == "set" and isinstance(write.place, m.Read) and write.value is not None:
                self.given[write.place.state].append(write.value)


def find_sources(model: m.Model) -> Sources:
    found = Sources()
    for part in _all_parts(model):
        found.note(part)
    return found


class Amounts(Evaluator):
    """`likely`: a number without bounds is taken to lie within `MOST_LIKELY` of 0, but where a rule sets it to more."""

    def __init__(self, players: int, sources: Sources, likely: bool) -> None:
        super().__init__(players)
        self._sources = sources
        self._open = Range(-MOST_LIKELY, MOST_LIKELY) if likely else NAMED
        self._is_likely = likely
        self._found: dict[Named, Range] = {}
        self._under_way: set[m.Value] = set()

    # ---- what lies where

    def compute_range(self, expr: m.Expr) -> Range:
        match expr:
            case m.Revealed(operand=operand):
                return self.compute_range(operand)
            case m.Query(kind="first", source=source, type=m.NUMBER):
                return hull((Range(0, 0), self.range_of_member(source)))
        found = super().compute_range(expr)
        return self._open if self._is_likely and found == OPEN else found

    def value_range(self, call: m.CallValue) -> Range:
        if call.value in self._under_way:
            return self._open  # what comes back to it by way of a state
        self._under_way.add(call.value)
        try:
            return super().value_range(call)
        finally:
            self._under_way.discard(call.value)

    def variable_range(self, variable: m.Variable) -> Range:
        return self._range_over(variable, ())

    def state_range(self, state: m.State) -> Range:
        return super().state_range(state) if state.bounds else self._range_over(state, (self._open,))

    def holding_range(self, resources: tuple[m.Resource, ...]) -> Range:
        return Range(sum(resource.least for resource in resources), self._open.high * len(resources))

    def _range_over(self, named: Named, also: tuple[Range, ...]) -> Range:
        if named not in self._found:
            self._found[named] = self._open  # what comes back to it
            given = [self.compute_range(value) for value in self._sources.given[named]]
            listed = [self.range_of_member(source) for source in self._sources.listed[named]]
            low, high = hull([*also, *given, *listed] or [self._open])
            self._found[named] = Range(max(low, NAMED.low), min(high, NAMED.high))
        return self._found[named]

    # ---- what may break

    def is_sure(self, expr: object) -> bool:
        match expr:
            case m.Numbers():
                return self.is_short(expr) and all(map(self.is_sure, children(expr)))
            case m.CombinePayments(op="*", left=number) if self.compute_range(number).high > MOST_WAYS:
                return False
            case m.CombinePayments():  # of two amounts that people can pay
                return all(map(self.is_sure, children(expr)))
        return super().is_sure(expr)

    def breaking(self, s: m.Statement) -> Iterator[m.Expr]:
        """The smallest formulas of a statement that may break a rule. What stands in words breaks nothing."""
        for asked in _formulas_of(s):
            yield from self._breaking(asked)
        match s:
            case m.Let(value=value) | m.Assign(value=value) | m.Adjust(amount=value):
                named = [value]
            case m.Do(arguments=arguments) | m.DoMember(arguments=arguments):
                named = [*arguments]
            case m.Repeat(limit=limit) if limit is not None and self.compute_range(limit).high > MOST_NUMBERS:
                yield limit
                return
            case m.Repeat():
                return
            case m.Transfer() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Reveal() | m.Rearrange() | m.ForEach() | m.Stop():
                return
            case m.EndGame() | m.If() | m.Choose() | m.Say():
                return
            case _:
                assert_never(s)
        yield from (value for value in named if value.type == m.NUMBER and not self.compute_range(value).is_below(NUMBER_BOUND))

    def _breaking(self, e: m.Expr) -> Iterator[m.Expr]:
        if not self.is_sure(e):
            inner = [part for child in children(e) for part in self._breaking(child)]
            yield from inner or [e]


def _formulas_of(s: m.Statement) -> list[m.Expr]:
    """The formulas that a statement goes by, but for those in words and in statements inside it."""
    match s:
        case m.Say() | m.EndGame():
            return []
        case m.Choose(player=player, options=options):
            found = [player]
            for option in options:
                found += [*option.sources, *([option.where] if option.where is not None else [])]
                for part in option.head:
                    found += [part.condition] if isinstance(part, m.Require) else [part.player, part.payment]
            return found
        case m.Transfer() | m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Reveal() | m.Rearrange():
            return [child for child in children(s) if isinstance(child, _EXPRESSIONS)]
        case m.ForEach() | m.Repeat() | m.Stop() | m.If() | m.Do() | m.DoMember() | m.Let():
            return [child for child in children(s) if isinstance(child, _EXPRESSIONS)]
    assert_never(s)


def _all_parts(model: m.Model) -> Iterator[object]:
    for action in list_actions(model):
        yield from parts(*action.body)
    for value in model.values.values():
        yield from parts(rule_parts(value))
    for condition in model.conditions.values():
        yield from parts(*condition.requires)
